"""My Documents and the matrix: a supplier uploads a document, sends it to a customer, and the buyer sees its state."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.factories.documents import pdf
from tests.fixtures.browser import Console, NewPage, go, sign_in

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
FILE = {"name": "rohs-2026.pdf", "mimeType": "application/pdf", "buffer": pdf("RoHS for the browser")}
TYPE = "RoHS declaration"


def row(page: Page, heading: str) -> str:
    """Return the text of the request for a document with this heading."""
    item = page.locator(".asked-row", has=page.get_by_role("heading", name=heading))
    return item.inner_text()


def test_supplier_uploads_once_and_sends_the_document_to_a_customer(page: Page, console: Console) -> None:
    console.allow(r"status of 422")
    sign_in(page, SUPPLIER)
    go(page, "/home")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("menuitem", name="My Documents...").click()
    page.wait_for_url("**/setup/document")
    assert "Halden Rail Components AB" in row(page, TYPE)

    page.get_by_role("button", name="Add document...").click()
    dialog = page.get_by_role("dialog", name="Add document")
    dialog.get_by_label("Type").select_option(TYPE)
    dialog.locator("input[type=file]:not([capture])").set_input_files([FILE])
    expect(dialog.get_by_role("button", name="Remove rohs-2026.pdf")).to_be_visible()
    dialog.get_by_role("textbox", name="Issued on").fill("01/09/2026")
    dialog.get_by_role("textbox", name="Valid until").fill("01/09/2066")
    dialog.get_by_role("button", name="Add document").click()
    expect(dialog).to_contain_text("Is 2066 right?")
    dialog.get_by_role("textbox", name="Valid until").fill("01/09/2028")
    dialog.get_by_role("button", name="Add document").click()
    expect(dialog).to_have_count(0)
    shelf = page.get_by_role("table", name="Your documents")
    expect(shelf).to_contain_text("rohs-2026.pdf")
    expect(shelf.get_by_role("row", name=re.compile(TYPE))).to_contain_text("No customer")

    page.get_by_role("button", name=re.compile(rf"^Use the one you have .*{TYPE}")).press("Enter")
    sending = page.get_by_role("dialog", name=f"Send {TYPE} to Halden Rail Components AB")
    sending.get_by_role("button", name="Send document").press("Enter")
    expect(page.get_by_text(f"{TYPE} sent to Halden Rail Components AB")).to_be_visible()
    expect(page.get_by_role("heading", name=TYPE)).to_have_count(0)
    expect(shelf.get_by_role("row", name=re.compile(TYPE))).to_contain_text("Halden Rail Components AB")


def test_matrix_filters_in_the_address_and_opens_the_documents_of_a_supplier(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations")
    page.get_by_role("navigation", name="Network").get_by_role("link", name="Documents").click()
    page.wait_for_url("**/organisations?tab=documents")
    page.get_by_role("radio", name="Expired").check(force=True)
    expect(page).to_have_url(re.compile(r"tab=documents&state=EXPIRED$"))
    matrix = page.get_by_role("table", name="Documents of suppliers")
    expect(matrix.locator("tr.data-table-row")).to_have_count(1)
    matrix.get_by_role("link", name=re.compile("^Expired: .*ISO 14001 of Bergmann")).press("Enter")
    page.wait_for_url(re.compile(r"/organisations/\d+/documents\?requirement=\d+$"))
    page.go_back()
    expect(page.get_by_role("radio", name="Expired")).to_be_checked()


def test_matrix_is_a_list_for_each_supplier_on_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 800})
    sign_in(page, BUYER)
    go(page, "/organisations?tab=documents&search=Bergmann")
    supplier = page.locator("tr.data-table-row")
    expect(supplier).to_have_count(1)
    expect(supplier.get_by_role("link", name=re.compile("^Rejected"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
