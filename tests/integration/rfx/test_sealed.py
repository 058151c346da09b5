"""Sealed answers: the requester reads none of them before the deadline, and gets all consequences afterwards."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from app.rfx.operations.sealing import open_answers
from app.tasks.models import UserTask
from app.tasks.types import TaskType
from tests.factories.rfx import SentRfx, field, send_rfx
from tests.fixtures.people import CheckedClient, SignedIn

CANARY = "Kestrel-7741"
RULES = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0, "followUp": "Why not?"},
]


@pytest.fixture
def sent(session: Session) -> SentRfx:
    """A sealed RFx with a scored field whose rule raises a follow-up."""
    blocks = [
        field("name", required=True),
        field("iso", "YESNO", required=True, weight=1, scoring=RULES),
    ]
    sent = send_rfx(blocks=blocks, deadline=now() + timedelta(days=5))
    session.execute(update(Rfx).where(Rfx.id == sent.id).values(is_sealed=True))
    session.expire_all()
    return sent


def answer(signed_in: SignedIn, sent: SentRfx) -> None:
    client = signed_in(sent.respondent)
    values = {
        "name": {"value": CANARY, "baseIteration": 0},
        "iso": {"value": False, "baseIteration": 0},
    }
    assert client.put(f"{sent.path}/value", json={"values": values}).json["refused"] == {}
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200


READS: dict[str, Callable[[CheckedClient, SentRfx], Any]] = {
    "scoring": lambda client, sent: client.get(f"{sent.path}/scoring"),
    "history": lambda client, sent: client.get(f"{sent.path}/value/name/history"),
    "export": lambda client, sent: client.post(f"{sent.path}/export", json={"format": "csv"}),
    "follow-up": lambda client, sent: client.post(
        f"{sent.path}/task", json={"field": "name", "descriptionHtml": "<p>Sure?</p>"}
    ),
    "acceptance": lambda client, sent: client.put(
        f"{sent.path}/acceptance", json={"accepted": True, "answers": [{"field": "name", "iteration": 1}]}
    ),
    "own answers": lambda client, sent: client.put(
        f"{sent.path}/value", json={"values": {"name": {"value": "x", "baseIteration": 1}}}
    ),
}
EXPECTED = {"own answers": "rfxCompleted"}


@pytest.mark.parametrize("name", READS)
def test_requester_gets_a_sentence_before_the_deadline(name: str, sent: SentRfx, signed_in: SignedIn) -> None:
    answer(signed_in, sent)
    refused = READS[name](signed_in(sent.sender), sent)
    assert (refused.status_code, refused.json["code"]) == (409, EXPECTED.get(name, "rfxSealed"))
    assert CANARY not in refused.text


def test_requester_sees_state_and_progress_only(sent: SentRfx, signed_in: SignedIn) -> None:
    answer(signed_in, sent)
    buyer = signed_in(sent.sender)
    shown = buyer.get(f"{sent.path}?i=tasks&i=rwMap&i=fields").json
    assert (shown["status"], shown["isSealed"], shown["scoring"]["overall"]) == ("COMPLETED", True, None)
    collection = shown["latestValuesFvc"]
    assert (collection["values"], collection["saveCount"], collection["completion"]["percent"]) == (
        {},
        0,
        100,
    )
    assert not any(shown["rwMap"].values())
    assert shown["tasks"] == []
    for path in (sent.path, f"{sent.path}/value", f"/rfx/{sent.id}", "/api/eventLog", "/home", "/api/rfx"):
        assert CANARY not in buyer.get(path).text
    assert (
        signed_in(sent.respondent).get(sent.path).json["latestValuesFvc"]["values"]["name"]["value"] == CANARY
    )


def test_opening_the_seal_catches_up(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    answer(signed_in, sent)
    tasks = select(UserTask.type).where(UserTask.subject_id == sent.id, UserTask.is_open)
    assert session.scalars(tasks).all() == []
    assert open_answers(rfx_id=sent.id)
    assert not open_answers(rfx_id=sent.id)
    assert sorted(session.scalars(tasks)) == [TaskType.FOLLOW_UP, TaskType.REVIEW]
    mails = session.scalars(select(OutboxMail).where(OutboxMail.template == "USERTASKASSIGNMENT")).all()
    assert [mail.to_email for mail in mails] == [sent.respondent.email]
    shown = signed_in(sent.sender).get(sent.path).json
    assert shown["latestValuesFvc"]["values"]["name"]["value"] == CANARY
    assert (shown["isSealed"], shown["scoring"]["overall"]) == (False, 0)


def test_unsubmitted_answers_become_readable_too(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    values = {"name": {"value": CANARY, "baseIteration": 0}}
    signed_in(sent.respondent).put(f"{sent.path}/value", json={"values": values})
    assert open_answers(rfx_id=sent.id)
    assert CANARY in signed_in(sent.sender).get(sent.path).text


def test_one_sealed_rfx_is_not_moved_alone(sent: SentRfx, signed_in: SignedIn) -> None:
    later = (now() + timedelta(days=9)).isoformat()
    refused = signed_in(sent.sender).put(f"{sent.path}/deadline", json={"deadline": later})
    assert (refused.status_code, refused.json["code"]) == (409, "rfxSealed")
