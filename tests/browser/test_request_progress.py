"""A buyer reminds three suppliers of a request, withdraws one, and the supplier reads why."""

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
TITLE = "Conflict minerals and origin 2027"
REMINDED = ("Valmont Textiles", "Orion Bearings s.r.o.", "Glasgow Fine Wire")


def tick(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("checkbox", name=f"Select {name}").check()


def test_buyer_reminds_three_suppliers_and_withdraws_one(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    go(page, "/rfx?tab=requests")
    page.get_by_role("link", name=TITLE).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(TITLE)
    tick(page, *REMINDED)
    bar = page.get_by_role("region", name="Selected rows")
    expect(bar).to_contain_text("3 selected")
    bar.get_by_role("button", name="Remind").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("3 selected: 3 will change.")
    axe(page)
    dialog.get_by_role("button", name="Send reminders (3)").click()
    expect(page.get_by_text("Send reminders: 3 done.")).to_be_visible()
    tick(page, "Cobalt Ridge Alloys")
    bar.get_by_role("button", name="Withdraw...").click()
    dialog.get_by_label("Reason").fill("We buy from another site now.")
    dialog.get_by_role("button", name="Withdraw (1)").click()
    row = page.get_by_role("row", name="Cobalt Ridge Alloys")
    expect(row).to_contain_text("Withdrawn")
    row.get_by_role("link", name="Cobalt Ridge Alloys").click()
    expect(page.get_by_text("We buy from another site now.")).to_be_visible()
    expect(page.get_by_role("link", name=TITLE)).to_be_visible()
