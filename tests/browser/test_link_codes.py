"""A request whose guests need a code: sent by the buyer, confirmed on a phone, and closed to another browser."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
GUEST = "quality@sealed-castings.example"


def send_with_code(page: Page, axe: Axe) -> None:
    go(page, "/rfx")
    page.get_by_role("button", name="New RFx...").first.click()
    dialog = page.get_by_role("dialog", name="New RFx")
    dialog.get_by_text("RFI", exact=True).click()
    guests = dialog.get_by_label("Guests by e-mail")
    guests.fill(GUEST)
    guests.press("Enter")
    choose(page, dialog.get_by_label("Documents"), "Information security")
    dialog.get_by_label("Subject").fill("Audit findings")
    dialog.locator(".ProseMirror").click()
    page.keyboard.type("Please answer.")
    dialog.get_by_text("More options").click()
    dialog.get_by_label("Ask guests for a code").check()
    axe(page)
    dialog.get_by_role("button", name="Send Message").click()
    expect(page.get_by_text("Message sent ok.")).to_be_visible()


def test_guest_confirms_the_link_with_a_mailed_code(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    console.allow(r"status of 422")
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    send_with_code(buyer, axe)
    buyer.get_by_role("link", name="View request").click()
    expect(buyer.get_by_text("link and a code by e-mail")).to_be_visible()

    mail = live_server.mailbox.wait_for(linking="/guest/", to=GUEST)[0]
    link = re.search(r"/guest/[\w-]+/rfx/\d+", mail.text)
    assert link is not None
    live_server.mailbox.clear()
    guest = new_page(**PHONE)
    go(guest, link[0])
    expect(guest.get_by_role("heading", name="Confirm that it's you")).to_be_visible()
    expect(guest.get_by_text("Audit findings")).to_have_count(0)
    axe(guest)
    guest.get_by_role("button", name="Send the code").press("Enter")
    field = guest.get_by_label("Code")
    expect(field).to_be_focused()
    mail = live_server.mailbox.wait_for(to=GUEST)[0]
    code = re.search(r"Your code is (\d{3}) (\d{3})", mail.subject)
    assert code is not None
    wrong = "000000" if code[1] + code[2] != "000000" else "000001"
    guest.keyboard.type(wrong)
    guest.keyboard.press("Enter")
    expect(guest.get_by_text("This code is wrong or has expired.").first).to_be_visible()
    axe(guest)
    field.fill(f"{code[1]} {code[2]}")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Audit findings")
    guest.locator("[data-type=TEXT] input").first.fill("Portal for measuring reports")
    expect(guest.locator(".answer-bottom").get_by_text("All changes saved")).to_be_visible()
    go(guest, link[0])
    expect(guest.locator("[data-type=TEXT] input").first).to_have_value("Portal for measuring reports")

    forwarded = new_page(**PHONE)
    go(forwarded, link[0])
    expect(forwarded.get_by_role("heading", name="Confirm that it's you")).to_be_visible()
