"""Mails about messages: one mail for all messages within five minutes, none for suspended users."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.kernel.clock import shifted
from app.kernel.mail.outbox import OutboxMail
from app.messages.types import ThreadType
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.messages import make_thread
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
SOON, LATER = timedelta(minutes=4), timedelta(minutes=5, seconds=1)


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer")
    return created


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier", email="sam@supplier.example")
    return created


def queued_mails(session: Session) -> list[OutboxMail]:
    return list(session.execute(select(OutboxMail).order_by(OutboxMail.id)).scalars())


def test_messages_within_five_minutes_are_one_mail(
    buyer: User,
    supplier: User,
    session: Session,
    signed_in: SignedIn,
    run_jobs: RunJobs,
    mailbox: Mailbox,
) -> None:
    thread = make_thread(buyer, [supplier], subject="Steel\r\nprices", html="<p>First &amp; last</p>")
    client = signed_in(buyer)
    for text in ("Second", "Third"):
        client.post(f"/api/messageThread/{thread.id}/message", json={"html": f"<p>{text}</p>"})
    with shifted(SOON):
        run_jobs()
        assert queued_mails(session) == []
    with shifted(LATER):
        run_jobs()
    [mail] = mailbox.wait_for(to="sam@supplier.example")
    assert mail.subject == "Steel prices"
    for text in ("First & last", "Second", "Third", "Ann Buyer", "sent you 3 messages"):
        assert text in mail.text
    assert mail.links[0].startswith(f"http://localhost/messages/t/{thread.id}/m/")
    with shifted(LATER * 3):
        run_jobs()
    assert len(mailbox.mails) == 1


def test_later_message_is_a_separate_mail(
    buyer: User, supplier: User, signed_in: SignedIn, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    thread = make_thread(buyer, [supplier], html="<p>First</p>")
    with shifted(LATER):
        run_jobs()
        signed_in(buyer).post(f"/api/messageThread/{thread.id}/message", json={"html": "<p>Second</p>"})
    with shifted(2 * LATER):
        run_jobs()
    first, second = mailbox.wait_for(to="sam@supplier.example", count=2)
    assert "First" in first.text
    assert "Second" in second.text
    assert "First" not in second.text


def test_users_get_mails_about_messages_of_others_only(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    thread = make_thread(buyer, [supplier], html="<p>Question</p>", type=ThreadType.RFI)
    with shifted(timedelta(minutes=1)):
        client = signed_in(supplier)
        client.post(f"/api/messageThread/{thread.id}/message", json={"html": "<p>Answer</p>"})
    with shifted(timedelta(minutes=7)):
        run_jobs()
    mails = {mail.to_email: mail for mail in queued_mails(session)}
    to_supplier, to_buyer = mails.pop("sam@supplier.example"), mails.pop(buyer.email)
    assert mails == {}
    assert "Question" in to_supplier.text
    assert "Answer" not in to_supplier.text
    assert "Answer" in to_buyer.text
    assert "Question" not in to_buyer.text
    assert {to_supplier.template, to_buyer.template} == {"RFICONVERSATION"}


def test_suspended_users_get_no_mail(
    buyer: User, supplier: User, session: Session, run_jobs: RunJobs
) -> None:
    second = colleague_of(supplier)
    make_thread(buyer, [supplier, second])
    second.status = UserStatus.SUSPENDED
    with shifted(LATER):
        run_jobs()
    assert [mail.to_email for mail in queued_mails(session)] == ["sam@supplier.example"]


def test_thread_without_notification_mails_later_messages_only(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    thread = make_thread(buyer, [supplier], html="<p>First</p>", notify=False)
    with shifted(LATER):
        run_jobs()
        assert queued_mails(session) == []
        signed_in(buyer).post(f"/api/messageThread/{thread.id}/message", json={"html": "<p>Second</p>"})
    with shifted(2 * LATER):
        run_jobs()
    [mail] = queued_mails(session)
    assert "Second" in mail.text
    assert "First" not in mail.text
