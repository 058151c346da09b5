"""The network: sign-in by keyboard, the directory, the page of a supplier, and invitations."""

import re

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
PAGE_SIZE = 16


def rows(page: Page) -> Locator:
    """Return the rows of organisations, without opened details."""
    return page.locator("tr.data-table-row")


def open_supplier(page: Page, name: str) -> None:
    """Search for a supplier in the directory and open its page."""
    go(page, f"/organisations?name={name}")
    page.get_by_role("button", name=f"Show details of {name}", exact=True).click()
    page.get_by_role("link", name="Full page").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def test_sign_in_by_keyboard_returns_to_the_requested_page(page: Page, live_server: LiveServer) -> None:
    go(page, "/login?returnUrl=/contacts")
    page.keyboard.type(BUYER)
    page.keyboard.press("Tab")
    page.keyboard.type(DEMO_PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{live_server.url}/contacts")
    expect(page.get_by_role("switch", name="Our Organisation")).to_be_checked()


def test_directory_loads_more_and_keeps_its_position(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations")
    expect(rows(page)).to_have_count(PAGE_SIZE)
    page.mouse.move(900, 500)
    page.mouse.wheel(0, 5000)
    expect(page).to_have_url(re.compile(r"\?page=[23]$"))
    expect(rows(page).nth(2 * PAGE_SIZE - 1)).to_be_attached()
    rows(page).nth(2 * PAGE_SIZE - 3).locator("[data-row-focus]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    card = page.locator(".organisation-card")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.keyboard.press("Enter")
    card.get_by_role("link", name="Full page").click()
    expect(page).to_have_url(re.compile(r"/organisations/\d+$"))
    page.get_by_role("link", name="Back").click()
    expect(rows(page).nth(2 * PAGE_SIZE - 4)).to_be_in_viewport()


def test_filters_are_stored_in_the_url(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations")
    count = page.locator(".result-count")
    total_text = count.inner_text()
    page.get_by_role("switch", name="Preferred suppliers").check()
    page.get_by_role("switch", name="Contracted suppliers").check()
    expect(page.get_by_role("switch", name="All Organisations")).not_to_be_checked()
    choose(page, page.get_by_label("Country"), "Germany")
    expect(page).to_have_url(re.compile(r"country=DEU"))
    expect(count).not_to_have_text(total_text)
    expect(page.locator("td", has_text=re.compile("^(?!Germany).*(France|Poland|Norway)"))).to_have_count(0)
    filtered_text = count.inner_text()
    page.reload()
    expect(count).to_have_text(filtered_text)
    expect(page.get_by_label("Country")).to_have_value("Germany (DEU)")
    page.get_by_role("switch", name="All Organisations").check()
    expect(page.get_by_role("switch", name="Preferred suppliers")).not_to_be_checked()
    page.get_by_role("button", name="Clear Germany (DEU)").click()
    expect(count).to_have_text(total_text)
    with page.expect_response(re.compile("sort=country")):
        page.get_by_role("button", name="Country").click()
    expect(page.locator("table.stale")).to_have_count(0)
    countries = rows(page).locator("td:nth-child(5)").all_inner_texts()
    assert countries == sorted(countries)
    page.get_by_label("Name or own number").fill("no such name")
    expect(page.get_by_text("No organisations for the current search filter.")).to_be_visible()
    page.go_back()
    expect(rows(page).first).to_be_visible()


def test_relationship_tags_and_notes_are_saved_and_logged(page: Page) -> None:
    sign_in(page, BUYER)
    open_supplier(page, "Calder & Sons Coatings")
    send = page.get_by_role("button", name="Send Message...")
    page.get_by_role("button", name="Change Relationship...").click()
    dialog = page.get_by_role("dialog", name="Change Supplier Relationship")
    dialog.get_by_role("radio", name=re.compile("^None")).check()
    dialog.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_text("Relationship updated ok")).to_be_visible()
    expect(send).to_be_disabled()
    page.get_by_role("button", name="Change Relationship...").click()
    dialog.get_by_role("radio", name=re.compile("^Approved")).check()
    dialog.get_by_label("Message").fill("Welcome back.")
    dialog.get_by_role("button", name="Save Changes").click()
    expect(send).to_be_enabled()

    tags = page.get_by_placeholder("+ Add tag")
    tags.fill("  anodising  ")
    tags.press("Enter")
    expect(page.get_by_text("Tags updated ok")).to_be_visible()
    tags.press("Escape")
    page.get_by_role("button", name="Edit notes").click()
    editor = page.get_by_role("textbox", name="Notes")
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("Coats in two days.")
    page.get_by_role("button", name="Save changes").click()
    expect(editor).to_have_count(0)
    expect(page.get_by_role("button", name="Edit notes")).to_be_focused()

    page.get_by_role("tab", name="Journal").click()
    lines = page.get_by_role("list", name="Journal").get_by_role("listitem")
    expect(lines.first).to_contain_text("changed the notes on Calder & Sons Coatings")
    expect(lines.nth(2)).to_contain_text("from None to Approved")
    page.reload()
    expect(page.get_by_role("tab", name="Journal")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Summary").click()
    expect(page.get_by_text("Coats in two days.", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Remove anodising")).to_be_visible()


def test_tab_in_the_url_is_visible_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, BUYER)
    go(page, "/organisations/5?tab=rfx")
    last = page.get_by_role("tab", name="RFX Responses")
    expect(last).to_have_attribute("aria-selected", "true")
    expect(last).to_be_in_viewport(ratio=0.9)


def test_invitation_of_an_existing_organisation_offers_a_link_to_it(page: Page, console: Console) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations/invite")
    send = page.get_by_role("button", name="Create and Send Invitation")
    page.get_by_label("Contact name").fill("Ann Example")
    page.get_by_label("Organisation name").fill("Northfold Electronics")
    page.get_by_label("Contact email").fill(BUYER)
    expect(page.get_by_text("Email address already in use.")).to_be_visible()
    expect(send).to_be_disabled()
    page.get_by_label("Contact email").fill("ann@elsewhere.example")
    expect(send).to_be_enabled()
    page.route("**/api/relationship/invite", lambda route: route.abort())
    console.allow("ERR_FAILED")
    send.click()
    expect(page.get_by_text("There is no connection to the server. Please try again.")).to_be_visible()
    expect(page.get_by_label("Contact name")).to_have_value("Ann Example")
    expect(send).to_be_enabled()
    page.get_by_role("link", name="Open Northfold Electronics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Northfold Electronics")


def test_existing_organisation_is_added_at_the_chosen_level(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations/invite")
    page.get_by_role("radio", name=re.compile("^Approved")).check()
    page.get_by_label("Organisation name").fill("Pampa Cuero S.R.L.")
    page.get_by_role("link", name="Add Supplier To My Network").click()
    modal = page.get_by_role("dialog", name="Add Supplier To My Network")
    expect(modal.get_by_role("radio", name=re.compile("^Approved"))).to_be_checked()
    modal.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile(r"/organisations/\d+$"))


def send_supplier_number_form(page: Page) -> int:
    """Send the supplier a form with one relationship field; return the id of the RFx."""
    attrs = {
        "fid": "fid-number-01",
        "name": "supplier_number",
        "type": "TEXT",
        "label": "Our number in your ledger",
        "required": True,
        "isRelationshipField": True,
    }
    doc = {
        "schemaVersion": 1,
        "doc": {"type": "doc", "content": [{"type": "dvFieldBlock", "attrs": attrs}]},
    }
    form = call_api(page, "POST", "/api/docForm", {"title": "Numbers", "type": "RFI"})
    path = f"/api/docForm/{form['id']}"
    form = call_api(page, "PUT", path, {"version": form["version"], "title": "Numbers", "doc": doc})
    call_api(page, "POST", f"{path}/publish", {})
    supplier = call_api(page, "GET", "/api/organisation?search=Bergmann")[0]["id"]
    message = {
        "type": "RFI",
        "subject": "Numbers",
        "html": "<p>Please tell us.</p>",
        "toOrganisationIds": [supplier],
        "docFormIds": [form["id"]],
    }
    rfx_id: int = call_api(page, "POST", "/api/messageThread", message)["rfxIds"][0]
    return rfx_id


def test_submitted_answer_appears_in_the_custom_fields(
    page: Page, new_page: NewPage, axe: Axe, console: Console
) -> None:
    sign_in(page, BUYER)
    rfx_id = send_supplier_number_form(page)
    supplier_page = new_page()
    sign_in(supplier_page, SUPPLIER)
    go(supplier_page, f"/rfx/{rfx_id}")
    supplier_page.get_by_label("Our number in your ledger").fill("K-70412")
    supplier_page.get_by_role("button", name=re.compile("^Submit Response")).first.click()
    supplier_page.get_by_role("button", name="Yes, Submit Response").click()
    expect(supplier_page.get_by_text("RFx submitted ok")).to_be_visible()

    open_supplier(page, "Bergmann Präzision GmbH")
    panel = page.locator(".card", has=page.get_by_role("heading", name="Custom Fields"))
    expect(panel).to_contain_text("K-70412")
    pencil = panel.get_by_role("button", name="Edit custom fields")
    pencil.click()
    form = page.get_by_role("form", name="Custom Fields")
    number = form.get_by_label("Supplier number")
    expect(number).to_have_value("K-70412")
    assert axe(page) > 0
    number.fill("something else")
    form.get_by_role("button", name="Cancel").click()
    expect(panel).to_contain_text("K-70412")
    expect(pencil).to_be_focused()
    page.keyboard.press("Enter")
    form.get_by_label("Payment terms").fill("999")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_label("Payment terms")).to_have_attribute("aria-invalid", "true")
    form.get_by_label("Payment terms").fill("45")
    form.get_by_text("Medium", exact=True).click()
    page.route("**/customValue", lambda route: route.abort())
    console.allow("ERR_FAILED")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_text("There is no connection to the server. Please try again.")).to_be_visible()
    page.unroute("**/customValue")
    form.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_text("Custom fields updated ok")).to_be_visible()
    page.reload()
    for saved_text in ("K-70412", "45 days", "Medium"):
        expect(panel).to_contain_text(saved_text)
    page.get_by_role("tab", name="Journal").click()
    lines = page.get_by_role("list", name="Journal").get_by_role("listitem")
    expect(lines.first).to_contain_text("custom fields")
