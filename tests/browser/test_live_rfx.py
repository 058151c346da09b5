"""Two people in one RFx see each other's work without reloading."""

import re

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[0], DEMO_EMAILS[1]
RFX = "/rfx/15"
"""An RFx of the demo data that the second account answers."""
SOON = 3_000
"""Milliseconds until a saved answer is on the other pages."""


def count_text(page: Page) -> str:
    """Return the progress of the first form, such as '52 of 62 answered'."""
    return page.locator(".form-pick-count").first.inner_text()


def test_progress_and_people_of_an_open_rfx_move_without_reloading(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    buyer, supplier = new_page(viewport={"width": 1440, "height": 900}), new_page()
    for page, email in ((buyer, BUYER), (supplier, SUPPLIER)):
        sign_in(page, email)
        go(page, RFX)
    people = buyer.get_by_role("list", name="People here now")
    name = supplier.locator("#field-legal_name input")
    name.focus()
    expect(people).to_contain_text("Jana Bergmann is answering section 1")
    before = count_text(buyer)
    done, total = map(int, re.findall(r"\d+", before))
    answer = name.input_value()
    assert answer
    save(name, "")
    expect(buyer.locator(".form-pick-count").first).to_have_text(
        f"{done - 1} of {total} answered", timeout=SOON
    )
    save(name, f"{answer} & Co")
    expect(buyer.locator(".form-pick-count").first).to_have_text(before, timeout=SOON)
    expect(buyer.locator("#field-legal_name")).to_contain_text(f"{answer} & Co")
    assert axe(buyer) > 0
    # The respondent does not see the requester's readers.
    expect(supplier.get_by_role("list", name="People here now")).to_have_count(0)


def save(field: Locator, text: str) -> None:
    """Fill in a field and wait until the server has acknowledged the answer."""
    with field.page.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        field.fill(text)
