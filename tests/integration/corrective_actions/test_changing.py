"""Changes of a request after it was sent: the responsible person and the due days."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.corrective_actions.jobs import remind
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.tasks.public import TaskType, UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.corrective_actions import ActionParties, accept, close, make_action, send
from tests.fixtures.client import CheckedClient
from tests.fixtures.clock import on_day
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(name="Ann Buyer", in_organisation__name="Brightwater", time_zone="UTC")


@pytest.fixture
def supplier(buyer: User) -> User:
    return UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")


def change(client: CheckedClient, parties: ActionParties, **body: Any) -> Any:
    return client.put(f"{parties.path}/request", json=body)


def in_days(days: int) -> str:
    return (now().date() + timedelta(days=days)).isoformat()


def due_of(parties: ActionParties, step: str) -> date:
    return next(row.due for row in parties.load().steps.values() if row.step == step)


def mails_to(session: Session, email: str) -> list[str]:
    rows = session.execute(
        select(OutboxMail.subject).where(OutboxMail.to_email == email).order_by(OutboxMail.id)
    )
    return list(rows.scalars())


def task_of(session: Session, parties: ActionParties) -> UserTask | None:
    task: UserTask | None = session.execute(
        select(UserTask).where(
            UserTask.type == TaskType.CORRECTIVE_ACTION,
            UserTask.subject_id == parties.ncr_id,
            UserTask.assigned_organisation_id == parties.supplier.organisation_id,
            UserTask.is_open,
        )
    ).scalar()
    return task


def test_new_days_move_the_task_and_are_mailed(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier)
    days = {"D1": in_days(3), "D2": in_days(3), "D3": in_days(4)}
    changed = change(signed_in(buyer), parties, due=days)
    assert changed.status_code == 200, changed.text
    assert {step["step"]: step["due"] for step in changed.json["steps"][:3]} == days
    task = task_of(session, parties)
    assert task is not None
    assert str(task.due) == days["D1"]
    assert str(parties.load().action.next_due) == days["D1"]
    [subject] = mails_to(session, supplier.email)
    assert "new due days" in subject
    # The same days again change nothing.
    assert change(signed_in(buyer), parties, due=days).status_code == 200
    assert len(mails_to(session, supplier.email)) == 1


def test_another_user_of_the_supplier_becomes_responsible(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier)
    second = colleague_of(supplier, name="Sue Second")
    client = signed_in(buyer)
    people = client.get(f"{parties.path}/request").json
    assert {person["name"] for person in people} == {"Sam Supplier", "Sue Second"}
    changed = change(client, parties, recipient={"userId": second.id})
    assert changed.json["responsible"]["name"] == "Sue Second"
    task = task_of(session, parties)
    assert task is not None
    assert task.assigned_user_id == second.id
    assert len(mails_to(session, second.email)) == 1
    back = change(client, parties, recipient={})
    assert back.json["responsible"] is None
    # The mail of the request goes out again, although this person had it before.
    change(client, parties, recipient={"userId": second.id})
    assert len(mails_to(session, second.email)) == 3


def test_link_of_the_former_guest_ends_and_the_new_one_gets_a_link(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier, guest=True)
    guest, grant = parties.guest()
    old = signed_in(guest, grant=grant)
    assert old.get(parties.path).status_code == 200
    recipient = {"email": "greta@works.example", "name": "Greta New"}
    changed = change(signed_in(buyer), parties, recipient=recipient)
    assert changed.json["responsible"]["name"] == "Greta New"
    assert old.get(parties.path).status_code == 401
    assert len(mails_to(session, "greta@works.example")) == 1
    assert mails_to(session, guest.email) == []
    # The former guest can be asked again.
    change(signed_in(buyer), parties, recipient={"email": guest.email, "name": guest.name})
    assert len(mails_to(session, guest.email)) == 1


def test_reminders_begin_again_with_a_new_day(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier, guest=True)
    guest, _ = parties.guest()
    with on_day(2):
        remind()
        remind()
    assert len(mails_to(session, guest.email)) == 1
    days = dict.fromkeys(("D1", "D2", "D3"), in_days(5))
    assert change(signed_in(buyer), parties, due=days).status_code == 200
    with on_day(6):
        remind()
        remind()
    subjects = mails_to(session, guest.email)
    assert len(subjects) == 3
    assert "D1 is 1 day late" in subjects[-1]


@pytest.mark.parametrize(
    ("days", "field", "sentence"),
    [
        ({"D4": -1}, "due.D4", "The day must not be in the past."),
        ({"D4": 60}, "due.D5", "D5 can't be due before D4."),
        ({"D3": 9}, "due.D3", "D3 was sent, so its day can't be changed."),
    ],
)
def test_days_that_cannot_be_get_a_sentence(
    buyer: User, supplier: User, signed_in: SignedIn, days: dict[str, int], field: str, sentence: str
) -> None:
    parties = make_action(buyer, supplier)
    accept(parties, "D3")
    before = due_of(parties, "D4")
    due = {step: in_days(number) for step, number in days.items()}
    refused = change(signed_in(buyer), parties, due=due)
    assert (refused.status_code, refused.json["fields"]) == (422, {field: [sentence]})
    assert due_of(parties, "D4") == before


def test_late_steps_that_were_sent_hold_up_no_change_of_others(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier)
    send(parties, "D3")
    assert change(signed_in(buyer), parties, due={"D4": in_days(2)}).status_code == 200


@pytest.mark.parametrize(
    "body", [{"due": {"D9": "2026-01-01"}}, {"due": {"D4": "soon"}}, {"recipient": {"email": "no address"}}]
)
def test_wrong_bodies_are_refused(
    buyer: User, supplier: User, signed_in: SignedIn, body: dict[str, Any]
) -> None:
    assert change(signed_in(buyer), make_action(buyer, supplier), **body).status_code == 422


def test_only_the_buyer_changes_an_open_action(
    buyer: User, supplier: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    parties = make_action(buyer, supplier)
    day = {"D8": in_days(90)}
    assert change(signed_in(supplier), parties, due=day).status_code == 403
    assert signed_in(supplier).get(f"{parties.path}/request").status_code == 403
    assert change(signed_in(UserFactory()), parties, due=day).status_code == 404
    assert change(signed_in(colleague_of(buyer, role=None)), parties, due=day).status_code == 403
    assert signed_in(buyer).get(parties.path).json["actions"]["change"] is True
    assert signed_in(supplier).get(parties.path).json["actions"]["change"] is False
    refused = change(signed_in(buyer), parties, recipient={"userId": UserFactory().id})
    assert refused.status_code == 404
    close(parties)
    assert change(signed_in(buyer), parties, due=day).status_code == 409
    assert signed_in(buyer).get(parties.path).json["actions"]["change"] is False
