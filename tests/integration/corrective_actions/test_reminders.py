"""Reminders of steps: the person who is responsible, then another contact and the buyer's owner, each once."""

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.operations.erasing import erase_user
from app.accounts.types import UserStatus
from app.corrective_actions.jobs import remind
from app.corrective_actions.operations.contacts import Recipient
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.notifications.models import Notification, ReminderStep
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.corrective_actions import ActionParties, make_action, send
from tests.fixtures.clock import on_day
from tests.fixtures.people import SignedIn


@pytest.fixture
def parties(session: Session) -> ActionParties:
    buyer = UserFactory(name="Ann Buyer", time_zone="UTC")
    supplier = UserFactory(name="Sam Supplier", time_zone="UTC")
    return make_action(buyer, supplier, recipient=Recipient(user_id=supplier.id))


def late(session: Session) -> set[int]:
    rows = session.execute(
        select(Notification.user_id).where(Notification.kind == "CORRECTIVE_STEP_LATE")
    ).scalars()
    return set(rows)


def test_user_is_notified_when_a_step_is_late_once(parties: ActionParties, session: Session) -> None:
    with on_day(1):
        remind()
    assert late(session) == set()
    for _ in range(2):
        with on_day(2):
            remind()
    assert late(session) == {parties.supplier.id}
    assert len(session.execute(select(Notification)).scalars().all()) == 1


def test_escalation_reaches_another_contact_and_the_owner(parties: ActionParties, session: Session) -> None:
    second, owner = colleague_of(parties.supplier), colleague_of(parties.buyer)
    session.get_one(Relationship, parties.relationship.id).owner_user_id = owner.id
    session.flush()
    with on_day(4):
        remind()
    assert late(session) == {second.id, owner.id, parties.buyer.id}
    [step] = set(session.execute(select(ReminderStep.step)).scalars())
    assert step == -3


def test_sent_step_is_not_reminded_of_but_the_next_one_is(parties: ActionParties, session: Session) -> None:
    send(parties, "D3")
    with on_day(6):
        remind()
    assert late(session) == set()
    with on_day(8):
        remind()
    assert late(session) == {parties.supplier.id}


@pytest.fixture
def guest_parties(session: Session) -> ActionParties:
    return make_action(UserFactory(time_zone="UTC"), guest=True)


def mails_to(session: Session, user: User) -> list[str]:
    rows = session.execute(
        select(OutboxMail).where(OutboxMail.to_user_id == user.id).order_by(OutboxMail.id)
    ).scalars()
    return [row.subject for row in rows]


def test_guest_gets_a_mail_with_a_link_before_and_after_the_day(
    guest_parties: ActionParties, session: Session
) -> None:
    guest, _ = guest_parties.guest()
    with on_day(0, hour=3):
        remind()
    assert mails_to(session, guest) == []
    with on_day(0):
        remind()
        remind()
    [first] = mails_to(session, guest)
    assert "D1 is due tomorrow" in first
    with on_day(2):
        remind()
    assert "D1 is 1 day late" in mails_to(session, guest)[1]
    text = session.execute(select(OutboxMail.text).where(OutboxMail.to_user_id == guest.id)).scalars().first()
    assert f"/correctiveAction/{guest_parties.action_id}" in str(text)


def test_due_page_and_daily_mail_have_the_actions_of_both_parties(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    rows = signed_in(parties.supplier).get("/api/due").json
    assert [(row["kind"], row["title"]) for row in rows] == [
        ("CORRECTIVE_ACTION", "Corrective action: Burrs on bore")
    ]
    assert rows[0]["link"] == f"/ncr/{parties.ncr_id}/correctiveAction"
    colleague = signed_in(colleague_of(parties.supplier)).get("/api/due?owner=ALL").json
    assert [(row["kind"], row["title"]) for row in colleague] == [("CORRECTIVE_ACTION", "Burrs on bore")]
    asked = signed_in(parties.buyer).get("/api/due").json
    assert [(row["kind"], row["title"]) for row in asked] == [("CORRECTIVE_ACTION", "Burrs on bore")]


def test_erased_person_is_replaced_by_everyone_at_the_supplier(
    parties: ActionParties, session: Session
) -> None:
    colleague = colleague_of(parties.supplier)
    user = session.get_one(User, parties.supplier.id)
    user.status = UserStatus.SUSPENDED
    session.flush()
    erase_user(user=user)
    session.flush()
    with on_day(2):
        remind()
    assert late(session) == {colleague.id}
