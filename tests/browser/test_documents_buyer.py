"""Documents for the buyer: types, asking a supplier, the review next to the file."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.test_network import open_supplier
from tests.fixtures.browser import Axe, Console, go, sign_in

BUYER = DEMO_EMAILS[0]
SUPPLIER = "Calder & Sons Coatings"


def test_supplier_is_asked_for_a_document_and_another_one_is_accepted(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    open_supplier(page, SUPPLIER)
    page.get_by_role("button", name="Ask for documents...").click()
    dialog = page.get_by_role("dialog", name=f"Ask {SUPPLIER} for documents")
    dialog.get_by_role("checkbox", name="REACH", exact=False).first.check()
    assert axe(page) > 0
    dialog.get_by_role("button", name="Ask for document").click()
    expect(page.get_by_text("Asked for 1 document.")).to_be_visible()
    card = page.get_by_role("region", name="Documents").or_(
        page.locator("section", has_text="Open documents")
    )
    expect(card.get_by_role("listitem").filter(has_text="REACH")).to_contain_text("Asked")
    page.get_by_role("link", name="Open documents").click()
    row = page.locator("tr.data-table-row").filter(has_text="ISO 14001")
    expect(row).to_contain_text("To review")
    row.get_by_role("button", name=re.compile("^Review")).press("Enter")
    review = page.get_by_role("dialog", name=re.compile("^ISO 14001"))
    expect(review.locator("iframe")).to_have_attribute("src", re.compile("^blob:"))
    expect(review).to_contain_text("GB-20882")
    assert axe(page) > 0
    review.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("ISO 14001 accepted.")).to_be_visible()
    expect(review).to_have_count(0)
    expect(row).to_contain_text("Valid")
    expect(page).to_have_url(re.compile(r"/documents$"))


def test_document_is_waived_until_a_day_by_keyboard(page: Page) -> None:
    sign_in(page, BUYER)
    open_supplier(page, SUPPLIER)
    page.get_by_role("link", name="Open documents").click()
    page.wait_for_url("**/documents")
    page.locator("a.row-link", has_text="ISO 9001").press("Enter")
    review = page.get_by_role("dialog", name=re.compile("^ISO 9001"))
    review.get_by_role("button", name="Waive until...").press("Enter")
    review.get_by_role("button", name="Waive document").press("Enter")
    expect(review).to_contain_text("Enter the last day of the waiver.")
    review.get_by_label("Waive until").press_sequentially("01/06/2030")
    review.get_by_label("Reason").press_sequentially("The audit moved.")
    review.get_by_role("button", name="Waive document").press("Enter")
    expect(page.get_by_text("ISO 9001 waived.")).to_be_visible()
    expect(page.locator("tr.data-table-row").filter(has_text="ISO 9001")).to_contain_text("Waived until")


def test_own_type_is_added_changed_and_deleted(page: Page, console: Console, axe: Axe) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    go(page, "/setup/documentTypes")
    page.get_by_role("button", name="New type...").click()
    dialog = page.get_by_role("dialog", name="New type")
    dialog.get_by_label("Name").fill("Annual audit report")
    dialog.get_by_label("Valid", exact=False).select_option("For months from its issue")
    dialog.get_by_label("Months").fill("36")
    assert axe(page) > 0
    dialog.get_by_role("button", name="Add type").click()
    table = page.get_by_role("table", name="Your types")
    expect(table).to_contain_text("36 months from issue")
    table.get_by_role("button", name="Edit Annual audit report...").click()
    dialog = page.get_by_role("dialog", name="Edit Annual audit report")
    dialog.get_by_label("Name").fill("ISO 9001")
    dialog.get_by_role("button", name="Save changes").click()
    expect(dialog).to_contain_text("There is already a type with this name.")
    dialog.get_by_label("Name").fill("Yearly audit report")
    dialog.get_by_role("button", name="Save changes").click()
    expect(table).to_contain_text("Yearly audit report")
    table.get_by_role("button", name="Delete Yearly audit report...").click()
    page.get_by_role("button", name="Delete this type").click()
    expect(page.get_by_text("Yearly audit report deleted.")).to_be_visible()
    expect(page.get_by_text("You have no types of your own.")).to_be_visible()
