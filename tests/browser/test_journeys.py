"""The main journey of the product, from the buyer's sign-in to the exported answers, in a browser."""

import csv
import io
import re
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Download, Page, expect
from pypdf import PdfReader

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.browser.answering import WORDS, answer_all_fields, answer_field, choose
from tests.fixtures.browser import Console, NewPage, go, open_from_home
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
PASSWORD = "A brand-new secret 7"


def sign_in(page: Page, email: str, password: str) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Login >").click()


def scan_link(url: str) -> None:
    """Request a link like a mail scanner does before the user opens it."""
    for method in ("HEAD", "GET", "GET"):
        with urllib.request.urlopen(urllib.request.Request(url, method=method)) as response:
            assert response.status == 200


def invite(page: Page, *, company: str, email: str) -> None:
    page.get_by_role("button", name="Add", exact=False).first.click()
    page.get_by_role("menuitem", name="Invite A New Supplier...").click()
    page.wait_for_url("**/organisations/invite")
    page.get_by_label("Contact name").fill("Jo Supplier")
    page.get_by_label("Contact email").fill(email)
    page.get_by_label("Organisation name").fill(company)
    page.get_by_role("radio", name=re.compile("Evaluation")).check(force=True)
    page.get_by_role("button", name="Create and Send Invitation").click()


def accept(page: Page, link: str) -> None:
    go(page, link)
    expect(page.get_by_label("E-mail address")).to_have_value("jo@seals.example")
    page.get_by_label(re.compile("^Name")).fill("Jo Smith")
    page.locator("input[type=password]").nth(0).fill(PASSWORD)
    page.locator("input[type=password]").nth(1).fill(PASSWORD)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("Organisation name")).to_have_value("Harbour Seals Ltd")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Done").click()
    page.wait_for_url("**/home")


def send_rfi(
    page: Page, *, to: str | None = None, guest: str | None = None, title: str = "New Message"
) -> None:
    """Fill the New Message modal, which has this title, for an RFI with the shipped questionnaire."""
    modal = page.get_by_role("dialog", name=title)
    modal.get_by_text("RFI", exact=True).click()
    if to:
        choose(page, modal.get_by_label("Recipient organisation"), to)
    if guest:
        field = modal.get_by_label("Guests by e-mail")
        field.fill(guest)
        field.press("Enter")
    choose(page, modal.get_by_label("Documents"), "Supplier qualification")
    modal.get_by_label("Deadline", exact=True).fill("31/12/2026")
    modal.get_by_label("Subject").fill("Supplier qualification 2027")
    modal.locator(".ProseMirror").click()
    page.keyboard.type("Please answer this questionnaire.")
    expect(modal.get_by_text(re.compile(r"^Will be sent: .*\b55 questions, due "))).to_be_visible()
    modal.get_by_role("button", name="Send Message").click()
    expect(page.get_by_text("Message sent ok.")).to_be_visible()
    link = page.get_by_role("link", name="View request")
    expect(link).to_have_attribute("href", re.compile(r"^/rfx/request/\d+$"))


def wait_until_saved(page: Page) -> None:
    expect(page.get_by_text("All changes saved").first).to_be_visible(timeout=15_000)


def download(page: Page, format: str) -> Download:
    with page.expect_download(timeout=60_000) as download_info:
        page.get_by_role("button", name="Download").click()
        page.get_by_role("menuitem", name=re.compile(format, re.IGNORECASE)).click()
    return download_info.value


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
OUTLINE = """() => [...document.querySelectorAll("[data-type][id^='field-'], .doc-view h2, .doc-view h3")]
  .map((element) => element.id.startsWith("field-") ? element.id : element.textContent.trim())"""
"""The headings and fields in the order of the page."""


