"""Withdrawal of an RFx: who may do it, its traces, and permanently."""

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.events.models import EventLog
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from app.tasks.models import UserTask
from tests.factories.rfx import SentRfx, send_rfx
from tests.fixtures.people import SignedIn

REASON = {"reason": "The lot was cancelled."}


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx(deadline=now() + timedelta(days=5))


def test_withdrawn_rfx_is_expired_with_a_reason(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    state = signed_in(sent.sender).post(f"{sent.path}/withdrawal", json=REASON).json
    assert (state["status"], state["withdrawnReason"]) == ("EXPIRED", REASON["reason"])
    assert not state["actions"]["changeDeadline"]
    shown = signed_in(sent.respondent).get(sent.path).json
    assert (shown["statusInfo"]["label"], shown["withdrawnReason"]) == ("Expired", REASON["reason"])
    tasks = session.scalars(select(UserTask).where(UserTask.subject_id == sent.id)).all()
    assert [task.is_open for task in tasks] == [False]
    mails = session.scalars(select(OutboxMail)).all()
    assert [(mail.template, mail.to_email) for mail in mails] == [("GENERAL", sent.respondent.email)]
    assert "The lot was cancelled." in mails[0].text
    logs = session.scalars(select(EventLog.organisation_id).where(EventLog.type == "rfx.withdrawn")).all()
    assert sorted(logs) == sorted([sent.sender.organisation_id, sent.respondent.organisation_id])


def test_withdrawal_is_permanent(sent: SentRfx, signed_in: SignedIn) -> None:
    buyer = signed_in(sent.sender)
    assert buyer.post(f"{sent.path}/withdrawal", json=REASON).status_code == 200
    later = (now() + timedelta(days=9)).isoformat()
    moved = buyer.put(f"{sent.path}/deadline", json={"deadline": later})
    assert (moved.status_code, moved.json["code"]) == (409, "rfxWithdrawn")
    again = buyer.post(f"{sent.path}/withdrawal", json=REASON)
    assert (again.status_code, again.json["code"]) == (409, "rfxWithdrawn")
    answers = {"company_name": {"value": "Too late", "baseIteration": 0}}
    refused = signed_in(sent.respondent).put(f"{sent.path}/value", json={"values": answers})
    assert refused.status_code == 409
    assert refused.json["message"] == f"Withdrawn by Northwind Buying: {REASON['reason']}"
    assert buyer.post(f"{sent.path}/reopen", json={}).status_code == 409


def test_withdrawal_needs_a_reason_and_the_sender(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    assert signed_in(sent.respondent).post(f"{sent.path}/withdrawal", json=REASON).status_code == 403
    refused = signed_in(sent.sender).post(f"{sent.path}/withdrawal", json={"reason": "  "})
    assert (refused.status_code, list(refused.json["fields"])) == (422, ["reason"])
    assert session.get_one(Rfx, sent.id).status == "NEW"


def test_declined_rfx_cannot_be_withdrawn(sent: SentRfx, signed_in: SignedIn) -> None:
    signed_in(sent.respondent).post(f"{sent.path}/decline", json={"reason": "No capacity."})
    refused = signed_in(sent.sender).post(f"{sent.path}/withdrawal", json=REASON)
    assert (refused.status_code, refused.json["message"]) == (409, "This RFx has been declined.")
