"""The states of an RFx, who may move it, and what each move leaves behind (specification section 4)."""

from collections import Counter
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as property_of
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from app.events.models import EventLog
from app.kernel import clock
from app.kernel.clock import now
from app.kernel.errors import ConflictError
from app.kernel.jobs import enqueue
from app.kernel.mail import OutboxMail
from app.rfx.models import Rfx, RfxResponse
from app.rfx.operations import moves, reminding
from app.rfx.policies.states import status_after
from app.rfx.types import OPEN_STATUSES, TRANSITIONS, RfxMove, RfxStatus
from app.tasks.models import UserTask
from tests.factories.accounts import actor_of, colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, field, given, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def event_types(session: Session, sent: SentRfx, organisation_id: int) -> list[str]:
    rows = session.query(EventLog.type).filter_by(organisation_id=organisation_id).order_by(EventLog.id)
    return [name for (name,) in rows if name.startswith("rfx.")]


def test_from_sent_to_submitted(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    assert supplier.post(f"{sent.path}/opened").json["status"] == "PENDING"
    assert supplier.post(f"{sent.path}/opened").json["status"] == "PENDING"
    assert supplier.put(f"{sent.path}/value", json=given(**ANSWERS)).json["status"] == "INPROGRESS"
    done = supplier.post(f"{sent.path}/submission", json={})
    assert done.status_code == 200, done.text
    assert done.json["status"] == "COMPLETED"
    assert done.json["actions"]["submit"] is False
    assert not any(done.json["rwMap"].values())
    response = done.json["latestValuesFvc"]["responses"][0]
    assert (response["status"], response["submittedBy"]["name"]) == ("SUBMITTED", sent.answerer.name)
    for organisation_id in (sent.sender.organisation_id, sent.answerer.organisation_id):
        assert event_types(session, sent, organisation_id) == [
            "rfx.sent", "rfx.opened", "rfx.started", "rfx.submitted",
        ]  # fmt: skip
    assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 0
    mail = session.query(OutboxMail).filter_by(template="RFISUBMIT").one()
    assert mail.to_email == sent.sender.email
    again = supplier.post(f"{sent.path}/submission", json={})
    assert again.status_code == 409
    assert again.json["message"] == "This RFx has already been submitted."
    late = supplier.put(f"{sent.path}/value", json=given(company_name="Late"))
    assert late.status_code == 409
    assert buyer.get(sent.path).json["actions"]["reopen"] is True


def test_a_missing_signature_keeps_it_from_being_submitted(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"), field("signature", "FORMSIGNATURE")))
    client = signed_in(sent.answerer)
    refused = client.post(f"{sent.path}/submission", json={})
    assert refused.json["fields"] == {"values.signature": ["Sign here."]}
    saved = client.put(f"{sent.path}/value", json=given(signature={"name": "Tom", "strokes": []})).json
    assert saved["completion"] == {
        "percent": 50, "answered": 1, "total": 2, "valid": True, "faultCount": 0,
        "byForm": {str(sent.forms[0].id): {"percent": 50, "answered": 1, "total": 2, "valid": True, "faultCount": 0}},
    }  # fmt: skip
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200


def test_the_same_key_submits_once_and_answers_the_same(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.answerer)
    client.put(f"{sent.path}/value", json=given(**ANSWERS))
    answers = [
        client.post(f"{sent.path}/submission", json={}, headers={"Idempotency-Key": "one"}) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json == answers[1].json


def test_declining_needs_a_reason_and_can_be_taken_up_again(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    for reason in ("", "   "):
        refused = supplier.post(f"{sent.path}/decline", json={"reason": reason})
        assert refused.status_code == 422
        assert "reason" in refused.json["fields"]
    done = supplier.post(f"{sent.path}/decline", json={"reason": "No capacity\n\n until spring\n"}).json
    assert (done["status"], done["declineReason"]) == ("DECLINED", "No capacity\n\n until spring")
    assert done["latestValuesFvc"]["responses"][0]["status"] == "DECLINED"
    mail = session.query(OutboxMail).filter_by(to_email=sent.sender.email).one()
    assert [line.strip() for line in mail.text.splitlines() if "capacity" in line or "spring" in line] == [
        "No capacity", "until spring",
    ]  # fmt: skip
    back = buyer.post(f"{sent.path}/reopen", json={}).json
    assert (back["status"], back["declineReason"]) == ("INPROGRESS", None)


def test_reopening_tells_all_participants_and_gives_the_tasks_back(
    session: Session, signed_in: SignedIn
) -> None:
    first = send_rfx().answerer
    sent = send_rfx(answerer=first, also_to=[colleague_of(first)])
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=given(**ANSWERS))
    supplier.post(f"{sent.path}/submission", json={})
    assert supplier.post(f"{sent.path}/reopen", json={}).status_code == 403
    reopened = buyer.post(f"{sent.path}/reopen", json={}).json
    assert reopened["status"] == "INPROGRESS"
    assert reopened["latestValuesFvc"]["responses"][0]["status"] == "INPROGRESS"
    mails = session.query(OutboxMail).filter_by(template="RFIREOPEN").all()
    assert len(mails) == 3
    for mail in mails:
        asks = mail.to_email == sent.sender.email
        assert ("then submit again" in mail.text, "then submit again" in mail.html) == (not asks, not asks)
    assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 2
    assert all(supplier.get(sent.path, query_string={"i": "rwMap"}).json["rwMap"][key] for key in ANSWERS)
    assert buyer.post(f"{sent.path}/reopen", json={}).status_code == 409


def test_a_limited_reopening_leaves_only_its_fields_and_signatures(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(blocks=(field("a"), field("b"), field("signature", "FORMSIGNATURE")))
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=given(a="1", b="2", signature={"name": "Tom", "strokes": []}))
    supplier.post(f"{sent.path}/submission", json={})
    unknown = buyer.post(f"{sent.path}/reopen", json={"fields": ["c"]})
    assert unknown.status_code == 422
    buyer.post(f"{sent.path}/reopen", json={"fields": ["a"]})
    loaded = supplier.get(sent.path, query_string={"i": "rwMap"}).json
    assert loaded["rwMap"] == {"a": True, "b": False, "signature": True}
    assert loaded["latestValuesFvc"]["completion"]["percent"] == 100
    body = {"values": {"b": {"value": "x", "baseIteration": 1}}}
    assert supplier.put(f"{sent.path}/value", json=body).json["refused"].keys() == {"b"}


def test_a_limited_reopening_can_always_be_submitted_again(session: Session, signed_in: SignedIn) -> None:
    def shown_by(name: str, operand: object) -> dict[str, Any]:
        return {"field": name, "operator": "equals", "value": operand}

    sent = send_rfx(
        blocks=(
            field("iso", "YESNO", required=True),
            field("number", required=True, visibleWhen=shown_by("iso", True)),
            field("why", required=True, visibleWhen=shown_by("number", "none")),
            field("other", required=True),
        )
    )
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=given(iso=False, other="x"))
    supplier.post(f"{sent.path}/submission", json={})
    limited = buyer.post(f"{sent.path}/reopen", json={"fields": ["iso"]})
    assert limited.status_code == 200, limited.text
    rw_map = supplier.get(sent.path, query_string={"i": "rwMap"}).json["rwMap"]
    assert rw_map == {"iso": True, "number": True, "why": True, "other": False}
    changed = {"iso": {"value": True, "baseIteration": 1}, "number": {"value": "A 1", "baseIteration": 0}}
    assert supplier.put(f"{sent.path}/value", json={"values": changed}).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).json["status"] == "COMPLETED"


def test_a_limited_reopening_of_what_was_declined_takes_what_was_never_answered(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    supplier.post(f"{sent.path}/decline", json={"reason": "No time"})
    buyer.post(f"{sent.path}/reopen", json={"fields": ["turnover"]})
    assert supplier.put(f"{sent.path}/value", json=given(**ANSWERS)).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).json["status"] == "COMPLETED"


@pytest.mark.parametrize("before", [RfxStatus.NEW, RfxStatus.PENDING, RfxStatus.INPROGRESS])
def test_a_deadline_that_passes_expires_and_a_new_one_takes_it_back(
    session: Session, signed_in: SignedIn, run_jobs: Any, before: RfxStatus
) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    if before is not RfxStatus.NEW:
        supplier.post(f"{sent.path}/opened")
    if before is RfxStatus.INPROGRESS:
        supplier.put(f"{sent.path}/value", json=given(company_name="x"))
    moves.expire(rfx_id=sent.id)
    assert sent.rfx.status == before
    with clock.shifted(timedelta(hours=2)):
        late = supplier.put(f"{sent.path}/value", json=given(employees="1"))
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
        assert supplier.put(f"{sent.path}/value", json=given(employees="1")).status_code == 200
    assert Counter(event_types(session, sent, sent.sender.organisation_id))["rfx.expired"] == 1


def test_a_new_deadline_for_an_overdue_rfx_is_logged_after_its_expiry(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    buyer = signed_in(sent.sender)
    with clock.shifted(timedelta(hours=2)):
        assert buyer.get(sent.path).json["status"] == "EXPIRED"
        later = (now() + timedelta(days=3)).isoformat()
        assert buyer.put(f"{sent.path}/deadline", json={"deadline": later}).json["status"] == "NEW"
    for organisation_id in (sent.sender.organisation_id, sent.answerer.organisation_id):
        assert event_types(session, sent, organisation_id) == [
            "rfx.sent", "rfx.expired", "rfx.deadlineChanged",
        ]  # fmt: skip
    assert session.query(UserTask).filter_by(subject_id=sent.id, is_open=True).count() == 1


def test_a_deadline_that_somebody_else_removed_meanwhile_is_not_set_unseen(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    buyer, path = signed_in(sent.sender), f"{sent.path}/deadline"
    seen = buyer.put(path, json={"deadline": "2099-05-04"}).json["deadline"]
    # What both want alike is no conflict.
    for _ in range(2):
        gone = buyer.put(path, json={"deadline": None, "basedOn": {"deadline": seen}})
        assert gone.status_code == 200, gone.text
    stale = buyer.put(path, json={"deadline": "2099-06-01", "basedOn": {"deadline": seen}})
    assert (stale.status_code, stale.json["code"], stale.json["now"]) == (409, "stale", {"deadline": None})
    assert "removed the deadline" in stale.json["fields"]["deadline"][0]
    assert buyer.get(sent.path).json["deadline"] is None


def test_a_day_as_deadline_means_its_end(sent: SentRfx, signed_in: SignedIn) -> None:
    answer = signed_in(sent.sender).put(f"{sent.path}/deadline", json={"deadline": "2099-05-04"})
    assert answer.json["deadline"] == "2099-05-04T23:59:59+00:00"
    gone = signed_in(sent.sender).put(f"{sent.path}/deadline", json={"deadline": None})
    assert gone.json["deadline"] is None


def test_a_deadline_that_comes_back_as_it_was_sent_has_not_changed(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(deadline=now().replace(microsecond=550397) + timedelta(days=3))
    buyer = signed_in(sent.sender)
    loaded = buyer.get(sent.path).json["deadline"]
    assert ".550+" in loaded
    assert buyer.put(f"{sent.path}/deadline", json={"deadline": loaded}).json["deadline"] == loaded
    assert "rfx.deadlineChanged" not in event_types(session, sent, sent.sender.organisation_id)
    assert session.query(OutboxMail).filter_by(template="DEADLINECHANGED").count() == 0


def test_the_periodic_jobs_expire_and_remind(session: Session, run_jobs: Any) -> None:
    overdue = send_rfx(deadline=now() + timedelta(hours=1))
    soon = send_rfx(deadline=now() + timedelta(days=3))
    with clock.shifted(timedelta(days=2, hours=1)):
        enqueue("rfx.expire")
        enqueue("rfx.remind")
        run_jobs()
        assert session.get_one(Rfx, overdue.id).status == "EXPIRED"
        assert session.get_one(Rfx, soon.id).reminder_sent_date is not None
        mail = session.query(OutboxMail).filter_by(to_email=soon.answerer.email).one()
        assert "has not been submitted yet" in mail.text


CALLS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "open": ("POST", "opened", {}),
    "answer": ("PUT", "value", given(company_name="x")),
    "submit": ("POST", "submission", {}),
    "decline": ("POST", "decline", {"reason": "No"}),
    "reopen": ("POST", "reopen", {}),
    "remind": ("POST", "reminder", {}),
    "deadline": ("PUT", "deadline", {"deadline": "2099-01-01"}),
}
RESPONDENT_MAY = {"open", "answer", "submit", "decline"}


@pytest.mark.parametrize("status", list(RfxStatus))
def test_impossible_moves_answer_409_with_a_sentence(
    session: Session, sent: SentRfx, signed_in: SignedIn, status: RfxStatus
) -> None:
    possible = {
        **dict.fromkeys(("answer", "submit", "decline", "remind"), OPEN_STATUSES),
        "open": tuple(RfxStatus),
        "reopen": (RfxStatus.COMPLETED, RfxStatus.DECLINED),
        "deadline": (*OPEN_STATUSES, RfxStatus.EXPIRED),
    }
    clients = {True: signed_in(sent.answerer), False: signed_in(sent.sender)}
    clients[True].put(f"{sent.path}/value", json=given(**ANSWERS))
    for name, (method, path, body) in CALLS.items():
        session.get_one(Rfx, sent.id).status = status
        before = session.query(EventLog).count()
        client: CheckedClient = clients[name in RESPONDENT_MAY]
        answer = client.open(f"{sent.path}/{path}", method=method, json=body)
        if status in possible[name]:
            assert answer.status_code == 200, (name, answer.text)
        else:
            assert answer.status_code == 409, name
            assert answer.json["message"].endswith(".")
            assert session.query(EventLog).count() == before


@pytest.mark.parametrize(("status", "move"), list(product(RfxStatus, RfxMove)))
def test_the_table_alone_says_what_is_possible(status: RfxStatus, move: RfxMove) -> None:
    if move is RfxMove.EXTEND:
        wanted = (
            RfxStatus.PENDING if status is RfxStatus.EXPIRED else status if status in OPEN_STATUSES else None
        )
        if wanted is None:
            with pytest.raises(ConflictError):
                status_after(status, move)
        else:
            assert status_after(status, move, before_expiry="PENDING") is wanted
    elif (status, move) in TRANSITIONS:
        assert status_after(status, move) is TRANSITIONS[status, move]
    else:
        with pytest.raises(ConflictError):
            status_after(status, move)


STEPS = ("open", "answer", "submit", "decline", "reopen", "pass", "expire", "extend", "remind")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@property_of(
    steps=st.lists(
        st.sampled_from(["open", "answer", "submit", "decline", "reopen", "expire", "extend", "remind"]),
        max_size=10,
    )
)
def test_whatever_happens_the_rows_agree_with_each_other(session: Session, steps: list[str]) -> None:
    """Any order of moves: state, response, closing time and tasks always tell the same story."""
    from app.rfx.operations.values import NewValue, save_values

    savepoint = session.begin_nested()
    sent = send_rfx(deadline=now() + timedelta(days=1))
    supplier, buyer = actor_of(sent.answerer), actor_of(sent.sender)
    values = {key: NewValue(value, 0) for key, value in ANSWERS.items()}
    for step in steps:
        expected = _expected(sent.rfx, step)
        try:
            match step:
                case "open":
                    moves.open_rfx(actor=supplier, rfx_id=sent.id)
                case "answer":
                    save_values(actor=supplier, rfx_id=sent.id, new_values=values)
                case "submit":
                    save_values(actor=supplier, rfx_id=sent.id, new_values=values)
                    moves.submit_response(actor=supplier, rfx_id=sent.id)
                case "decline":
                    moves.decline_rfx(actor=supplier, rfx_id=sent.id, reason="No")
                case "reopen":
                    moves.reopen_rfx(actor=buyer, rfx_id=sent.id)
                case "pass":
                    sent.rfx.deadline = now() - timedelta(seconds=1)
                case "expire":
                    moves.expire(rfx_id=sent.id)
                case "extend":
                    moves.change_deadline(actor=buyer, rfx_id=sent.id, deadline=now() + timedelta(days=1))
                case "remind":
                    reminding.remind(actor=buyer, rfx_id=sent.id)
            assert expected is True, step
        except ConflictError:
            assert expected is False, step
        _check_agreement(session, sent)
    savepoint.rollback()


def _expected(rfx: Rfx, step: str) -> bool:
    """Whether a step must succeed."""
    status, overdue = RfxStatus(rfx.status), moves.is_overdue(rfx)
    is_open = status in OPEN_STATUSES and not overdue
    return {
        "open": True,
        "answer": is_open,
        "submit": is_open,
        "decline": is_open,
        "remind": is_open,
        "reopen": status in {RfxStatus.COMPLETED, RfxStatus.DECLINED},
        "extend": status in {*OPEN_STATUSES, RfxStatus.EXPIRED},
        "pass": True,
        "expire": True,
    }[step]


def _check_agreement(session: Session, sent: SentRfx) -> None:
    rfx = session.get_one(Rfx, sent.id, populate_existing=True)
    response = (
        session.query(RfxResponse)
        .filter_by(rfx_id=rfx.id, organisation_id=rfx.with_organisation_id)
        .populate_existing()
        .one()
    )
    is_open = rfx.status in OPEN_STATUSES
    assert (rfx.closed is None) == is_open
    assert session.query(UserTask).filter_by(subject_id=rfx.id, is_open=True).count() == int(is_open)
    wanted = {
        "NEW": {"NOT_STARTED"}, "PENDING": {"NOT_STARTED"}, "INPROGRESS": {"INPROGRESS"}, "COMPLETED": {"SUBMITTED"},
        "DECLINED": {"DECLINED"}, "EXPIRED": {"NOT_STARTED", "INPROGRESS"},
    }  # fmt: skip
    assert response.status in wanted[rfx.status], rfx.status
    assert (response.submitted is not None) == (rfx.status == "COMPLETED")
    assert (rfx.decline_reason is not None) == (rfx.status == "DECLINED")
