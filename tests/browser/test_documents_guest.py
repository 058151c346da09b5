"""A document by mailed link: asked for, opened on a phone, sent with the dates from the file, rejected, sent again, accepted."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.test_network import open_supplier
from tests.factories.certificates import certificate_pdf
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
SUPPLIER = "Calder & Sons Coatings"
PERSON, EMAIL = "Ann Lowe", "ann.lowe@coating-audits.example"
TYPE = "IATF 16949"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OTHER_TYPE = "SOC 2 Type II"
MIN_HEIGHT = 40
CLICKS = 5
"""Choosing the file, three proposals, and Send."""


def link_to(live_server: LiveServer, address: str) -> str:
    """Return the path of the link in the first mail to an address."""
    mail = live_server.mailbox.wait_for(linking="/document/", to=address)[0]
    link = re.search(r"/guest/[\w-]+/document/\d+", mail.text)
    assert link is not None
    return link[0]


def choose(page: Page, text: str) -> None:
    """Add a certificate with this text to the form."""
    file = {"name": "iatf.pdf", "mimeType": "application/pdf", "buffer": certificate_pdf(text)}
    page.locator("input[type=file]:not([capture])").first.set_input_files([file])
    expect(page.get_by_role("button", name="Remove iatf.pdf")).to_be_visible()


def review(buyer: Page, button: str) -> None:
    """Open the review of the document and press a button."""
    # The address names the requirement that was reviewed last.
    go(buyer, buyer.url.partition("?")[0])
    row = buyer.locator("tr.data-table-row").filter(has_text=TYPE)
    expect(row).to_contain_text("To review")
    row.get_by_role("button", name=re.compile("^Review")).click()
    buyer.get_by_role("dialog", name=re.compile(f"^{TYPE}")).get_by_role("button", name=button).click()


def test_document_is_sent_by_link_on_a_phone_and_accepted(
    live_server: LiveServer,
    new_page: NewPage,
    axe: Axe,
    console: Console,
    record_property: Callable[[str, object], None],
) -> None:
    # The link is gone after someone else was asked.
    console.allow(r"status of (401|404)")
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    open_supplier(buyer, SUPPLIER)
    ask(buyer, PERSON, EMAIL)
    buyer.get_by_role("link", name="Open documents").click()
    buyer.wait_for_url("**/documents")

    link = link_to(live_server, EMAIL)
    phone = new_page(**PHONE)
    go(phone, link)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Send 1 document to Meridian Surgical")
    expect(phone.get_by_text("For the audit in spring.")).to_be_visible()
    axe(phone)
    choose(phone, "Certificate No: IATF 0455\nIssue date: 14 March 2026\nValid until: 13 March 2029")
    for detail in ("number", "issued on", "valid until"):
        use = phone.get_by_role("button", name=re.compile(f"^Use {detail}"))
        assert use.evaluate("button => button.offsetHeight") >= MIN_HEIGHT
        use.click()
    expect(phone.get_by_role("textbox", name="Valid until")).to_have_value("13/03/2029")
    axe(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    phone.get_by_role("textbox", name="Issued by").fill("Northwind Assurance")
    phone.get_by_role("button", name=f"Send {TYPE}").click()
    expect(phone.get_by_text("Sent, waiting for the review")).to_be_visible()
    record_property("clicks of the guest to send a document", CLICKS)
    print(f"The guest sends a document with {CLICKS} clicks.")

    send_again_after_rejection(buyer, phone, link)
    review(buyer, "Accept")
    expect(buyer.get_by_text(f"{TYPE} accepted.")).to_be_visible()
    row = buyer.locator("tr.data-table-row").filter(has_text=TYPE)
    expect(row).to_contain_text("Valid")
    phone.reload()
    expect(phone.get_by_text("Accepted", exact=True)).to_be_visible()
    axe(phone)


def test_link_ends_when_someone_else_is_asked(
    live_server: LiveServer, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of (401|404)")
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    open_supplier(buyer, SUPPLIER)
    ask(buyer, "Cy Dunn", "cy.dunn@coating-audits.example", OTHER_TYPE)
    link = link_to(live_server, "cy.dunn@coating-audits.example")
    ask(buyer, "Bo Hale", "bo.hale@coating-audits.example", OTHER_TYPE)
    phone = new_page(**PHONE)
    go(phone, link)
    expect(phone.get_by_role("heading", name="Sorry, that link is no longer valid.")).to_be_visible()
    expect(phone.get_by_text("You are no longer asked for these documents")).to_be_visible()


def ask(buyer: Page, name: str, email: str, document: str = TYPE) -> None:
    """Ask a person without an account for the document, on the page of the supplier."""
    buyer.get_by_role("button", name="Ask for documents...").click()
    dialog = buyer.get_by_role("dialog", name=f"Ask {SUPPLIER} for documents")
    dialog.get_by_role("checkbox", name=document).check()
    dialog.get_by_label("Contact").select_option("email")
    dialog.get_by_role("textbox", name="E-mail").fill(email)
    dialog.get_by_role("textbox", name="Name").fill(name)
    dialog.get_by_label("Message").fill("For the audit in spring.")
    dialog.get_by_role("button", name="Ask for document").click()
    expect(buyer.get_by_text("Asked for 1 document.").first).to_be_visible()
    expect(dialog).to_have_count(0)


def send_again_after_rejection(buyer: Page, phone: Page, link: str) -> None:
    """Reject the document, and send a new one by the link of the first mail."""
    review(buyer, "Reject...")
    dialog = buyer.get_by_role("dialog", name=re.compile(f"^{TYPE}"))
    dialog.get_by_label("Reason").fill("The second page is missing.")
    dialog.get_by_role("button", name="Reject document").click()
    expect(buyer.get_by_text(f"{TYPE} rejected.")).to_be_visible()
    go(phone, link)
    expect(phone.get_by_text("The second page is missing.")).to_be_visible()
    choose(phone, "Certificate No: IATF 0455\nValid until: 13 March 2029\nPage 2")
    phone.get_by_role("textbox", name="Number").fill("IATF 0455")
    phone.get_by_role("textbox", name="Issued by").fill("Northwind Assurance")
    phone.get_by_role("button", name=re.compile("^Use valid until")).click()
    phone.get_by_role("button", name=f"Send {TYPE}").click()
    expect(phone.get_by_text("Sent, waiting for the review")).to_be_visible()
