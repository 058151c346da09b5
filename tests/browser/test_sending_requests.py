"""One request to several suppliers: a pasted list with two bad lines, and the page of the request."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, go, sign_in

BUYER = DEMO_EMAILS[0]
LINES = (
    "Jo Park <jo.park@new-supplier.example>",
    "not an address",
    "ada@another-supplier.example",
    "ben@",
    "Cleo Diaz\tcleo@third-supplier.example",
)


def test_a_pasted_list_is_corrected_and_sent(page: Page, axe: Axe, console: Console) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    go(page, "/rfx")
    page.get_by_role("button", name="New RFx...").first.click()
    dialog = page.get_by_role("dialog", name="New RFx")
    dialog.get_by_text("RFI", exact=True).click()
    dialog.get_by_role("button", name="Add by saved view, tag, level or pasted list").click()
    pasted = dialog.get_by_label("Pasted list")
    pasted.fill("\n".join(LINES))
    choose(page, dialog.get_by_label("Documents"), "Information security")
    dialog.get_by_label("Subject").fill("Security check")
    dialog.locator(".ProseMirror").click()
    page.keyboard.type("Please answer.")
    expect(dialog.get_by_text("Line 2, not an address:")).to_be_visible()
    expect(dialog.get_by_text("Line 4, ben@:")).to_be_visible()
    axe(page)
    dialog.get_by_role("button", name="Send Message").click()
    problems = dialog.get_by_role("region", name="There is a problem")
    expect(problems).to_contain_text("Line 2: This is not a valid e-mail address.")
    expect(pasted).to_have_value("\n".join(LINES))
    dialog.get_by_role("button", name="Remove these 2 lines").click()
    expect(dialog.get_by_text(re.compile(r"^Will be sent: 3 guests, "))).to_be_visible()
    dialog.get_by_role("button", name="Send Message").click()
    expect(page.get_by_text("Message sent ok.")).to_be_visible()
    page.get_by_role("link", name="View request").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Security check")

    page.get_by_role("button", name="Add suppliers...").click()
    dialog = page.get_by_role("dialog", name="Add suppliers")
    choose(page, dialog.get_by_label("Recipient organisation"), "Bergmann")
    expect(dialog.get_by_text("Will be sent: 1 supplier.")).to_be_visible()
    axe(page)
    dialog.get_by_role("button", name="Send to these suppliers").click()
    expect(page.get_by_text("Suppliers added.")).to_be_visible()
