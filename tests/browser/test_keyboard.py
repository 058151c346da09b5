"""Keyboard focus: the focused element is visible, and removing it moves the focus to a sensible place."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.fixtures.browser import Console, go, sign_in

BUYER, SUPPLIER = "buyer@demo.example", "supplier@demo.example"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}

# Returns a description of what covers the focused element (or its label), or null if it is visible.
COVER = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const seen = at.matches('label > input') ? at.parentElement : at;
  const { left, top, width, height } = seen.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
  if (!over) return `${at.outerHTML.slice(0, 120)} is out of sight at ${top}`;
  const bar = over.closest('.topbar, .rfx-title-row, .answer-bars, .form-card-head');
  return bar && !bar.contains(at) ? `${at.outerHTML.slice(0, 120)} at ${top} is under ${bar.className}` : null;
}"""


def covered_elements(page: Page, key: str, times: int) -> Iterator[str]:
    """Press the key repeatedly; yield each focused element that is covered."""
    for _ in range(times):
        page.keyboard.press(key)
        covered = page.evaluate(COVER)
        if covered:
            yield covered


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_focused_element_is_never_under_a_bar(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    sign_in(page, SUPPLIER)
    go(page, "/rfx/15")
    page.get_by_role("button", name="Sign").last.focus()
    assert list(covered_elements(page, "Shift+Tab", 90)) == []
    assert list(covered_elements(page, "Tab", 30)) == []


def test_opened_section_starts_below_the_bars(page: Page) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, SUPPLIER)
    go(page, "/rfx/15")
    page.get_by_role("button", name=re.compile(r"^3\. Quality management")).press("Enter")
    heading = page.get_by_role("heading", name="3. Quality management")
    expect(heading).to_be_focused()
    assert page.evaluate(COVER) is None


def test_focused_column_heading_scrolls_into_view_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    sign_in(page, BUYER)
    go(page, "/organisations")
    page.get_by_role("button", name="City", exact=True).focus()
    page.keyboard.press("Tab")
    last = page.get_by_role("button", name="Country", exact=True)
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport(ratio=0.9)


def test_growing_list_keeps_the_focused_row_in_view_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    sign_in(page, BUYER)
    go(page, "/organisations")
    rows = page.locator(".data-table-row")
    last = rows.nth(15).get_by_role("button")
    last.focus()
    expect(rows).to_have_count(32)
    expect(last).to_be_in_viewport(ratio=1)
    # After loading more by keyboard, the focus is on the first new row.
    page.get_by_role("link", name="Load more").focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(46)
    expect(rows.nth(32).locator(":focus")).to_have_count(1)


def test_focus_moves_on_when_its_element_is_removed(page: Page, console: Console) -> None:
    sign_in(page, BUYER)
    go(page, "/forms")
    page.get_by_role("button", name="Actions for Information security").press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    row = page.get_by_role("row").filter(has_text="Machine safety questionnaire")
    expect(row.locator(":focus")).to_have_count(1)

    go(page, "/organisations/5")
    page.get_by_role("button", name="Remove ISO 9001").press("Enter")
    expect(page.get_by_role("button", name="Remove machining")).to_be_focused()
    page.get_by_role("button", name="Edit custom fields").press("Enter")
    expect(page.get_by_role("form", name="Custom Fields").get_by_role("textbox").first).to_be_focused()

    go(page, "/contacts/2")
    page.get_by_role("button", name="Edit details").press("Enter")
    form = page.get_by_role("form", name="Details")
    expect(form.get_by_label("Name")).to_be_focused()
    mobile = form.get_by_label("Mobile")
    mobile.fill("+44 7700 900123")
    page.route("**/api/user/*", lambda route: route.abort())
    console.allow("ERR_FAILED")
    mobile.press("Enter")
    expect(page.get_by_text("There is no connection to the server. Please try again.")).to_be_visible()
    expect(mobile).to_be_focused()


def test_tab_leaves_fields_that_change_on_blur(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations/5")
    page.get_by_role("button", name="Send Message...").press("Enter")
    dialog = page.get_by_role("dialog", name="New Message")
    dialog.get_by_label("Recipient organisation").focus()
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Users")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Subject")).to_be_focused()

    go(page, "/contacts")
    page.get_by_role("button", name="Add a User...").press("Enter")
    page.get_by_role("dialog").get_by_label("User name").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("dialog").get_by_label("E-mail address")).to_be_focused()


def test_calendar_closes_when_it_loses_focus(page: Page) -> None:
    sign_in(page, SUPPLIER)
    go(page, "/rfx/15")
    page.get_by_role("button", name="Choose a date").first.press("Enter")
    calendar = page.get_by_role("dialog", name="Choose a date")
    expect(calendar).to_be_visible()
    page.get_by_label("Website").focus()
    expect(calendar).to_be_hidden()


def test_opened_drawing_area_keeps_the_focus_visible(page: Page) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, SUPPLIER)
    go(page, "/rfx/15")
    draw = page.get_by_role("button", name="Add a drawing").last
    draw.evaluate("(button) => button.scrollIntoView({ block: 'end' })")
    draw.press("Enter")
    expect(page.get_by_role("img", name=re.compile("^Draw your signature"))).to_be_visible()
    skip_button = page.get_by_role("button", name="Remove drawing")
    expect(skip_button).to_be_focused()
    # Scrolling rounds to whole pixels.
    expect(skip_button).to_be_in_viewport(ratio=0.99)
    page.keyboard.press("Enter")
    expect(draw).to_be_focused()
