"""A certificate over a year, in the browser: asked for by e-mail, sent by link, accepted, ending, renewed by the next link."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import psycopg
from playwright.sync_api import expect

from tests.browser.measuring import count_presses
from tests.browser.test_documents_guest import BUYER, PHONE, SUPPLIER, ask, choose
from tests.browser.test_network import open_supplier
from tests.fixtures.browser import NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

PERSON, EMAIL, TYPE = "Mia Orr", "mia.orr@coating-audits.example", "ISO 45001"
GUEST_CLICKS, BUYER_CLICKS = 3, 2
PASS_TIME = """
with passed as (
  update document_requirement r set accepted_until = accepted_until - %(days)s, asked_on = asked_on - %(days)s,
    due = due - %(days)s, reviewed = reviewed - make_interval(days => %(days)s)
  from app_user u where u.id = r.asked_of_user_id and u.email = %(email)s returning r.id, r.accepted_document_id
), documents as (
  update supplier_document d set valid_until = valid_until - %(days)s, issued_on = issued_on - %(days)s
  from passed where passed.accepted_document_id = d.id
)
update reminder_step s set created = created - make_interval(days => %(days)s) from passed where s.subject_id = passed.id
"""
NOON = "update app_user set time_zone = %s where email = %s"
REMIND = """
insert into job (name, args, rank, status, attempts, run_at, created)
values ('documents.remind', '{}', 20, 'QUEUED', 0, now(), now())
"""


def test_certificate_is_renewed_by_the_link_of_its_reminder(
    live_server: LiveServer, new_page: NewPage, record_property: Callable[[str, object], None]
) -> None:
    today = datetime.now(UTC).date()
    ends, renewed_until = today + timedelta(days=365), today + timedelta(days=3 * 365)
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    open_supplier(buyer, SUPPLIER)
    ask(buyer, PERSON, EMAIL, TYPE)
    buyer.get_by_role("link", name="Open documents").click()
    buyer.wait_for_url("**/documents")
    phone = new_page(**PHONE)
    presses = count_presses(phone)
    reviews = count_presses(buyer)
    row = buyer.locator("tr.data-table-row").filter(has_text=TYPE)

    def send(path: str, *, until: str, name: str) -> None:
        """Send a certificate by the link, with the dates that were read from it, and accept it."""
        presses.start(name)
        reviews.start(name)
        go(phone, path)
        choose(phone, f"Certificate No: OHS {until}\nValid until: {until}")
        for detail in ("number", "valid until"):
            phone.get_by_role("button", name=re.compile(f"^Use {detail}")).tap()
        phone.get_by_role("textbox", name="Issued by").fill("Northwind Assurance")
        phone.get_by_role("button", name=f"Send {TYPE}").tap()
        expect(phone.get_by_text("Sent, waiting for the review")).to_be_visible()
        go(buyer, buyer.url.partition("?")[0])
        row.get_by_role("button", name=re.compile("^Review")).click()
        dialog = buyer.get_by_role("dialog", name=re.compile(f"^{TYPE}"))
        dialog.get_by_role("button", name="Accept").click()
        expect(buyer.get_by_text(f"{TYPE} accepted.").last).to_be_visible()

    first = live_server.mailbox.wait_for(linking="/document/", to=EMAIL)[0]
    send(link_in(first.text), until=str(ends), name="first")
    expect(row).to_contain_text("Valid")

    pass_time(live_server, days=275)
    mails = live_server.mailbox.wait_for(to=EMAIL, linking="/document/", count=2)
    reminder = mails[-1]
    assert "ends in 90 days" in reminder.text
    go(buyer, buyer.url.partition("?")[0])
    expect(row).to_contain_text("Ends in 90 days")
    send(link_in(reminder.text), until=str(renewed_until), name="renewal")
    expect(row).to_contain_text("Valid")
    # The link of the first mail stays good.
    go(phone, link_in(first.text))
    expect(phone.get_by_text("Accepted", exact=True)).to_be_visible()
    assert len(live_server.mailbox.wait_for(to=EMAIL, linking="/document/", count=2)) == 2
    for name in ("first", "renewal"):
        record_property(f"presses of the guest, {name}", presses.counts[name])
        record_property(f"presses of the buyer to accept, {name}", reviews.counts[name])
        assert (presses.counts[name], reviews.counts[name]) == (GUEST_CLICKS, BUYER_CLICKS)


def link_in(text: str) -> str:
    link = re.search(r"/guest/[\w-]+/document/\d+", text)
    assert link is not None
    return link[0]


def pass_time(live_server: LiveServer, *, days: int) -> None:
    """Move the certificate into the past, set the asker's clock to noon, and run the reminders."""
    hours = datetime.now(UTC).hour - 12
    zone = f"Etc/GMT{hours:+d}" if hours else "UTC"
    with psycopg.connect(live_server.database_url) as connection:
        connection.execute(PASS_TIME, {"days": days, "email": EMAIL})
        connection.execute(NOON, [zone, BUYER])
        connection.execute(REMIND)
