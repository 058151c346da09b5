"""A lead asks a person without an account for two sections; both see each other's work."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.layout import SHIFTS
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

SUPPLIER = DEMO_EMAILS[1]
RFX = "/rfx/15"
"""An RFx of the demo data that the account answers."""
EMAIL = "ivo.horvat@lab.example"
LEAST_SHIFT = 0.01
"""The layout shift of a page whose text is set again in another time zone."""
SOON = 3_000
"""Milliseconds until a saved answer is on the other pages."""


def test_two_sections_are_answered_by_link_on_a_phone(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    # The link is gone after the part is taken back.
    console.allow(r"status of (401|404)")
    lead = new_page(viewport={"width": 1440, "height": 900})
    sign_in(lead, SUPPLIER)
    go(lead, RFX)
    lead.get_by_role("button", name="Ask a colleague for 7. Modern slavery...").click()
    dialog = lead.get_by_role("dialog", name="Ask a colleague")
    dialog.get_by_role("checkbox", name=re.compile("^6. Environment")).check()
    dialog.get_by_role("combobox").fill(EMAIL)
    lead.get_by_role("option", name=re.compile("ivo.horvat")).click()
    expect(dialog.get_by_text("is not your organisation's domain")).to_be_visible()
    dialog.get_by_label("Name").fill("Ivo Horvat")
    dialog.get_by_label("Note").fill("Please answer for the plant in Stuttgart.")
    axe(lead)
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(lead.get_by_text("Asked Ivo Horvat for 2 sections.")).to_be_visible()
    strip = lead.locator(".whose-turn")
    expect(strip).to_contain_text("Ivo")

    mail = live_server.mailbox.wait_for(linking="/part/", to=EMAIL)[0]
    link = re.search(r"/guest/[\w-]+/part/\d+", mail.text)
    assert link is not None
    phone = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    go(phone, link[0])
    expect(phone.get_by_text("Please answer for the plant in Stuttgart.")).to_be_visible()
    expect(phone.get_by_text("1. Company")).to_have_count(0)
    axe(phone)
    answer = phone.locator("[data-type=TEXTAREA] textarea, [data-type=TEXT] input").first
    key = answer.evaluate("element => element.closest('[id^=field-]').id")
    with phone.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        answer.fill("Answered on a phone")
    expect(lead.locator(f"#{key}").locator("input, textarea").first).to_have_value(
        "Answered on a phone", timeout=SOON
    )
    expect(strip).to_contain_text("Ivo")

    phone.get_by_role("button", name="Done with my part").click()
    done = phone.get_by_role("dialog", name="Done with my part")
    expect(done.get_by_text(re.compile("questions are still open"))).to_be_visible()
    axe(phone)
    done.get_by_role("button", name="Yes, I'm done").click()
    expect(phone.get_by_text("Thank you. Your part is done.")).to_be_visible()

    lead.reload()
    show_changes_on_the_open_page(lead, phone, axe)
    phone.goto(link[0])
    expect(phone.get_by_text("Sorry, that link is no longer valid.")).to_be_visible()
    expect(lead.locator(f"#{key}").locator("input, textarea").first).to_have_value("Answered on a phone")


def show_changes_on_the_open_page(lead: Page, phone: Page, axe: Axe) -> None:
    """Change the part, then take it back; the open page of the link shows both without a reload."""
    strip = lead.locator(".whose-turn")
    strip.locator("summary").click()
    row = strip.get_by_role("listitem").filter(has_text="Ivo Horvat")
    expect(row).to_contain_text("done")
    axe(lead)
    row.get_by_role("button", name=re.compile("^Actions on")).click()
    lead.get_by_role("menuitem", name="Change...").click()
    change = lead.get_by_role("dialog", name=re.compile("^Change"))
    change.get_by_label("Note").fill("And for the plant in Ulm.")
    change.get_by_role("button", name="Ask again").click()
    expect(phone.get_by_text("And for the plant in Ulm.")).to_be_visible(timeout=2 * SOON)
    row.get_by_role("button", name=re.compile("^Actions on")).click()
    lead.get_by_role("menuitem", name="Take back...").click()
    lead.get_by_role("dialog").get_by_role("button", name="Take back").click()
    expect(lead.get_by_text("Part taken back.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Part taken back")).to_be_visible(timeout=2 * SOON)
    axe(phone)


def test_the_list_of_sections_shows_people_and_asks_a_colleague(new_page: NewPage, axe: Axe) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sign_in(page, SUPPLIER)
    go(page, RFX)
    page.locator(".answer-section").click()
    sheet = page.get_by_role("dialog", name=re.compile("^Sections"))
    row = sheet.get_by_role("button", name=re.compile("4. "))
    expect(row.get_by_role("img", name=re.compile("Miloš"))).to_be_visible()
    axe(page)
    sheet.get_by_role("button", name="Ask a colleague...").click()
    expect(page.get_by_role("dialog", name="Ask a colleague")).to_be_visible()
    expect(sheet).to_be_hidden()


def test_strips_of_parts_are_served_with_the_page_and_nothing_moves(
    live_server: LiveServer, new_page: NewPage
) -> None:
    plain = new_page(java_script_enabled=False)
    sign_in(plain, SUPPLIER)
    plain.goto(RFX)
    strip = plain.locator(".whose-turn summary")
    expect(strip).to_contain_text(re.compile(r"^\d of \d parts done\. "))

    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.add_init_script(SHIFTS)
    sign_in(page, SUPPLIER)
    go(page, RFX)
    page.get_by_role("button", name="Next section").wait_for()
    page.locator(".whose-turn summary").click()
    expect(page.locator(".part-list").get_by_role("listitem").first).to_be_visible()
    assert page.evaluate("window.shifted") < LEAST_SHIFT
