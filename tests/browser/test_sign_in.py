"""Password resets and invitations, from the mail to the sign-in (specification section 2)."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
UNKNOWN = "nobody@nowhere.example"
NEW_PASSWORD = "Larch-Estuary-41"


def request_reset(page: Page, email: str) -> None:
    go(page, "/login")
    page.get_by_role("link", name="Forgot password...").or_(
        page.get_by_role("button", name="Forgot password...")
    ).click()
    send = page.get_by_role("button", name="Send reset link")
    expect(send).to_be_disabled()
    page.get_by_label("E-mail address").fill(email)
    send.click()
    expect(page.get_by_text("Check your email inbox.")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Login >")).to_be_visible()


def test_forgotten_password_is_replaced_once(
    live_server: LiveServer, page: Page, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of (404|422)")
    request_reset(page, SUPPLIER)
    # Known and unknown addresses show the same screens; an unknown address gets no mail.
    request_reset(page, UNKNOWN)
    mail = live_server.mailbox.wait_for(to=SUPPLIER, linking="/passwordReset/", seconds=60)[0]
    link = next(url for url in mail.links if "/passwordReset/" in url)
    go(page, link)
    first, second = page.locator("input[type=password]").all()
    save = page.get_by_role("button", name="Save password")
    expect(save).to_be_disabled()
    first.fill(NEW_PASSWORD)
    second.fill("something else 1")
    expect(page.get_by_text("Passwords must match!")).to_be_visible()
    expect(save).to_be_disabled()
    second.fill(NEW_PASSWORD)
    save.click()
    expect(page.get_by_text(re.compile(r"Welcome back .+!"))).to_be_visible()
    expect(page.get_by_text("Logging you in...")).to_be_visible()
    page.wait_for_url("**/home")

    again = new_page()
    go(again, link)
    expect(again.get_by_text("Invalid Link!")).to_be_visible()
    expect(
        again.get_by_text("Sorry, that password-reset link is no longer valid (maybe you already used it?)")
    ).to_be_visible()
    again.get_by_text("Back to Login...").click()
    again.wait_for_url("**/login")
    assert live_server.mailbox.to(UNKNOWN) == []


def test_invitation_is_accepted_step_by_step(live_server: LiveServer, page: Page, new_page: NewPage) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations/invite")
    page.get_by_label("Contact name").fill("Ida Lind")
    page.get_by_label("Contact email").fill("ida@lindforge.example")
    page.get_by_label("Organisation name").fill("Lind Forge AB")
    page.get_by_label(re.compile("test supplier", re.IGNORECASE)).check()
    page.get_by_role("button", name="Create and Send Invitation").click()
    page.wait_for_url(re.compile(r"/organisations/\d+$"))
    expect(page.get_by_text(re.compile("test", re.IGNORECASE)).first).to_be_visible()
    mail = live_server.mailbox.wait_for(to="ida@lindforge.example", seconds=60)[0]
    link = next(url for url in mail.links if "/acceptInvite/" in url)

    invited = new_page(viewport={"width": 390, "height": 844})
    invited.goto(link)
    expect(invited.get_by_role("heading", name="About you")).to_be_visible()
    expect(invited.get_by_text("Meridian Surgical Ltd").first).to_be_visible()
    expect(invited.get_by_label(re.compile("^Name"))).to_have_value("Ida Lind")
    next_button = invited.get_by_role("button", name="Next")
    expect(next_button).to_be_disabled()
    for field in invited.locator("input[type=password]").all():
        field.fill(NEW_PASSWORD)
    next_button.click()
    expect(invited.get_by_role("heading", name="Your organisation")).to_be_visible()
    invited.get_by_label("Organisation name").fill("Lind Forge and Sons AB")
    invited.get_by_role("button", name="Back").click()
    expect(invited.get_by_label(re.compile("^Name"))).to_have_value("Ida Lind")
    next_button.click()
    expect(invited.get_by_label("Organisation name")).to_have_value("Lind Forge and Sons AB")
    invited.get_by_role("button", name=re.compile("terms", re.IGNORECASE)).first.click()
    terms = invited.get_by_role("dialog")
    expect(terms).to_contain_text(
        "Our liability for all claims in connection with the service is limited to the subscription fees that your "
        "organisation paid for it in the 12 months preceding"
    )
    invited.keyboard.press("Escape")
    expect(terms).to_have_count(0)
    invited.get_by_role("checkbox").check()
    invited.get_by_role("button", name="Done").click()
    invited.wait_for_url("**/home")
    expect(invited.get_by_text("Test account").first).to_be_visible()

    late = new_page()
    late.goto(link)
    expect(late.get_by_text("Sorry, it looks like that invite has already been accepted.")).to_be_visible()
    late.get_by_text("Go to Login...").click()
    late.wait_for_url("**/login")
