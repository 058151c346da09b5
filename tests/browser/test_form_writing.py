"""A form written with few clicks: labels in place, sections as topics, conditions, checks, and sending."""

import re

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.writing import SAVED, new_form, open_form, saving
from tests.fixtures.browser import Axe, call_api, sign_in

BUYER = DEMO_EMAILS[0]
MAX_CLICKS = 35
COUNT_CLICKS = """() => {
  window.clicks = 0;
  document.addEventListener("click", ({ detail }) => { if (detail > 0) window.clicks += 1; }, true);
}"""


def write_questions(page: Page, *labels: str) -> None:
    """Write labels of questions of one type, the first in the focused label, and return to the text."""
    for index, label in enumerate(labels):
        expect(page.get_by_role("textbox", name=re.compile("^Label of the .* field$"))).to_be_focused()
        page.keyboard.type(label)
        page.keyboard.press("Enter" if index + 1 < len(labels) else "Escape")


class Choices:
    """Choices in native menus, whose two clicks the page does not see."""

    def __init__(self) -> None:
        self.clicks = 0

    def choose(self, menu: Locator, label: str) -> None:
        menu.select_option(label=label)
        self.clicks += 2


def write_form(page: Page, choices: Choices, text: Locator, axe: Axe) -> None:
    """Write two sections with 12 questions, most of them with the keyboard."""
    side = page.get_by_role("complementary", name="Properties")
    text.click()
    page.keyboard.type("## Company")
    page.keyboard.press("Enter")
    side.get_by_role("button", name="Short text").click()
    write_questions(page, "Legal name", "Registration number", "Street and town", "Main product")
    choices.choose(page.get_by_label("Style of the paragraph"), "Section")
    page.keyboard.type("Quality")
    page.keyboard.press("Enter")
    side.get_by_role("button", name="Yes or No").click()
    assert axe(page) > 0
    write_questions(page, "Certified to ISO 9001?", "Audited last year?", "Recalls last year?")
    page.keyboard.press("Enter")
    page.keyboard.type("/number")
    page.keyboard.press("Enter")
    write_questions(page, "Number of sites", "Number of people")
    page.keyboard.press("Enter")
    side.get_by_role("button", name="Date", exact=True).click()
    write_questions(page, "Certificate valid until")
    page.keyboard.press("Enter")
    side.get_by_role("button", name="Long text").click()
    write_questions(page, "What happened?", "What has changed since?")


def add_rules(page: Page, choices: Choices) -> None:
    """Show one question while any of two others is answered with Yes, and score one."""
    side = page.get_by_role("complementary", name="Properties")
    page.get_by_text("Certificate valid until").first.click()
    side.get_by_role("button", name="Add a condition").click()
    choices.choose(
        side.get_by_label("Field of condition 1"), "Certified to ISO 9001? (certified_to_iso_9001)"
    )
    side.get_by_role("button", name="Add a condition").click()
    choices.choose(side.get_by_label("Field of condition 2"), "Audited last year? (audited_last_year)")
    choices.choose(side.get_by_label("Number of conditions that must be met"), "Any condition is met")
    page.get_by_text("Certified to ISO 9001?").first.click()
    side.get_by_role("button", name="Add a scoring rule").click()
    side.get_by_label("Points").click()
    side.get_by_label("Points").fill("10")
    expect(saving(page)).to_contain_text(SAVED)


def check_stored(page: Page, form_id: int) -> None:
    stored = call_api(page, "GET", f"/api/docForm/{form_id}")["doc"]["doc"]["content"]
    fields = {node["attrs"]["name"]: node["attrs"] for node in stored if node["type"] == "dvFieldBlock"}
    assert len(fields) == 12
    assert [node["type"] for node in stored].count("heading") == 2
    assert fields["registration_number"]["topic"] == "Company"
    assert fields["certified_to_iso_9001"]["topic"] == "Quality"
    assert fields["certificate_valid_until"]["visibleWhen"] == {
        "any": [
            {"field": "certified_to_iso_9001", "operator": "equals", "value": True},
            {"field": "audited_last_year", "operator": "equals", "value": True},
        ]
    }


def test_form_of_12_questions_takes_at_most_35_clicks(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    form_id = new_form(page, "Few clicks")
    text = open_form(page, form_id)
    page.evaluate(COUNT_CLICKS)
    choices = Choices()
    write_form(page, choices, text, axe)
    add_rules(page, choices)
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog", name="Publish form")
    expect(dialog).to_contain_text("New requests will use this revision.")
    expect(dialog.get_by_text("Check before publishing")).to_have_count(0)
    dialog.get_by_role("button", name="Publish").click()
    send = page.get_by_role("button", name="Send to suppliers...")
    expect(send).to_be_focused()
    clicks = page.evaluate("window.clicks") + choices.clicks
    assert clicks <= MAX_CLICKS, clicks
    check_stored(page, form_id)

    send.click()
    modal = page.get_by_role("dialog")
    expect(modal.get_by_label("Subject")).to_have_value("Few clicks")
    expect(modal.get_by_role("button", name="Remove Few clicks")).to_be_visible()
    modal.get_by_role("button", name="Cancel").click()

    page.get_by_role("button", name="Preview").click()
    preview = page.locator(".doc-view-form")
    question = preview.get_by_text("Certificate valid until")
    audited = preview.get_by_role("group", name=re.compile("Audited last year"))
    expect(audited).to_be_visible()
    expect(question).to_be_hidden()
    audited.get_by_text("Yes", exact=True).click()
    expect(question).to_be_visible()
    audited.get_by_text("No", exact=True).click()
    expect(question).to_be_hidden()


def test_check_before_publishing_leads_to_the_field(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    form_id = new_form(page, "To check")
    text = open_form(page, form_id)
    text.click()
    page.keyboard.type("/single")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(text).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Last line")
    page.get_by_role("button", name="Publish").click()
    dialog = page.get_by_role("dialog", name="Publish form")
    expect(dialog.get_by_role("heading", name="Check before publishing (2)")).to_be_visible()
    assert axe(page) > 0
    dialog.get_by_role(
        "button", name="“Single choice” still has default options: Option 1, Option 2."
    ).click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".form-field.selected")).to_contain_text("Single choice")
    expect(text).to_be_focused()
    page.keyboard.press("Shift+F2")
    page.keyboard.type("Which process?")
    page.keyboard.press("Escape")
    expect(saving(page)).to_contain_text(SAVED)
    page.get_by_role("button", name="Publish").click()
    expect(dialog.get_by_role("heading", name="Check before publishing (1)")).to_be_visible()
    dialog.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Form published")).to_be_visible()
    page.goto("/forms?title=To+check")
    expect(page.get_by_role("link", name="To check")).to_be_visible()
