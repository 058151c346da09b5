"""Webhooks: add one, read and rotate its secret, send a test event, read the delivery, send it again, switch off, remove."""

import re
import time

from playwright.sync_api import Page, expect

from tests.factories.webhooks import run_receiver
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer, StartLiveServer

BUYER, SUPPLIER = "buyer@demo.example", "supplier@demo.example"
PATH = "/setup/integrations/webhooks"


def open_action(page: Page, name: str) -> None:
    page.get_by_role("button", name="Actions for Purchasing").click()
    page.get_by_role("menuitem", name=name).click()


def refresh_until(page: Page, text: str) -> None:
    """Refresh the deliveries until the text is there; the worker sends them within two seconds."""
    table = page.get_by_role("table", name="Deliveries")
    deadline = time.monotonic() + 20
    while table.get_by_text(text).count() == 0 and time.monotonic() < deadline:
        with page.expect_response(re.compile("/delivery")):
            page.get_by_role("button", name="Refresh").click()
    expect(table.get_by_text(text).first).to_be_visible()


def add_webhook(page: Page, url: str, axe: Axe) -> None:
    """Add a webhook for one event, after an address that is refused."""
    page.get_by_role("button", name="New webhook...").click()
    dialog = page.get_by_role("dialog", name="New webhook")
    dialog.get_by_label(re.compile("^Address")).fill("https://10.0.0.1/")
    dialog.get_by_label("Description").fill("Purchasing")
    dialog.get_by_role("radio", name=re.compile("Chosen events")).check()
    dialog.get_by_label("Find an event").fill("submits an RFx")
    dialog.get_by_role("checkbox", name="rfx.submitted").check()
    axe(page)
    dialog.get_by_role("button", name="Add webhook").click()
    expect(dialog.get_by_text("This address is in a private network.").first).to_be_visible()
    dialog.get_by_label(re.compile("^Address")).fill(url)
    dialog.get_by_role("button", name="Add webhook").click()
    expect(dialog).to_have_count(0)
    row = page.get_by_role("row", name=re.compile("Purchasing"))
    expect(row).to_contain_text("rfx.submitted")
    expect(row).to_contain_text("On")


def rotate_secret(page: Page, axe: Axe) -> None:
    """Show the secret, then replace it."""
    open_action(page, "Secret...")
    dialog = page.get_by_role("dialog", name="Secret of Purchasing")
    dialog.get_by_role("button", name="Show the secret").click()
    secret = dialog.get_by_label("Secret", exact=True)
    expect(secret).to_have_value(re.compile("^whsec_"))
    axe(page)
    first = secret.input_value()
    dialog.get_by_role("button", name="Rotate secret...").click()
    dialog.get_by_role("button", name="Rotate the secret").click()
    expect(secret).not_to_have_value(first)
    dialog.get_by_role("button", name="Done").click()


def test_webhook_gets_a_signed_test_event_and_is_managed(
    start_live_server: StartLiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    console.allow(r"status of 422")
    with run_receiver() as receiver:
        receiver.statuses, receiver.content = [500, 200], b"all good"
        server: LiveServer = start_live_server(demo=True, PRIVATE_HOSTS=receiver.host)
        page = new_page(base_url=server.url, permissions=["clipboard-read", "clipboard-write"])
        sign_in(page, BUYER)
        go(page, PATH)
        add_webhook(page, receiver.url, axe)
        rotate_secret(page, axe)
        open_action(page, "Send test event")
        open_action(page, "Deliveries")
        page.wait_for_url(re.compile(PATH + r"/\d+$"))
        page.locator("#island-page[data-mounted]").wait_for(state="attached")
        refresh_until(page, "Failed")
        page.get_by_role("button", name=re.compile("webhook.test")).click()
        expect(page.get_by_text("The receiver answered 500 Internal Server Error.").first).to_be_visible()
        axe(page)
        page.get_by_role("button", name="Send again").click()
        refresh_until(page, "Delivered")
        expect(page.get_by_label("Answer of the receiver", exact=True)).to_have_value("all good")
        assert len({request.headers["webhook-id"] for request in receiver.requests}) == 1
        assert len(receiver.requests[0].headers["webhook-signature"].split(" ")) == 2
        page.get_by_label("State").select_option("FAILED")
        expect(page.get_by_text("No deliveries for the current search filter.")).to_be_visible()

        go(page, PATH)
        open_action(page, "Switch off")
        expect(page.get_by_role("row", name=re.compile("Purchasing"))).to_contain_text("Off")
        open_action(page, "Remove...")
        page.get_by_role("button", name="Remove this webhook").click()
        expect(page.get_by_role("row", name=re.compile("Purchasing"))).to_have_count(0)


def test_catalogue_of_events_is_searched_and_a_sample_copied(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    go(page, "/docs/events")
    page.get_by_label("Find an event").fill("supplier requests sign-off")
    expect(page.locator("summary")).to_have_count(1)
    page.locator("summary").press("Enter")
    page.get_by_role("button", name="Copy: Sample body of ncr.resolutionRequested").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert '"type": "ncr.resolutionRequested"' in copied
    axe(page)


def test_keyboard_opens_the_dialog_and_chooses_events(page: Page) -> None:
    sign_in(page, SUPPLIER)
    go(page, PATH)
    page.get_by_role("button", name="New webhook...").first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="New webhook")
    expect(dialog).to_be_visible()
    dialog.get_by_label(re.compile("^Address")).focus()
    page.keyboard.type("https://hooks.example.com/assay")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("radio", name=re.compile("Chosen events"))).to_be_checked()
    page.keyboard.press("Tab")
    expect(dialog.get_by_label("Find an event")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
