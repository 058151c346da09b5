"""The statuses of an RFx, the users who may change them, and the effects of each transition (specification section 4)."""

from collections import Counter
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.events.models import EventLog
from app.kernel import clock
from app.kernel.clock import now
from app.kernel.http.errors import ConflictError
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from app.rfx.operations import moves
from app.rfx.policies.states import status_after
from app.rfx.types import OPEN_STATUSES, TRANSITIONS, RfxMove, RfxStatus
from app.tasks.models import UserTask
from tests.factories.accounts import colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, field, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def event_types(session: Session, sent: SentRfx, organisation_id: int) -> list[str]:
    rows = session.query(EventLog.type).filter_by(organisation_id=organisation_id).order_by(EventLog.id)
    return [name for (name,) in rows if name.startswith("rfx.")]


def test_rfx_goes_from_sent_to_submitted(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    assert supplier.post(f"{sent.path}/opened").json["status"] == "PENDING"
    assert supplier.post(f"{sent.path}/opened").json["status"] == "PENDING"
    assert supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).json["status"] == "INPROGRESS"
    submission = supplier.post(f"{sent.path}/submission", json={})
    assert submission.status_code == 200, submission.text
    assert submission.json["status"] == "COMPLETED"
    assert submission.json["actions"]["submit"] is False
    assert not any(submission.json["rwMap"].values())
    response = submission.json["latestValuesFvc"]["responses"][0]
    assert (response["status"], response["submittedBy"]["name"]) == ("SUBMITTED", sent.respondent.name)
    for organisation_id in (sent.sender.organisation_id, sent.respondent.organisation_id):
        assert event_types(session, sent, organisation_id) == [
            "rfx.sent", "rfx.opened", "rfx.started", "rfx.submitted",
        ]  # fmt: skip
    [review] = session.query(UserTask).filter_by(subject_id=sent.id, is_open=True)
    assert (review.type, review.assigned_user_id) == ("REVIEW", sent.sender.id)
    mail = session.query(OutboxMail).filter_by(template="RFISUBMIT").one()
    assert mail.to_email == sent.sender.email
    again = supplier.post(f"{sent.path}/submission", json={})
    assert again.status_code == 409
    assert again.json["message"] == "This RFx has already been submitted."
    late = supplier.put(f"{sent.path}/value", json=answers_json(company_name="Late"))
    assert late.status_code == 409
    assert buyer.get(sent.path).json["actions"]["reopen"] is True


