"""Saved views: filter, save, share, pin; the colleague's own counts; the start view; undo; the file of a list."""

import csv
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.fixtures.browser import Axe, NewPage, go, sign_in

BUYER, COLLEAGUE = "buyer@demo.example", "yuki.tanaka@meridian-surgical.example"


def views(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Saved views")


def rows(page: Page) -> int:
    return page.get_by_role("table", name="Non-conformances").locator("tbody tr").count()


def save_view(page: Page, name: str, *, choices: tuple[str, ...] = ()) -> None:
    page.get_by_role("button", name="Save view").click()
    dialog = page.get_by_role("dialog", name="Save view")
    dialog.get_by_label("Name").fill(name)
    for choice in choices:
        dialog.get_by_label(re.compile(choice)).check()
    dialog.get_by_role("button", name="Save view").click()
    expect(dialog).to_have_count(0)


def test_shared_view_is_saved_pinned_and_counted_for_each_viewer(
    page: Page, new_page: NewPage, axe: Axe
) -> None:
    sign_in(page, BUYER)
    go(page, "/rfx")
    expect(page.get_by_role("button", name="Save view")).to_have_count(0)
    page.get_by_role("switch", name="Completed").check()
    expect(page).to_have_url(re.compile(r"completed=true"))
    save_view(page, "Answered ones", choices=("For everybody in Meridian", "Show on Home"))
    expect(views(page).get_by_role("link", name="Answered ones")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"completed=true&view=\d+$"))
    axe(page)
    expect(page.get_by_role("button", name="Save view")).to_have_count(0)
    go(page, "/home")
    shown = page.get_by_role("navigation", name="Saved views").get_by_role("link", name="Answered ones")
    expect(shown).to_contain_text(re.compile(r"[1-9]\d*\+?"))
    colleague = new_page()
    sign_in(colleague, COLLEAGUE)
    go(colleague, "/home")
    theirs = colleague.get_by_role("navigation", name="Saved views").get_by_role("link", name="Answered ones")
    expect(theirs).to_contain_text(re.compile(r"\d"))
    theirs.click()
    colleague.wait_for_url("**/rfx?*completed=true*")
    expect(colleague.get_by_role("switch", name="Completed")).to_be_checked()
    colleague.get_by_role("button", name="Options of “Answered ones”").click()
    expect(colleague.get_by_role("menuitem")).to_have_text(["Start with this view"])


def test_list_opens_with_the_start_view_until_all_is_chosen(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/ncr")
    every = rows(page)
    page.get_by_role("switch", name="Critical").check()
    expect(page.get_by_text("3 reports")).to_be_visible()
    save_view(page, "Critical ones", choices=("My start view",))
    go(page, "/messages")
    page.get_by_role("link", name="Non-Conformances").click()
    page.wait_for_url("**/ncr?critical=true&view=*")
    expect(page.get_by_text("3 reports")).to_be_visible()
    views(page).get_by_role("link", name="All", exact=True).click()
    expect(page).to_have_url(re.compile(r"/ncr\?view=all$"))
    expect(page.get_by_role("table", name="Non-conformances").locator("tbody tr")).to_have_count(every)
    go(page, "/ncr?minor=true")
    expect(page.get_by_role("switch", name="Minor")).to_be_checked()
    expect(page.get_by_role("switch", name="Critical")).not_to_be_checked()


def test_view_is_updated_deleted_and_restored(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/assessment?status=NEW")
    save_view(page, "New ones")
    page.get_by_label("Type").select_option("Performance")
    expect(views(page).get_by_text("changed")).to_be_visible()
    page.get_by_role("button", name="Save view").click()
    page.get_by_role("menuitem", name="Update the open view").click()
    expect(views(page).get_by_text("changed")).to_have_count(0)
    page.reload()
    expect(views(page).get_by_role("link", name="New ones")).to_have_attribute(
        "href", re.compile(r"status=NEW.*type=PERFORMANCE|type=PERFORMANCE.*status=NEW")
    )
    page.get_by_role("button", name="Options of “New ones”").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(views(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(views(page).get_by_role("link", name="New ones")).to_be_visible()


def test_file_of_a_list_has_the_filtered_rows(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations?preferredSuppliers=true&allOrganisations=false")
    names = page.get_by_role("table", name="Organisations").locator("tbody .cell-title").all_text_contents()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="CSV").click()
    assert download.value.suggested_filename == "Suppliers.csv"
    lines = csv.DictReader(Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines())
    assert [line["Organisation"] for line in lines] == names
    assert names


def test_request_goes_to_the_suppliers_of_a_view(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/rfx")
    page.get_by_role("button", name="New RFx").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Add by saved view, tag, level or pasted list").click()
    dialog.get_by_label("From a saved view").select_option("Preferred and contracted")
    expect(dialog.get_by_text(re.compile(r"\d+ suppliers\."))).to_be_visible()
