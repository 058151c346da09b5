"""A buyer approves an award, sends the letters, and a supplier reads its outcome."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[:2]
WAITING = "Sterile barrier films: choice of a supplier"
SENT = "Titanium blanks 2027: choice of suppliers"


def open_award(page: Page, title: str) -> None:
    go(page, "/rfx?tab=requests")
    page.get_by_role("link", name=title).click()
    page.get_by_role("tab", name="Award").click()


def test_buyer_approves_an_award_and_sends_the_letters(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    open_award(page, WAITING)
    expect(page.get_by_text("asks you to approve this award")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Edit this letter").click()
    letter = page.get_by_role("textbox", name="Letter to Harbour Mills Packaging")
    letter.fill("Dear team, this time we chose another offer.")
    axe(page)
    page.get_by_role("button", name="Save letter").click()
    expect(page.get_by_text("Edited for this supplier")).to_be_visible()
    page.get_by_role("button", name="Send letters...").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 supplier is awarded, 1 not awarded.")
    dialog.get_by_role("button", name="Send 2 letters").click()
    expect(page.get_by_role("heading", name="Letters sent")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Awarded", exact=True).first).to_be_visible()
    expect(page.get_by_text("Sending", exact=True)).to_have_count(0)
    page.get_by_role("tab", name="Progress").click()
    expect(page.get_by_role("row", name="Valmont Textiles")).to_contain_text("Awarded")
    expect(page.get_by_role("row", name="Harbour Mills Packaging")).to_contain_text("Not awarded")


def test_supplier_reads_that_it_was_awarded(live_server: LiveServer, new_page: NewPage, axe: Axe) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    sign_in(page, SUPPLIER)
    go(page, "/rfx?direction=received")
    page.get_by_role("row", name=re.compile(f"{SENT}.*Completed")).get_by_role("link", name=SENT).click()
    expect(page.get_by_text("Meridian Surgical Ltd awarded this request to you.")).to_be_visible()
    axe(page)
