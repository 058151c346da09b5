"""The form editor: writing, keyboard, concurrent editing, offline, and preview."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import answer_all_fields
from tests.browser.writing import SAVED, new_form, open_form, saving
from tests.fixtures.browser import Axe, Console, NewPage, call_api, crash, sign_in
from tests.fixtures.live_server import LiveServer
from tests.fixtures.vectors import vectors

BUYER = DEMO_EMAILS[0]
KINDS = {
    "Short text": "TEXT",
    "Long text": "TEXTAREA",
    "Number": "NUMBER",
    "Date": "DATE",
    "Yes or No": "YESNO",
    "Single choice": "SINGLE_CHOICE",
    "Multiple choice": "MULTI_CHOICE",
    "Country": "COUNTRY",
    "Currency amount": "CURRENCY_AMOUNT",
    "E-mail address": "EMAIL",
    "Web address": "URL",
    "Files": "FILE",
    "Answer table": "TABLE",
    "Signature": "FORMSIGNATURE",
}
BY_KEYBOARD = ("Short text", "Number", "Yes or No")


def types_in(payload: dict[str, Any]) -> list[str]:
    """Return the types of the fields of a stored document, in order."""

    def walk(node: dict[str, Any]) -> list[str]:
        own = [node["attrs"].get("type", "TEXT")] if node["type"].startswith("dvField") else []
        return own + [kind for child in node.get("content", ()) for kind in walk(child)]

    return walk(payload["doc"])


@pytest.mark.long
def test_form_with_every_field_type_is_written_and_answered(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    form_id = new_form(page, "Everything")
    open_form(page, form_id).click()

    # Write one section with the keyboard only.
    page.keyboard.type("## By keyboard")
    for kind in BY_KEYBOARD:
        page.keyboard.press("Enter")
        page.keyboard.type(f"/{kind[:6].lower()}")
        expect(page.get_by_role("option", name=kind, exact=True)).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Enter")
        expect(page.locator(".form-field.selected")).to_contain_text(kind)
        page.keyboard.type(f"{kind} by keyboard")
        page.keyboard.press("F2")
        expect(page.get_by_role("textbox", name="Label", exact=True)).to_be_focused()
        page.keyboard.press("Escape")
    expect(page.get_by_label("Name", exact=True)).to_have_value("yes_or_no_by_keyboard")
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".form-field").nth(1)).to_contain_text("Yes or No by keyboard")
    page.keyboard.press("Control+z")
    expect(page.locator(".form-field").nth(2)).to_contain_text("Yes or No by keyboard")

    # Add the other fields with the mouse.
    for kind in KINDS:
        if kind not in BY_KEYBOARD:
            page.get_by_role("button", name="Field", exact=True).click()
            page.get_by_role("menuitem", name=kind, exact=True).click()
            expect(page.locator(".form-field.selected .form-field-kind")).to_have_text(kind)
            page.get_by_role("textbox", name="Label", exact=True).fill(f"A {kind.lower()}")
    expect(saving(page)).to_contain_text(SAVED)
    stored = call_api(page, "GET", f"/api/docForm/{form_id}")
    assert sorted(types_in(stored["doc"])) == sorted(KINDS.values())
    assert stored["faults"] == []
    assert axe(page) > 0
    try_the_preview(page)


def try_the_preview(page: Page) -> None:
    """Answer all fields in the preview, check that values persist, then read, print and reset it."""
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".doc-view-form")).to_be_visible()
    assert answer_all_fields(page, except_types=()) == len(KINDS)
    panel = page.get_by_role("complementary", name="Preview values")
    expect(panel).to_contain_text("(100%)")
    expect(panel).to_contain_text("certificate.pdf")
    expect(panel.locator(".saving-state")).to_contain_text(SAVED)
    page.reload()
    expect(panel).to_contain_text("(100%)")
    page.get_by_role("button", name="Read-only").click()
    expect(page.locator(".doc-view-readonly")).to_contain_text("Plant Stuttgart")
    # The worker may be drawing the thumbnails of all forms first.
    with page.expect_response(re.compile("/files/export/"), timeout=180_000) as printed:
        page.get_by_role("button", name="PDF").click()
    assert printed.value.headers["content-type"] == "application/pdf"
    expect(page.get_by_title("The form as PDF")).to_be_visible()
    page.get_by_role("button", name="Form", exact=True).click()
    page.get_by_role("button", name="Reset Preview").click()
    expect(panel).to_contain_text("(0%)")
    expect(panel.locator(".saving-state")).to_contain_text(SAVED)
    page.reload()
    expect(panel).to_contain_text("What you fill in appears here.")


def test_field_properties_are_saved_and_errors_are_shown_next_to_them(page: Page) -> None:
    sign_in(page, BUYER)
    form_id = new_form(page, "Properties")
    open_form(page, form_id).click()
    palette = page.get_by_role("complementary", name="Properties")
    palette.get_by_role("button", name="Yes or No").click()
    name = page.get_by_label("Name", exact=True)
    name.fill("certified")
    page.get_by_role("textbox", name="Form", exact=True).press("Enter")
    palette.get_by_role("button", name="Number").click()
    for invalid, sentence in (("certified", "Another field"), ("__x", "underscores"), ("a b", "letters")):
        name.fill(invalid)
        expect(page.locator(".field-error").filter(has_text=sentence)).to_be_visible()
    expect(page.locator(".form-field.selected code")).to_have_text("number_1")
    name.fill("sites")
    page.get_by_role("textbox", name="Label", exact=True).fill("Certified sites")
    page.get_by_label("Hint").fill("All countries")
    page.get_by_label("An answer is required").check()
    page.get_by_label("Suffix").fill("sites")
    page.get_by_label("Lowest number").fill("10")
    page.get_by_label("Highest number").fill("5")
    expect(page.locator(".field-error").filter(has_text="below the lowest")).to_be_visible()
    expect(page.locator(".form-field.faulty")).to_have_count(1)
    page.get_by_label("Highest number").fill("500")
    expect(page.locator(".form-field.faulty")).to_have_count(0)
    page.get_by_role("button", name="Add a condition").click()
    expect(page.get_by_label("Field of condition 1")).to_have_value("certified")
    page.get_by_role("button", name="Add a scoring rule").click()
    page.get_by_label("Comparison of rule 1").select_option("between")
    page.get_by_label("Value of rule 1, from").fill("1")
    page.get_by_label("Value of rule 1, to").fill("3")
    page.get_by_label("Points").fill("2.5")
    page.get_by_label("Follow-up").fill("Which sites?")
    page.get_by_label("Weight").fill("2")
    page.get_by_label("Who fills it in").select_option("BOTH")
    page.get_by_label("Topic").fill("Quality")
    expect(saving(page)).to_contain_text(SAVED)
    stored = call_api(page, "GET", f"/api/docForm/{form_id}")
    fields = [node["attrs"] for node in stored["doc"]["doc"]["content"] if node["type"] == "dvFieldBlock"]
    sites = next(field for field in fields if field["name"] == "sites")
    del sites["fid"]
    assert sites == {
        "name": "sites",
        "type": "NUMBER",
        "label": "Certified sites",
        "hint": "All countries",
        "required": True,
        "suffix": "sites",
        "min": "10",
        "max": "500",
        "writableBy": "BOTH",
        "visibleWhen": {"field": "certified", "operator": "equals", "value": True},
        "weight": 2,
        "scoring": [
            {"operator": "between", "operand": ["1", "3"], "points": 2.5, "followUp": "Which sites?"}
        ],
        "topic": "Quality",
    }
    assert stored["faults"] == []

    page.get_by_role("button", name="Copy this field").press("Enter")
    expect(page.locator(".form-field.selected code")).to_have_text("sites_2")
    expect(page.get_by_role("textbox", name="Form", exact=True)).to_be_focused()


def test_publishing_lists_unfinished_parts_and_editing_creates_the_next_draft(
    page: Page, console: Console
) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    form_id = new_form(page, "To publish")
    text = open_form(page, form_id)
    text.click()
    page.get_by_role("complementary", name="Properties").get_by_role("button", name="Single choice").click()
    for _ in range(2):
        page.get_by_role("button", name="Remove option 1").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    summary = page.get_by_role("region", name="This form cannot be published yet")
    expect(summary).to_contain_text("needs options to choose from")
    expect(page.locator(".form-field.selected")).to_be_visible()
    expect(text).to_be_focused()
    summary.get_by_role("button", name=re.compile("options")).click()
    expect(page.locator(".form-field.selected")).to_be_visible()
    page.get_by_role("button", name="Add an option").click()
    summary.get_by_role("button", name="Close the list").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Form published")).to_be_visible()
    expect(page.locator(".form-header")).to_contain_text("PUBLISHED")
    expect(page.get_by_label("Name", exact=True)).to_have_attribute("readonly", "")

    page.get_by_label("Label of option 1").fill("The first")
    expect(page.get_by_label("Value of option 1")).to_have_value("option_1")
    expect(page.get_by_label("Value of option 1")).to_have_attribute("readonly", "")
    page.get_by_role("textbox", name="Label", exact=True).fill("Which one?")
    expect(page.locator(".form-notices")).to_contain_text("You're editing the draft of revision 2.")
    expect(page).not_to_have_url(re.compile(f"/forms/{form_id}$"))
    expect(page.locator(".form-field.selected")).to_contain_text("Which one?")
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Revisions...").click()
    dialog = page.get_by_role("dialog", name="Revisions")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("link", name="Revision 1").click()
    expect(page.get_by_text("This is revision 1, an earlier one.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Form", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Restore this revision").click()
    expect(page.get_by_text("Revision 1 is back in the text.")).to_be_visible()
    expect(page).not_to_have_url(re.compile("restore="))
    expect(text).not_to_contain_text("Which one?")
    text.press("Control+z")
    expect(text).to_contain_text("Which one?")
    text.press("Control+y")
    expect(saving(page)).to_contain_text(SAVED)
    stored = call_api(page, "GET", f"/api/docForm/{page.url.rsplit('/', 1)[1]}")
    assert (stored["revision"], stored["status"]) == (1, "DRAFT")
    assert "Which one?" not in json.dumps(stored["doc"])


def test_rejected_save_lists_errors_that_lead_to_their_fields(page: Page, console: Console) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    form_id = new_form(page, "Refused")
    text = open_form(page, form_id)
    text.click()
    for kind in ("Date", "Country"):
        page.get_by_role("button", name="Field", exact=True).click()
        page.get_by_role("menuitem", name=kind, exact=True).click()
    expect(page.locator(".form-field.selected")).to_contain_text("Country")
    text.press("Control+End")
    for _ in range(30):
        page.keyboard.press("Enter")
    expect(saving(page)).to_contain_text(SAVED)

    def duplicate_name(route: Route) -> None:
        body = (route.request.post_data or "").replace('"name":"country_1"', '"name":"date_1"')
        route.continue_(post_data=body)

    # The editor never sends duplicate names, but another version of it could.
    page.route(f"**/api/docForm/{form_id}", duplicate_name)
    page.keyboard.type("At the end")
    error_button = page.locator(".form-notices").get_by_role(
        "button", name="Two fields have the name 'date_1'"
    )
    expect(error_button).to_be_in_viewport(ratio=1)
    expect(saving(page)).to_contain_text("Changed")
    error_button.click()
    field = page.locator(".form-field.selected")
    expect(field).to_contain_text("Date")
    expect(text).to_be_focused()
    field_box, toolbar_box = field.bounding_box(), page.locator(".form-bar").bounding_box()
    assert field_box is not None
    assert toolbar_box is not None
    assert field_box["y"] >= toolbar_box["y"] + toolbar_box["height"]
    page.unroute(f"**/api/docForm/{form_id}")
    page.get_by_role("textbox", name="Label", exact=True).fill("Since when?")
    expect(saving(page)).to_contain_text(SAVED)
    expect(error_button).to_have_count(0)
    stored = json.dumps(call_api(page, "GET", f"/api/docForm/{form_id}")["doc"])
    assert "At the end" in stored
    assert "Since when?" in stored


def test_second_of_two_concurrent_saves_gets_a_choice_and_overwrites_nothing(
    new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 409")
    one, other = new_page(), new_page()
    for each in (one, other):
        sign_in(each, BUYER)
    form_id = new_form(one, "Two at once")
    open_form(one, form_id).click()
    open_form(other, form_id).click()
    one.keyboard.type("From the first")
    expect(saving(one)).to_contain_text(SAVED)
    other.keyboard.type("From the second")
    notice = other.locator(".form-stale")
    expect(notice).to_contain_text("You have saved this form in another window since")
    expect(other.get_by_role("textbox", name="Form", exact=True)).to_contain_text("From the second")
    assert "second" not in json.dumps(call_api(one, "GET", f"/api/docForm/{form_id}")["doc"])

    notice.get_by_role("button", name="Load that").click()
    text = other.get_by_role("textbox", name="Form", exact=True)
    expect(text).to_have_text("From the first")
    expect(notice).to_have_count(0)
    expect(text).to_be_focused()
    text.press("Control+z")
    expect(text).to_have_text("From the second")
    text.press("Control+y")
    expect(text).to_have_text("From the first")
    expect(saving(other)).to_contain_text(SAVED)

    open_form(one, form_id).click()
    other.get_by_role("textbox", name="Title of the form").fill("Two at once, renamed")
    expect(saving(other)).to_contain_text(SAVED)
    one.keyboard.type("Mine to keep ")
    one.locator(".form-stale").get_by_role("button", name="Keep a copy of mine").click()
    expect(one.get_by_role("heading", level=1)).to_have_text("Two at once (my copy)")
    expect(one.get_by_role("textbox", name="Form", exact=True)).to_contain_text("Mine to keep")
    stored = call_api(other, "GET", f"/api/docForm/{form_id}")
    assert stored["title"] == "Two at once, renamed"
    assert "Mine" not in json.dumps(stored["doc"])


def test_text_written_offline_is_kept_and_restored(new_page: NewPage, console: Console) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page = new_page()
    sign_in(page, BUYER)
    form_id = new_form(page, "Offline")
    open_form(page, form_id).click()
    page.context.set_offline(True)
    page.keyboard.type("Written in a tunnel")
    expect(saving(page)).to_contain_text("Offline: kept on this device")
    crash(page)
    again = page.context.new_page()
    page.context.set_offline(False)
    text = open_form(again, form_id)
    expect(text).to_contain_text("Written in a tunnel")
    expect(again.locator(".form-notices")).to_contain_text("kept on this device are back")
    expect(saving(again)).to_contain_text(SAVED)
    assert "tunnel" in json.dumps(call_api(again, "GET", f"/api/docForm/{form_id}")["doc"])


PASTE = """(element, html) => {
  const data = new DataTransfer();
  data.setData("text/html", html);
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_pasted_hostile_html_runs_nothing_and_loads_nothing(page: Page, live_server: LiveServer) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    sign_in(page, BUYER)
    form_id = new_form(page, "Pasted")
    text = open_form(page, form_id)
    text.click()
    corpus = vectors("hostile-html")
    for html in corpus:
        text.evaluate(PASTE, html)
        page.keyboard.press("Control+End")
    page.keyboard.type("Still writing")
    expect(text).to_contain_text("Still writing")
    expect(saving(page)).to_contain_text(SAVED)
    assert page.evaluate("window.__ran") is None
    assert page.evaluate("({}).polluted") is None
    assert [url for url in requests if not url.startswith((live_server.url, "data:", "blob:"))] == []
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".doc-view-form")).to_contain_text("Still writing")
    assert page.evaluate("window.__ran") is None
