"""What people see when a call is refused or lost, on whichever page (specification section 8)."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Console, sign_in

BUYER = DEMO_EMAILS[0]
LIST = re.compile(r"/api/user\?")


def at_contacts(page: Page, console: Console) -> Page:
    """Signed in, with the contacts open: typing a search makes a call."""
    console.allow(r"status of \d+|ERR_FAILED")
    sign_in(page, BUYER)
    page.goto("/contacts")
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    return page


def answer_with(page: Page, status: int, body: object = None, **headers: str) -> None:
    """Let every list of contacts be answered with this."""
    headers = {"Server-Version": VERSION, "Content-Type": "application/json", **headers}

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, headers=headers, body="" if body is None else json.dumps(body))

    page.route(LIST, fulfil)


def search(page: Page) -> None:
    page.get_by_placeholder("Search people and organisations").fill("Rosa")


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (
            400,
            {"errors": ["First sentence.", "Second sentence."], "message": "No."},
            "First sentence.\nSecond",
        ),
        (403, {"errors": ["You don't have permission to do that."]}, "You don't have permission to do that."),
        (400, {"message": "Only the message."}, "Only the message."),
        (500, None, "Something went wrong"),
    ],
    ids=["each error in its line", "403", "the message where there are no errors", "neither"],
)
def test_a_refusal_is_told_in_a_toast(
    page: Page, console: Console, status: int, body: object, words: str
) -> None:
    at_contacts(page, console)
    answer_with(page, status, body)
    search(page)
    toast = page.locator(".toast-message").first
    expect(toast).to_be_visible()
    assert words in toast.inner_text()
    expect(page.get_by_text("This list could not be loaded.")).to_be_visible()
    page.unroute(LIST)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Rosa Meyer").first).to_be_visible()


def test_a_lost_connection_needs_no_toast(page: Page, console: Console) -> None:
    at_contacts(page, console)
    page.route(LIST, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        search(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator(".toast-message")).to_have_count(0)


@pytest.mark.parametrize(
    ("status", "version"), [(503, VERSION), (200, "999.0.0")], ids=["503", "another version"]
)
def test_maintenance_follows_an_unavailable_or_newer_server(
    page: Page, console: Console, status: int, version: str
) -> None:
    at_contacts(page, console)
    answer_with(page, status, [], **{"Server-Version": version})
    search(page)
    page.wait_for_url("**/maintenance*")
    page.get_by_role("link", name="Login").click()
    page.wait_for_url(re.compile("/(login|home|contacts)"))


def test_an_ended_sign_in_goes_to_login_and_comes_back(page: Page, console: Console) -> None:
    at_contacts(page, console)
    page.context.clear_cookies()
    answer_with(page, 401, {"errors": ["Please sign in again."]})
    search(page)
    page.wait_for_url(re.compile(r"/login\?returnUrl=%2Fcontacts"))
    page.unroute(LIST)
    page.get_by_label("E-mail address").fill(BUYER)
    page.get_by_label("Password", exact=True).fill("Walnut-Harbour-27")
    page.get_by_role("button", name="Login >").click()
    page.wait_for_url(re.compile(r"/contacts"))


def test_a_failed_invitation_keeps_what_was_typed(page: Page, console: Console) -> None:
    console.allow(r"status of \d+|ERR_FAILED")
    sign_in(page, BUYER)
    page.goto("/organisations/invite")
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    page.route("**/api/relationship/invite", lambda route: route.abort())
    page.get_by_label("Contact name").fill("Ola Nordmann")
    page.get_by_label("Contact email").fill("ola@fjord.example")
    page.get_by_label("Organisation name").fill("Fjord Castings AS")
    send = page.get_by_role("button", name="Create and Send Invitation")
    with page.expect_event("requestfailed"):
        send.click()
    expect(send).to_be_enabled()
    expect(page.get_by_label("Contact name")).to_have_value("Ola Nordmann")
    page.unroute("**/api/relationship/invite")
    send.click()
    expect(page.get_by_text("Invitation sent ok")).to_be_visible()


def test_a_failed_reply_keeps_what_was_typed(page: Page, console: Console) -> None:
    console.allow(r"status of \d+|ERR_FAILED")
    sign_in(page, BUYER)
    page.goto("/messages/t/1")
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    page.get_by_role("button", name="Your reply...").click()
    page.locator(".ProseMirror").click()
    page.keyboard.type("The drawing is on its way.")
    page.route("**/api/messageThread/1/message", lambda route: route.fulfill(status=500, body=""))
    send = page.get_by_role("button", name="Send", exact=True)
    send.click()
    expect(page.locator(".toast-message").first).to_be_visible()
    expect(send).to_be_enabled()
    expect(page.locator(".ProseMirror")).to_contain_text("The drawing is on its way.")
    page.unroute("**/api/messageThread/1/message")
    send.click()
    expect(page.get_by_text("Message sent.", exact=True)).to_be_visible()
