"""The second round of a long questionnaire is confirmed section by section, with a tenth of the presses of the first."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.measuring import count_presses
from tests.browser.writing import new_form
from tests.factories.rfx import Node, field, form_document, heading
from tests.fixtures.browser import Axe, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[0], DEMO_EMAILS[1]
TITLE = "Yearly supplier check"
QUESTIONS, SECTIONS, NEW = 206, 12, "Which port do you use?"
SHARE = 10
"""The second round takes at most one press for this many of the first."""


def questions(*, is_second: bool) -> list[Node]:
    """Return the blocks of the form: three of four questions are answered with a press, the others are typed."""
    blocks: list[Node] = []
    for number in range(QUESTIONS):
        if number % (QUESTIONS // SECTIONS) == 0:
            blocks.append(heading(f"Section {number // (QUESTIONS // SECTIONS) + 1}"))
        kind = "TEXT" if number % 4 == 3 else "YESNO"
        blocks.append(field(f"q{number}", kind, label=f"Question {number}?", required=number % 2 == 0))
    if is_second:
        blocks.append(field("port", label=NEW))
    return blocks


def publish(page: Page, form_id: int, *, is_second: bool) -> int:
    stored = call_api(page, "GET", f"/api/docForm/{form_id}")
    doc = form_document(*questions(is_second=is_second))
    draft = call_api(
        page, "PUT", f"/api/docForm/{form_id}", {"title": TITLE, "doc": doc, "version": stored["version"]}
    )
    version = call_api(page, "GET", f"/api/docForm/{draft['id']}")["version"]
    call_api(page, "POST", f"/api/docForm/{draft['id']}/publish", {"version": version})
    published: int = draft["id"]
    return published


def send(buyer: Page, form_id: int, organisation_id: int, title: str, **more: Any) -> None:
    request = {
        "type": "RFI", "subject": title, "html": "<p>Please answer.</p>", "docFormIds": [form_id],
        "recipients": {"organisationIds": [organisation_id]},
    }  # fmt: skip
    call_api(buyer, "POST", "/api/rfxRequest", request | more)


def open_rfx(supplier: Page, title: str) -> int:
    """Open an RFx of the supplier and return its id."""
    [row] = call_api(supplier, "GET", f"/api/rfx?search={title.replace(' ', '%20')}")
    go(supplier, f"/rfx/{row['id']}")
    supplier.locator("#island-page[data-mounted]").wait_for()
    supplier.wait_for_load_state("networkidle")
    rfx_id: int = row["id"]
    return rfx_id


def answer_all(supplier: Page) -> None:
    for number in range(QUESTIONS):
        slot = supplier.locator(".doc-field").filter(has_text=re.compile(rf"Question {number}\?"))
        if number % 4 == 3:
            slot.get_by_role("textbox").click()
            supplier.keyboard.type(f"Answer {number}")
        else:
            slot.locator("label", has_text="Yes").click()


def submit(supplier: Page) -> None:
    expect(supplier.get_by_text("All changes saved").first).to_be_visible(timeout=20_000)
    supplier.get_by_role("button", name="Submit Response").click()
    supplier.get_by_role("dialog").get_by_role("button", name="Yes, Submit Response").click()
    expect(supplier.get_by_text("RFx submitted ok")).to_be_visible(timeout=20_000)


def test_a_second_round_takes_a_tenth_of_the_presses(
    live_server: LiveServer, new_page: NewPage, axe: Axe, record_property: Callable[[str, object], None]
) -> None:
    buyer, supplier = new_page(), new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    sign_in(supplier, SUPPLIER)
    supplier_id = call_api(supplier, "GET", "/api/session")["organisation"]["id"]
    form_id = publish(buyer, new_form(buyer, TITLE), is_second=False)
    send(buyer, form_id, supplier_id, "Check of year one")
    presses = count_presses(supplier)
    first_id = open_rfx(supplier, "Check of year one")
    presses.start("round one")
    answer_all(supplier)
    submit(supplier)

    second_form = publish(buyer, form_id, is_second=True)
    send(buyer, second_form, supplier_id, "Check of year two", previousRfxId=first_id)
    rfx_id = open_rfx(supplier, "Check of year two")
    bar = supplier.get_by_role("region", name="Answers of the last round")
    expect(bar).to_contain_text(f"{QUESTIONS} of {QUESTIONS + 1} answers are from")
    state = call_api(supplier, "GET", f"/api/rfx/{rfx_id}/value")["latestValuesFvc"]
    assert (state["completion"]["answered"], state["values"]) == (0, {})
    expect(supplier.get_by_text("New", exact=True)).to_be_visible()
    for size in (390, 844), (1440, 900):
        supplier.set_viewport_size({"width": size[0], "height": size[1]})
        assert axe(supplier) > 0

    presses.start("round two")
    buttons = supplier.get_by_role("button", name=re.compile(r"^Confirm \d+ unchanged"))
    total = buttons.count()
    for remaining in range(total, 0, -1):
        buttons.first.click()
        expect(buttons).to_have_count(remaining - 1)
    completion = call_api(supplier, "GET", f"/api/rfx/{rfx_id}/value")["latestValuesFvc"]["completion"]
    assert completion["answered"] == QUESTIONS
    expect(bar).to_contain_text("Every answer of the last round is confirmed or changed.")
    supplier.get_by_label(NEW).click()
    supplier.keyboard.type("Hamburg")
    submit(supplier)
    for phase, count in presses.counts.items():
        record_property(f"presses, {phase}", count)
    assert presses.counts["round two"] * SHARE <= presses.counts["round one"]

    go(buyer, f"/rfx/{rfx_id}")
    buyer.get_by_role("button", name="Review answers").click()
    expect(buyer.get_by_text(f"{QUESTIONS} of {QUESTIONS} answers were confirmed in")).to_be_visible()
    buyer.get_by_role("button", name="What changed...").click()
    dialog = buyer.get_by_role("dialog", name="What changed")
    expect(dialog.get_by_text(f"Confirmed without change {QUESTIONS}", exact=True)).to_be_visible()


def test_the_submission_lists_unconfirmed_answers(live_server: LiveServer, new_page: NewPage) -> None:
    buyer, supplier = new_page(), new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(buyer, BUYER)
    sign_in(supplier, SUPPLIER)
    supplier_id = call_api(supplier, "GET", "/api/session")["organisation"]["id"]
    form_id = new_form(buyer, "Short check")
    doc = form_document(
        heading("One"), field("name", label="Name", required=True), field("town", label="Town")
    )
    version = call_api(buyer, "GET", f"/api/docForm/{form_id}")["version"]
    call_api(
        buyer, "PUT", f"/api/docForm/{form_id}", {"title": "Short check", "doc": doc, "version": version}
    )
    version = call_api(buyer, "GET", f"/api/docForm/{form_id}")["version"]
    call_api(buyer, "POST", f"/api/docForm/{form_id}/publish", {"version": version})
    send(buyer, form_id, supplier_id, "Short check one")
    first_id = open_rfx(supplier, "Short check one")
    values = {key: {"value": key.title(), "baseIteration": 0} for key in ("name", "town")}
    call_api(supplier, "PUT", f"/api/rfx/{first_id}/value", {"values": values})
    call_api(supplier, "POST", f"/api/rfx/{first_id}/submission", {})
    send(buyer, form_id, supplier_id, "Short check two", carriesAnswers=True)
    rfx_id = open_rfx(supplier, "Short check two")
    confirm = supplier.get_by_role("button", name=re.compile("^Confirm ?: Name"))
    box = confirm.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    confirm.click()
    expect(confirm).to_have_count(0)
    supplier.get_by_role("button", name=re.compile("Submit")).last.click()
    dialog = supplier.get_by_role("dialog")
    expect(dialog.get_by_text("1 answer of the last round is not confirmed.")).to_be_visible()
    dialog.get_by_role("button", name="Yes, Submit Response").click()
    expect(supplier.get_by_text("RFx submitted ok")).to_be_visible(timeout=20_000)
    saved = call_api(supplier, "GET", f"/api/rfx/{rfx_id}/value")["latestValuesFvc"]["values"]
    assert {key: each["value"] for key, each in saved.items()} == {"name": "Name"}
