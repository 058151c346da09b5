"""The palette "Find or do": by keyboard, on a phone, and for a user without the right to a record."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.fixtures.browser import Axe, NewPage, call_api, go, sign_in

BUYER, SUPPLIER, STRANGER = "buyer@demo.example", "supplier@demo.example", "elsa.noren@halden-rail.example"
PHONE = {"width": 360, "height": 740}
SLOW = 5
"""The machine of the tests may be this many times slower than a quiet one."""


def palette(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Find or do")


def search_field(page: Page) -> Locator:
    return palette(page).get_by_role("combobox", name="Find or do")


def group(page: Page, name: str) -> Locator:
    return palette(page).get_by_role("group", name=name)


def test_number_opens_the_rfx_of_a_party_and_nothing_for_a_stranger(page: Page, new_page: NewPage) -> None:
    sign_in(page, SUPPLIER)
    go(page, "/home")
    rfx = call_api(page, "GET", "/api/rfx?pageSize=1")[0]
    page.keyboard.press("Control+k")
    page.keyboard.type(str(rfx["id"]))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rfx/{rfx['id']}")

    stranger = new_page()
    sign_in(stranger, STRANGER)
    go(stranger, "/home")
    visible = {each["id"] for each in call_api(stranger, "GET", "/api/rfx?pageSize=100")}
    assert rfx["id"] not in visible
    stranger.keyboard.press("Control+k")
    stranger.keyboard.type(f"#{rfx['id']}")
    expect(palette(stranger)).to_contain_text(f'Nothing matches "#{rfx["id"]}".')
    expect(group(stranger, "RFxs")).to_have_count(0)
    # The title is as hidden as the number.
    search_field(stranger).fill(rfx["title"])
    expect(palette(stranger).locator(".find-earlier")).to_have_count(0)
    expect(palette(stranger).get_by_role("option", name=f"#{rfx['id']} ")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_palette_works_with_the_keyboard(new_page: NewPage, axe: Axe, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    sign_in(page, BUYER)
    go(page, "/messages")
    start = page.get_by_role("link", name="Contacts")
    start.focus()
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()
    expect(palette(page)).to_contain_text("New Non-Conformance")
    assert axe(page) > 0
    page.keyboard.type("berg")
    expect(group(page, "Suppliers")).to_contain_text("Bergmann Präzision GmbH")
    expect(group(page, "RFxs")).to_be_visible()
    assert axe(page) > 0
    options = palette(page).get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(group(page, "RFxs").get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    expect(options).to_have_text(["Send RFx", "Start assessment", "New non-conformance", "Open journal"])
    page.keyboard.press("Escape")
    expect(group(page, "Suppliers")).to_be_visible()
    page.keyboard.press("Escape")
    expect(palette(page)).to_have_count(0)
    expect(start).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("zzqqxx")
    expect(palette(page)).to_contain_text('Nothing matches "zzqqxx".')
    assert axe(page) > 0


def test_action_of_a_supplier_opens_its_dialog_over_the_page(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    page.get_by_placeholder("Find or do").click()
    page.keyboard.type("bergmann")
    expect(group(page, "Suppliers")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("New RFx|New Message|Request"))).to_contain_text(
        "Bergmann"
    )
    expect(palette(page)).to_have_count(0)


def test_viewed_record_is_offered_until_the_user_signs_out(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    rfx = call_api(page, "GET", "/api/rfx?pageSize=1")[0]
    go(page, f"/rfx/{rfx['id']}")
    page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('assay.recent.'))")
    go(page, "/home")
    page.keyboard.press("Control+k")
    expect(group(page, "Recently viewed")).to_contain_text(rfx["title"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="your menu").click()
    page.get_by_role("menuitem", name="Sign Out").click()
    page.wait_for_url("**/login")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('assay.recent.'))") == []


def test_palette_fills_a_phone(new_page: NewPage, axe: Axe) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    sign_in(page, BUYER)
    go(page, "/home")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_placeholder("Find or do").tap()
    expect(search_field(page)).to_be_focused()
    page.keyboard.type("qualification")
    expect(group(page, "RFxs")).to_be_visible()
    assert palette(page).locator(".modal-content").bounding_box() == {"x": 0, "y": 0, **PHONE}
    assert axe(page) > 0
    palette(page).get_by_role("button", name="Close").tap()
    expect(palette(page)).to_have_count(0)


def test_text_typed_before_the_palette_is_loaded_is_searched(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    with page.expect_response("**/api/search?q=bergmann*") as response:
        page.keyboard.press("Control+k")
        page.keyboard.type("bergmann", delay=0)
    assert response.value.ok
    expect(search_field(page)).to_have_value("bergmann")
    expect(page.locator("#find")).to_have_value("")


def test_rfx_about_a_lot_is_found_in_two_seconds(page: Page) -> None:
    """Eleven keys and no click, from any page."""
    sign_in(page, BUYER)
    go(page, "/messages")
    started = time.monotonic()
    page.keyboard.press("Control+k")
    page.keyboard.type("lot 4471", delay=60)
    expect(group(page, "RFxs")).to_contain_text("Change control after lot 4471")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rfx/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("lot 4471")
    assert time.monotonic() - started < 2 * SLOW


LISTS = {
    "RFxs": ("qualification", "/rfx?search=qualification"),
    "Messages": ("qualification", "/messages?search=qualification"),
    "Questions": ("iso", "/question?search=iso"),
}


@pytest.mark.parametrize("name", LISTS)
def test_all_results_open_the_list_with_as_many_rows(page: Page, name: str) -> None:
    text, address = LISTS[name]
    sign_in(page, BUYER)
    go(page, "/home")
    page.keyboard.press("Control+k")
    page.keyboard.type(text)
    expect(group(page, name)).to_be_visible()
    # A slow machine shows the results of a part of the text first.
    expect(palette(page).locator(".find-earlier")).to_have_count(0)
    results = call_api(page, "GET", f"/api/search?q={text}")["groups"]
    total = next(each["total"] for each in results if each["label"] == name)
    link = group(page, name).get_by_role("option", name=re.compile(f"^All {total} "))
    link.click()
    page.wait_for_url(f"**{address}")
    expect(page.locator(".result-count")).to_contain_text(str(total))
