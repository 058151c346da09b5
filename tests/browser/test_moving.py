"""A requester publishes a new version of a form and moves the open RFxs; the supplier keeps its answers."""

from typing import Any

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.writing import new_form
from tests.factories.rfx import field, form_document
from tests.fixtures.browser import Axe, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

FORM, SUBJECT = "Packaging questions", "Packaging of 2027"
QUESTIONS = (field("material", label="Which material?"), field("weight", label="Which weight?"))


def save_form(page: Page, form_id: int, *blocks: Any) -> int:
    """Save a form; return the id of the revision that has the blocks."""
    version = call_api(page, "GET", f"/api/docForm/{form_id}")["version"]
    body = {"title": FORM, "doc": form_document(*blocks), "version": version}
    saved: int = call_api(page, "PUT", f"/api/docForm/{form_id}", body)["id"]
    return saved


def publish_first(page: Page) -> int:
    """Create and publish the first revision; return its id."""
    form_id = save_form(page, new_form(page, FORM), *QUESTIONS)
    version = call_api(page, "GET", f"/api/docForm/{form_id}")["version"]
    call_api(page, "POST", f"/api/docForm/{form_id}/publish", {"version": version})
    return form_id


def test_open_rfxs_are_moved_after_publishing_and_the_supplier_keeps_its_answers(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    buyer, supplier = new_page(viewport={"width": 1440, "height": 900}), new_page()
    sign_in(buyer, DEMO_EMAILS[0])
    sign_in(supplier, DEMO_EMAILS[1])
    form_id = publish_first(buyer)
    supplier_id = call_api(supplier, "GET", "/api/session")["organisation"]["id"]
    request = {
        "type": "RFI", "subject": SUBJECT, "html": "<p>Please answer.</p>", "docFormIds": [form_id],
        "recipients": {"organisationIds": [supplier_id]},
    }  # fmt: skip
    call_api(buyer, "POST", "/api/rfxRequest", request)
    go(supplier, "/rfx?search=Packaging")
    supplier.get_by_role("link", name=SUBJECT).first.click()
    material = supplier.get_by_label("Which material?")
    with supplier.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        material.fill("Steel")

    draft_id = save_form(buyer, form_id, *QUESTIONS, field("colour", label="Which colour?", required=True))
    go(buyer, f"/forms/{draft_id}")
    buyer.get_by_role("button", name="Publish").click()
    buyer.get_by_role("dialog").get_by_role("button", name="Publish").click()
    expect(buyer.get_by_text("1 open RFx uses an earlier version of this form.")).to_be_visible()
    buyer.get_by_role("button", name="Move...").click()
    dialog = buyer.get_by_role("dialog", name=f"Move open RFxs: {FORM}")
    row = dialog.get_by_role("row", name=SUBJECT)
    expect(row).to_contain_text("1 (1 required)")
    axe(buyer)
    buyer.set_viewport_size({"width": 390, "height": 844})
    axe(buyer)
    buyer.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    buyer.get_by_role("button", name="Move...").press("Enter")
    dialog.get_by_role("button", name="Move 1 RFx").press("Enter")
    expect(buyer.get_by_text("1 RFx moved.")).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(buyer.get_by_text("uses an earlier version")).to_have_count(0)

    expect(supplier.get_by_text("The questionnaire has changed.")).to_be_visible(timeout=15_000)
    expect(supplier.get_by_label("Which colour?")).to_be_visible()
    expect(supplier.get_by_label("Which material?")).to_have_value("Steel")
