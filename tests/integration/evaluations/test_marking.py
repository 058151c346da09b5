"""Marks of an evaluation: blind marks, conflicts, closing, results and consensus."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.evaluations.models import EvaluationMark
from app.evaluations.public import results_of, user_ids_with_conflict
from app.evaluations.types import CriterionSource
from app.events.models import EventLog
from app.extensions import db
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from app.tasks.models import UserTask
from tests.factories.accounts import colleague_of
from tests.factories.compared import SentRequest, answer, send_request
from tests.factories.evaluations import BLOCKS, Prepared, answered_request, criterion, prepare
from tests.fixtures.people import SignedIn


@pytest.fixture
def answered(session: Session, signed_in: SignedIn) -> SentRequest:
    """Return a request with two submitted RFxs and one that is still open."""
    return answered_request(signed_in)


def save(
    client: Any, prepared: Prepared, rfx: int, criterion_index: int, mark: int | None, **extra: Any
) -> Any:
    """Save the mark of the supplier and the criterion with these positions."""
    return client.put(
        f"{prepared.path}/mark",
        json={
            "rfxId": prepared.rfx_ids[rfx],
            "criterionId": prepared.criterion_ids[criterion_index],
            "mark": mark,
            **extra,
        },
    )


def mark_all(client: Any, prepared: Prepared, *marks: int) -> None:
    """Save the marks of Aurora, then of Bergmann, each for Price and Quality, and finish."""
    for index, mark in enumerate(marks):
        assert save(client, prepared, index // 2, index % 2, mark).status_code == 200
    finished = client.put(f"{prepared.path}/finished", json={"isFinished": True})
    assert finished.status_code == 200, finished.text


def event_types() -> list[str]:
    return list(
        db.session.execute(
            select(EventLog.type).where(EventLog.type.startswith("evaluation.")).order_by(EventLog.id)
        ).scalars()
    )


def open_tasks(user: User) -> list[str]:
    return list(
        db.session.execute(
            select(UserTask.title).where(UserTask.assigned_user_id == user.id, UserTask.is_open)
        ).scalars()
    )


def test_evaluators_get_a_mail_and_a_task_that_closes_when_they_finish(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    ada, grace = (
        colleague_of(answered.sender, name="Ada Lovelace", role_name="Viewer"),
        colleague_of(answered.sender),
    )
    prepared = prepare(answered, ada, grace)
    assert open_tasks(ada) == [f"Mark the answers to {answered.request.title}"]
    mails = db.session.execute(select(OutboxMail).where(OutboxMail.to_user_id == ada.id)).scalars().all()
    assert len(mails) == 1
    assert f"/rfx/request/{answered.id}?tab=evaluation" in mails[0].text
    client = signed_in(ada)
    mark_all(client, prepared, 7, 8, 9, 10)
    assert open_tasks(ada) == []
    assert client.get(prepared.path).json["state"] == "OPEN"
    resumed = client.put(f"{prepared.path}/finished", json={"isFinished": False})
    assert resumed.json["own"]["finished"] is None
    assert len(open_tasks(ada)) == 1
    assert event_types()[-2:] == ["evaluation.finished", "evaluation.resumed"]


def test_marks_are_blind_until_all_are_in(answered: SentRequest, signed_in: SignedIn) -> None:
    ada, grace = colleague_of(answered.sender), colleague_of(answered.sender)
    prepared = prepare(answered, ada, grace)
    mark_all(signed_in(ada), prepared, 7, 8, 9, 10)
    owner = signed_in(answered.sender).get(prepared.path).json
    assert [(each["entered"], each["total"]) for each in owner["evaluators"]] == [(4, 4), (0, 4)]
    assert (owner["own"], owner["results"]) == (None, [])
    other = signed_in(grace).get(prepared.path).json
    assert (other["own"]["marks"], other["results"]) == ([], [])
    assert results_of(answered.id) is None
    mark_all(signed_in(grace), prepared, 7, 8, 5, 10)
    closed = signed_in(answered.sender).get(prepared.path).json
    assert (closed["state"], closed["closedBy"]) == ("CLOSED", None)
    assert [(each["score"], each["rank"]) for each in closed["results"]] == [("82.00", 1), ("74.00", 2)]
    assert open_tasks(answered.sender)[-1] == "Review the result of the evaluation"
    assert event_types()[-1] == "evaluation.completed"


@pytest.mark.parametrize("mark", [11, -1, 5.5, "7", True])
def test_marks_are_whole_numbers_from_0_to_10(answered: SentRequest, signed_in: SignedIn, mark: Any) -> None:
    prepared = prepare(answered, answered.sender)
    response = save(signed_in(answered.sender), prepared, 0, 0, mark)
    assert (response.status_code, response.json["fields"]["mark"]) == (
        422,
        ["Enter a whole number from 0 to 10."],
    )


def test_marks_of_two_tabs_conflict_instead_of_being_overwritten(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    prepared, client = prepare(answered, answered.sender), signed_in(answered.sender)
    assert save(client, prepared, 0, 0, 5, basedOn=0).json["iteration"] == 1
    assert save(client, prepared, 0, 0, 5, basedOn=0).json["iteration"] == 1
    stale = save(client, prepared, 0, 0, 6, basedOn=0)
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    assert stale.json["now"] == {"mark": 5, "comment": "", "iteration": 1}
    assert save(client, prepared, 0, 0, None, comment="Later", basedOn=1).json["iteration"] == 2


def test_only_submitted_suppliers_are_marked(answered: SentRequest, signed_in: SignedIn) -> None:
    prepared, client = prepare(answered, answered.sender), signed_in(answered.sender)
    refused = save(client, prepared, 2, 0, 5)
    assert (refused.status_code, refused.json["message"]) == (
        409, "Calder has not submitted, so there is nothing to mark.",
    )  # fmt: skip
    elsewhere = client.put(
        f"{prepared.path}/mark",
        json={"rfxId": 999_999, "criterionId": prepared.criterion_ids[0], "mark": 5},
    )
    assert elsewhere.json["fields"]["rfxId"] == ["This request has no such supplier."]


def test_finishing_needs_all_marks(answered: SentRequest, signed_in: SignedIn) -> None:
    prepared, client = prepare(answered, answered.sender), signed_in(answered.sender)
    save(client, prepared, 0, 0, 5)
    refused = client.put(f"{prepared.path}/finished", json={"isFinished": True})
    assert (refused.status_code, refused.json["message"]) == (409, "3 marks are still missing.")


def test_a_late_submission_keeps_the_round_open(answered: SentRequest, signed_in: SignedIn) -> None:
    ada = colleague_of(answered.sender)
    prepared = prepare(answered, ada, answered.sender)
    mark_all(signed_in(ada), prepared, 1, 2, 3, 4)
    answer(signed_in, answered.rfxs[2], price="60", iso=True)
    client = signed_in(answered.sender)
    for criterion_index in (0, 1):
        save(client, prepared, 2, criterion_index, 5)
    mark_all(client, prepared, 1, 2, 3, 4)
    shown = client.get(prepared.path).json
    assert shown["state"] == "OPEN"
    assert [(each["entered"], each["total"]) for each in shown["evaluators"]] == [(4, 6), (6, 6)]


def test_a_conflict_of_interest_removes_marks_and_blocks_new_ones(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    prepared, client = (
        prepare(answered, answered.sender, colleague_of(answered.sender)),
        signed_in(answered.sender),
    )
    save(client, prepared, 0, 0, 5)
    declared = client.put(
        f"{prepared.path}/conflict", json={"rfxId": prepared.rfx_ids[0], "isDeclared": True}
    )
    assert declared.json["own"] == {"finished": None, "marks": [], "conflicts": [prepared.rfx_ids[0]]}
    assert user_ids_with_conflict(answered.id) == {answered.sender.id}
    refused = save(client, prepared, 0, 0, 5)
    assert (refused.status_code, refused.json["message"]) == (
        409, "You have a conflict of interest with Aurora, so you can't mark it.",
    )  # fmt: skip
    assert event_types()[-1] == "evaluation.conflictDeclared"
    withdrawn = client.put(
        f"{prepared.path}/conflict", json={"rfxId": prepared.rfx_ids[0], "isDeclared": False}
    )
    assert withdrawn.json["own"]["conflicts"] == []
    assert user_ids_with_conflict(answered.id) == set()


def test_owner_closes_with_a_reason_and_missing_marks_are_named(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    ada = colleague_of(answered.sender, name="Ada Lovelace")
    prepared, client = prepare(answered, ada), signed_in(answered.sender)
    save(signed_in(ada), prepared, 0, 1, 6)
    refused = client.post(f"{prepared.path}/close", json={"reason": " "})
    assert refused.json["fields"]["reason"] == [
        "Please say why you close the evaluation before all marks are in."
    ]
    closed = client.post(f"{prepared.path}/close", json={"reason": "The board meets today."}).json
    assert (closed["state"], closed["closingReason"]) == ("CLOSED", "The board meets today.")
    aurora, bergmann = closed["results"]
    assert (aurora["score"], aurora["rank"], aurora["missing"]) == (
        "60.00", 1, ["No mark from Ada Lovelace for Price"],
    )  # fmt: skip
    assert (bergmann["score"], bergmann["rank"], len(bergmann["missing"])) == (None, None, 2)
    assert open_tasks(ada) == []
    late = save(signed_in(ada), prepared, 0, 0, 5)
    assert (late.status_code, late.json["message"]) == (
        409, "The evaluation is closed and can no longer be changed.",
    )  # fmt: skip
    assert client.post(f"{prepared.path}/open").status_code == 409


def test_criteria_with_scores_need_no_evaluators_and_keep_the_scores_of_closing(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    score = CriterionSource.SCORE
    criteria = [criterion("Overall", 70, score), criterion("Quality", 30, score, "0.2")]
    section_id = signed_in(answered.sender).get(f"{answered.path}/evaluation").json["sections"][0]["id"]
    criteria[1] = criterion("Quality", 30, score, section_id)
    prepared, client = prepare(answered, criteria=criteria), signed_in(answered.sender)
    closed = client.post(f"{prepared.path}/close", json={}).json
    assert [(each["score"], each["rank"]) for each in closed["results"]] == [("100.00", 1), ("0.00", 2)]
    db.session.get_one(Rfx, prepared.rfx_ids[0]).status = "INPROGRESS"
    db.session.flush()
    assert [each["rank"] for each in client.get(prepared.path).json["results"]] == [1, 2]


def test_marks_that_differ_are_settled_with_a_reason(answered: SentRequest, signed_in: SignedIn) -> None:
    ada = colleague_of(answered.sender)
    prepared, client = prepare(answered, answered.sender, ada), signed_in(answered.sender)
    settled = {
        "rfxId": prepared.rfx_ids[0],
        "criterionId": prepared.criterion_ids[0],
        "mark": 8,
        "reason": "Agreed",
    }
    early = client.put(f"{prepared.path}/consensus", json=settled)
    assert early.json["message"] == "Marks can be settled after the evaluation is closed."
    mark_all(client, prepared, 2, 5, 5, 5)
    mark_all(signed_in(ada), prepared, 9, 5, 5, 7)
    shown = client.get(prepared.path).json
    aurora = next(each for each in shown["results"] if each["rfxId"] == prepared.rfx_ids[0])
    assert [value["isSpread"] for value in aurora["values"]] == [True, False]
    assert aurora["score"] == "53.00"
    after = client.put(f"{prepared.path}/consensus", json=settled).json
    aurora = next(each for each in after["results"] if each["rfxId"] == prepared.rfx_ids[0])
    assert aurora["score"] == "68.00"
    assert aurora["values"][0]["consensus"]["reason"] == "Agreed"
    stale = client.put(f"{prepared.path}/consensus", json=settled | {"mark": 3})
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    again = client.put(
        f"{prepared.path}/consensus",
        json=settled | {"mark": 3, "basedOn": aurora["values"][0]["consensus"]["settled"]},
    )
    assert again.status_code == 200
    level = client.put(
        f"{prepared.path}/consensus", json=settled | {"criterionId": prepared.criterion_ids[1]}
    )
    assert level.json["message"] == "These marks differ by at most 2, so they need no consensus."


def test_removed_evaluators_do_not_count_and_can_return(answered: SentRequest, signed_in: SignedIn) -> None:
    ada, grace = colleague_of(answered.sender), colleague_of(answered.sender)
    prepared, client = prepare(answered, ada, grace), signed_in(answered.sender)
    mark_all(signed_in(ada), prepared, 7, 8, 9, 10)
    removed = client.delete(f"{prepared.path}/evaluator/{prepared.evaluator_id(grace)}").json
    assert [each["name"] for each in removed["evaluators"]] == [ada.name]
    assert removed["state"] == "OPEN"
    assert open_tasks(grace) == []
    assert save(signed_in(grace), prepared, 0, 0, 5).status_code == 403
    client.post(f"{prepared.path}/evaluator", json={"userId": grace.id})
    assert len(open_tasks(grace)) == 1


def test_statements_do_not_grow_with_the_suppliers(session: Session, signed_in: SignedIn) -> None:
    counts = []
    for names in (["Aurora"], ["Aurora", "Bergmann", "Calder", "Delta"]):
        request = send_request(*names, blocks=BLOCKS)
        for sent in request.rfxs:
            answer(signed_in, sent, price="1", iso=True)
        prepared = prepare(request, request.sender, colleague_of(request.sender))
        client = signed_in(request.sender)
        for index in range(len(names)):
            save(client, prepared, index, 0, 5)
        assert client.get(prepared.path).status_code == 200
        counts.append(client.statements)
    assert counts[0] == counts[1]
    assert db.session.query(EvaluationMark).count() == 5
