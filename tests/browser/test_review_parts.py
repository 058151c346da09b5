"""A buyer shares the review of a response; a colleague without permissions reviews the part."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[:2]
REVIEWER = "moira.kelly@meridian-surgical.example"
SUBMITTED = "/rfx/4"
"""An RFx of the demo data, submitted by the organisation of the second account."""
SECTION = "7. Modern slavery"
NOTE = "Only the training, please."


def ask_for_review(buyer: Page, axe: Axe) -> None:
    """Ask the reviewer for one section, in the dialog."""
    buyer.get_by_role("button", name=f"Ask for a review of {SECTION}...").click()
    dialog = buyer.get_by_role("dialog", name="Ask for a review")
    section = dialog.get_by_role("checkbox", name=re.compile(f"^{SECTION}"))
    expect(section).to_be_checked()
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(dialog.get_by_text("Choose a person.")).to_be_visible()
    dialog.get_by_role("combobox", name="Reviewer").fill("Moira")
    buyer.get_by_role("option", name=re.compile("Moira Kelly")).click()
    dialog.get_by_label("Note").fill(NOTE)
    axe(buyer)
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(buyer.get_by_text("Asked Moira Kelly to review 1 section.")).to_be_visible()
    expect(buyer.locator(".whose-turn")).to_contain_text("0 of 1 part reviewed. Moira: reviewing.")


def test_colleague_reviews_a_part_on_a_phone(live_server: LiveServer, new_page: NewPage, axe: Axe) -> None:
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    go(buyer, SUBMITTED)
    ask_for_review(buyer, axe)
    mail = live_server.mailbox.wait_for(linking=f"{SUBMITTED}/task/", to=REVIEWER)[0]
    assert NOTE in mail.text

    phone = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sign_in(phone, REVIEWER)
    go(phone, "/home")
    phone.get_by_role("link", name=re.compile(f"Review a part: {SECTION}")).click()
    expect(phone.get_by_role("heading", name=f"Your part to review: {SECTION}")).to_be_visible()
    expect(phone.get_by_text(NOTE)).to_be_visible()
    expect(phone.get_by_role("heading", name="1. Company")).to_have_count(0)
    count = phone.locator(".review-bar [role=status]")
    expect(count).to_have_text(re.compile(r"^\d+ of \d+ reviewed$"))
    axe(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    query_first(phone)
    phone.get_by_role("button", name=re.compile(f"Accept section.*{SECTION}")).click()
    expect(phone.locator(".own-part")).to_contain_text("Reviewed on")
    axe(phone)
    go(phone, "/home")
    expect(phone.get_by_role("link", name=re.compile("Review a part: 7"))).to_have_count(0)

    expect(buyer.locator(".whose-turn")).to_contain_text("The part is reviewed.", timeout=20_000)
    go(buyer, "/home")
    expect(buyer.get_by_text(re.compile("finished a review of")).first).to_be_visible()

    supplier = new_page(viewport={"width": 1440, "height": 900})
    sign_in(supplier, SUPPLIER)
    go(supplier, SUBMITTED)
    expect(supplier.get_by_text("Moira")).to_have_count(0)
    expect(supplier.locator(".whose-turn")).to_have_count(0)


def query_first(phone: Page) -> None:
    """Ask a follow-up about the first answer of the part."""
    phone.locator(".review-note").get_by_role("button", name=re.compile("^Follow-up")).first.click()
    follow_up = phone.get_by_role("dialog", name="Ask about this answer")
    follow_up.locator(".ProseMirror").fill("Which year is this training from?")
    follow_up.get_by_role("button", name="Send").click()
    expect(phone.get_by_text("Follow-up sent.")).to_be_visible()
