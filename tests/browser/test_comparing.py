"""A buyer compares the answers of five suppliers, accepts one from its cell, and compares on a phone."""

import re
from typing import Any

from playwright.sync_api import expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
COMPARISON = "/rfx/request/18?tab=comparison"
"""The demo's request to five suppliers, which have all submitted."""


def test_answers_are_ranked_filtered_and_accepted_side_by_side(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    go(page, COMPARISON)
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("columnheader")).to_have_count(6)
    axe(page)
    tooling = page.locator('[data-question="tooling"]')
    expect(tooling.get_by_text("Best")).to_have_count(0)
    page.get_by_role("combobox", name="Which is better: Tooling, once").select_option("LOWER")
    expect(tooling.filter(has_text="SEK 98,000")).to_contain_text("Best")
    page.reload()
    expect(tooling.get_by_text("Best")).to_have_count(1)
    page.get_by_role("radio", name="Only differences").check()
    expect(grid.get_by_text("Terms of delivery")).to_have_count(0)
    expect(grid.get_by_text("2 questions without differences")).to_be_visible()
    second_factor = page.locator('[data-question="second_factor"]')
    second_factor.first.focus()
    page.keyboard.press("End")
    expect(second_factor.last).to_be_focused()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name=re.compile("question 3.1"))
    expect(panel).to_be_visible()
    axe(page)
    page.keyboard.press("a")
    expect(panel.get_by_text("Accepted")).to_be_visible()
    page.keyboard.press("Escape")
    expect(second_factor.last).to_be_focused()
    expect(second_factor.last).to_contain_text("Accepted")
    stays = page.locator(".comparison-scroll")
    stays.evaluate("area => area.scrollTo(400, 300)")
    head = grid.get_by_role("columnheader").first.bounding_box()
    area = stays.bounding_box()
    assert head is not None
    assert area is not None
    assert abs(head["x"] - area["x"]) <= 2
    assert abs(head["y"] - area["y"]) <= 2


def test_a_phone_shows_one_question_at_a_time(live_server: LiveServer, new_page: NewPage, axe: Axe) -> None:
    page = new_page(**PHONE)
    sign_in(page, BUYER)
    go(page, COMPARISON)
    expect(page.get_by_role("heading", name="1.1 Unit price")).to_be_visible()
    suppliers = page.locator(".one-question-answers > li")
    expect(suppliers).to_have_count(5)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="1.2 Tooling, once")).to_be_visible()
    page.get_by_role("combobox", name="Question").select_option(
        label="3.1 Is access to your systems protected by a second factor?"
    )
    suppliers.last.get_by_role("button").first.click()
    expect(page.get_by_text("0 of 10 points")).to_be_visible()
    axe(page)
