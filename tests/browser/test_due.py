"""The tab Due: filters, rows and the calendar link, with the keyboard and on a phone."""

import re
from urllib.parse import urlsplit

from icalendar import Calendar
from playwright.sync_api import Page, expect

from tests.fixtures.browser import go, sign_in

BUYER, SUPPLIER = "buyer@demo.example", "supplier@demo.example"


def test_due_is_a_tab_of_home_and_its_filters_are_in_the_address(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    page.get_by_role("navigation", name="Home").get_by_role("link", name="Due").press("Enter")
    page.wait_for_url("**/home?tab=due")
    expect(page.get_by_role("heading", level=1, name="Due")).to_be_visible()
    expect(page.get_by_role("table", name="Overdue")).to_be_visible()
    page.get_by_label("Owner").select_option("Everyone")
    page.get_by_label("Kind").select_option("Non-conformance")
    page.get_by_label("When").select_option("Overdue")
    expect(page).to_have_url(re.compile(r"tab=due&owner=ALL&kind=NCR&period=OVERDUE$"))
    overdue = page.get_by_role("table", name="Overdue")
    expect(overdue).to_contain_text("Personal data sent to the wrong address")
    expect(page.get_by_role("table", name="Next 90 days")).to_have_count(0)
    first = overdue.get_by_role("link").first
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(overdue.get_by_role("link").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/ncr/*")
    page.go_back()
    expect(page.get_by_label("Kind")).to_have_value("NCR")


def test_colleague_is_chosen_by_typing_a_name(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/due?owner=ALL")
    expect(page).to_have_url(re.compile(r"/home\?tab=due&owner=ALL$"))
    page.get_by_label("Owner").select_option("One colleague...")
    page.get_by_role("combobox", name="Colleague").fill("Yuki")
    page.get_by_role("option", name="Yuki Tanaka").click()
    expect(page).to_have_url(re.compile(r"owner=\d+$"))
    overdue = page.get_by_role("table", name="Overdue")
    expect(overdue.get_by_text("Yuki Tanaka").first).to_be_visible()
    expect(overdue.get_by_text("You", exact=True)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("combobox", name="Colleague")).to_have_value("Yuki Tanaka")


def test_calendar_link_is_created_replaced_and_turned_off_with_the_keyboard(page: Page) -> None:
    sign_in(page, SUPPLIER)
    go(page, "/home?tab=due")
    for period in ("Overdue", "This week", "Next 90 days"):
        expect(page.get_by_role("table", name=period)).to_be_visible()
    opener = page.get_by_role("button", name="Add to your calendar...")
    opener.press("Enter")
    dialog = page.get_by_role("dialog", name="Add to your calendar")
    dialog.get_by_role("button", name="Create a link").press("Enter")
    address = dialog.get_by_label("Address")
    first = urlsplit(address.input_value()).path
    assert re.fullmatch(r"/calendar/[\w-]{43}\.ics", first)
    webcal = dialog.get_by_role("link", name="Open in your calendar program")
    assert re.fullmatch(r"webcal://.+\.ics", webcal.get_attribute("href") or "")
    response = page.request.get(first)
    titles = [str(event["summary"]) for event in Calendar.from_ical(response.body()).walk("VEVENT")]
    assert "Supplier qualification 2027" in titles
    dialog.get_by_role("button", name="Replace the link").press("Enter")
    expect(address).not_to_have_value(re.compile(re.escape(first)))
    second = urlsplit(address.input_value()).path
    assert page.request.get(first).status == 404
    assert page.request.get(second).status == 200
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    opener.press("Enter")
    expect(dialog.get_by_text("Your link was created on")).to_be_visible()
    expect(address).to_have_count(0)
    dialog.get_by_role("button", name="Turn off").press("Enter")
    expect(dialog.get_by_role("button", name="Create a link")).to_be_visible()
    assert page.request.get(second).status == 404


def test_rows_have_two_lines_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, BUYER)
    go(page, "/home?tab=due")
    rows = page.get_by_role("table", name="This week").locator("tbody tr")
    heights = [box["height"] for row in rows.all() if (box := row.bounding_box())]
    assert heights
    assert max(heights) < 80
