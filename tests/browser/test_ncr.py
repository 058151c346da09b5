"""Non-conformances, Home and live updates, in two browsers where two users are needed."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.browser.test_messages import new_message, rows
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, open_from_home, sign_in

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
SOON = 30_000
"""Milliseconds to wait for a live update: pages poll every five seconds, and the machine may be busy."""


def new_report(page: Page) -> Locator:
    """Open the form of a new non-conformance from the plus menu."""
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("menuitem", name="New Non-Conformance...").click()
    dialog = page.get_by_role("dialog", name="New Non-Conformance")
    expect(dialog).to_be_visible()
    return dialog


def fill_required(page: Page, dialog: Locator, *, summary: str) -> None:
    """Fill in the required fields."""
    choose(page, dialog.get_by_label("Supplier", exact=False).first, "Bergmann")
    dialog.get_by_label("Account name").fill("Hip stems")
    dialog.get_by_label("Summary").fill(summary)


def test_report_from_the_plus_menu_to_its_resolution(page: Page, new_page: NewPage, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    dialog = new_report(page)
    save = dialog.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    assert axe(page) > 0
    for label, sentence in (
        ("Account name", "An 'Account Name' is required."),
        ("Summary", "A summary is required."),
    ):
        dialog.get_by_label(label).focus()
        page.keyboard.press("Tab")
        expect(dialog.get_by_text(sentence)).to_be_visible()
    # The error stays visible until the user opens the list; Tab does not stop in the list.
    dialog.get_by_label("Account name").focus()
    expect(page.get_by_role("listbox")).to_have_count(0)
    dialog.get_by_label("Account name").click()
    expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Type")).to_be_focused()
    date = dialog.get_by_label("Event date")
    date.fill("nonsense")
    date.blur()
    expect(dialog.get_by_text("A valid date is required.")).to_be_visible()
    date.fill("31/12/1999")
    expect(dialog.get_by_text("The date must not be before 01/01/2000.")).to_be_visible()
    date.fill("02/03/2024")
    fill_required(page, dialog, summary="Scratches on the collar")
    organisation = dialog.get_by_label("Assigned to organisation")
    expect(organisation.locator("option")).to_have_text(["Meridian Surgical Ltd", "Bergmann Präzision GmbH"])
    assignee = dialog.get_by_label("Assigned to", exact=True)
    organisation.select_option(label="Meridian Surgical Ltd")
    expect(assignee.locator("option:checked")).to_have_text("Anyone at Meridian Surgical Ltd")
    organisation.select_option(label="Bergmann Präzision GmbH")
    expect(assignee.locator("option:checked")).to_have_text("Anyone at Bergmann Präzision GmbH")
    save.click()
    expect(page.get_by_text("Changes saved ok.")).to_be_visible()
    view = page.get_by_role("dialog", name=re.compile("Non-Conformance #"))
    for text in (
        "Pending", "02/03/2024", "Quality", "Minor", "Hip stems", "none", "Rosa Meyer",
        "Anyone at Bergmann Präzision GmbH", "Scratches on the collar", "No activity yet.",
    ):  # fmt: skip
        expect(view).to_contain_text(text)
    assert axe(page) > 0
    view.get_by_role("button", name="Close").last.click()
    expect(page).to_have_url(re.compile("/home$"))

    supplier = new_page()
    sign_in(supplier, SUPPLIER)
    add_update_from_home(supplier)
    resolve(page)


def add_update_from_home(supplier: Page) -> None:
    """Open the task on Home as the assignee and add a progress update."""
    go(supplier, "/home")
    task = supplier.get_by_role("link").filter(has_text="Scratches on the collar").filter(has_text="NCR")
    open_from_home(supplier, task.filter(has_text="Meridian Surgical Ltd"))
    other = supplier.get_by_role("dialog")
    expect(other.get_by_role("button", name="Edit Details...")).to_have_count(0)
    other.get_by_role("button", name="Progress update...").click()
    other.get_by_role("textbox", name="Progress update").click()
    supplier.keyboard.type("We polish them.")
    other.get_by_role("button", name="Add update").click()
    expect(other.get_by_role("list", name="Messages")).to_contain_text("We polish them.")
    expect(other).to_contain_text("In Progress")


def resolve(page: Page) -> None:
    """Read the update as the raiser and resolve the non-conformance."""
    go(page, "/ncr")
    rows(page).filter(has_text="Scratches on the collar").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile(r"/ncr/\d+$"))
    view = page.get_by_role("dialog")
    expect(view).to_contain_text("We polish them.")
    view.get_by_role("button", name="Progress update...").click()
    view.get_by_role("textbox", name="Progress update").click()
    page.keyboard.type("Seen, thank you.")
    view.get_by_label("Status").select_option(label="Resolved")
    view.get_by_role("button", name="Add update").click()
    expect(view).to_contain_text("Status: In Progress → Resolved")
    view.get_by_role("button", name="Close").last.click()
    expect(page).to_have_url(re.compile(r"/ncr(\?|$)"))
    expect(rows(page).filter(has_text="Scratches on the collar")).to_contain_text("Resolved")


def test_edits_survive_a_lost_connection_and_cancel_discards_them(page: Page, console: Console) -> None:
    console.allow(r"ERR_FAILED|Failed to load resource")
    sign_in(page, BUYER)
    go(page, "/ncr/12")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Edit Details...").click()
    dialog.get_by_label("Summary").fill("Certificate names no lot")
    expect(rows(page).filter(has_text="Certificate of conformity without lot number")).to_have_count(1)

    def abort_put(route: Route) -> None:
        if route.request.method == "PUT":
            route.abort()
        else:
            route.fallback()

    page.route("**/api/ncr/12", abort_put)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("There is no connection to the server.")
    expect(dialog.get_by_label("Summary")).to_have_value("Certificate names no lot")
    page.unroute("**/api/ncr/12", abort_put)
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Changes saved ok.")).to_be_visible()
    expect(rows(page).filter(has_text="Certificate names no lot")).to_have_count(1)
    dialog.get_by_role("button", name="Edit Details...").click()
    dialog.get_by_label("Summary").fill("Something else")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("heading", name="Certificate names no lot")).to_be_visible()


def test_deletion_by_the_other_party_is_shown_and_keeps_unsent_text(
    page: Page, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 404")
    sign_in(page, BUYER)
    supplier = new_page()
    sign_in(supplier, SUPPLIER)
    shared = next(row for row in call_api(supplier, "GET", "/api/ncr") if row["status"] == "INPROGRESS")["id"]
    go(supplier, f"/ncr/{shared}")
    view = supplier.get_by_role("dialog")
    view.get_by_role("button", name="Progress update...").click()
    view.get_by_role("textbox", name="Progress update").click()
    supplier.keyboard.type("We sort the rest.")
    call_api(page, "PUT", f"/api/ncr/{shared}/deleted", {"deleted": True})
    # The page learns of the deletion by polling, so it shows a note in the dialog instead of a toast.
    deletion_note = view.get_by_role("alert").filter(
        has_text="You will find it here again if it is restored."
    )
    expect(deletion_note).to_have_text(
        re.compile("^Meridian Surgical Ltd has deleted this non-conformance"), timeout=SOON
    )
    expect(view.get_by_role("button", name="Progress update...")).to_have_count(0)
    view.get_by_role("button", name="Add update").click()
    form = view.get_by_role("form", name="Progress update")
    expect(form.get_by_role("alert")).to_have_text(
        "Meridian Surgical Ltd has deleted this non-conformance. What you wrote is still here."
    )
    expect(supplier.get_by_text("Nothing was found here.")).to_have_count(0)
    expect(form.get_by_role("textbox", name="Progress update")).to_have_text("We sort the rest.")
    call_api(page, "PUT", f"/api/ncr/{shared}/deleted", {"deleted": False})
    expect(deletion_note).to_have_count(0, timeout=SOON)
    view.get_by_role("button", name="Add update").click()
    expect(view.get_by_role("list", name="Messages")).to_contain_text("We sort the rest.")


def test_open_ncr_is_printed_alone_and_completely(page: Page) -> None:
    sign_in(page, BUYER)
    page.set_viewport_size({"width": 1280, "height": 400})
    go(page, "/ncr/12")
    dialog = page.get_by_role("dialog", name="Non-Conformance #12")
    expect(dialog.get_by_role("heading", name="Activity")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("#content")).to_be_hidden()
    expect(page.locator(".modal-backdrop")).to_be_hidden()
    body = dialog.locator(".modal-body")
    assert body.evaluate("(body) => body.scrollHeight <= body.clientHeight")
    assert page.evaluate("document.documentElement.scrollHeight") > 400
    expect(dialog.get_by_role("heading", name="Activity")).to_be_visible()


def test_url_opens_and_closes_details_and_contains_filters(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/ncr")
    page.get_by_role("button", name="'Open' Critical").click()
    expect(page).to_have_url(re.compile("critical=true"))
    expect(rows(page).filter(has_text="Major")).to_have_count(0)
    page.get_by_role("button", name="All Resolved").click()
    expect(rows(page).filter(has_text="In Progress")).to_have_count(0)
    page.get_by_role("button", name="All Resolved").click()
    page.get_by_label("Deleted").check()
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Wrong grease")
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_label("Search").fill("burrs")
    rows(page).filter(has_text="Burrs on bore").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile("/ncr/19"))
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_forward()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").last.click()
    expect(page).to_have_url(re.compile(r"/ncr(\?|$)"))


def test_report_saved_over_a_page_updates_its_journal_and_lists(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/ncr?search=Bergmann")
    page.get_by_role("link", name="Bergmann Präzision GmbH").first.click()
    expect(page).to_have_url(re.compile(r"/organisations/\d+$"))
    page.locator("#island-page[data-mounted]").wait_for()
    page.get_by_role("tab", name="Journal").click()
    journal = page.get_by_role("tabpanel", name="Journal")
    save_report(page, "Scratches seen from the journal")
    expect(journal).to_contain_text("raised Scratches seen from the journal")
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Send Message...").click()
    dialog = page.get_by_role("dialog", name="New Message")
    dialog.get_by_label("Subject").fill("From over the journal")
    dialog.get_by_role("textbox", name="Message").click()
    page.keyboard.type("Please have a look.")
    dialog.get_by_role("button", name="Send Message").click()
    expect(journal).to_contain_text("sent a message in From over the journal")
    go(page, "/messages")
    with page.expect_response(lambda answer: "/api/messageThread?" in answer.url):
        save_report(page, "Scratches seen from the messages")


def save_report(page: Page, summary: str) -> None:
    """Raise a non-conformance from the plus menu of the current page."""
    dialog = new_report(page)
    fill_required(page, dialog, summary=summary)
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name=summary)).to_be_visible()


def test_two_browsers_see_new_messages_without_reloading(page: Page, new_page: NewPage) -> None:
    supplier = new_page()
    sign_in(supplier, SUPPLIER)
    go(supplier, "/messages")
    count = supplier.locator('#nav-left a[href="/messages"] .count')
    before = int(count.inner_text().split()[0]) if count.is_visible() else 0
    sign_in(page, BUYER)
    new_message(page, to="Bergmann", subject="Gauge for the collar")
    row = rows(supplier).filter(has_text="Gauge for the collar")
    expect(row).to_have_count(1, timeout=SOON)
    expect(count).to_contain_text(str(before + 1), timeout=SOON)
    go(page, "/messages")
    rows(page).filter(has_text="Gauge for the collar").get_by_role("link").click()
    row.get_by_role("link").click()
    supplier.get_by_role("button", name="Your reply...").click()
    supplier.get_by_role("textbox", name="Your reply").click()
    supplier.keyboard.type("It is on its way.")
    supplier.get_by_role("button", name="Send").click()
    expect(page.get_by_role("list", name="Messages")).to_contain_text("It is on its way.", timeout=SOON)


def test_home_links_to_new_messages_and_lists_viewed_pages(page: Page) -> None:
    sign_in(page, SUPPLIER)
    go(page, "/home")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile("^Good (morning|afternoon|evening), Jana$")
    )
    height = "all => all.map(each => Math.round(each.getBoundingClientRect().height))"
    assert page.locator(".home-panel").evaluate_all(height)[:2] == [260, 260]
    assert page.locator(".home-scroll").evaluate_all(height) == [200, 200, 400, 400]
    messages = page.locator(".home-panel").filter(has=page.get_by_role("heading", name="New Messages"))
    title = messages.get_by_role("heading")
    count = int(title.inner_text().split()[0])
    row = messages.get_by_role("listitem").filter(has_text="Drawing revision C")
    expect(row).to_contain_text("It is 0.02, as in the table.")
    row.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/messages/t/\d+/m/\d+$"))
    page.locator("#island-page[data-mounted]").wait_for()
    expect(page.get_by_text("new", exact=True)).to_have_count(0)
    page.get_by_role("list", name="Participants").get_by_role("link").first.click()
    page.locator("#island-page[data-mounted]").wait_for()
    go(page, "/home")
    expect(title).to_have_text(re.compile(f"^{count - 1} New Message"))
    expect(row).to_have_count(0)
    viewed = page.locator(".home-panel").filter(has=page.get_by_role("heading", name="Recently Viewed"))
    expect(viewed).to_contain_text(re.compile(r"\d+ (entry|entries)\."))
    expect(viewed.get_by_role("listitem").first).to_contain_text("User")
    viewed.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/contacts/\d+$"))


def test_home_keeps_the_selected_charts(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    charts = page.get_by_role("region", name="Charts")
    titles = charts.get_by_role("heading", level=3)
    expect(titles).to_have_count(3)
    charts.get_by_role("button", name="Edit charts...").click()
    charts.get_by_role("button", name="Move RFxs by status back").click()
    charts.get_by_role("button", name="Remove Suppliers by level").click()
    expect(titles).to_have_text(["RFxs by status", "Open NCRs by severity and age"])
    assert axe(page) > 0
    go(page, "/home")
    expect(titles).to_have_text(["RFxs by status", "Open NCRs by severity and age"])
    charts.get_by_role("link", name="Critical").click()
    expect(page).to_have_url(re.compile("/ncr.*critical=true"))
