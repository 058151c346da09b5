"""Rows of an RFx stay consistent after any sequence of transitions."""

from datetime import timedelta

from hypothesis import HealthCheck, settings
from hypothesis import given as property_of
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from app.kernel.clock import now
from app.kernel.http.errors import ConflictError
from app.rfx.models import Rfx, RfxResponse
from app.rfx.operations import moves, reminding, submitting
from app.rfx.types import OPEN_STATUSES, RfxStatus
from app.tasks.models import UserTask
from tests.factories.accounts import actor_of
from tests.factories.rfx import ANSWERS, SentRfx, send_rfx

STEPS = ("open", "answer", "submit", "decline", "reopen", "pass", "expire", "extend", "remind")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@property_of(
    steps=st.lists(
        st.sampled_from(["open", "answer", "submit", "decline", "reopen", "expire", "extend", "remind"]),
        max_size=10,
    )
)
def test_rows_stay_consistent_after_any_sequence_of_steps(session: Session, steps: list[str]) -> None:
    """Status, response, closing time and tasks agree after every step."""
    from app.rfx.operations.values import NewValue, save_values

    savepoint = session.begin_nested()
    sent = send_rfx(deadline=now() + timedelta(days=1))
    supplier, buyer = actor_of(sent.respondent), actor_of(sent.sender)
    values = {key: NewValue(value, 0) for key, value in ANSWERS.items()}
    for step in steps:
        expected = _must_succeed(sent.rfx, step)
        try:
            match step:
                case "open":
                    moves.open_rfx(actor=supplier, rfx_id=sent.id)
                case "answer":
                    save_values(actor=supplier, rfx_id=sent.id, new_values=values)
                case "submit":
                    save_values(actor=supplier, rfx_id=sent.id, new_values=values)
                    submitting.submit_response(actor=supplier, rfx_id=sent.id)
                case "decline":
                    submitting.decline_rfx(actor=supplier, rfx_id=sent.id, reason="No")
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
        _check_consistency(session, sent)
    savepoint.rollback()


def _must_succeed(rfx: Rfx, step: str) -> bool:
    """Return True if a step must succeed."""
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


def _check_consistency(session: Session, sent: SentRfx) -> None:
    rfx = session.get_one(Rfx, sent.id, populate_existing=True)
    response = (
        session.query(RfxResponse)
        .filter_by(rfx_id=rfx.id, organisation_id=rfx.with_organisation_id)
        .populate_existing()
        .one()
    )
    is_open = rfx.status in OPEN_STATUSES
    assert (rfx.closed is None) == is_open
    open_tasks = [task.type for task in session.query(UserTask).filter_by(subject_id=rfx.id, is_open=True)]
    assert open_tasks == (["RFX"] if is_open else ["REVIEW"] if rfx.status == "COMPLETED" else [])
    expected_statuses = {
        "NEW": {"NOT_STARTED"}, "PENDING": {"NOT_STARTED"}, "INPROGRESS": {"INPROGRESS"}, "COMPLETED": {"SUBMITTED"},
        "DECLINED": {"DECLINED"}, "EXPIRED": {"NOT_STARTED", "INPROGRESS"},
    }  # fmt: skip
    assert response.status in expected_statuses[rfx.status], rfx.status
    assert (response.submitted is not None) == (rfx.status == "COMPLETED")
    assert (rfx.decline_reason is not None) == (rfx.status == "DECLINED")