def test_missing_signature_blocks_submission(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"), field("signature", "FORMSIGNATURE")))
    client = signed_in(sent.respondent)
    refused = client.post(f"{sent.path}/submission", json={})
    assert refused.json["fields"] == {"values.signature": ["Sign here."]}
    saved = client.put(f"{sent.path}/value", json=answers_json(signature={"name": "Tom", "strokes": []})).json
    assert saved["completion"] == {
        "percent": 50, "answered": 1, "total": 2, "valid": True, "faultCount": 0,
        "byForm": {str(sent.forms[0].id): {"percent": 50, "answered": 1, "total": 2, "valid": True, "faultCount": 0}},
    }  # fmt: skip
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200


def test_same_key_submits_once_and_returns_the_same_response(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    client.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    responses = [
        client.post(f"{sent.path}/submission", json={}, headers={"Idempotency-Key": "one"}) for _ in range(2)
    ]
    assert [response.status_code for response in responses] == [200, 200]
    assert responses[0].json == responses[1].json


def test_decline_needs_a_reason_and_can_be_reopened(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    for reason in ("", "   "):
        refused = supplier.post(f"{sent.path}/decline", json={"reason": reason})
        assert refused.status_code == 422
        assert "reason" in refused.json["fields"]
    declined = supplier.post(f"{sent.path}/decline", json={"reason": "No capacity\n\n until spring\n"}).json
    assert (declined["status"], declined["declineReason"]) == ("DECLINED", "No capacity\n\n until spring")
    assert declined["latestValuesFvc"]["responses"][0]["status"] == "DECLINED"
    mail = session.query(OutboxMail).filter_by(to_email=sent.sender.email).one()
    assert [line.strip() for line in mail.text.splitlines() if "capacity" in line or "spring" in line] == [
        "No capacity", "until spring",
    ]  # fmt: skip
    reopened = buyer.post(f"{sent.path}/reopen", json={}).json
    assert (reopened["status"], reopened["declineReason"]) == ("INPROGRESS", None)


def test_reopening_notifies_all_participants_and_reopens_tasks(session: Session, signed_in: SignedIn) -> None:
    first = send_rfx().respondent
    sent = send_rfx(respondent=first, also_to=[colleague_of(first)])
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    supplier.post(f"{sent.path}/submission", json={})
    assert supplier.post(f"{sent.path}/reopen", json={}).status_code == 403
    reopened = buyer.post(f"{sent.path}/reopen", json={}).json
    assert reopened["status"] == "INPROGRESS"
    assert reopened["latestValuesFvc"]["responses"][0]["status"] == "INPROGRESS"
    mails = session.query(OutboxMail).filter_by(template="RFIREOPEN").all()
    assert len(mails) == 3
    for mail in mails:
        is_sender = mail.to_email == sent.sender.email
        assert ("then submit again" in mail.text, "then submit again" in mail.html) == (
            not is_sender,
            not is_sender,
        )
    assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 2
    assert all(supplier.get(sent.path, query_string={"i": "rwMap"}).json["rwMap"][key] for key in ANSWERS)
    assert buyer.post(f"{sent.path}/reopen", json={}).status_code == 409


def test_limited_reopening_unlocks_only_its_fields_and_signatures(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(blocks=(field("a"), field("b"), field("signature", "FORMSIGNATURE")))
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(
        f"{sent.path}/value", json=answers_json(a="1", b="2", signature={"name": "Tom", "strokes": []})
    )
    supplier.post(f"{sent.path}/submission", json={})
    unknown = buyer.post(f"{sent.path}/reopen", json={"fields": ["c"]})
    assert unknown.status_code == 422
    buyer.post(f"{sent.path}/reopen", json={"fields": ["a"]})
    loaded = supplier.get(sent.path, query_string={"i": "rwMap"}).json
    assert loaded["rwMap"] == {"a": True, "b": False, "signature": True}
    assert loaded["latestValuesFvc"]["completion"]["percent"] == 100
    body = {"values": {"b": {"value": "x", "baseIteration": 1}}}
    assert supplier.put(f"{sent.path}/value", json=body).json["refused"].keys() == {"b"}


def test_limited_reopening_includes_dependent_fields(session: Session, signed_in: SignedIn) -> None:
    def visible_when(name: str, operand: object) -> dict[str, Any]:
        return {"field": name, "operator": "equals", "value": operand}

    sent = send_rfx(
        blocks=(
            field("iso", "YESNO", required=True),
            field("number", required=True, visibleWhen=visible_when("iso", True)),
            field("why", required=True, visibleWhen=visible_when("number", "none")),
            field("other", required=True),
        )
    )
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=False, other="x"))
    supplier.post(f"{sent.path}/submission", json={})
    limited = buyer.post(f"{sent.path}/reopen", json={"fields": ["iso"]})
    assert limited.status_code == 200, limited.text
    rw_map = supplier.get(sent.path, query_string={"i": "rwMap"}).json["rwMap"]
    assert rw_map == {"iso": True, "number": True, "why": True, "other": False}
    changed = {"iso": {"value": True, "baseIteration": 1}, "number": {"value": "A 1", "baseIteration": 0}}
    assert supplier.put(f"{sent.path}/value", json={"values": changed}).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).json["status"] == "COMPLETED"


def test_limited_reopening_of_a_declined_rfx_includes_unanswered_fields(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.post(f"{sent.path}/decline", json={"reason": "No time"})
    buyer.post(f"{sent.path}/reopen", json={"fields": ["turnover"]})
    assert supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).json["status"] == "COMPLETED"


@pytest.mark.parametrize("before", [RfxStatus.NEW, RfxStatus.PENDING, RfxStatus.INPROGRESS])
def test_passed_deadline_expires_the_rfx_and_a_new_one_restores_it(
    session: Session, signed_in: SignedIn, run_jobs: Any, before: RfxStatus
) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    if before is not RfxStatus.NEW:
        supplier.post(f"{sent.path}/opened")
    if before is RfxStatus.INPROGRESS:
        supplier.put(f"{sent.path}/value", json=answers_json(company_name="x"))
    moves.expire(rfx_id=sent.id)
    assert sent.rfx.status == before
    with clock.shifted(timedelta(hours=2)):
        late = supplier.put(f"{sent.path}/value", json=answers_json(employees="1"))
        assert (late.status_code, late.json["message"]) == (409, "The deadline of this RFx has passed.")
        assert moves.expire(rfx_id=sent.id)
        assert not moves.expire(rfx_id=sent.id)
        assert buyer.get(sent.path).json["status"] == "EXPIRED"
        assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 0
        for deadline in ("2020-01-01", now().isoformat(), "soon", 5):
            refused = buyer.put(f"{sent.path}/deadline", json={"deadline": deadline})
            assert refused.status_code == 422
            assert "deadline" in refused.json["fields"]
        later = (now() + timedelta(days=3)).isoformat()
        assert supplier.put(f"{sent.path}/deadline", json={"deadline": later}).status_code == 403
        assert buyer.put(f"{sent.path}/deadline", json={"deadline": later}).json["status"] == before
        assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 1
        assert supplier.put(f"{sent.path}/value", json=answers_json(employees="1")).status_code == 200
    assert Counter(event_types(session, sent, sent.sender.organisation_id))["rfx.expired"] == 1


def test_new_deadline_of_an_overdue_rfx_is_logged_after_its_expiry(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    buyer = signed_in(sent.sender)
    with clock.shifted(timedelta(hours=2)):
        assert buyer.get(sent.path).json["status"] == "EXPIRED"
        later = (now() + timedelta(days=3)).isoformat()
        assert buyer.put(f"{sent.path}/deadline", json={"deadline": later}).json["status"] == "NEW"
    for organisation_id in (sent.sender.organisation_id, sent.respondent.organisation_id):
        assert event_types(session, sent, organisation_id) == [
            "rfx.sent", "rfx.expired", "rfx.deadlineChanged",
        ]  # fmt: skip
    assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 1


def test_deadline_removed_by_another_user_causes_a_conflict(sent: SentRfx, signed_in: SignedIn) -> None:
    buyer, path = signed_in(sent.sender), f"{sent.path}/deadline"
    seen = buyer.put(path, json={"deadline": "2099-05-04"}).json["deadline"]
    # The second request sets the value that is already stored, which is no conflict.
    for _ in range(2):
        cleared = buyer.put(path, json={"deadline": None, "basedOn": {"deadline": seen}})
        assert cleared.status_code == 200, cleared.text
    stale = buyer.put(path, json={"deadline": "2099-06-01", "basedOn": {"deadline": seen}})
    assert (stale.status_code, stale.json["code"], stale.json["now"]) == (409, "stale", {"deadline": None})
    assert "removed the deadline" in stale.json["fields"]["deadline"][0]
    assert buyer.get(sent.path).json["deadline"] is None


def test_date_as_deadline_means_the_end_of_the_day(sent: SentRfx, signed_in: SignedIn) -> None:
    response = signed_in(sent.sender).put(f"{sent.path}/deadline", json={"deadline": "2099-05-04"})
    assert response.json["deadline"] == "2099-05-04T23:59:59+00:00"
    cleared = signed_in(sent.sender).put(f"{sent.path}/deadline", json={"deadline": None})
    assert cleared.json["deadline"] is None


def test_unchanged_deadline_is_not_logged_or_mailed(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(deadline=now().replace(microsecond=550397) + timedelta(days=3))
    buyer = signed_in(sent.sender)
    loaded = buyer.get(sent.path).json["deadline"]
    assert ".550+" in loaded
    assert buyer.put(f"{sent.path}/deadline", json={"deadline": loaded}).json["deadline"] == loaded
    assert "rfx.deadlineChanged" not in event_types(session, sent, sent.sender.organisation_id)
    assert session.query(OutboxMail).filter_by(template="DEADLINECHANGED").count() == 0


def test_periodic_jobs_expire_and_remind(session: Session, run_jobs: Any) -> None:
    overdue = send_rfx(deadline=now() + timedelta(hours=1))
    soon = send_rfx(deadline=now() + timedelta(days=3))
    with clock.shifted(timedelta(days=2, hours=1)):
        enqueue("rfx.expire")
        enqueue("rfx.remind")
        run_jobs()
        assert session.get_one(Rfx, overdue.id).status == "EXPIRED"
        assert session.get_one(Rfx, soon.id).reminder_sent_date is not None
        mail = session.query(OutboxMail).filter_by(to_email=soon.respondent.email).one()
        assert "has not been submitted yet" in mail.text


REQUESTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "open": ("POST", "opened", {}),
    "answer": ("PUT", "value", answers_json(company_name="x")),
    "submit": ("POST", "submission", {}),
    "decline": ("POST", "decline", {"reason": "No"}),
    "reopen": ("POST", "reopen", {}),
    "remind": ("POST", "reminder", {}),
    "deadline": ("PUT", "deadline", {"deadline": "2099-01-01"}),
}


RESPONDENT_REQUESTS = {"open", "answer", "submit", "decline"}


@pytest.mark.parametrize("status", list(RfxStatus))
def test_impossible_transitions_return_409_with_a_sentence(
    session: Session, sent: SentRfx, signed_in: SignedIn, status: RfxStatus
) -> None:
    possible = {
        **dict.fromkeys(("answer", "submit", "decline", "remind"), OPEN_STATUSES),
        "open": tuple(RfxStatus),
        "reopen": (RfxStatus.COMPLETED, RfxStatus.DECLINED),
        "deadline": (*OPEN_STATUSES, RfxStatus.EXPIRED),
    }
    clients = {True: signed_in(sent.respondent), False: signed_in(sent.sender)}
    clients[True].put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    for name, (method, path, body) in REQUESTS.items():
        session.get_one(Rfx, sent.id).status = status
        before = session.query(EventLog).count()
        client: CheckedClient = clients[name in RESPONDENT_REQUESTS]
        response = client.open(f"{sent.path}/{path}", method=method, json=body)
        if status in possible[name]:
            assert response.status_code == 200, (name, response.text)
        else:
            assert response.status_code == 409, name
            assert response.json["message"].endswith(".")
            assert session.query(EventLog).count() == before


@pytest.mark.parametrize(("status", "move"), list(product(RfxStatus, RfxMove)))
def test_status_changes_follow_the_transition_table(status: RfxStatus, move: RfxMove) -> None:
    if move is RfxMove.EXTEND:
        expected = (
            RfxStatus.PENDING if status is RfxStatus.EXPIRED else status if status in OPEN_STATUSES else None
        )
        if expected is None:
            with pytest.raises(ConflictError):
                status_after(status, move)
        else:
            assert status_after(status, move, before_expiry="PENDING") is expected
    elif (status, move) in TRANSITIONS:
        assert status_after(status, move) is TRANSITIONS[status, move]
    else:
        with pytest.raises(ConflictError):
            status_after(status, move)
