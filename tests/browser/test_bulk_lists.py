"""Bulk actions of the list screens: clicks of a reminder, undo from the toast, the keyboard alone, phones."""

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Download, Locator, Page, ViewportSize, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.layout import assert_fits
from tests.fixtures.browser import Axe, call_api, go, sign_in

BUYER = DEMO_EMAILS[0]
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 780}
SUPPLIERS = 40
LISTS = (
    "/rfx?direction=sent",
    "/organisations",
    "/organisations?tab=documents",
    "/ncr",
    "/messages",
    "/forms",
    "/question",
    "/contacts",
)

# Counts the clicks of the user; those that the page sends itself are not trusted.
COUNT_CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", (event) => {
    // A label clicks its checkbox once more.
    const isRepeated = event.target.matches("input") && event.detail === 0;
    if (event.isTrusted && !isRepeated) window.clicks += 1;
  }, true);
}"""


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Selected rows")


def ticks(page: Page) -> Locator:
    return page.get_by_role("checkbox", name=re.compile("^Select (?!the rows)"))


def test_40_suppliers_are_reminded_in_four_clicks(page: Page, axe: Axe) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    forms = call_api(page, "GET", "/api/docForm?inUse=true&type=RFI&title=Information")
    body = {
        "type": "RFI",
        "subject": "Security 2027",
        "html": "<p>Please answer.</p>",
        "docFormIds": [forms[0]["id"]],
        "recipients": {"pasted": "\n".join(f"p{number}@forty.example" for number in range(SUPPLIERS))},
    }
    sent = call_api(page, "POST", "/api/rfxRequest", body)
    go(page, f"/rfx/request/{sent['id']}")
    expect(page.get_by_role("checkbox", name="Select Guest (p39@forty.example)")).to_be_attached(
        timeout=60_000
    )
    go(page, "/rfx")
    page.get_by_role("switch", name="New").wait_for()
    page.evaluate(COUNT_CLICKS)
    # The demo has RFxs that no one has opened yet: they are reminded too.
    # Before the list is filtered, a selection would be of all its rows, and end with the filter.
    with page.expect_response(re.compile(r"/api/rfx\?.*new=true")):
        page.get_by_role("switch", name="New").click()
    expect(page.get_by_role("table").locator(".status-cell", has_text="In Progress")).to_have_count(0)
    expect(page.locator("table[aria-busy=false]")).to_be_visible()
    page.get_by_role("button", name="Select all", exact=True).click()
    bar(page).get_by_role("button", name="Remind").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(r"\d+ people get an e-mail each\."))
    assert axe(page) > 0
    confirm = dialog.get_by_role("button", name=re.compile(r"^Send reminders \([4-9]\d\)"))
    confirm.click()
    assert page.evaluate("window.clicks") == 4
    expect(page.get_by_text(re.compile(r"Send reminders: [4-9]\d done"))).to_be_visible(timeout=60_000)
    expect(bar(page)).to_be_hidden()


def test_level_of_two_suppliers_is_changed_and_undone_from_the_toast(page: Page, axe: Axe) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    go(page, "/organisations?approvedSuppliers=true&evaluationSuppliers=true&sort=relationship")
    levels = page.get_by_role("row").filter(has=ticks(page)).locator("td:nth-child(3)")
    before = [level.strip() for level in levels.all_inner_texts()][:4]
    ticks(page).first.click()
    ticks(page).nth(3).click(modifiers=["Shift"])
    expect(bar(page)).to_contain_text("4 selected")
    bar(page).get_by_role("button", name="Change level...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Preferred", exact=True).click()
    expect(dialog).to_contain_text("4 selected: 4 will change.")
    assert axe(page) > 0
    dialog.get_by_text("Show one of the e-mails").click()
    expect(dialog).to_contain_text("changed your relationship")
    dialog.get_by_role("button", name="Change level (4)").click()
    toast = page.get_by_role("status").filter(has_text="Change the level: 4 done.")
    toast.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Change the level: 4 undone.")).to_be_visible(timeout=30_000)
    for position, level in enumerate(before):
        expect(levels.nth(position)).to_have_text(level)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Change the level")
    expect(page.get_by_role("table")).to_contain_text("Undone")


def test_rows_are_selected_and_marked_with_the_keyboard_alone(page: Page) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    go(page, "/messages")
    ticks(page).first.focus()
    page.keyboard.press("Space")
    expect(bar(page)).to_contain_text("1 selected")
    page.keyboard.press("ArrowDown")
    expect(ticks(page).nth(1)).to_be_focused()
    expect(bar(page)).to_contain_text("1 selected")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(bar(page)).to_contain_text("4 selected")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Space")
    expect(bar(page)).to_contain_text("6 selected")
    page.keyboard.press("Escape")
    expect(bar(page)).to_be_hidden()
    expect(ticks(page).nth(5)).to_be_focused()
    page.keyboard.press("Space")
    mark = bar(page).get_by_role("button", name="Mark as seen")
    for _ in range(400):
        if mark.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 selected:")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    mark.focus()
    page.keyboard.press("Escape")
    expect(bar(page)).to_be_hidden()
    expect(page.get_by_role("checkbox", name="Select the rows shown")).to_be_focused()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_lists_with_selected_rows_fit_and_have_no_axe_violations(
    page: Page, axe: Axe, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    sign_in(page, BUYER)
    for path in LISTS:
        go(page, path)
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name).join()")
        assert "bulk-actions" not in loaded, "the bar loads with the first tick"
        page.get_by_role("checkbox", name="Select the rows shown").check()
        expect(bar(page)).to_be_visible()
        assert axe(page) > 0, path
        assert_fits(page, path)


def rows_of(download: Download) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(download.path()).read_text("utf-8-sig"))))


@pytest.mark.parametrize(
    ("path", "column"), [("/organisations", "Organisation"), ("/contacts", "Name"), ("/ncr", "Summary")]
)
def test_export_takes_the_selected_rows(page: Page, path: str, column: str) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    go(page, path)
    chosen: list[str] = []
    for place in (0, 2):
        tick = ticks(page).nth(place)
        name = tick.evaluate("input => input.labels[0].textContent")
        # A non-conformance is named with its number.
        chosen.append(re.sub(r"^Select (#\d+ )?", "", name))
        tick.check()
    bar(page).get_by_role("button", name="More actions").click()
    with page.expect_download(timeout=60_000) as of_bar:
        page.get_by_role("menuitem", name="Export (CSV)").click()
    assert [row[column] for row in rows_of(of_bar.value)] == chosen
    page.get_by_role("button", name="Export selected").click()
    with page.expect_download(timeout=60_000) as of_tools:
        page.get_by_role("menuitem", name="CSV", exact=True).click()
    assert [row[column] for row in rows_of(of_tools.value)] == chosen


def test_answers_of_the_selected_rfxs_are_one_archive(page: Page) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    go(page, "/rfx?direction=sent&completed=true")
    ticks(page).first.check()
    ticks(page).nth(1).check()
    bar(page).get_by_role("button", name="More actions").click()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("menuitem", name="Export answers as PDF (ZIP)").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert len(archive.namelist()) == 2
        assert all(name.endswith(".pdf") for name in archive.namelist())


def test_assessments_of_two_suppliers_are_started(page: Page, axe: Axe) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    go(page, "/organisations?approvedSuppliers=true&sort=name")
    ticks(page).first.check()
    ticks(page).nth(1).check()
    bar(page).get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Start assessments...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Title").fill("Yearly audit 2027")
    dialog.get_by_role("combobox", name=re.compile("^Self-survey")).fill("self")
    page.get_by_role("option").first.click()
    expect(dialog).to_contain_text("2 selected: 2 will change.")
    expect(dialog).to_contain_text("2 people get an e-mail each.")
    assert axe(page) > 0
    dialog.get_by_role("button", name="Start assessments (2)").click()
    expect(page.get_by_text("Start assessments: 2 done.")).to_be_visible(timeout=60_000)
    started = call_api(page, "GET", "/api/assessment?search=Yearly audit 2027")
    assert len(started) == 2
    # The same once more changes nothing.
    ticks(page).first.check()
    bar(page).get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Start assessments...").click()
    dialog.get_by_role("textbox", name="Title").fill("Yearly audit 2027")
    expect(dialog).to_contain_text("1 have an open assessment with this title already")


def test_all_suppliers_of_the_matrix_are_selected_by_its_filter(page: Page) -> None:
    page.set_viewport_size(DESK)
    sign_in(page, BUYER)
    go(page, "/organisations?tab=documents&state=MISSING")
    total = page.locator(".result-count").inner_text().split()[0]
    page.get_by_role("button", name="Select all", exact=True).click()
    expect(bar(page)).to_contain_text(f"{total} selected")
    bar(page).get_by_role("button", name="Ask for documents...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox").first.check()
    expect(dialog).to_contain_text(f"{total} selected:")


def test_viewer_without_permissions_has_no_checkboxes(page: Page) -> None:
    sign_in(page, DEMO_EMAILS[1])
    go(page, "/rfx?direction=received")
    expect(page.get_by_role("table")).to_be_visible()
    expect(ticks(page)).to_have_count(0)
