"""The outbox: mails are rows of the transaction that causes them; each is retried on errors and sent at most once."""

import socket
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import AccountMail, UserStatus
from app.events.models import EventLog
from app.events.public import record
from app.extensions import db
from app.forms.types import DRAW_THUMBNAIL
from app.kernel.clock import shifted
from app.kernel.db.session import unit_of_work
from app.kernel.jobs.queue import Job, claim_due, enqueue
from app.kernel.mail.delivery import RETRY_GAPS
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, queue_mail
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.rfx import make_form
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier", email="sam@supplier.example")
    return created


def write(user: User, key: str = "one") -> None:
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient(user.name, user.email, user.id),
        dedupe_key=key,
        context={"heading": key, "lines": [], "button_label": "Open", "button_url": "http://localhost/x"},
    )


def mails(session: Session) -> list[OutboxMail]:
    return list(session.execute(select(OutboxMail).order_by(OutboxMail.id)).scalars())


def test_rejected_mail_is_retried_and_arrives_once(
    user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    mailbox.answer = "451 Try later"
    write(user)
    run_jobs()
    [mail] = mails(session)
    assert (mail.status, mail.attempts) == (MailStatus.QUEUED, 1)
    assert "451" in (mail.last_error or "")
    run_jobs()
    assert mails(session)[0].attempts == 1, "no retry before the gap is over"
    with shifted(RETRY_GAPS[0] + timedelta(seconds=1)):
        run_jobs()
        assert mails(session)[0].attempts == 2
        mailbox.answer = "250 OK"
    with shifted(RETRY_GAPS[0] + RETRY_GAPS[1] + timedelta(seconds=2)):
        run_jobs()
        [mail] = mails(session)
        assert (mail.status, mail.attempts, mail.last_error) == (MailStatus.SENT, 3, None)
    with shifted(timedelta(days=2)):
        run_jobs()
    [received] = mailbox.wait_for(to=user.email)
    assert received.message["Message-ID"] == mail.message_id


def test_mail_fails_after_five_retries(
    user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    mailbox.answer = "451 Try later"
    write(user)
    run_jobs()
    late = timedelta()
    for tries, gap in enumerate(RETRY_GAPS, start=2):
        late += gap + timedelta(seconds=1)
        with shifted(late):
            run_jobs()
        assert mails(session)[0].attempts == tries
    assert mails(session)[0].status == MailStatus.FAILED
    with shifted(late + timedelta(days=30)):
        run_jobs()
    assert mails(session)[0].attempts == 1 + len(RETRY_GAPS) == 6
    assert mailbox.mails == []


def test_temporary_rejection_is_retried_and_unknown_recipient_is_not(
    user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    unknown: User = UserFactory(email="unknown@supplier.example")
    write(user, "greylisted")
    write(unknown, "unknown")
    mailbox.refused.update({user.email: "450 Try later", unknown.email: "550 No such user"})
    run_jobs()
    assert [mail.status for mail in mails(session)] == [MailStatus.QUEUED, MailStatus.FAILED]
    mailbox.refused.clear()
    with shifted(RETRY_GAPS[0] + timedelta(seconds=1)):
        run_jobs()
    assert [mail.recipients for mail in mailbox.mails] == [[user.email]]


def test_same_key_sends_one_mail(user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox) -> None:
    for _ in range(3):
        write(user)
    run_jobs()
    assert [mail.status for mail in mails(session)] == [MailStatus.SENT]
    assert len(mailbox.mails) == 1


def test_mails_without_smtp_server_are_kept_in_the_outbox(
    app: Flask, user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox, signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], SMTP_URL=""))
    write(user, "Kept for now")
    run_jobs()
    assert [(mail.status, mail.attempts) for mail in mails(session)] == [(MailStatus.KEPT, 0)]
    admin = signed_in(UserFactory(is_admin=True))
    assert "Kept for now" in admin.get("/sysadmin/outbox").text
    assert mailbox.mails == []


def test_suspended_users_get_no_mail_at_any_address(
    session: Session, run_jobs: RunJobs, mailbox: Mailbox, signed_in: SignedIn
) -> None:
    buyer = UserFactory()
    suspended = colleague_of(buyer, email="Gone.Away@buyer.example")
    client = signed_in(buyer)
    assert client.put(f"/api/user/{suspended.id}/suspended", json={"suspended": True}).status_code == 200
    write(suspended)
    # The requester does not learn that the address belongs to a suspended account.
    elsewhere = UserFactory(email="Moved.On@other.example", status=UserStatus.SUSPENDED)
    body = {
        "type": "RFI", "subject": "Certificates", "html": "<p>Please send them.</p>",
        "docFormIds": [make_form(buyer).id], "toEmails": [elsewhere.email.lower(), "kim@else.example"],
    }  # fmt: skip
    assert client.post("/api/messageThread", json=body).status_code == 201
    run_jobs()
    mailbox.wait_for(to="kim@else.example")
    statuses = {(mail.to_email.lower(), mail.template): mail.status for mail in mails(session)}
    assert statuses == {
        ("gone.away@buyer.example", "GENERAL"): MailStatus.SUPPRESSED,
        ("moved.on@other.example", "RFI"): MailStatus.SUPPRESSED,
        ("kim@else.example", "RFI"): MailStatus.SENT,
    }
    assert len(mailbox.mails) == 1


def test_mails_jobs_and_events_are_rolled_back_with_their_cause(committed_app: Flask) -> None:
    """All are rows of one transaction: if it fails, none of them exists."""
    with committed_app.app_context():
        with unit_of_work():
            user_id = UserFactory().id
        with pytest.raises(RuntimeError), unit_of_work():  # noqa: PT012  (the failure comes last)
            user = db.session.get_one(User, user_id)
            user.name = "Renamed"
            record("user.updated", actor=actor_of(user), userId=user.id, userName=user.name)
            write(user)
            db.session.flush()
            assert count_rows() == [1, 1, 1]
            raise RuntimeError("the end of the transaction is never reached")
        assert count_rows() == [0, 0, 0]
        assert db.session.get_one(User, user_id).name != "Renamed"


def count_rows() -> list[int]:
    """Return the numbers of events, mails and jobs."""
    return [
        db.session.execute(select(func.count()).select_from(model)).scalar_one()
        for model in (EventLog, OutboxMail, Job)
    ]


def test_relationship_mail_contains_the_message(
    user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox, signed_in: SignedIn
) -> None:
    client = signed_in(UserFactory(name="Ann Buyer", in_organisation__name="Brightwater"))
    body = {
        "organisationId": user.organisation_id,
        "level": "Evaluation",
        "message": "We look forward to it.\nAnn",
    }
    relationship_id = client.post("/api/relationship", json=body).json["id"]
    change = {"level": "Approved", "message": "The audit <went> well."}
    assert client.put(f"/api/relationship/{relationship_id}/level", json=change).status_code == 200
    run_jobs()
    added, changed = mailbox.wait_for(to=user.email, count=2)
    assert [mail.template for mail in mails(session)] == ["RELATIONSHIPADDED", "RELATIONSHIPUPDATED"]
    assert added.subject == "Brightwater added you to its network"
    assert "We look forward to it." in added.text
    assert "Evaluation" in added.text
    assert "The audit <went> well." in changed.text
    assert "&lt;went&gt;" in changed.html
    assert "Approved" in changed.text
    assert all(mail.message["List-Unsubscribe"] for mail in (added, changed))


def test_mails_are_sent_before_thumbnails(user: User, session: Session) -> None:
    """A new organisation gets dozens of forms at once, whose thumbnails are drawn one after the other."""
    enqueue(DRAW_THUMBNAIL, form_id=1, version=1)
    with shifted(timedelta(seconds=1)):
        write(user)
        names = []
        while claims := claim_due():
            names += [claim.name for claim in claims]
    assert names == ["mail.send", DRAW_THUMBNAIL]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://assay.example:8443/x", "assay.example"),
        ("http://127.0.0.1:5000", "[127.0.0.1]"),
        ("http://[::1]:5000", "[IPv6:::1]"),
    ],
)
def test_smtp_greeting_uses_the_public_host_without_dns_lookup(
    app: Flask,
    user: User,
    session: Session,
    run_jobs: RunJobs,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    name: str,
) -> None:
    """On a host without a resolvable name, each lookup takes half a second and delays every mail."""
    lookups: list[object] = []
    monkeypatch.setattr(socket, "getfqdn", lambda *arguments: lookups.append(arguments) or "unknown")
    monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], BASE_URL=address))
    write(user)
    run_jobs()
    assert [mail.greeted_as for mail in mailbox.mails] == [name]
    assert lookups == []
