"""The sysadmin area: access for admins only, figures and the outbox."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.types import AccountMail
from app.events.public import record
from app.kernel.clock import now, shifted
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, queue_mail
from tests.factories.accounts import UserFactory, make_guest
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn


@pytest.fixture
def admin(session: Session, signed_in: SignedIn) -> CheckedClient:
    return signed_in(UserFactory(name="Ada Admin", is_admin=True))


def write_mail(session: Session, subject: str = "Hello", **columns: Any) -> OutboxMail:
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient("Sam", "sam@supplier.example"),
        dedupe_key=f"test:{subject}",
        context={
            "heading": subject,
            "lines": ["<script>alert(1)</script>"],
            "button_label": "Open",
            "button_url": "http://localhost/x",
        },
    )
    mail = session.query(OutboxMail).filter_by(subject=subject).one()
    for name, value in columns.items():
        setattr(mail, name, value)
    session.flush()
    return mail


PAGES = [
    "/sysadmin",
    "/sysadmin/home",
    "/sysadmin/outbox",
    "/sysadmin/outbox/{id}",
    "/sysadmin/outbox/{id}/html",
    "/sysadmin/emails",
    "/sysadmin/emails/view/GENERAL",
    "/sysadmin/jobs",
    "/sysadmin/organisations",
]
ENDPOINTS = [
    "/api/sysadmin/dashboard",
    "/api/sysadmin/outbox",
    "/api/sysadmin/outbox/{id}",
    "/api/sysadmin/emailSample",
    "/api/sysadmin/emailSample/GENERAL",
    "/api/sysadmin/job",
    "/api/sysadmin/organisation",
]


def test_only_admins_have_access(session: Session, signed_in: SignedIn, client: CheckedClient) -> None:
    mail = write_mail(session, status=MailStatus.FAILED)
    for outsider in (signed_in(UserFactory()), signed_in(make_guest(), rfx_id=1)):
        for path in PAGES:
            response = outsider.get(path.format(id=mail.id))
            assert response.status_code == 302
            assert response.headers["Location"].startswith(("/unauthorized", "/login"))
        for path in ENDPOINTS:
            assert outsider.get(path.format(id=mail.id)).status_code == 403
        assert outsider.post(f"/api/sysadmin/outbox/{mail.id}/retry").status_code == 403
    for path in ENDPOINTS:
        assert client.get(path.format(id=mail.id)).status_code == 401


def test_pages_have_the_navigation_of_the_area(session: Session, admin: CheckedClient) -> None:
    mail = write_mail(session)
    assert admin.get("/sysadmin").headers["Location"] == "/sysadmin/home"
    for path in (
        "/sysadmin/home", "/sysadmin/emails", "/sysadmin/jobs", "/sysadmin/organisations", "/sysadmin/outbox",
        f"/sysadmin/outbox/{mail.id}",
    ):  # fmt: skip
        page = admin.get(path)
        assert page.status_code == 200
        for label, href in (
            ("Leave SysAdmin", "/home"), ("SysAdmin Home", "/sysadmin/home"), ("Email Templates", "/sysadmin/emails"),
        ):  # fmt: skip
            assert f'href="{href}"' in page.text.partition("<nav")[2].partition("</nav>")[0]
            assert label in page.text
        assert "/organisations" not in page.text.partition("<nav")[2].partition("</nav>")[0]
    assert "SysAdmin Home" not in admin.get("/messages").text.partition("<nav")[2].partition("</nav>")[0]


def test_dashboard_counts_events_users_and_mails(session: Session, admin: CheckedClient) -> None:
    user = UserFactory()
    for ago, kind in ((0, "user.login"), (0, "message.sent"), (0, "message.sent"), (3, "user.login")):
        with shifted(timedelta(days=-ago)):
            record(kind, organisation_id=user.organisation_id, user_id=user.id)
    with shifted(timedelta(days=-40)):
        record("user.invited", organisation_id=user.organisation_id)
    write_mail(session)
    dashboard = admin.get("/api/sysadmin/dashboard").json
    days = {point["day"]: point["count"] for point in dashboard["eventsCreated"]}
    assert len(days) == 30
    assert list(days) == sorted(days)
    assert days[now().date().isoformat()] == 3 + 1, "three events and the admin's sign-in"
    assert days[(now() - timedelta(days=3)).date().isoformat()] == 1
    assert {"type": "message.sent", "count": 2} in dashboard["topTypes"]
    assert "user.invited" not in {top["type"] for top in dashboard["topTypes"]}
    assert dashboard["figures"]["organisations"] == 2
    assert dashboard["figures"]["users"] == 2
    assert dashboard["figures"]["mailsQueued"] == 1
    assert admin.statements <= 9


def test_outbox_lists_mails_newest_first(session: Session, admin: CheckedClient) -> None:
    for number in range(22):
        write_mail(session, f"Mail {number}")
    write_mail(session, "Failed one", status=MailStatus.FAILED, last_error="550 no")
    first = admin.get("/api/sysadmin/outbox")
    assert [row["subject"] for row in first.json][:2] == ["Failed one", "Mail 21"]
    header = json.loads(first.headers["X-Pagination"])
    assert (header["total"], header["pageSize"]) == (23, 20)
    rest = admin.get(f"/api/sysadmin/outbox?cursor={header['nextCursor']}")
    assert [row["subject"] for row in rest.json] == ["Mail 2", "Mail 1", "Mail 0"]
    failed = admin.get("/api/sysadmin/outbox?status=FAILED").json
    assert [(row["subject"], row["lastError"]) for row in failed] == [("Failed one", "550 no")]
    assert [row["subject"] for row in admin.get("/api/sysadmin/outbox?search=mail 21").json] == ["Mail 21"]
    assert admin.get("/api/sysadmin/outbox?status=LOST").status_code == 422


def test_mail_is_shown_with_sandboxed_html(session: Session, admin: CheckedClient) -> None:
    mail = write_mail(session)
    shown = admin.get(f"/api/sysadmin/outbox/{mail.id}").json
    assert shown["toEmail"] == "sam@supplier.example"
    assert "http://localhost/x" in shown["text"]
    html = admin.get(f"/sysadmin/outbox/{mail.id}/html")
    policy = html.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-popups")
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert "<script>" not in html.text
    assert '<base target="_blank">' in html.text
    assert admin.get("/api/sysadmin/outbox/999999").status_code == 404
    assert admin.get("/sysadmin/outbox/999999/html").status_code == 404


def test_failed_mail_can_be_sent_again(
    session: Session, admin: CheckedClient, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    mailbox.answer = "550 No such mailbox"
    mail = write_mail(session)
    run_jobs()
    session.execute(update(OutboxMail).values(status=MailStatus.FAILED, attempts=6))
    mailbox.answer = "250 OK"
    path = f"/api/sysadmin/outbox/{mail.id}/retry"
    response = admin.post(path)
    assert (response.json["status"], response.json["attempts"], response.json["lastError"]) == (
        "QUEUED",
        0,
        None,
    )
    run_jobs()
    assert len(mailbox.wait_for(to="sam@supplier.example")) == 1
    assert session.get_one(OutboxMail, mail.id).status == MailStatus.SENT
    assert admin.post(path).status_code == 409
    assert admin.post("/api/sysadmin/outbox/999999/retry").status_code == 404
