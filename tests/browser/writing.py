"""Helpers of the form editor tests: create and open a form, and find its saving state."""

from playwright.sync_api import Locator, Page, expect

from tests.fixtures.browser import call_api

SAVED = "All changes saved"


def new_form(page: Page, title: str) -> int:
    """Create a blank form of the user's organisation and return its id."""
    form_id: int = call_api(page, "POST", "/api/docForm", {"title": title, "type": "RFI"})["id"]
    return form_id


def open_form(page: Page, form_id: int, query: str = "") -> Locator:
    """Open a form, wait until it can be edited, and return its text box."""
    page.goto(f"/forms/{form_id}{query}")
    text = page.get_by_role("textbox", name="Form", exact=True)
    expect(text).to_be_visible()
    return text


def saving(page: Page) -> Locator:
    """Return the saving state in the header."""
    return page.locator(".form-header .saving-state")
