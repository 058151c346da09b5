"""Every screen: server-rendered content, valid HTML, a silent console, no axe violation, large enough controls."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.browser.layout import MOST_SHIFT, SHIFTS, TOO_SMALL, assert_fits
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, sign_in
from tests.fixtures.html_validity import find_html_errors
from tests.fixtures.live_server import LiveServer

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK: dict[str, ViewportSize] = {"viewport": {"width": 1440, "height": 900}}
TABLET: ViewportSize = {"width": 820, "height": 1180}
VISITOR = ""
BUYER, SUPPLIER, ADMIN = DEMO_EMAILS

SCREENS: tuple[tuple[str, str, str], ...] = (
    (VISITOR, "/login", "Sign in"),
    (VISITOR, "/passwordReset/unknown", "Invalid Link!"),
    (VISITOR, "/acceptInvite/unknown", "Sorry, it looks like that invite has already been accepted."),
    (VISITOR, "/loading?msg=Fetching%20the%20report", "Fetching the report"),
    (VISITOR, "/maintenance", "Login"),
    (VISITOR, "/api/docs", "/api/messageThread"),
    (VISITOR, "/gallery", "Actions and overlays"),
    (VISITOR, "/nowhere", "Page not found"),
    (BUYER, "/home", "New Messages"),
    (BUYER, "/home?tab=due", "Next 90 days"),
    (BUYER, "/home?tab=due&owner=ALL&period=OVERDUE", "Personal data sent to the wrong address"),
    (BUYER, "/home?tab=due&supplier=Zanzibar", "Nothing is due for the current filters."),
    (BUYER, "/organisations", "Bergmann Präzision GmbH"),
    (BUYER, "/organisations?tab=documents", "Bergmann Präzision GmbH"),
    (BUYER, "/organisations?tab=documents&search=Zanzibar", "No suppliers for the current filters."),
    (BUYER, "/organisations/invite", "Invite A New Supplier"),
    (BUYER, "/organisations/import", "Lieferanten 2026.csv"),
    (BUYER, "/forms/import", "Lieferantenfragebogen 2027.xlsx"),
    (BUYER, "/forms/import/2", "things to look at"),
    (BUYER, "/organisations/import/1", "Alpen Guss GmbH"),
    (BUYER, "/contacts", "Daniel Asante"),
    (BUYER, "/contacts/2", "Rosa Meyer"),
    (BUYER, "/contacts/4", "Yuki Tanaka"),
    (BUYER, "/setup/organisation", "Company Profile"),
    (BUYER, "/setup/roles", "Manage relationships"),
    (BUYER, "/setup/security", "Without a second factor"),
    (BUYER, "/setup/integrations", "Old data warehouse"),
    (SUPPLIER, "/setup/integrations", "No API keys yet."),
    (BUYER, "/setup/audit", "User: signed in"),
    (BUYER, "/setup/audit?area=bulk&search=Zanzibar", "No entries for the current search filter."),
    (BUYER, "/setup/data", "No files yet."),
    (VISITOR, "/docs/events", "rfx.submitted"),
    (BUYER, "/setup/integrations/webhooks", "Events for the purchasing system"),
    (BUYER, "/setup/integrations/webhooks/1", "The receiver answered 503 Service Unavailable."),
    (
        BUYER,
        "/setup/integrations/webhooks/1?type=webhook.test",
        "No deliveries for the current search filter.",
    ),
    (SUPPLIER, "/setup/integrations/webhooks", "No webhooks yet."),
    (BUYER, "/setup/documentTypes", "ISO 9001:2015"),
    (BUYER, "/organisations/5", "Open documents"),
    (BUYER, "/organisations/5/documents", "IATF 16949"),
    (BUYER, "/messages", "Titanium blanks 2027: choice of suppliers"),
    (BUYER, "/messages/t/17", "Supplier qualification 2027"),
    (BUYER, "/forms/8", "Registered company name"),
    (BUYER, "/ncr", "Personal data sent to the wrong address"),
    (BUYER, "/ncr/16", "Coating thickness"),
    (BUYER, "/ncr/10/correctiveAction", "Complete reports with 3 deliveries"),
    (SUPPLIER, "/ncr/19/correctiveAction", "The brush was worn."),
    (BUYER, "/rfx", "Business continuity"),
    (BUYER, "/rfx?tab=requests", "Conflict minerals and origin 2027"),
    (BUYER, "/organisations?tab=duplicates", "Same mail domain"),
    (BUYER, "/organisations/invite/several", "One supplier in each line"),
    (BUYER, "/rfx?tab=schedules", "Sustainability after the visit"),
    (BUYER, "/rfx?tab=schedules&search=Zanzibar", "No schedules for the current search filter."),
    (BUYER, "/rfx/request/20", "Harbour Mills Packaging"),
    (BUYER, "/bulk/1", "Valmont Textiles"),
    (BUYER, "/rfx/9", "Registered company name"),
    (BUYER, "/forms", "Annex for sterile goods"),
    (BUYER, "/forms?display=grid", "Conflict minerals declaration"),
    (BUYER, "/question", "How often is access reviewed?"),
    (BUYER, "/assessment", "Performance review 2026"),
    (BUYER, "/assessment/3", "Supplier performance survey"),
    (BUYER, "/assessment/5", "Priya Nair"),
    (BUYER, "/unauthorized", "Nothing here."),
    (SUPPLIER, "/home", "Open Task"),
    (SUPPLIER, "/rfx/15", "Registered company name"),
    (SUPPLIER, "/setup/document", "Asked for by customers"),
    (ADMIN, "/sysadmin/home", "New Events Rate"),
    (ADMIN, "/sysadmin/outbox", "Outbox"),
    (ADMIN, "/sysadmin/emails", "USERINVITEDALERT"),
    (ADMIN, "/sysadmin/jobs", "Queues"),
    (ADMIN, "/sysadmin/organisations", "Assay Platform"),
    (ADMIN, "/sysadmin/users", "Aiko Mori"),
)
TABS: tuple[tuple[str, str, str], ...] = (
    (BUYER, "/rfx/request/22?tab=award", "Letters sent"),
    (BUYER, "/rfx/request/20?tab=evaluation", "Vera Lindholm"),
    (BUYER, "/rfx/request/18?tab=evaluation", "Ranking"),
    (BUYER, "/rfx/request/19?tab=evaluation", "There are no criteria yet."),
    (SUPPLIER, "/rfx/15?import=1", "Registered company name"),
)
"""Tabs and dialogs that load their content, so that they have none without scripts."""

TABS_LOADED_LATER: tuple[tuple[str, str], ...] = (
    ("/assessment/3?tab=scoring", "Scores by respondent"),
    ("/rfx/15?tab=scoring", "Overall"),
    ("/rfx/request/18?tab=comparison", "Free capacity from January"),
    ("/rfx/request/18?tab=evaluation", "Ranking"),
    ("/rfx/15?tab=messages", "please answer the questionnaire"),
    ("/contacts/4?tab=journal", "Journal"),
    ("/organisations/5?tab=rfx", "Supplier qualification 2027"),
    ("/organisations/5?tab=assessments", "Performance review 2026"),
    ("/organisations/5?tab=journal", "You"),
    ("/organisations/5?tab=ncr", "Burrs on bore"),
)


def sign_in_if_named(page: Page, email: str) -> Page:
    """Sign in if the email is not empty; return the page."""
    if email:
        sign_in(page, email)
    return page


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_screens_have_no_console_messages_and_no_axe_violations(
    live_server: LiveServer, new_page: NewPage, console: Console, axe: Axe, theme: str
) -> None:
    console.allow(r"status of 404")
    # Scripts of this test are blocked in the frames of mails.
    console.allow(r"Blocked script execution in '.*/sysadmin/emails/view/")
    console.allow(r"recipient window's origin \('null'\)")
    size = DESK if theme == "light" else PHONE
    pages = {
        email: sign_in_if_named(new_page(color_scheme=theme, **size), email)
        for email in (VISITOR, BUYER, SUPPLIER, ADMIN)
    }
    for page in pages.values():
        page.add_init_script(SHIFTS)
    for email, path, words in SCREENS + TABS:
        page = pages[email]
        go(page, path)
        expect(page.locator("#content")).to_contain_text(words)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        assert_fits(page, path)
        assert axe(page) > 0, path
        assert page.evaluate("window.shifted") < MOST_SHIFT, path
        if theme == "dark":
            assert page.evaluate(TOO_SMALL) == [], path


def test_late_content_shifts_nothing_on_a_phone(live_server: LiveServer, new_page: NewPage) -> None:
    page = sign_in_if_named(new_page(**PHONE), BUYER)
    page.add_init_script(SHIFTS)
    for path, words in TABS_LOADED_LATER:
        go(page, path)
        expect(page.locator("#content")).to_contain_text(words)
        assert page.evaluate("window.shifted") < MOST_SHIFT, path


def test_every_screen_has_its_content_without_scripts(
    live_server: LiveServer, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 404")
    console.allow(r"Blocked script execution in '.*/sysadmin/emails/view/")
    pages = {
        email: new_page(java_script_enabled=False, viewport=TABLET)
        for email in (VISITOR, BUYER, SUPPLIER, ADMIN)
    }
    for email, page in pages.items():
        if email:
            body = {"email": email, "password": DEMO_PASSWORD}
            assert page.request.post("/api/session", data=body).ok
    for email, path, words in SCREENS:
        pages[email].goto(path)
        expect(pages[email].locator("#island-page")).to_contain_text(words)
        expect(pages[email].locator("#island-page[data-rendered]")).to_be_attached()
        assert_fits(pages[email], path)


def test_every_page_is_served_as_valid_html(
    live_server: LiveServer, new_page: NewPage, tmp_path: Path
) -> None:
    visitors = {email: sign_in_if_named(new_page(), email) for email in (VISITOR, BUYER, SUPPLIER, ADMIN)}
    call_api(visitors[BUYER], "POST", "/api/rfx/23/reminder", {})
    body = {"email": SUPPLIER}
    assert visitors[VISITOR].request.post("/api/user/sendPasswordReset", data=body).ok
    mailbox = live_server.mailbox
    mails = [*mailbox.wait_for(linking="/guest/"), *mailbox.wait_for(linking="/passwordReset/")]
    addresses = [
        *((email, path) for email, path, _ in SCREENS),
        *((BUYER, path) for path, _ in TABS_LOADED_LATER),
        *(
            (BUYER, path)
            for path in ("/organisations/5", "/organisations/5?tab=details", "/rfx/15", "/rfx/23")
        ),
        *((SUPPLIER, path) for path in ("/organisations/3", "/rfx", "/messages", "/ncr")),
        *((VISITOR, link) for mail in mails for link in mail.links),
        (VISITOR, "/guest"),
    ]
    pages = {
        f"{path} for {email or 'a visitor'}": visitors[email].request.get(path).text()
        for email, path in addresses
    }
    assert find_html_errors(pages, tmp_path) == []
