"""The daily mail: its parts, its hour, one for each user and day, and nothing without content."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.kernel.clock import now
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from app.notifications.models import Notification
from app.notifications.types import MAX_DAILY_LINES
from app.tasks import public
from app.tasks.types import TaskType
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.rfx import SentRfx, send_rfx
from tests.fixtures.clock import on_day
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def daily(session: Session, run_jobs: RunJobs) -> Callable[[], list[OutboxMail]]:
    """Return a function that runs the job and returns all daily mails so far."""

    def run() -> list[OutboxMail]:
        enqueue("notifications.mailDaily")
        run_jobs()
        is_daily = OutboxMail.dedupe_key.like("daily:%")
        return list(session.query(OutboxMail).filter(is_daily).order_by(OutboxMail.id))

    return run


def declined(signed_in: SignedIn, count: int = 1, **choices: str) -> SentRfx:
    """Return the last of `count` RFxs of one sender that were declined; the sender gets the news by daily mail."""
    sender, respondent = UserFactory(), UserFactory()
    settings = [{"kind": "RFX_DECLINED", "delivery": "DAILY"}]
    settings += [{"kind": kind, "delivery": delivery} for kind, delivery in choices.items()]
    assert signed_in(sender).put("/api/notification/setting", json={"settings": settings}).status_code == 200
    for _ in range(count):
        sent = send_rfx(sender, respondent, title="Pump check")
        body = {"reason": "No pumps."}
        assert signed_in(respondent).post(f"{sent.path}/decline", json=body).status_code == 200
    return sent


def due_task(assignee: User, due: date, **fields: Any) -> None:
    public.open_task(
        actor=actor_of(UserFactory()),
        assigned_organisation_id=assignee.organisation_id,
        **{
            "assigned_user_id": assignee.id,
            "type": TaskType.FOLLOW_UP, "title": "Insurance", "subject_type": public.RFX_SUBJECT,
            "subject_id": 41, "subject_title": "Qualification", "due": due, **fields,
        },
    )  # fmt: skip


def test_news_are_mailed_once_from_seven_in_the_morning(
    session: Session, signed_in: SignedIn, daily: Callable[[], list[OutboxMail]]
) -> None:
    with on_day(0, 12):
        sent = declined(signed_in)
    with on_day(1, 6, 55):
        assert daily() == []
    with on_day(1, 7):
        [mail] = daily()
    assert (mail.to_email, mail.template, mail.subject) == (
        sent.sender.email,
        "GENERAL",
        "Your day: 1 update",
    )
    assert "What happened" in mail.text
    assert f"declined #{sent.id} Pump check" in mail.text
    assert f"/rfx/{sent.id}" in mail.html
    assert f"/contacts/{sent.sender.id}#notifications" in mail.text
    assert "Due" not in mail.text
    assert mail.unsubscribe_url is not None
    with on_day(1, 8):
        assert len(daily()) == 1
    with on_day(2, 8):
        assert len(daily()) == 1, "there is nothing new"
    assert not session.query(Notification).filter_by(awaits_daily_mail=True).count()


def test_later_news_wait_for_the_next_day(signed_in: SignedIn, daily: Callable[[], list[OutboxMail]]) -> None:
    with on_day(0, 8):
        sent = declined(signed_in)
        assert len(daily()) == 1
        again = send_rfx(sent.sender, sent.respondent, title="Valve check")
        signed_in(sent.respondent).post(f"{again.path}/decline", json={"reason": "No."})
        assert len(daily()) == 1
    with on_day(1, 8):
        _, second = daily()
    assert "Valve check" in second.text
    assert "Pump check" not in second.text


def test_news_that_were_read_are_left_out(
    session: Session, signed_in: SignedIn, daily: Callable[[], list[OutboxMail]]
) -> None:
    with on_day(0, 8):
        sent = declined(signed_in)
        signed_in(sent.sender).put("/api/notification/read", json={})
        assert daily() == []
    assert not session.query(Notification).filter_by(awaits_daily_mail=True).count()


def test_suspended_users_get_no_daily_mail(
    session: Session, signed_in: SignedIn, daily: Callable[[], list[OutboxMail]]
) -> None:
    with on_day(0, 8):
        sent = declined(signed_in)
        sent.sender.status = UserStatus.SUSPENDED
        session.flush()
        assert daily() == []


def test_many_news_are_counted(signed_in: SignedIn, daily: Callable[[], list[OutboxMail]]) -> None:
    with on_day(0, 8):
        declined(signed_in, count=MAX_DAILY_LINES + 2)
        [mail] = daily()
    assert mail.subject == f"Your day: {MAX_DAILY_LINES + 2} updates"
    assert mail.text.count("\n- ") == MAX_DAILY_LINES
    assert "And 2 more." in mail.text


def test_due_tasks_are_named_from_the_day_before_to_the_day_after(
    session: Session, daily: Callable[[], list[OutboxMail]]
) -> None:
    user = UserFactory()
    today = now().date()
    due_task(user, today + timedelta(days=3))
    due_task(user, today + timedelta(days=3), title="Request", type=TaskType.RFX)
    texts = []
    for day in range(1, 7):
        with on_day(day, 9):
            texts = [mail.text for mail in daily()]
    assert [
        next(words for words in ("due tomorrow", "due today", "1 day late") if words in each)
        for each in texts
    ] == ["due tomorrow", "due today", "1 day late"]
    assert "Insurance (Qualification), due tomorrow" in texts[0]
    assert "/rfx/41/task/" in texts[0]
    assert "Request" not in texts[0], "requests have reminders of their own"


def test_task_for_anyone_is_in_the_mail_of_those_who_may_do_it(
    session: Session, daily: Callable[[], list[OutboxMail]]
) -> None:
    lead = UserFactory()
    colleague_of(lead, role_name="Viewer")
    contributor = colleague_of(lead, role_name="Contributor")
    due_task(lead, now().date(), assigned_user_id=None)
    with on_day(0, 9):
        assert {mail.to_email for mail in daily()} == {lead.email, contributor.email}


def test_due_tasks_can_be_left_out(
    session: Session, signed_in: SignedIn, daily: Callable[[], list[OutboxMail]]
) -> None:
    with on_day(0, 8):
        sent = declined(signed_in, DUE="NEVER")
        due_task(sent.sender, now().date())
        [mail] = daily()
    assert "Pump check" in mail.text
    assert "Insurance" not in mail.text
