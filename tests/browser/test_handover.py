"""A request that reached the wrong person: handed over by link to a colleague, and to a foreign address."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
WRONG, RIGHT, FOREIGN = "info@adria-metal.example", "ana@adria-metal.example", "milos@lab.example"


def send_to_guest(page: Page) -> None:
    go(page, "/rfx")
    page.get_by_role("button", name="New RFx...").first.click()
    dialog = page.get_by_role("dialog", name="New RFx")
    dialog.get_by_text("RFI", exact=True).click()
    guests = dialog.get_by_label("Guests by e-mail")
    guests.fill(WRONG)
    guests.press("Enter")
    choose(page, dialog.get_by_label("Documents"), "Information security")
    dialog.get_by_label("Subject").fill("Security of your portal")
    dialog.locator(".ProseMirror").click()
    page.keyboard.type("Please answer.")
    dialog.get_by_role("button", name="Send Message").click()
    expect(page.get_by_text("Message sent ok.")).to_be_visible()


def hand_over(page: Page, axe: Axe, *, name: str, email: str) -> None:
    page.get_by_role("button", name="Not the right person?").click()
    dialog = page.get_by_role("dialog", name="Hand over")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label(re.compile("^E-mail")).fill(email)
    dialog.get_by_label("Note").fill("You run the portal.")
    axe(page)
    dialog.get_by_role("button", name="Hand over", exact=True).click()


def link_in_mail(live_server: LiveServer, address: str) -> str:
    mail = live_server.mailbox.wait_for(linking="/guest/", to=address)[0]
    link = re.search(r"/guest/[\w-]+/rfx/\d+", mail.text)
    assert link is not None
    return link[0]


def test_request_reaches_the_right_person(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    # The link of the former contact is gone.
    console.allow(r"status of (401|404)")
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    send_to_guest(buyer)

    wrong = new_page(**PHONE)
    former_link = link_in_mail(live_server, WRONG)
    go(wrong, former_link)
    answer = wrong.locator("[data-type=TEXT] input").first
    answer.fill("Portal for measuring reports")
    hand_over(wrong, axe, name="Ana Horvat", email=RIGHT)
    expect(wrong.get_by_role("heading", name="Handed over to Ana Horvat")).to_be_visible()
    go(wrong, former_link)
    expect(wrong.get_by_role("heading", name="Handed over to Ana Horvat")).to_be_visible()

    right = new_page(**PHONE)
    go(right, link_in_mail(live_server, RIGHT))
    expect(right.locator("[data-type=TEXT] input").first).to_have_value("Portal for measuring reports")
    hand_over(right, axe, name="Milos Petrov", email=FOREIGN)
    expect(right.get_by_text(re.compile("to confirm Milos Petrov as the new contact"))).to_be_visible()
    axe(right)

    go(buyer, "/home")
    buyer.get_by_role("link", name=re.compile("Confirm the new contact Milos Petrov")).click()
    expect(buyer.get_by_text("The contact asks to hand this over to Milos Petrov")).to_be_visible()
    axe(buyer)
    buyer.get_by_role("button", name="Decline...").click()
    dialog = buyer.get_by_role("dialog", name="Decline the new contact")
    dialog.get_by_label("Reason").fill("Please answer it yourself.")
    dialog.get_by_role("button", name="Decline", exact=True).click()
    expect(buyer.get_by_text("Declined. The former contact gets your reason.")).to_be_visible()
    right.reload()
    expect(right.get_by_text("Please answer it yourself.")).to_be_visible()
