"""Company sign-in with a real identity provider: set up, try, sign in, confirm by mail, enforce, break-glass."""

import re

import pyotp
import pytest
from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, sign_in
from tests.fixtures.identity_provider import DnsServer, IdentityProvider
from tests.fixtures.live_server import LiveServer, StartLiveServer
from tests.fixtures.mailbox import ReceivedMail

BUYER = DEMO_EMAILS[0]
DANIEL = "daniel.asante@meridian-surgical.example"
MOIRA = "moira.kelly@meridian-surgical.example"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OFFER = "Continue with Meridian Surgical Ltd sign-in"


@pytest.fixture
def server(
    start_live_server: StartLiveServer, identity_provider: IdentityProvider, dns_server: DnsServer
) -> LiveServer:
    """Start the product with the demo data, which may reach the provider and the DNS server."""
    return start_live_server(demo=True, PRIVATE_HOSTS=identity_provider.host, DNS_SERVER=dns_server.address)


def save(page: Page) -> None:
    page.get_by_role("button", name="Save company sign-in").click()


def link_in(mail: ReceivedMail, part: str) -> str:
    return next(url for url in mail.links if part in url)


def set_up(page: Page, provider: IdentityProvider, dns_server: DnsServer) -> None:
    """Verify a second domain, and save the provider."""
    go(page, "/setup/security")
    page.get_by_label("New domain").fill("demo.example")
    page.get_by_role("button", name="Add domain").click()
    record = page.get_by_label("TXT record of demo.example", exact=True)
    row = page.get_by_role("listitem").filter(has_text="demo.example").filter(has=record)
    row.get_by_role("button", name="Verify domain").click()
    expect(row.get_by_text("The record was not found.")).to_be_visible()
    dns_server.records["demo.example"] = [record.input_value()]
    row.get_by_role("button", name="Verify domain").click()
    expect(page.get_by_text("demo.example is verified")).to_be_visible()
    page.get_by_label("Issuer URL").fill("https://localhost")
    page.get_by_label("Client ID").fill(provider.client_id)
    page.get_by_label("Client secret").fill(provider.secret)
    save(page)
    expect(page.get_by_text("This address is in a private network.")).to_be_visible()
    page.get_by_label("Issuer URL").fill(provider.issuer)
    save(page)
    expect(page.get_by_text("Company sign-in saved")).to_be_visible()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible()


def open_own_details(page: Page) -> None:
    user_id = call_api(page, "GET", "/api/session")["user"]["id"]
    go(page, f"/contacts/{user_id}")


def add_app(page: Page) -> list[str]:
    """Add an authenticator app in My Details, and return the recovery codes."""
    page.get_by_role("button", name="Add an authenticator app").click()
    app = pyotp.TOTP(page.locator(".app-secret").inner_text().replace(" ", ""))
    page.get_by_label("Code", exact=True).fill(app.now())
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Recovery codes")
    expect(dialog.get_by_role("listitem")).to_have_count(10)
    codes = dialog.get_by_role("listitem").all_inner_texts()
    dialog.get_by_role("button", name="I have kept them").click()
    expect(dialog).to_have_count(0)
    return codes


def try_it(page: Page, axe: Axe) -> None:
    """Open the trial, which shows the claims."""
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Try it").click()
    trial = popup.value
    expect(trial.get_by_role("heading", name="The trial worked")).to_be_visible()
    expect(trial.get_by_text("00u-daniel")).to_be_visible()
    expect(trial.get_by_text(f"send an e-mail to Daniel Asante, {DANIEL}")).to_be_visible()
    assert axe(trial) > 0
    trial.close()


def sign_in_first(page: Page, server: LiveServer, axe: Axe) -> None:
    """Sign in with the company sign-in for the first time, which a mail confirms; then again."""
    go(page, "/login?returnUrl=/contacts")
    page.get_by_label("E-mail address").fill(DANIEL)
    offer = page.get_by_role("link", name=OFFER)
    expect(offer).to_be_visible()
    assert axe(page) > 0
    offer.click()
    expect(page.get_by_text("This is your first company sign-in.")).to_be_visible()
    mail = server.mailbox.wait_for(to=DANIEL, linking="/signin/company/confirm/", seconds=60)[0]
    go(page, link_in(mail, "/signin/company/confirm/"))
    assert axe(page) > 0
    page.get_by_role("link", name="Confirm and sign in").click()
    page.wait_for_url("**/home")
    page.context.clear_cookies()
    go(page, "/login?returnUrl=/contacts")
    page.get_by_label("E-mail address").fill(DANIEL)
    offer.click()
    page.wait_for_url("**/contacts")


def enforce(page: Page, axe: Axe) -> None:
    """Allow only the company sign-in, with Rosa as the break-glass user."""
    go(page, "/setup/security")
    page.get_by_label(re.compile("^Only company sign-in")).check()
    save(page)
    expect(page.get_by_text("Choose at least one user")).to_be_visible()
    page.get_by_label("Rosa Meyer", exact=True).check()
    save(page)
    page.get_by_role("button", name="Allow only company sign-in").click()
    expect(page.get_by_text("Passwords and passkeys work only for break-glass users.")).to_be_visible()
    assert axe(page) > 0


def fill_login(page: Page, email: str) -> None:
    go(page, "/login")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Login >").click()


def test_company_sign_in_from_setup_to_break_glass(
    server: LiveServer,
    new_page: NewPage,
    identity_provider: IdentityProvider,
    dns_server: DnsServer,
    axe: Axe,
    console: Console,
) -> None:
    console.allow(r"status of (401|403|409|422)")
    buyer = new_page(base_url=server.url)
    sign_in(buyer, BUYER)
    set_up(buyer, identity_provider, dns_server)
    assert axe(buyer) > 0
    identity_provider.be(sub="00u-daniel", email=DANIEL, name="Daniel Asante", groups=["Buyers"])
    try_it(buyer, axe)
    buyer.get_by_label(re.compile("^In addition")).check()
    save(buyer)
    expect(buyer.get_by_text("On", exact=True)).to_be_visible()

    daniel = new_page(base_url=server.url, **PHONE)
    sign_in_first(daniel, server, axe)
    open_own_details(daniel)
    expect(daniel.get_by_role("list", name="Company sign-in")).to_contain_text(identity_provider.issuer)

    open_own_details(buyer)
    codes = add_app(buyer)
    enforce(buyer, axe)
    moira = new_page(base_url=server.url)
    fill_login(moira, MOIRA)
    expect(moira.get_by_text("Your organisation uses only its company sign-in.")).to_be_visible()
    # The provider sends a wrong response, and the break-glass user gets in.
    identity_provider.set(signature="none")
    moira.get_by_role("link", name=OFFER).click()
    expect(moira.get_by_role("heading", name="You could not be signed in")).to_be_visible()
    expect(moira.get_by_text("The signature of the ID token is not valid.")).to_be_visible()
    assert axe(moira) > 0
    buyer.context.clear_cookies()
    fill_login(buyer, BUYER)
    buyer.get_by_label("Code", exact=True).fill(codes[0])
    buyer.keyboard.press("Enter")
    buyer.wait_for_url("**/home")
    alert = "Rosa Meyer signed in without the company sign-in"
    server.mailbox.wait_for(to=BUYER, about=alert, seconds=60)
