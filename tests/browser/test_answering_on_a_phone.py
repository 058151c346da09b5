"""Answering on a phone: bars, folds, the list of sections, and a guest."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

SUPPLIER = DEMO_EMAILS[1]
RFX = "/rfx/15"
"""A questionnaire of the demo data with seven sections, four of them complete."""


def bounds(page: Page, selector: str) -> tuple[float, float]:
    """Return the top and the bottom of an element in the window."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_bars_follow_the_sections_and_answered_questions_fold(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sign_in(page, SUPPLIER)
    go(page, RFX)
    section = page.locator(".answer-section")
    expect(section).to_contain_text("Section 1 of 7")
    # Complete sections are one line of 48 px; the line opens them.
    fold = page.locator(".doc-fold").filter(has_text="2. Insurance")
    top, bottom = bounds(page, ".doc-fold >> nth=0")
    assert bottom - top == 48
    expect(page.get_by_label("Currency").first).to_be_hidden()
    fold.click()
    expect(fold).to_have_count(0)
    expect(page.locator("#section-0-2")).to_be_visible()

    for number in range(2, 6):
        page.get_by_role("button", name="Next section").click()
        expect(section).to_contain_text(f"Section {number} of 7")
    expect(page.locator("#section-0-5")).to_be_focused()
    assert bounds(page, ".answer-bars")[0] == 0
    assert bounds(page, "#section-0-5")[0] >= bounds(page, ".answer-top")[1]
    assert bounds(page, ".answer-bottom")[1] == 844
    expect(page.locator(".answer-bottom").get_by_text("All changes saved")).to_be_visible()
    axe(page)

    section.click()
    sheet = page.get_by_role("dialog", name=re.compile("^Sections"))
    expect(sheet.get_by_role("button", name="5. Health and safety")).to_have_attribute("aria-current", "true")
    axe(page)
    sheet.get_by_role("button", name="7. Modern slavery").click()
    expect(sheet).to_be_hidden()
    expect(section).to_contain_text("Section 7 of 7")
    # The section follows the scrolling as well.
    page.locator("#field-large_claims").evaluate("() => window.scrollTo(0, 0)")
    page.evaluate("() => document.activeElement.blur()")
    expect(section).to_contain_text("Section 1 of 7")


def test_button_of_an_earlier_answer_is_below_its_text(live_server: LiveServer, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sign_in(page, SUPPLIER)
    go(page, RFX)
    note = page.locator(".field-note-reuse").first
    gap = note.evaluate("""note => {
      const button = note.querySelector(".btn").getBoundingClientRect();
      const link = note.querySelector("a").getBoundingClientRect();
      return button.top - link.bottom;
    }""")
    assert gap >= 0
