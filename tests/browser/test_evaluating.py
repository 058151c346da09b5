"""A buyer evaluates suppliers: marks saved while typing, closing with a reason, the result, and settling on a phone."""

from typing import Any

from playwright.sync_api import expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
OPEN, CLOSED = "/rfx/request/20?tab=evaluation", "/rfx/request/18?tab=evaluation"


def test_marks_are_saved_while_typing_and_the_round_closes_with_a_reason(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    go(page, OPEN)
    first = page.get_by_role("textbox", name="Due diligence, Ishikawa Seals K.K.")
    first.fill("9")
    expect(page.get_by_text("2 of 8 entered")).to_be_visible()
    expect(page.get_by_text("All changes saved")).to_be_visible()
    page.reload()
    expect(first).to_have_value("9")
    axe(page)
    page.get_by_role("button", name="Read the answers of Ishikawa Seals K.K.").click()
    expect(page.get_by_role("dialog")).to_contain_text("1. Governance")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close evaluation...").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("14 marks are missing.")
    dialog.get_by_role("textbox").fill("The board meets today.")
    dialog.get_by_role("button", name="Close evaluation").click()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    expect(page.get_by_text("No mark from Vera Lindholm for Due diligence")).to_be_visible()
    axe(page)


def test_marks_that_differ_are_settled_on_a_phone(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(**PHONE)
    sign_in(page, BUYER)
    go(page, CLOSED)
    page.get_by_role("button", name="Settle...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Agreed mark").fill("7")
    dialog.get_by_role("textbox", name="Reason").fill("The risk is covered by the contract.")
    dialog.get_by_role("button", name="Settle", exact=True).click()
    expect(page.get_by_text("Settled on 7")).to_be_visible()
    axe(page)
