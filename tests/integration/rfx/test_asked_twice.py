"""Calls that send something, asked twice with one key: done once (product decisions, Idempotency-Key)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.kernel.clock import shifted
from app.kernel.exports import Export
from app.kernel.jobs import enqueue
from app.kernel.mail import OutboxMail
from tests.factories.accounts import token_of
from tests.factories.rfx import ANSWERS, SentRfx, given, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

KEY = {"Idempotency-Key": "one"}
INVITATION = {
    "contactName": "Jo Park", "contactEmail": "jo@newcomer.example", "organisationName": "Newcomer Ltd",
    "relationshipLevel": "Approved", "testSupplier": False,
}  # fmt: skip


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def twice(client: CheckedClient, path: str, body: dict[str, Any]) -> Any:
    """Make a call twice with one key; both answers are the same, of which one is given back."""
    first, second = (client.post(path, json=body, headers=KEY) for _ in range(2))
    assert first.status_code < 300, first.text
    assert (second.status_code, second.json) == (first.status_code, first.json)
    return first.json


def test_a_reminder_is_mailed_once(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    twice(signed_in(sent.sender), f"{sent.path}/reminder", {})
    assert session.query(OutboxMail).filter_by(template="RFIREMINDER").count() == 1


def test_a_file_is_made_once_and_another_format_is_another_call(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.sender)
    twice(client, f"{sent.path}/export", {"format": "csv"})
    assert session.query(Export).count() == 1
    other = client.post(f"{sent.path}/export", json={"format": "pdf"}, headers=KEY)
    assert other.status_code == 409
    assert other.json["errors"][0].endswith(".")


def test_a_submission_and_what_it_sends_happen_once(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.answerer)
    client.put(f"{sent.path}/value", json=given(**ANSWERS))
    assert twice(client, f"{sent.path}/submission", {})["status"] == "COMPLETED"
    assert session.query(OutboxMail).filter_by(template="RFISUBMIT").count() == 1


def test_an_invitation_goes_out_once(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.sender)
    twice(client, "/api/relationship/invite", INVITATION)
    assert session.query(OutboxMail).filter_by(template="SUPPLIERINVITE").count() == 1
    changed = INVITATION | {"organisationName": "Another Ltd"}
    assert client.post("/api/relationship/invite", json=changed, headers=KEY).status_code == 409


def test_another_person_may_use_the_same_key(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    for user in (sent.sender, sent.answerer):
        assert (
            signed_in(user).post(f"{sent.path}/export", json={"format": "csv"}, headers=KEY).status_code
            == 202
        )
    assert session.query(Export).count() == 2


def test_a_key_is_remembered_for_a_day(
    session: Session, sent: SentRfx, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    client = signed_in(sent.sender)

    def ask() -> int:
        enqueue("kernel.forgetIdempotencyKeys")
        run_jobs()
        made = client.post(f"{sent.path}/export", json={"format": "csv"}, headers=KEY)
        assert made.status_code == 202, made.text
        found: int = made.json["id"]
        return found

    first = ask()
    with shifted(timedelta(hours=23, minutes=59)):
        client.token = token_of(sent.sender)
        assert ask() == first
    with shifted(timedelta(hours=24, minutes=1)):
        client.token = token_of(sent.sender)
        assert ask() != first
