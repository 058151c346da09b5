"""Manual and scheduled reminders of an open RFx: recipients and times (product decisions, RFx)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel import clock
from app.kernel.clock import now
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from app.rfx.operations import reminding
from app.rfx.queries.deadlines import due_for_reminder
from tests.factories.accounts import colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, send_rfx
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def test_manual_reminder_mails_the_respondent(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(deadline=now() + timedelta(days=10))
    buyer = signed_in(sent.sender)
    assert buyer.post(f"{sent.path}/reminder", json={}).json["sent"] == 1
    assert signed_in(sent.respondent).post(f"{sent.path}/reminder", json={}).status_code == 403
    mail = session.query(OutboxMail).filter_by(template="RFIREMINDER").one()
    assert mail.to_email == sent.respondent.email
    assert buyer.get(sent.path).json["reminderSentDate"] is not None


def test_super_users_replace_suspended_contacts(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    buyer = signed_in(sent.sender)
    lead = colleague_of(sent.respondent, name="Lea Lead")
    colleague_of(sent.respondent, name="Con Tributor", role_name="Contributor")
    sent.respondent.status = UserStatus.SUSPENDED
    session.flush()
    assert buyer.post(f"{sent.path}/reminder", json={}).json["sent"] == 1
    assert session.query(OutboxMail).filter_by(template="RFIREMINDER").one().to_email == lead.email

    chief = colleague_of(sent.sender, name="Chi Chief")
    sent.sender.status = UserStatus.SUSPENDED
    session.flush()
    supplier = signed_in(lead)
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    assert [mail.to_email for mail in session.query(OutboxMail).filter_by(template="RFISUBMIT")] == [
        chief.email
    ]


def test_reminder_without_active_recipient_is_rejected(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(guest=True)
    buyer = signed_in(sent.sender)
    sent.respondent.status = UserStatus.SUSPENDED
    session.flush()
    refused = buyer.post(f"{sent.path}/reminder", json={})
    assert (refused.status_code, refused.json["message"]) == (
        409,
        f"No one at {sent.respondent.name} can be reminded, because all recipients are suspended.",
    )
    assert buyer.get(sent.path).json["reminderSentDate"] is None
    assert session.query(EventLog).filter_by(type="rfx.reminded").count() == 0


def hours_with_reminder(session: Session, run_jobs: Any, sent: SentRfx, hours: Sequence[int]) -> list[int]:
    """Run the hourly job at these hours from now; return the hours at which it mailed a reminder."""
    reminded = []
    for hour in hours:
        before = session.query(OutboxMail).filter_by(template="RFIREMINDER").count()
        with clock.shifted(timedelta(hours=hour, minutes=5)):
            enqueue("rfx.remind")
            run_jobs()
        if session.query(OutboxMail).filter_by(template="RFIREMINDER").count() > before:
            reminded.append(hour)
    return reminded


DAY = 24
CHECKED_HOURS = [
    *(2 * DAY + hour for hour in range(0, DAY, 8)), *(3 * DAY + hour for hour in range(0, 5 * DAY, 12)),
    8 * DAY, 9 * DAY - 1, 9 * DAY, 9 * DAY + 1, 9 * DAY + 12, 10 * DAY - 1, 10 * DAY, 11 * DAY,
]  # fmt: skip


def test_schedule_reminds_once_per_due_point(session: Session, run_jobs: Any) -> None:
    sent = send_rfx(deadline=now() + timedelta(days=10))
    assert hours_with_reminder(session, run_jobs, sent, CHECKED_HOURS) == [3 * DAY, 9 * DAY]


def test_rfx_that_was_reminded_takes_no_place_in_the_next_runs(session: Session, run_jobs: Any) -> None:
    """The job finds a limited number of RFxs, so those that wait for their next step must not be among them."""
    sent = send_rfx(deadline=now() + timedelta(days=10))
    steps = reminding.REMINDER_DAYS
    for day in (3, 9):
        moment = now() + timedelta(days=day, minutes=5)
        assert due_for_reminder(moment, steps=steps) == [sent.id]
        assert hours_with_reminder(session, run_jobs, sent, [day * DAY]) == [day * DAY]
        assert due_for_reminder(moment, steps=steps) == []


@pytest.mark.parametrize("end", ["submitted", "declined", "removed", "no deadline"])
def test_finished_rfx_gets_no_reminder(
    session: Session, run_jobs: Any, signed_in: SignedIn, end: str
) -> None:
    sent = send_rfx(deadline=now() + timedelta(days=10))
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    if end == "submitted":
        supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
        assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    elif end == "declined":
        assert supplier.post(f"{sent.path}/decline", json={"reason": "No capacity"}).status_code == 200
    elif end == "removed":
        assert buyer.put(f"{sent.path}/ignored", json={"ignored": True}).status_code == 200
    else:
        assert buyer.put(f"{sent.path}/deadline", json={"deadline": None}).status_code == 200
    assert hours_with_reminder(session, run_jobs, sent, [3 * DAY, 9 * DAY, 11 * DAY]) == []


def test_manual_reminder_after_the_due_point_replaces_the_scheduled_one(
    session: Session, run_jobs: Any, signed_in: SignedIn
) -> None:
    sent = send_rfx(deadline=now() + timedelta(days=10))
    with clock.shifted(timedelta(days=3, minutes=2)):
        signed_in(sent.sender).post(f"{sent.path}/reminder", json={})
    assert hours_with_reminder(session, run_jobs, sent, [3 * DAY, 4 * DAY, 9 * DAY]) == [9 * DAY]
