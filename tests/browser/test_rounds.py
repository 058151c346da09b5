"""A requester compares two rounds of a questionnaire and accepts the unchanged answers."""

from playwright.sync_api import expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

TITLE = "Sustainability after the visit"
"""An RFx of the demo data whose supplier answered an earlier one of the same form."""


def test_changes_since_the_earlier_round_are_shown_and_unchanged_answers_accepted(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, DEMO_EMAILS[0])
    go(page, "/rfx?search=Sustainability")
    page.get_by_role("link", name=TITLE).first.click()
    page.get_by_role("button", name="Review answers").click()
    page.get_by_role("button", name="What changed...").click()
    dialog = page.get_by_role("dialog", name="What changed")
    rows = dialog.get_by_role("table", name="What changed").locator("tbody tr")
    expect(rows).to_have_count(6)
    expect(dialog.get_by_text("Score:")).to_contain_text("Environment +")
    expect(dialog.locator("ins").first).to_be_visible()
    axe(page)
    dialog.get_by_text("Removed 1").click()
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("No longer asked")
    dialog.get_by_role("button", name="Accept 3 unchanged answers").click()
    expect(page.get_by_text("3 answers accepted.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Accept")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    axe(page)
    dialog.get_by_text("Changed 6").click()
    dialog.get_by_role("link", name="Are your managers trained in it every year?").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#field-training")).to_be_in_viewport()
