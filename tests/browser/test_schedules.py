"""A buyer repeats an RFx, skips a round, sends one before its day, and finds all of it in the list and the journal."""

import re
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from app.kernel.clock import now
from app.kernel.dates import add_months
from tests.fixtures.browser import Axe, call_api, go, sign_in

BUYER = DEMO_EMAILS[0]
SUPPLIER = "Glasgow Fine Wire"


def shown(day: date) -> re.Pattern[str]:
    """Return a pattern of a day as British pages show it, in which September is Sept."""
    return re.compile(rf"{day.day} {day:%b}t? {day.year}")


def test_repeat_skip_and_run(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    rows = call_api(page, "GET", "/api/rfx?direction=sent&pageSize=100")
    rfx_id = next(row["id"] for row in rows if row["organisation"]["name"] == SUPPLIER)
    go(page, f"/rfx/{rfx_id}")
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Repeat...").click()
    dialog = page.get_by_role("dialog", name="Repeat")
    dialog.get_by_role("radio", name="On a day").check()
    first = now().date() + timedelta(days=200)
    dialog.get_by_role("button", name="Repeat").click()
    expect(dialog.get_by_text("Choose the day on which the next round is due.")).to_be_visible()
    dialog.get_by_role("textbox", name=re.compile(r"^Day\b")).fill(f"{first:%d/%m/%Y}")
    axe(page)
    dialog.get_by_role("button", name="Repeat").click()
    line = page.get_by_text("Repeats every 12 months.")
    expect(line).to_contain_text(shown(first))

    page.get_by_role("button", name="Actions for").click()
    page.get_by_role("menuitem", name="Skip once...").click()
    skip = page.get_by_role("dialog", name="Skip once")
    skip.get_by_role("textbox", name="Reason").fill("Audited on site this year")
    skip.get_by_role("button", name="Skip this round").click()
    expect(line).to_contain_text(shown(add_months(first, 12)))

    page.get_by_role("button", name="Actions for").click()
    page.get_by_role("menuitem", name="Run now...").click()
    page.get_by_role("dialog").get_by_role("button", name="Run now").click()
    expect(line).to_contain_text(shown(add_months(first, 24)))
    newest = call_api(page, "GET", "/api/rfx?direction=sent&pageSize=1&sort=-ref")[0]
    assert newest["id"] != rfx_id
    assert newest["organisation"]["name"] == SUPPLIER

    go(page, "/rfx?tab=schedules&search=Glasgow")
    row = page.get_by_role("row", name=re.compile(SUPPLIER))
    expect(row).to_contain_text(shown(add_months(first, 24)))
    row.get_by_role("button", name="Actions for").click()
    page.get_by_role("menuitem", name="Hold").click()
    expect(row).to_contain_text("On hold")
    axe(page)

    go(page, f"/organisations/{newest['organisation']['id']}")
    expect(page.get_by_role("heading", name="Schedules")).to_be_visible()
    expect(page.get_by_text("Audited on site this year")).to_be_visible()
