"""The outbox: mails are rows of the transaction that causes them, tried again when refused, sent once, or not at all."""

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
from app.kernel.db import unit_of_work
from app.kernel.jobs import Job, claim_due, enqueue
from app.kernel.mail import MailStatus, OutboxMail, Recipient, queue_mail
from app.kernel.mail_delivery import RETRY_GAPS
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.rfx import make_form
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def user(session: Session) -> User:
    made: User = UserFactory(name="Sam Supplier", email="sam@supplier.example")
    return made


def write(user: User, key: str = "one") -> None:
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient(user.name, user.email, user.id),
        dedupe_key=key,
        context={"heading": key, "lines": [], "button_label": "Open", "button_url": "http://localhost/x"},
    )


def mails(session: Session) -> list[OutboxMail]:
    return list(session.execute(select(OutboxMail).order_by(OutboxMail.id)).scalars())


def test_a_refused_mail_is_tried_again_and_arrives_once(
    user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    mailbox.answer = "451 Try later"
    write(user)
    run_jobs()
    [mail] = mails(session)
    assert (mail.status, mail.attempts) == (MailStatus.QUEUED, 1)
    assert "451" in (mail.last_error or "")
    run_jobs()
    assert mails(session)[0].attempts == 1, "not before its time"
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


def test_after_five_more_tries_it_is_given_up(
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


def test_a_recipient_that_is_refused_for_now_is_tried_again_and_one_that_is_unknown_is_not(
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


def test_one_key_is_one_mail(user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox) -> None:
    for _ in range(3):
        write(user)
    run_jobs()
    assert [mail.status for mail in mails(session)] == [MailStatus.SENT]
    assert len(mailbox.mails) == 1


def test_without_an_smtp_server_mails_are_kept_for_the_outbox(
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


def test_a_suspended_user_and_a_guest_at_that_address_get_none(
    session: Session, run_jobs: RunJobs, mailbox: Mailbox, signed_in: SignedIn
) -> None:
    buyer = UserFactory()
    suspended = colleague_of(buyer, email="Gone.Away@buyer.example")
    client = signed_in(buyer)
    assert client.put(f"/api/user/{suspended.id}/suspended", json={"suspended": True}).status_code == 200
    write(suspended)
    # An account elsewhere says nothing to who sends a request to its address.
    elsewhere = UserFactory(email="Moved.On@other.example", status=UserStatus.SUSPENDED)
    body = {
        "type": "RFI", "subject": "Certificates", "html": "<p>Please send them.</p>",
        "docFormIds": [make_form(buyer).id], "toEmails": [elsewhere.email.lower(), "kim@else.example"],
    }  # fmt: skip
    assert client.post("/api/messageThread", json=body).status_code == 201
    run_jobs()
    mailbox.wait_for(to="kim@else.example")
    found = {(mail.to_email.lower(), mail.template): mail.status for mail in mails(session)}
    assert found == {
        ("gone.away@buyer.example", "GENERAL"): MailStatus.SUPPRESSED,
        ("moved.on@other.example", "RFI"): MailStatus.SUPPRESSED,
        ("kim@else.example", "RFI"): MailStatus.SENT,
    }
    assert len(mailbox.mails) == 1


def test_mails_jobs_and_events_go_with_what_causes_them(committed_app: Flask) -> None:
    """All are rows of one transaction: where it fails none of them is there."""
    with committed_app.app_context():
        with unit_of_work():
            user_id = UserFactory().id
        with pytest.raises(RuntimeError), unit_of_work():  # noqa: PT012  (the failure comes last)
            user = db.session.get_one(User, user_id)
            user.name = "Renamed"
            record("user.updated", actor=actor_of(user), userId=user.id, userName=user.name)
            write(user)
            db.session.flush()
            assert counts() == [1, 1, 1]
            raise RuntimeError("the end of the transaction is never reached")
        assert counts() == [0, 0, 0]
        assert db.session.get_one(User, user_id).name != "Renamed"


def counts() -> list[int]:
    """How many events, mails and jobs there are."""
    return [
        db.session.execute(select(func.count()).select_from(model)).scalar_one()
        for model in (EventLog, OutboxMail, Job)
    ]


def test_a_relationship_is_told_with_the_typed_message(
    user: User, session: Session, run_jobs: RunJobs, mailbox: Mailbox, signed_in: SignedIn
) -> None:
    client = signed_in(UserFactory(name="Ann Buyer", in_organisation__name="Brightwater"))
    body = {
        "organisationId": user.organisation_id,
        "level": "Evaluation",
        "message": "We look forward to it.\nAnn",
    }
    kept = client.post("/api/relationship", json=body).json["id"]
    change = {"level": "Approved", "message": "The audit <went> well."}
    assert client.put(f"/api/relationship/{kept}/level", json=change).status_code == 200
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


def test_a_mail_does_not_wait_for_the_pictures_of_forms(user: User, session: Session) -> None:
    """A new organisation gets dozens of forms at once, whose first pages are drawn one after the other."""
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
def test_a_mail_server_is_greeted_by_the_public_address_and_nobody_is_asked_for_a_name(
    app: Flask,
    user: User,
    session: Session,
    run_jobs: RunJobs,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    name: str,
) -> None:
    """Where a host's own name is not known, each question for it takes half a second, and each mail that much longer."""
    asked: list[object] = []
    monkeypatch.setattr(socket, "getfqdn", lambda *given: asked.append(given) or "unknown")
    monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], BASE_URL=address))
    write(user)
    run_jobs()
    assert [mail.greeted_as for mail in mailbox.mails] == [name]
    assert asked == []
