"""The report of the decision as PDF, and the award in the workbook of the comparison."""

from collections.abc import Callable
from io import BytesIO

import pytest
from openpyxl import load_workbook
from sqlalchemy.orm import Session

from app.requests.exports.comparison import build
from tests.factories.accounts import actor_of, colleague_of
from tests.factories.awards import demand_approval, draft_award, make_award_case
from tests.fixtures.people import SignedIn
from tests.integration.awards.reports import report_text


def test_report_begins_with_the_result_and_names_reasons_and_approver(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70)
    demand_approval(case)
    approver = colleague_of(case.buyer, name="Grace Approver")
    draft_award(case, 0, reason="Best offer, <b>by far</b>.", include_scores=True)
    client = signed_in(case.buyer)
    client.post(f"{case.path}/submit", json={"approverId": approver.id})
    signed_in(approver).post(f"{case.path}/approve", json={})
    client.post(f"{case.path}/send", json={})
    run_jobs()
    text = report_text(case)
    assert "The request is awarded to Supplier A: 1 of 2 suppliers that submitted a response." in text
    assert "Best offer, <b>by far</b>." in text
    assert "by Grace Approver" in text
    assert "own score and rank" in text
    assert "Grace Approver approved the award" in text


def test_report_needs_an_award(signed_in: SignedIn) -> None:
    case = make_award_case(80)
    client = signed_in(case.buyer)
    response = client.post(f"{case.path}/report", json={})
    assert (response.status_code, response.json["message"]) == (
        409,
        "There is no award yet. Choose the suppliers first.",
    )
    draft_award(case, 0)
    assert client.post(f"{case.path}/report", json={}).status_code == 202


def test_workbook_of_the_comparison_has_rank_and_award(session: Session) -> None:
    case = make_award_case(80, 70)

    def rows() -> list[tuple[object, ...]]:
        file = build(actor_of(case.buyer), "xlsx", {"request_id": case.request.id})
        sheet = load_workbook(BytesIO(file.content))["Summary"]
        cells = [tuple(cell for cell in row) for row in sheet.iter_rows(values_only=True)]
        start = next(index for index, row in enumerate(cells) if row[0] == "Supplier")
        return cells[start:]

    assert len(rows()[0]) == 5
    draft_award(case, 0)
    heading, first, second = rows()
    assert heading[5:] == ("Score of 100", "Rank", "Award", "Reason of the award")
    assert first[5:] == (80, 1, "Chosen", "Best offer.")
    assert second[5:7] == (70, 2)


@pytest.mark.parametrize("score", [0, 1, 99, 100])
def test_report_draws_bars_of_every_length(session: Session, score: int) -> None:
    case = make_award_case(score)
    draft_award(case, 0)
    assert f"Completed {score}" in report_text(case)
