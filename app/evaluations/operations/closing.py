"""Closing of an evaluation, and the consensus on marks that differ."""

from datetime import datetime, timedelta

from app.accounts.public import UserType, expire_access
from app.evaluations.models import EvaluatedSupplier, Evaluation, EvaluationConsensus, EvaluationCriterion
from app.evaluations.operations.recording import record_event
from app.evaluations.policies.access import demand_state, state_after
from app.evaluations.policies.progress import count_marks
from app.evaluations.queries.access import EvaluationAccess, evaluation_access
from app.evaluations.queries.results import closed_results
from app.evaluations.queries.rows import conflicts_of, criteria_of, evaluators_of, marks_of
from app.evaluations.queries.suppliers import criterion_scores, evaluated_rfxs
from app.evaluations.types import EVALUATION_GRANT, CriterionSource, EvaluationMove, EvaluationState
from app.extensions import db
from app.kernel.clock import is_same_moment, now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.notifications.public import active_or_colleagues
from app.rfx.public import RfxRequest
from app.tasks.public import EVALUATION_SUBJECT, TaskType, close_tasks, open_task

NO_REASON = "Please say why you close the evaluation before all marks are in."
NO_SUPPLIERS = "No supplier has submitted answers yet, so there is nothing to evaluate."
NOT_CLOSED = "Marks can be settled after the evaluation is closed."
NOT_SPREAD = "These marks differ by at most 2, so they need no consensus."
NO_CELL = "This evaluation has no such marks."
SETTLED = "Another user has settled these marks in the meantime, on {mark}."
RESULT_TASK = "Review the result of the evaluation"
GUEST_LINK_LIFE = timedelta(days=90)


def close_evaluation(*, actor: Actor, request_id: int, reason: str) -> None:
    """Close the round permanently, for its owner. Missing marks are left out; then a reason is required.

    Raises NotFoundError, ForbiddenError without SEND_RFX, InvalidError without a reason, ConflictError if the round is
    not open or no supplier has submitted.
    """
    access = evaluation_access(actor=actor, request_id=request_id, lock=True)
    actor.demand(Permission.SEND_RFX)
    evaluation = access.evaluation
    if evaluation is None:
        demand_state(EvaluationState.PREPARING, EvaluationState.OPEN)
        return
    demand_state(evaluation.state, EvaluationState.OPEN)
    if not evaluated_rfxs(access).submitted:
        raise ConflictError(NO_SUPPLIERS)
    if not reason and _missing_count(access):
        raise InvalidError(fields={"reason": [NO_REASON]})
    _close(access, evaluation, actor=actor, reason=reason or None)


def close_if_complete(*, access: EvaluationAccess, evaluation: Evaluation) -> bool:
    """Close a locked round if all evaluators have finished and no mark is missing; return True if it closed.

    A supplier that submits after an evaluator has finished leaves marks missing, so the round stays open.
    """
    rows = evaluators_of(access.request.id)
    if not rows or any(row.evaluator.finished is None for row in rows) or _missing_count(access):
        return False
    _close(access, evaluation, actor=None, reason=None)
    return True


def settle_consensus(
    *,
    actor: Actor,
    request_id: int,
    rfx_id: int,
    criterion_id: int,
    mark: int,
    reason: str,
    based_on: datetime | None,
) -> None:
    """Settle the marks of a supplier for a criterion: `mark` replaces their mean.

    Raises NotFoundError, ForbiddenError without SEND_RFX, InvalidError for cells without marks, and ConflictError if the
    evaluation is not closed, if the marks do not differ by more than 2, or if another user has settled them since
    `based_on` (None: not settled; code `stale`).
    """
    access = evaluation_access(actor=actor, request_id=request_id, lock=True)
    actor.demand(Permission.SEND_RFX)
    if access.evaluation is None or access.evaluation.state is not EvaluationState.CLOSED:
        raise ConflictError(NOT_CLOSED)
    result = closed_results(request_id).by_rfx.get(rfx_id)
    value = (
        next((each for each in result.values if each.criterion_id == criterion_id), None) if result else None
    )
    if value is None or not value.marks:
        raise InvalidError(fields={"criterionId": [NO_CELL]})
    if not value.is_spread:
        raise ConflictError(NOT_SPREAD)
    stored = db.session.get(EvaluationConsensus, (criterion_id, rfx_id), populate_existing=True)
    if stored is not None and not is_same_moment(stored.settled, based_on):
        raise ConflictError(SETTLED.format(mark=stored.mark), code="stale")
    if stored is None:
        stored = EvaluationConsensus(criterion_id=criterion_id, rfx_id=rfx_id)
        db.session.add(stored)
    stored.mark, stored.reason = mark, reason
    stored.settled, stored.settled_by_user_id = now(), actor.user_id
    names = {rfx.id: rfx.name for rfx in evaluated_rfxs(access).all}
    record_event(
        "evaluation.consensusSettled",
        access.request,
        actor=actor,
        rfxId=rfx_id,
        supplierName=names.get(rfx_id, ""),
        criterion=db.session.get_one(EvaluationCriterion, criterion_id).name,
        mark=mark,
        reason=reason,
    )
    db.session.flush()


