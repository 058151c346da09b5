"""A key from its creation to its end: copied, used by a program, rotated and revoked; and the reference page."""

import json
import re
import urllib.error
import urllib.request

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, Console, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, _SUPPLIER, _ADMIN = DEMO_EMAILS


def call(server: LiveServer, secret: str, path: str = "/api/organisation?pageSize=3") -> tuple[int, str]:
    """Send a request as a program does: no cookie, no version, no browser. Return the status and the body."""
    request = urllib.request.Request(server.url + path, headers={"Authorization": f"Bearer {secret}"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_key_is_created_used_rotated_and_revoked(
    live_server: LiveServer, page: Page, axe: Axe, console: Console
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_in(page, BUYER)
    go(page, "/setup/integrations")
    page.get_by_role("button", name="New key...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Warehouse")
    dialog.get_by_label("Role").select_option("Viewer")
    dialog.get_by_label("Read: Suppliers").check()
    assert axe(page) > 0
    dialog.get_by_role("button", name="Create Key").click()
    secret = page.get_by_label("API key", exact=True).input_value()
    assert re.fullmatch(r"asy_[\w-]{43}", secret)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Key copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == secret
    assert axe(page) > 0
    page.get_by_role("button", name="I have stored it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    status, body = call(live_server, secret)
    assert status == 200
    assert len(json.loads(body)) == 3
    status, body = call(live_server, secret, "/api/rfx")
    assert (status, json.loads(body)["message"]) == (403, "This API key needs the scope rfx:read.")
    go(page, "/setup/integrations")
    row = page.get_by_role("row", name=re.compile("^Warehouse asy_"))
    expect(row).to_contain_text("Active")
    expect(row).not_to_contain_text("Never")

    page.get_by_role("button", name="Actions for Warehouse").click()
    page.get_by_role("menuitem", name="New secret...").click()
    page.get_by_role("button", name="Create a new secret").click()
    newer = page.get_by_label("API key", exact=True).input_value()
    page.get_by_role("button", name="I have stored it").click()
    assert [call(live_server, each)[0] for each in (secret, newer)] == [200, 200]

    page.get_by_role("button", name="Actions for Warehouse").click()
    page.get_by_role("menuitem", name="Revoke...").click()
    page.get_by_role("button", name="Revoke this key").click()
    expect(row).to_contain_text("Revoked")
    for each in (secret, newer):
        status, body = call(live_server, each)
        assert status == 401, body
    assert json.loads(call(live_server, newer)[1])["message"] == "This API key was revoked."
    go(page, "/setup/audit?area=apiKey")
    expect(page.get_by_role("row").filter(has_text="Warehouse").first).to_contain_text("API key: revoked")


def test_reference_shows_samples_and_changes(page: Page, axe: Axe) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go(page, "/api/docs")
    expect(page.get_by_text("RateLimit-Remaining")).to_be_visible()
    page.get_by_label("Find a call").fill("/api/rfxRequest/preview")
    page.get_by_text("Try it").first.click()
    expect(page.get_by_text("curl -X POST")).to_be_visible()
    page.get_by_role("button", name="Copy Python").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "import requests" in copied
    compile(copied, "sample.py", "exec")
    assert axe(page) > 0
