"""Requests with an idempotency key that are sent twice act once (product decisions, Idempotency-Key)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.kernel.clock import shifted
from app.kernel.jobs.exports import Export
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import token_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, send_rfx
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


def post_twice(client: CheckedClient, path: str, body: dict[str, Any]) -> Any:
    """Send a request twice with the same key, assert equal responses and return the JSON."""
    first, second = (client.post(path, json=body, headers=KEY) for _ in range(2))
    assert first.status_code < 300, first.text
    assert (second.status_code, second.json) == (first.status_code, first.json)
    return first.json


def test_reminder_is_mailed_once(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    post_twice(signed_in(sent.sender), f"{sent.path}/reminder", {})
    assert session.query(OutboxMail).filter_by(template="RFIREMINDER").count() == 1


def test_export_is_created_once_and_another_format_conflicts(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.sender)
    post_twice(client, f"{sent.path}/export", {"format": "csv"})
    assert session.query(Export).count() == 1
    other = client.post(f"{sent.path}/export", json={"format": "pdf"}, headers=KEY)
    assert other.status_code == 409
    assert other.json["errors"][0].endswith(".")


def test_submission_and_its_mail_happen_once(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    client.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    assert post_twice(client, f"{sent.path}/submission", {})["status"] == "COMPLETED"
    assert session.query(OutboxMail).filter_by(template="RFISUBMIT").count() == 1


def test_invitation_is_sent_once_and_a_changed_one_conflicts(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.sender)
    post_twice(client, "/api/relationship/invite", INVITATION)
    assert session.query(OutboxMail).filter_by(template="SUPPLIERINVITE").count() == 1
    changed = INVITATION | {"organisationName": "Another Ltd"}
    assert client.post("/api/relationship/invite", json=changed, headers=KEY).status_code == 409


def test_another_user_can_use_the_same_key(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    for user in (sent.sender, sent.respondent):
        assert (
            signed_in(user).post(f"{sent.path}/export", json={"format": "csv"}, headers=KEY).status_code
            == 202
        )
    assert session.query(Export).count() == 2


def test_keys_expire_after_one_day(
    session: Session, sent: SentRfx, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    client = signed_in(sent.sender)

    def request_export() -> int:
        enqueue("kernel.forgetIdempotencyKeys")
        run_jobs()
        response = client.post(f"{sent.path}/export", json={"format": "csv"}, headers=KEY)
        assert response.status_code == 202, response.text
        export_id: int = response.json["id"]
        return export_id

    first = request_export()
    with shifted(timedelta(hours=23, minutes=59)):
        client.token = token_of(sent.sender)
        assert request_export() == first
    with shifted(timedelta(hours=24, minutes=1)):
        client.token = token_of(sent.sender)
        assert request_export() != first
