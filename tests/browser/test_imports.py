"""Suppliers are imported from a spreadsheet: dropped, checked, one question answered, run and undone."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
ROWS = 30
HEADINGS = "Lieferantennr.;Firma;Land;Ort;Status;E-Mail;Fax"


def _content() -> bytes:
    """Return 30 suppliers as a spreadsheet program in Germany saves them: one is like a supplier of the network."""
    lines = [
        f"W-{n};Werk {n:02} Gießerei GmbH;Österreich;Wörgl;Freigegeben;info@werk{n}.example;1"
        for n in range(ROWS - 2)
    ]
    lines.append("W-98;Bergmann Praezision AG;Deutschland;Stuttgart;;nina@bergmann-ag.example;")
    lines.append("W-99;Ohne Land GmbH;Nirgendwo;Köln;;info@ohne-land.example;")
    return "\r\n".join([HEADINGS, *lines]).encode("cp1252")


def test_import_from_the_drop_to_the_network(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    go(page, "/organisations")
    page.get_by_role("link", name="Import...").click()
    expect(page.get_by_role("heading", name="Import suppliers")).to_be_visible()
    page.locator("input[type=file]").set_input_files(
        {"name": "werke.csv", "mimeType": "text/csv", "buffer": _content()}
    )
    expect(page.get_by_text("This column is left out: Fax.")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Field of column B, Firma")).to_have_value("NAME")
    assert axe(page) > 0
    page.get_by_role("button", name="Check the rows").click()
    expect(
        page.get_by_text("28 new. 2 rows need your decision and are not imported. No e-mails are sent.")
    ).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Row 31, Country: “Nirgendwo” is not a country.")).to_be_visible()
    page.get_by_role("link", name="Ask 1").click()
    pair = page.get_by_role("list", name="Organisations like Bergmann Praezision AG")
    expect(pair).to_contain_text("Bergmann Präzision GmbH")
    # The rows of all outcomes stay in place, dimmed, until the rows to decide have arrived.
    expect(page.get_by_text("Werk 00 Gießerei GmbH")).to_have_count(0)
    assert axe(page) > 0
    page.get_by_role("button", name="Same: Bergmann Praezision AG is Bergmann Präzision GmbH").click()
    expect(page.get_by_text("28 new, 1 updated.")).to_be_visible()
    page.get_by_role("link", name="Wrong 1").click()
    country = page.get_by_label("Country", exact=True)
    console.allow("422")
    country.fill("Ostria")
    country.press("Enter")
    expect(page.get_by_text("“Ostria” is not a country.")).to_be_visible()
    expect(country).to_have_value("Ostria")
    assert axe(page) > 0
    country.fill("Österreich")
    country.press("Enter")
    expect(page.get_by_text("29 new, 1 updated. No e-mails are sent.")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Import 30 suppliers").click()
    expect(page).to_have_url(re.compile(r"/bulk/\d+$"), timeout=30_000)
    expect(page.get_by_text("Finished")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("link", name="Done 30")).to_be_visible()
    result = page.url
    go(page, "/organisations?search=Werk+07")
    expect(page.get_by_role("table")).to_contain_text("Werk 07 Gießerei GmbH")
    go(page, "/organisations?name=w7")
    expect(page.get_by_role("table")).to_contain_text("No. W-7")
    _pick_to_invite(page, axe)
    page.goto(result)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Undone 30")).to_be_visible(timeout=60_000)
    go(page, "/organisations?search=Werk+07")
    expect(page.get_by_text("Werk 07 Gießerei GmbH")).to_have_count(0)


def _pick_to_invite(page: Page, axe: Axe) -> None:
    """Pick an imported supplier in "Invite several", up to the preview of the mail."""
    go(page, "/organisations?notInvited=true")
    expect(page.get_by_text("Not invited", exact=True).first).to_be_visible()
    page.get_by_role("link", name="Invite them...").click()
    dialog = page.get_by_role("dialog", name="Suppliers not invited yet")
    dialog.get_by_label("Search").fill("werk 07")
    expect(dialog.get_by_text("1 supplier", exact=True)).to_be_visible()
    dialog.get_by_label("Select Werk 07 Gießerei GmbH").check()
    assert axe(page) > 0
    dialog.get_by_role("button", name="Add 1 supplier").click()
    expect(page.get_by_role("heading", name="1 supplier to invite")).to_be_visible()
    expect(page.get_by_text("info@werk7.example").first).to_be_visible()
    expect(page.get_by_role("heading", name="The e-mail")).to_be_visible()
    send = page.get_by_role("button", name="Send 1 invitation")
    expect(send).to_be_disabled()
    page.get_by_role("button", name="Invite anyway").click()
    expect(send).to_be_enabled()
    page.get_by_role("button", name="Leave out row 1").click()
