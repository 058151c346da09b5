"""A document that was sent by link and accepted answers a file question of an open RFx in one click (DOC-4)."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.test_documents_guest import PHONE, choose, link_to
from tests.fixtures.browser import Axe, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
TITLE, TYPE, EMAIL = "Certificates of your site", "ISO 14001", "lena.voss@site-audits.example"
END = "13 Mar 2029"
MIN_HEIGHT = 40
CLICKS = 1
"""Clicks of the supplier to answer the question."""


def open_question(page: Page, rfx_id: int) -> Locator:
    """Open the RFx and return its question about the certificate."""
    go(page, f"/rfx/{rfx_id}")
    return page.locator(".doc-field").filter(has_text=f"Upload your {TYPE} certificate")


def ask_by_link(buyer: Page) -> int:
    """Ask a person without an account for the document, and return the id of the requirement."""
    [row] = call_api(buyer, "GET", "/api/documentMatrix?search=Bergmann")
    types = call_api(buyer, "GET", "/api/documentType")
    [type_id] = [each["id"] for each in types if each["name"] == TYPE]
    body = {
        "relationshipIds": [row["relationship"]["id"]],
        "typeIds": [type_id],
        "name": "Lena Voss",
        "email": EMAIL,
    }
    asked = call_api(buyer, "POST", "/api/documentRequirement/request", body)
    requirement_id: int = asked["requirementIds"][0]
    return requirement_id


def send_by_link(guest: Page, link: str) -> None:
    go(guest, link)
    choose(guest, "Certificate No: U-77\nIssue date: 14 March 2026\nValid until: 13 March 2029")
    for detail in ("number", "issued on", "valid until"):
        guest.get_by_role("button", name=re.compile(f"^Use {detail}")).click()
    guest.get_by_role("textbox", name="Issued by").fill("Northwind Assurance")
    guest.get_by_role("button", name=f"Send {TYPE}").click()
    expect(guest.get_by_text("Sent, waiting for the review")).to_be_visible()


def test_accepted_document_answers_the_question_of_an_open_rfx(
    live_server: LiveServer, new_page: NewPage, axe: Axe, record_property: Callable[[str, object], None]
) -> None:
    buyer, supplier = new_page(viewport={"width": 1440, "height": 900}), new_page(**PHONE)
    sign_in(buyer, BUYER)
    sign_in(supplier, SUPPLIER)
    [rfx] = call_api(supplier, "GET", f"/api/rfx?search={TITLE.replace(' ', '%20')}")
    question = open_question(supplier, rfx["id"])
    expect(question).to_contain_text(re.compile(f"{TYPE} .* in My Documents ended on"))
    expect(question.get_by_role("button", name="Use the one you have")).to_have_count(0)

    requirement_id = ask_by_link(buyer)
    send_by_link(new_page(**PHONE), link_to(live_server, EMAIL))
    accepted = call_api(buyer, "POST", f"/api/documentRequirement/{requirement_id}/accept")
    assert accepted["state"] == "ACCEPTED"
    file_id = accepted["document"]["attachment"]["id"]

    question = open_question(supplier, rfx["id"])
    use = question.get_by_role("button", name=f"Use the one you have (valid to {END})")
    assert use.evaluate("button => button.offsetHeight") >= MIN_HEIGHT
    axe(supplier)
    assert supplier.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    use.click()
    record_property("clicks to answer a file question with an own document", CLICKS)
    expect(question.get_by_text(f"{TYPE}, valid to {END}")).to_be_visible()

    question = open_question(buyer, rfx["id"])
    expect(question.get_by_text(f"{TYPE}, valid to {END}")).to_be_visible()
    expect(question.get_by_role("link", name="iatf.pdf")).to_have_attribute("href", f"/files/{file_id}")
    axe(buyer)
