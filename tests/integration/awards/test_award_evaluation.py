"""An award that is based on the evaluation of its request."""

import pytest
from sqlalchemy.orm import Session

from app.evaluations.models import (
    EvaluatedSupplier,
    Evaluation,
    EvaluationConflict,
    EvaluationConsensus,
    EvaluationCriterion,
    EvaluationMark,
    Evaluator,
)
from app.evaluations.types import CriterionSource, EvaluationState
from tests.factories.accounts import colleague_of
from tests.factories.awards import AwardCase, demand_approval, draft_award, make_award_case
from tests.fixtures.people import SignedIn
from tests.integration.awards.reports import report_text


def evaluate(
    session: Session, case: AwardCase, *, state: EvaluationState = EvaluationState.CLOSED
) -> Evaluator:
    """Store an evaluation in which a colleague marks the second supplier with 9 and has a conflict with the first."""
    request_id, evaluating = case.request.id, colleague_of(case.buyer, name="Ada Lovelace")
    session.add(
        Evaluation(
            request_id=request_id,
            state=state,
            created_by_user_id=case.buyer.id,
            closing_reason="Two weeks are over.",
        )
    )
    session.flush()
    criterion = EvaluationCriterion(
        request_id=request_id, position=0, name="Price", weight=60, source=CriterionSource.MARKS
    )
    quality = EvaluationCriterion(
        request_id=request_id, position=1, name="Quality", weight=40, source=CriterionSource.MARKS
    )
    evaluator = Evaluator(request_id=request_id, user_id=evaluating.id, added_by_user_id=case.buyer.id)
    session.add_all([criterion, quality, evaluator])
    session.flush()
    session.add_all(EvaluatedSupplier(request_id=request_id, rfx_id=rfx_id, scores={}) for rfx_id in case.ids)
    session.add(
        EvaluationMark(evaluator_id=evaluator.id, rfx_id=case.ids[1], criterion_id=criterion.id, mark=9)
    )
    session.add(EvaluationConflict(evaluator_id=evaluator.id, rfx_id=case.ids[0]))
    session.add(
        EvaluationConsensus(
            criterion_id=criterion.id,
            rfx_id=case.ids[0],
            mark=5,
            reason="Agreed in the meeting.",
            settled_by_user_id=case.buyer.id,
        )
    )
    session.flush()
    return evaluator


def test_results_of_a_closed_evaluation_replace_the_scores_of_forms(
    session: Session, signed_in: SignedIn
) -> None:
    case = make_award_case(95, 20)
    evaluate(session, case)
    rows = signed_in(case.buyer).get(case.path).json["suppliers"]
    assert [(row["name"], row["score"], row["rank"]) for row in rows] == [
        ("Supplier B", 90.0, 1),
        ("Supplier A", 50.0, 2),
    ]


@pytest.mark.parametrize("state", [EvaluationState.PREPARING, EvaluationState.OPEN])
def test_open_evaluation_blocks_the_award(
    session: Session, signed_in: SignedIn, state: EvaluationState
) -> None:
    case = make_award_case(80)
    draft_award(case, 0)
    session.add(Evaluation(request_id=case.request.id, state=state, created_by_user_id=case.buyer.id))
    session.flush()
    client = signed_in(case.buyer)
    is_open = state is EvaluationState.OPEN
    sent = client.post(f"{case.path}/send", json={})
    assert sent.status_code == (409 if is_open else 200)
    if is_open:
        assert (
            sent.json["message"]
            == "The evaluation of this request is open. Close it before you award the request."
        )
        assert client.get(case.path).json["refusal"] == sent.json["message"]


def test_evaluator_with_a_conflict_approves_nothing(session: Session, signed_in: SignedIn) -> None:
    case = make_award_case(80, 70)
    demand_approval(case)
    evaluator = evaluate(session, case)
    draft_award(case, 1)
    client = signed_in(case.buyer)
    assert client.get(f"{case.path}/approver").json == []
    response = client.post(f"{case.path}/submit", json={"approverId": evaluator.user_id})
    assert response.json["fields"]["approverId"] == [
        "This colleague has declared a conflict of interest. Choose another one."
    ]


def test_conflict_after_the_submission_stops_the_approval(session: Session, signed_in: SignedIn) -> None:
    case = make_award_case(80, 70)
    demand_approval(case)
    draft_award(case, 1)
    approver = colleague_of(case.buyer)
    signed_in(case.buyer).post(f"{case.path}/submit", json={"approverId": approver.id})
    evaluator = evaluate(session, case)
    evaluator.user_id = approver.id
    session.flush()
    response = signed_in(approver).post(f"{case.path}/approve", json={})
    assert (response.status_code, response.json["message"]) == (
        409,
        "You have declared a conflict of interest, so you can't approve this award.",
    )


def test_report_names_criteria_missing_marks_conflicts_and_consensus(session: Session) -> None:
    case = make_award_case(95, 20)
    evaluate(session, case)
    draft_award(case, 1)
    text = report_text(case)
    assert "The request is to be awarded to Supplier B: 1 of 2 suppliers that submitted a response." in text
    assert "No mark from Ada Lovelace for Quality: Supplier B" in text
    assert "Ada Lovelace: Supplier A" in text
    assert "Price, Supplier A: 5 of 10, settled by Ada Buyer. Agreed in the meeting." in text
    assert "Two weeks are over." in text
    assert "60%" in text
