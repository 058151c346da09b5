"""Error responses and lost requests on any page (specification section 8)."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.browser.test_ncr import fill_required, new_report
from tests.browser.test_network import open_supplier
from tests.browser.test_people import picture
from tests.fixtures.browser import Console, go, sign_in

BUYER = DEMO_EMAILS[0]
LIST = re.compile(r"/api/user\?")


def open_contacts(page: Page, console: Console) -> Page:
    """Sign in and open the contacts, where typing a search sends a request."""
    console.allow(r"status of \d+|ERR_FAILED")
    sign_in(page, BUYER)
    go(page, "/contacts")
    return page


def mock_response(page: Page, status: int, body: object = None, **headers: str) -> None:
    """Return this response for every list of contacts."""
    headers = {"Server-Version": VERSION, "Content-Type": "application/json", **headers}

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, headers=headers, body="" if body is None else json.dumps(body))

    page.route(LIST, fulfil)


def search(page: Page) -> None:
    page.get_by_placeholder("Search people and organisations").fill("Rosa")


def sign_in_again(page: Page) -> None:
    page.wait_for_url(re.compile(r"/login\?returnUrl="))
    page.unroute_all()
    # The page fills in the address of the last sign-in, which would be joined with a text that is typed meanwhile.
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    page.get_by_label("E-mail address").fill(BUYER)
    page.get_by_label("Password", exact=True).fill("Walnut-Harbour-27")
    page.get_by_role("button", name="Login >").click()
    page.wait_for_url(lambda url: "/login" not in url)
    page.locator("#island-page[data-mounted]").wait_for(state="attached")


def end_session(page: Page) -> None:
    """Make the next API requests fail with 401."""
    page.context.clear_cookies()
    body = {"errors": ["Please sign in again."]}
    page.route(
        lambda url: "/api/" in url and "/api/session" not in url,
        lambda route: route.fulfill(status=401, headers={"Server-Version": VERSION}, json=body),
    )


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
    ids=["one line per error", "403", "message without errors", "no body"],
)
def test_error_response_is_shown_in_a_toast(
    page: Page, console: Console, status: int, body: object, words: str
) -> None:
    open_contacts(page, console)
    mock_response(page, status, body)
    search(page)
    toast = page.locator(".toast-message").first
    expect(toast).to_be_visible()
    assert words in toast.inner_text()
    expect(page.get_by_text("This list could not be loaded.")).to_be_visible()
    page.unroute(LIST)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Rosa Meyer").first).to_be_visible()


def test_lost_connection_shows_no_toast(page: Page, console: Console) -> None:
    open_contacts(page, console)
    page.route(LIST, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        search(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator(".toast-message")).to_have_count(0)


@pytest.mark.parametrize(
    ("status", "version"), [(503, VERSION), (200, "999.0.0")], ids=["503", "another version"]
)
def test_maintenance_page_follows_an_unavailable_or_newer_server(
    page: Page, console: Console, status: int, version: str
) -> None:
    open_contacts(page, console)
    mock_response(page, status, [], **{"Server-Version": version})
    search(page)
    page.wait_for_url("**/maintenance*")
    page.get_by_role("link", name="Login").click()
    page.wait_for_url(re.compile("/(login|home|contacts)"))


def test_ended_session_leads_to_login_and_back(page: Page, console: Console) -> None:
    open_contacts(page, console)
    end_session(page)
    search(page)
    page.wait_for_url(re.compile(r"/login\?returnUrl=%2Fcontacts"))
    sign_in_again(page)
    assert "/contacts" in page.url


def test_dialog_keeps_its_input_when_the_session_ends(page: Page, console: Console) -> None:
    console.allow(r"status of 401")
    sign_in(page, BUYER)
    go(page, "/contacts")
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="Add a User...").click()
    dialog.get_by_label("Role").select_option("Viewer")
    dialog.get_by_label("User name").fill("Nell Archer")
    end_session(page)
    dialog.get_by_label("E-mail address").fill("nell@fjord.example")
    sign_in_again(page)
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Add a User...").click()
    expect(dialog.get_by_text("Your draft was restored.")).to_be_visible()
    expect(dialog.get_by_label("User name")).to_have_value("Nell Archer")
    expect(dialog.get_by_label("E-mail address")).to_have_value("nell@fjord.example")
    expect(dialog.get_by_label("Role")).to_have_value("Viewer")
    expect(dialog.get_by_role("button", name="Send Invitation")).to_be_enabled()


def test_failed_invitation_keeps_its_input(page: Page, console: Console) -> None:
    console.allow(r"status of \d+|ERR_FAILED")
    sign_in(page, BUYER)
    go(page, "/organisations/invite")
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


def test_failed_reply_keeps_its_text(page: Page, console: Console) -> None:
    console.allow(r"status of \d+|ERR_FAILED")
    sign_in(page, BUYER)
    go(page, "/messages/t/16")
    page.get_by_role("button", name="Your reply...").click()
    page.locator(".ProseMirror").click()
    page.keyboard.type("The drawing is on its way.")
    page.route("**/api/messageThread/16/message", lambda route: route.fulfill(status=500, body=""))
    send = page.get_by_role("button", name="Send", exact=True)
    send.click()
    expect(page.locator(".toast-message").first).to_be_visible()
    expect(send).to_be_enabled()
    expect(page.locator(".ProseMirror")).to_contain_text("The drawing is on its way.")
    page.unroute("**/api/messageThread/16/message")
    send.click()
    expect(page.get_by_text("Message sent.", exact=True)).to_be_visible()


def fail_once(page: Page, address: str, action: Callable[[], None]) -> None:
    """Run `action`, respond with 500 and expect a toast."""
    page.route(address, lambda route: route.fulfill(status=500, body=""))
    with page.expect_response(lambda response: response.status == 500):
        action()
    expect(page.locator(".toast-message").first).to_be_visible()
    page.unroute(address)


def test_failed_changes_on_a_suppliers_page_can_be_repeated(page: Page, console: Console) -> None:
    console.allow(r"status of \d+")
    sign_in(page, BUYER)
    open_supplier(page, "Calder & Sons Coatings")
    page.get_by_role("button", name="Edit notes").click()
    notes = page.get_by_role("textbox", name="Notes")
    notes.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("Asked for a second oven.")
    save = page.get_by_role("button", name="Save changes")
    fail_once(page, "**/api/relationship/*/notes", save.click)
    expect(notes).to_contain_text("Asked for a second oven.")
    save.click()
    expect(notes).to_have_count(0)
    expect(page.get_by_text("Asked for a second oven.", exact=True)).to_be_visible()

    page.get_by_role("button", name="Change Relationship...").click()
    dialog = page.get_by_role("dialog", name="Change Supplier Relationship")
    dialog.get_by_role("radio", name=re.compile("^Preferred")).check()
    dialog.get_by_label("Message").fill("From June on.")
    save = dialog.get_by_role("button", name="Save Changes")
    fail_once(page, "**/api/relationship/*/level", save.click)
    expect(dialog.get_by_role("radio", name=re.compile("^Preferred"))).to_be_checked()
    expect(dialog.get_by_label("Message")).to_have_value("From June on.")
    save.click()
    expect(page.get_by_text("Relationship updated ok")).to_be_visible()


def test_failed_uploads_can_be_repeated(page: Page, console: Console) -> None:
    console.allow(r"status of \d+")
    sign_in(page, BUYER)
    go(page, "/setup/organisation")
    page.get_by_role("button", name="Change image").click()
    dialog = page.get_by_role("dialog")
    chooser = dialog.locator("input[type=file]")
    fail_once(page, "**/api/attachment/**", lambda: chooser.set_input_files(picture("logo.png", "PNG")))
    chooser.set_input_files(picture("logo.png", "PNG"))
    use = dialog.get_by_role("button", name="Use this image")
    expect(use).to_be_enabled()
    fail_once(page, "**/api/organisation/*/logo", use.click)
    expect(dialog.get_by_role("img", name="The new logo")).to_be_visible()
    use.click()
    expect(page.get_by_text("Logo changed")).to_be_visible()

    go(page, "/messages/t/16")
    page.get_by_role("button", name="Your reply...").click()
    files = page.locator("input[type=file]")
    plan = {"name": "plan.csv", "mimeType": "text/csv", "buffer": b"week,pieces\n12,400\n"}
    page.route("**/api/attachment/**", lambda route: route.fulfill(status=500, body=""))
    files.set_input_files(plan)
    again = page.get_by_role("button", name="Try plan.csv again")
    expect(again).to_be_visible()
    page.unroute("**/api/attachment/**")
    again.click()
    expect(again).to_have_count(0)
    expect(page.get_by_role("button", name="Remove plan.csv")).to_be_visible()


def test_failed_report_or_message_keeps_its_input(page: Page, console: Console) -> None:
    console.allow(r"status of \d+")
    sign_in(page, BUYER)
    go(page, "/home")
    report = new_report(page)
    fill_required(page, report, summary="Burrs on the edge")
    save = report.get_by_role("button", name="Save")
    fail_once(page, "**/api/ncr", save.click)
    expect(report.get_by_label("Summary")).to_have_value("Burrs on the edge")
    save.click()
    expect(page.get_by_text("Changes saved ok.")).to_be_visible()

    go(page, "/messages")
    page.get_by_role("button", name="New message...").click()
    message = page.get_by_role("dialog")
    choose(page, message.get_by_label("Recipient organisation"), "Bergmann")
    message.get_by_label("Subject").fill("Burrs")
    message.get_by_role("textbox", name="Message").click()
    page.keyboard.type("When can you look at them?")
    send = message.get_by_role("button", name="Send Message")
    fail_once(page, "**/api/messageThread", send.click)
    expect(message.get_by_label("Subject")).to_have_value("Burrs")
    expect(message.get_by_role("textbox", name="Message")).to_contain_text("When can you look at them?")
    send.click()
    expect(page.get_by_text("Message sent ok.")).to_be_visible()
