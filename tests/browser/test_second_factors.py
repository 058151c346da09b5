"""Passkeys with Chromium's virtual authenticator, codes, and the confirmation before a sensitive change."""

import re
from typing import Any

import psycopg
import pyotp
from playwright.sync_api import CDPSession, Page, expect

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer, StartLiveServer

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
YUKI = "yuki.tanaka@meridian-surgical.example"
"""A contributor of the buyer without a second factor."""
NEW_PASSWORD = "Larch-Estuary-41"


class Device:
    """A virtual authenticator of a page."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        self.id: str = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})[
            "authenticatorId"
        ]

    def credentials(self) -> list[dict[str, Any]]:
        credentials: list[dict[str, Any]] = self._session.send(
            "WebAuthn.getCredentials", {"authenticatorId": self.id}
        )["credentials"]
        return credentials

    def set_count(self, count: int) -> None:
        """Replace the credential by a copy with another counter."""
        [credential] = self.credentials()
        where = {"authenticatorId": self.id}
        self._session.send("WebAuthn.removeCredential", {**where, "credentialId": credential["credentialId"]})
        self._session.send(
            "WebAuthn.addCredential", {**where, "credential": {**credential, "signCount": count}}
        )

    def set_present(self, is_present: bool) -> None:
        """Answer requests at once, or never."""
        self._session.send(
            "WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": self.id, "enabled": is_present}
        )


def open_own_details(page: Page) -> None:
    user_id = page.request.get("/api/session", headers=token(page)).json()["user"]["id"]
    go(page, f"/contacts/{user_id}")
    expect(page.get_by_role("heading", name="Sign-in", exact=True)).to_be_visible()


def fill_login(page: Page, email: str, password: str = DEMO_PASSWORD) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Login >").click()


def keep_codes(page: Page) -> list[str]:
    dialog = page.get_by_role("dialog", name="Recovery codes")
    codes = dialog.get_by_role("listitem")
    expect(codes).to_have_count(10)
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    texts = codes.all_inner_texts()
    dialog.get_by_role("button", name="I have kept them").click()
    expect(dialog).to_have_count(0)
    return texts


def test_passkey_is_added_used_and_removed(
    start_live_server: StartLiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    """SIGN-6. Browsers accept no passkeys for an IP address, so the server has a name."""
    console.allow(r"status of (401|422)")
    server = start_live_server(demo=True, HOST="localhost")
    page = new_page(base_url=server.url)
    device = Device(page)
    sign_in(page, SUPPLIER)
    open_own_details(page)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Name").fill("Work laptop")
    page.get_by_role("button", name="Continue").click()
    keep_codes(page)
    expect(page.get_by_role("listitem").filter(has_text="Work laptop")).to_contain_text("not used yet")
    assert axe(page) > 0
    assert len(device.credentials()) == 1

    # Without a password: the browser offers the passkey in the e-mail field.
    page.context.clear_cookies()
    page.goto("/login")
    page.wait_for_url("**/home")

    # After the password.
    page.context.clear_cookies()
    device.set_present(False)
    go(page, "/login")
    fill_login(page, SUPPLIER)
    expect(page.get_by_role("heading", name="Confirm that it's you")).to_be_visible()
    assert axe(page) > 0
    device.set_present(True)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/home")

    # A counter that goes back is refused.
    page.context.clear_cookies()
    device.set_present(False)
    device.set_count(0)
    go(page, "/login")
    fill_login(page, SUPPLIER)
    device.set_present(True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()
    for subject in ("A passkey was added to your account", "A passkey was refused"):
        server.mailbox.wait_for(to=SUPPLIER, about=subject, seconds=60)
    device.set_count(100)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/home")

    open_own_details(page)
    page.get_by_role("button", name="Remove Work laptop").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("button", name="Remove Work laptop")).to_have_count(0)
    page.context.clear_cookies()
    device.set_present(False)
    go(page, "/login")
    fill_login(page, SUPPLIER)
    page.wait_for_url("**/home")


def test_app_on_a_phone_by_keyboard_and_after_a_reset(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    """SIGN-2."""
    console.allow(r"status of 422")
    page = new_page(**PHONE)
    sign_in(page, SUPPLIER)
    open_own_details(page)
    page.get_by_role("button", name="Add an authenticator app").focus()
    page.keyboard.press("Enter")
    secret = page.locator(".app-secret").inner_text().replace(" ", "")
    assert axe(page) > 0
    code = page.get_by_label("Code", exact=True)
    code.fill("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This code is wrong or was used already.")).to_be_visible()
    app = pyotp.TOTP(secret)
    code.fill(app.now())
    page.keyboard.press("Enter")
    codes = keep_codes(page)
    expect(page.get_by_role("listitem").filter(has_text="Authenticator app")).to_be_visible()

    page.context.clear_cookies()
    go(page, "/login")
    page.get_by_role("button", name="Forgot password...").click()
    page.get_by_label("E-mail address").fill(SUPPLIER)
    page.get_by_role("button", name="Send reset link").click()
    mail = live_server.mailbox.wait_for(to=SUPPLIER, linking="/passwordReset/", seconds=60)[0]
    go(page, next(url for url in mail.links if "/passwordReset/" in url))
    for field in page.locator("input[type=password]").all():
        field.fill(NEW_PASSWORD)
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_text(re.compile(r"Welcome back .+!"))).to_be_visible()
    expect(page.get_by_role("heading", name="Confirm that it's you")).to_be_visible()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    page.keyboard.type(codes[0])
    page.keyboard.press("Enter")
    page.wait_for_url("**/home")


def test_confirmation_keeps_the_typed_text(
    live_server: LiveServer, page: Page, axe: Axe, console: Console
) -> None:
    console.allow(r"status of (403|422)")
    sign_in(page, BUYER)
    go(page, "/setup/roles")
    age_sign_ins(live_server)
    page.get_by_role("button", name="New role...").click()
    page.get_by_label("Name").fill("Auditor")
    page.keyboard.press("Enter")
    confirmation = page.get_by_role("dialog", name="Confirm that it's you")
    expect(confirmation.get_by_label("Your password")).to_be_focused()
    assert axe(page) > 0
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    expect(confirmation.get_by_text("This is not your current password.")).to_be_visible()
    confirmation.get_by_role("button", name="Cancel").click()
    expect(confirmation).to_have_count(0)
    expect(page.get_by_label("Name")).to_have_value("Auditor")
    page.get_by_role("dialog").get_by_role("button", name="Add Role").click()
    confirmation.get_by_label("Your password").fill(DEMO_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Auditor")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_required_factor_comes_before_anything_else(
    page: Page, new_page: NewPage, axe: Axe, console: Console
) -> None:
    console.allow(r"status of 403")
    sign_in(page, BUYER)
    go(page, "/setup/security")
    page.get_by_label("For these roles").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Choose at least one role.")).to_be_visible()
    page.get_by_label("Contributor").check()
    page.get_by_label("From").fill("01/01/2026")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Security saved")).to_be_visible()
    assert axe(page) > 0
    colleague = new_page(**PHONE)
    go(colleague, "/login?returnUrl=/contacts")
    fill_login(colleague, YUKI)
    colleague.wait_for_url("**/secondFactor?returnUrl=*")
    expect(colleague.get_by_role("heading", name="Add a second factor")).to_be_visible()
    assert axe(colleague) > 0
    colleague.get_by_role("button", name="Add an authenticator app").click()
    secret = colleague.locator(".app-secret").inner_text().replace(" ", "")
    colleague.get_by_label("Code", exact=True).fill(pyotp.TOTP(secret).now())
    colleague.keyboard.press("Enter")
    keep_codes(colleague)
    colleague.get_by_role("button", name="Continue").click()
    colleague.wait_for_url("**/contacts")


def token(page: Page) -> dict[str, str]:
    """Return headers with an access token of the signed-in user."""
    headers = {"Client-Version": VERSION}
    response = page.request.post("/api/session/refresh", headers=headers)
    return {**headers, "Authorization": f"Bearer {response.json()['accessToken']}"}


def age_sign_ins(server: LiveServer) -> None:
    """Make all sign-ins eleven minutes older."""
    with psycopg.connect(server.database_url, autocommit=True) as connection:
        connection.execute("update sign_in set assured_at = assured_at - interval '11 minutes'")
