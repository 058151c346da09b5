"""What the tests of the form editor have in common: a form of one's own, opened, and what is said of saving."""

from playwright.sync_api import Locator, Page, expect

from tests.fixtures.browser import call_api

SAVED = "All changes saved"


def new_form(page: Page, title: str) -> int:
    """A blank form of the viewer's organisation."""
    form_id: int = call_api(page, "POST", "/api/docForm", {"title": title, "type": "RFI"})["id"]
    return form_id


def open_form(page: Page, form_id: int, query: str = "") -> Locator:
    """Open a form and wait until one can write; answers the text."""
    page.goto(f"/forms/{form_id}{query}")
    text = page.get_by_role("textbox", name="Form", exact=True)
    expect(text).to_be_visible()
    return text


def saving(page: Page) -> Locator:
    """What the header says of saving."""
    return page.locator(".form-header .saving-state")