@pytest.mark.long
def test_from_the_invitation_to_the_exported_answers(
    live_server: LiveServer, page: Page, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 401")
    buyer = page
    go(buyer, "/login?returnUrl=/organisations")
    sign_in(buyer, BUYER, "wrong")
    expect(buyer.get_by_text("Username or password is incorrect.")).to_be_visible()
    expect(buyer.get_by_role("button", name="Login >")).to_be_enabled()
    buyer.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    buyer.get_by_role("button", name="Login >").click()
    buyer.wait_for_url("**/organisations")

    invite(buyer, company="Harbour Seals Ltd", email="jo@seals.example")
    buyer.wait_for_url(re.compile(r"/organisations/\d+$"))
    expect(buyer.get_by_text("Invitation sent ok")).to_be_visible()
    expect(buyer.get_by_text("has not accepted")).to_be_visible()
    organisation = buyer.url

    mail = live_server.mailbox.wait_for(to="jo@seals.example")[0]
    link = next(url for url in mail.links if "/acceptInvite/" in url)
    scan_link(link)
    supplier = new_page()
    accept(supplier, link)
    expect(supplier.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Good \w+, Jo$"))

    go(buyer, organisation)
    buyer.get_by_role("button", name="Send Message...").click()
    send_rfi(buyer)
    mail = live_server.mailbox.wait_for(to="jo@seals.example", count=2)[-1]
    assert any("/rfx/" in url for url in mail.links)

    go(supplier, "/home")
    open_from_home(
        supplier, supplier.locator("a[href*='/task/']").filter(has_text="Supplier qualification 2027")
    )
    supplier.wait_for_url(re.compile(r"/rfx/\d+/task/\d+$"))
    assert answer_all_fields(supplier) >= 50
    wait_until_saved(supplier)
    supplier.goto("/home")
    rfx = next(url for url in mail.links if "/rfx/" in url)
    go(supplier, rfx)
    expect(supplier.locator("[data-type=TEXTAREA] textarea").first).to_have_value(WORDS["TEXTAREA"])
    outline_of_respondent = supplier.evaluate(OUTLINE)
    for field in supplier.locator("[data-type=FORMSIGNATURE][id^='field-']").all():
        answer_field(field, "FORMSIGNATURE")
    expect(supplier.get_by_text("RFx submitted ok")).to_be_visible(timeout=15_000)

    live_server.mailbox.wait_for(to=BUYER, linking=urlsplit(rfx).path)
    buyer.goto(rfx)
    expect(buyer.get_by_text("Completed").first).to_be_visible()
    expect(buyer.get_by_text(WORDS["TEXTAREA"]).first).to_be_visible()
    expect(buyer.get_by_role("button", name="Re-Open RFx")).to_be_visible()
    outline_of_requester = buyer.evaluate(OUTLINE)
    assert len(outline_of_requester) > 60
    assert outline_of_requester == outline_of_respondent, (
        "the requester sees the same document as the respondent"
    )
    check_exports(buyer, headings=[entry for entry in outline_of_requester if not entry.startswith("field-")])


def check_exports(page: Page, *, headings: list[str]) -> None:
    """Check that each export contains the answers, and the PDF the headings in order."""
    sheet = load_workbook(io.BytesIO(download(page, "xlsx").path().read_bytes()))
    cells = {
        str(cell.value) for tab in sheet for row in tab.iter_rows() for cell in row if cell.value is not None
    }
    assert any(WORDS["TEXTAREA"] in cell for cell in cells)
    rows = list(csv.reader(io.StringIO(download(page, "csv").path().read_text(encoding="utf-8-sig"))))
    assert any(WORDS["TEXT"] in cell for row in rows for cell in row)
    text = "".join(part.extract_text() for part in PdfReader(download(page, "pdf").path()).pages)
    assert "TÜV SÜD" in text
    assert "Jo Smith" in text
    positions = [text.rfind(heading) for heading in headings]
    assert len(positions) >= 7
    assert -1 not in positions
    assert positions == sorted(positions)


def test_guest_answers_without_an_account_on_a_phone(live_server: LiveServer, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    go(page, "/login?returnUrl=/rfx")
    sign_in(page, BUYER, DEMO_PASSWORD)
    page.wait_for_url("**/rfx")
    page.get_by_role("button", name="New RFx...").click()
    send_rfi(page, guest="sam@elsewhere.example", title="New RFx")
    mail = live_server.mailbox.wait_for(to="sam@elsewhere.example")[0]
    link = next(url for url in mail.links if "/guest/" in url)
    scan_link(link)
    guest = new_page(**PHONE)
    go(guest, link)
    expect(guest.get_by_role("tab", name="Messages")).to_have_count(0)
    answer_all_fields(guest)
    wait_until_saved(guest)
    page.goto(f"/rfx/{link.rpartition('/')[2]}")
    people = page.get_by_role("list", name="People here now")
    expect(people).to_contain_text("Guest (sam@elsewhere.example) is answering section")
    again = new_page(**PHONE)
    go(again, link)
    expect(again.locator("[data-type=TEXTAREA] textarea").first).to_have_value(WORDS["TEXTAREA"])
    # Without the top bar of the product, the form's header sticks below the title while scrolling.
    again.set_viewport_size({"width": 1280, "height": 900})
    again.mouse.move(400, 500)
    again.mouse.wheel(0, 1500)
    expect(again.locator(".rfx-title-row")).to_be_in_viewport()
    title = again.locator(".rfx-title-row").bounding_box()
    head = again.locator(".form-card-head").first.bounding_box()
    assert title
    assert head
    assert 0 <= head["y"] - title["y"] - title["height"] <= 8
    again.set_viewport_size(PHONE["viewport"])
    for field in again.locator("[data-type=FORMSIGNATURE][id^='field-']").all():
        answer_field(field, "FORMSIGNATURE")
    expect(again.get_by_text("RFx submitted ok")).to_be_visible(timeout=15_000)
    page.goto("/rfx")
    completed_row = page.locator("tr").filter(has_text="Guest").filter(has_text="Completed")
    expect(completed_row).to_have_count(1)
    completed_row.locator(".row-link").click()
    expect(page.get_by_text(WORDS["TEXTAREA"]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