def _close(
    access: EvaluationAccess, evaluation: Evaluation, *, actor: Actor | None, reason: str | None
) -> None:
    """Store the suppliers with their scores, end the access of guests after some time, and close all tasks."""
    request = access.request
    submitted = evaluated_rfxs(access).submitted
    scores = criterion_scores(access, criteria_of(request.id), submitted)
    db.session.add_all(
        EvaluatedSupplier(
            request_id=request.id,
            rfx_id=rfx.id,
            scores={str(criterion_id): str(score) for criterion_id, score in scores[rfx.id].items()},
        )
        for rfx in submitted
    )
    evaluation.state = state_after(evaluation.state, EvaluationMove.CLOSE)
    evaluation.closed, evaluation.closing_reason = now(), reason
    evaluation.closed_by_user_id = actor.user_id if actor else None
    close_tasks(
        actor=actor, subject_type=EVALUATION_SUBJECT, subject_id=request.id, types=[TaskType.EVALUATION]
    )
    for row in evaluators_of(request.id):
        if row.user.type == UserType.GUEST:
            expire_access(
                user_id=row.user.id,
                subject_type=EVALUATION_GRANT,
                subject_id=request.id,
                expires=evaluation.closed + GUEST_LINK_LIFE,
            )
    if actor is None:
        record_event("evaluation.completed", request, actor=None)
    else:
        record_event("evaluation.closed", request, actor=actor, reason=reason)
    _open_owner_task(request, evaluation, actor)
    db.session.flush()


def _open_owner_task(request: RfxRequest, evaluation: Evaluation, actor: Actor | None) -> None:
    """Open a task for the user who opened the evaluation, unless this user has closed it."""
    owner_id = evaluation.opened_by_user_id or evaluation.created_by_user_id
    if actor is not None and actor.user_id == owner_id:
        return
    users = active_or_colleagues(
        user_id=owner_id, organisation_id=request.organisation_id, permission=Permission.SEND_RFX
    )
    open_task(
        actor=actor,
        type=TaskType.REVIEW,
        title=RESULT_TASK,
        subject_type=EVALUATION_SUBJECT,
        subject_id=request.id,
        subject_title=request.title,
        organisation_id=request.organisation_id,
        assigned_organisation_id=request.organisation_id,
        assigned_user_id=users[0].id if users else None,
    )


def _missing_count(access: EvaluationAccess) -> int:
    """Return the number of missing marks of all evaluators; without evaluators all marks are missing."""
    request_id = access.request.id
    criterion_ids = [
        criterion.id for criterion in criteria_of(request_id) if criterion.source is CriterionSource.MARKS
    ]
    rfx_ids = [rfx.id for rfx in evaluated_rfxs(access).submitted]
    rows, conflicts = evaluators_of(request_id), conflicts_of(request_id)
    if not rows:
        return len(criterion_ids) * len(rfx_ids)
    entered: dict[int, set[tuple[int, int]]] = {row.evaluator.id: set() for row in rows}
    for mark in marks_of(request_id):
        if mark.mark is not None:
            entered[mark.evaluator_id].add((mark.rfx_id, mark.criterion_id))
    return sum(
        count_marks(
            rfx_ids=rfx_ids,
            criterion_ids=criterion_ids,
            conflicts=conflicts.get(evaluator_id, ()),
            entered=marks,
        ).missing
        for evaluator_id, marks in entered.items()
    )
