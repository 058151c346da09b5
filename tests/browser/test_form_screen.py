"""The form editor in full screen, in print and on a phone."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from app.forms.starters.survey_promise import NEW_PROMISE, OLD_PROMISE
from tests.browser.writing import SAVED, new_form, open_form
from tests.fixtures.browser import Axe, NewPage, call_api, sign_in

BUYER = DEMO_EMAILS[0]


def test_rejected_full_screen_is_reported(page: Page) -> None:
    page.add_init_script("Element.prototype.requestFullscreen = () => Promise.reject(new Error('no'))")
    sign_in(page, BUYER)
    open_form(page, new_form(page, "Small screen"))
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_text("Full screen is not supported.")).to_be_visible()


def test_full_screen_shows_title_and_saving_state(page: Page) -> None:
    sign_in(page, BUYER)
    text = open_form(page, new_form(page, "As large as it gets"))
    state = page.locator(".form-full-state")
    expect(state).to_be_hidden()
    page.get_by_role("button", name="Full screen").click()
    text.click()
    page.keyboard.type("Wide")
    expect(state).to_have_text(f"As large as it gets{SAVED}")
    page.get_by_role("button", name="Leave full screen").click()
    expect(state).to_be_hidden()


def test_frozen_fields_look_read_only_and_only_the_form_is_printed(
    page: Page,
) -> None:
    sign_in(page, BUYER)
    form_id = new_form(page, "To print")
    text = open_form(page, form_id)
    text.click()
    page.keyboard.type("Read this first")
    page.get_by_role("complementary", name="Properties").get_by_role("button", name="Number").click()
    expect(page.locator(".form-header .saving-state")).to_contain_text(SAVED)
    call_api(page, "POST", f"/api/docForm/{form_id}/publish", {})
    open_form(page, form_id)
    page.locator(".form-field").click()
    colour = "element => getComputedStyle(element).backgroundColor"
    assert page.get_by_label("Name", exact=True).evaluate(colour) != page.get_by_label("Suffix").evaluate(
        colour
    )
    page.get_by_role("button", name="Preview").click()
    panel = page.get_by_role("complementary", name="Preview values")
    expect(panel).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".doc-view-form")).to_contain_text("Read this first")
    expect(panel).to_be_hidden()


def test_properties_are_a_bottom_sheet_on_a_phone(new_page: NewPage, axe: Axe) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, color_scheme="dark")
    sign_in(page, BUYER)
    text = open_form(page, new_form(page, "On a phone"))
    text.click()
    page.get_by_role("button", name="Open the properties").click()
    sheet = page.get_by_role("complementary", name="Properties")
    sheet.get_by_role("button", name="Country").click()
    sheet.get_by_role("textbox", name="Label", exact=True).fill("Where are you based?")
    sheet.get_by_role("button", name="Close the properties").click()
    expect(page.locator(".form-field.selected")).to_contain_text("Where are you based?")
    page.get_by_role("button", name="Field", exact=True).click()
    page.get_by_role("menuitem", name="Date").click()
    page.get_by_role("button", name="Open the properties").click()
    sheet.get_by_role("button", name="Move the field up").click()
    expect(page.locator(".form-field").first).to_contain_text("Date")
    assert axe(page) > 0
    sheet.get_by_role("button", name="Close the properties").click()
    text.press("F2")
    expect(sheet.get_by_role("textbox", name="Label", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(text).to_be_focused()
    expect(sheet.get_by_role("button", name="Open the properties")).to_be_visible()
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    page.get_by_role("link", name="Forms", exact=True).click()
    page.wait_for_url("**/forms")


def test_survey_with_the_old_promise_gets_a_corrected_draft(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    title = "Survey with the old promise"
    form = call_api(page, "POST", "/api/docForm", {"title": title, "type": "INTERNAL_SURVEY"})
    text = {"type": "text", "text": OLD_PROMISE}
    doc = {**form["doc"], "doc": {"type": "doc", "content": [{"type": "paragraph", "content": [text]}]}}
    call_api(
        page, "PUT", f"/api/docForm/{form['id']}", {"version": form["version"], "title": title, "doc": doc}
    )
    call_api(page, "POST", f"/api/docForm/{form['id']}/publish", {})
    page.goto(f"/forms?title={title.replace(' ', '+')}")
    expect(page.get_by_role("row", name=title)).to_contain_text("Needs correction")
    page.get_by_role("link", name=title).click()
    page.get_by_role("button", name="Preview").click()
    correct = page.get_by_role("button", name="Create a corrected draft")
    expect(correct).to_be_visible()
    assert axe(page) > 0
    correct.click()
    editor = page.get_by_role("textbox", name="Form", exact=True)
    expect(editor).to_have_text(NEW_PROMISE)
    expect(page.get_by_text("You're editing the draft of revision 2.")).to_be_visible()
    expect(correct).to_have_count(0)
    expect(page).not_to_have_url(re.compile(rf"/forms/{form['id']}\b"))
    page.goto(f"/forms/{form['id']}")
    page.get_by_role("link", name="Open the draft").click()
    expect(editor).to_have_text(NEW_PROMISE)
