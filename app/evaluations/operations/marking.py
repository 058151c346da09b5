"""Marks of an evaluator: saved cell by cell, conflicts of interest, finishing."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from app.evaluations.models import (
    Evaluation,
    EvaluationConflict,
    EvaluationCriterion,
    EvaluationMark,
    Evaluator,
)
from app.evaluations.operations.closing import close_if_complete
from app.evaluations.operations.evaluators import close_task_of, open_task_of
from app.evaluations.operations.recording import record_event
from app.evaluations.policies.access import demand_state
from app.evaluations.policies.progress import count_marks
from app.evaluations.queries.access import EvaluationAccess, evaluation_access
from app.evaluations.queries.rows import conflicts_of, criteria_of, marks_of
from app.evaluations.queries.suppliers import evaluated_rfxs
from app.evaluations.types import HIGHEST_MARK, CriterionSource, EvaluationState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.rfx.public import ComparedRfx

NO_SUPPLIER = "This request has no such supplier."
NO_CRITERION = "This evaluation has no such criterion."
TAKES_SCORE = "This criterion takes the score of the form, so it needs no mark."
NOT_SUBMITTED = "{supplier} has not submitted, so there is nothing to mark."
IN_CONFLICT = "You have a conflict of interest with {supplier}, so you can't mark it."
FINISHED = "You have finished. Choose “Change my marks” first."
STALE = "You have changed this mark in another tab. It says now: {mark}."
NO_MARK = "no mark"
ONE_MISSING = "1 mark is still missing."
SOME_MISSING = "{count} marks are still missing."
NOTHING_SUBMITTED = "No supplier has submitted answers yet."
TASK = "Mark the answers to {title}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMark:
    """A mark to save; None for a comment without a mark. `based_on` is the loaded iteration, 0 for the first save."""

    rfx_id: int
    criterion_id: int
    mark: int | None
    comment: str
    based_on: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Marking:
    """An evaluator of an open evaluation, with its row locked."""

    access: EvaluationAccess
    evaluation: Evaluation
    evaluator: Evaluator


def save_mark(*, actor: Actor, request_id: int, new: NewMark) -> EvaluationMark:
    """Save one mark of the actor with its comment, and return it.

    Raises NotFoundError, ForbiddenError for users who do not evaluate, InvalidError for other suppliers and criteria, and
    ConflictError if the actor has finished or has a conflict of interest, if the round is not open, or if another tab has
    saved since `based_on` (code `stale`, with the stored mark in `now`).
    """
    marking = _marking(actor, request_id)
    if marking.evaluator.finished is not None:
        raise ConflictError(FINISHED)
    criterion = db.session.get(EvaluationCriterion, new.criterion_id)
    if criterion is None or criterion.request_id != request_id:
        raise InvalidError(fields={"criterionId": [NO_CRITERION]})
    if criterion.source is CriterionSource.SCORE:
        raise InvalidError(fields={"criterionId": [TAKES_SCORE]})
    rfx = _supplier(marking, new.rfx_id)
    if db.session.get(EvaluationConflict, (marking.evaluator.id, rfx.id)) is not None:
        raise ConflictError(IN_CONFLICT.format(supplier=rfx.name))
    stored = db.session.get(
        EvaluationMark, (marking.evaluator.id, rfx.id, criterion.id), populate_existing=True
    )
    if stored is not None and (stored.mark, stored.comment) == (new.mark, new.comment):
        return stored
    _demand_base(stored, new)
    if stored is None:
        stored = EvaluationMark(
            evaluator_id=marking.evaluator.id, rfx_id=rfx.id, criterion_id=criterion.id, iteration=0
        )
        db.session.add(stored)
    stored.mark, stored.comment = new.mark, new.comment
    stored.iteration, stored.updated = stored.iteration + 1, now()
    db.session.flush()
    return stored


def set_conflict(*, actor: Actor, request_id: int, rfx_id: int, is_declared: bool) -> None:
    """Declare or withdraw the actor's conflict of interest with a supplier. Declaring deletes the marks of it.

    Raises as `save_mark`.
    """
    marking = _marking(actor, request_id)
    if marking.evaluator.finished is not None:
        raise ConflictError(FINISHED)
    rfx = _supplier(marking, rfx_id)
    evaluator_id = marking.evaluator.id
    stored = db.session.get(EvaluationConflict, (evaluator_id, rfx.id))
    if (stored is not None) == is_declared:
        return
    if stored is not None:
        db.session.delete(stored)
        event = "evaluation.conflictWithdrawn"
    else:
        db.session.execute(
            delete(EvaluationMark).where(
                EvaluationMark.evaluator_id == evaluator_id, EvaluationMark.rfx_id == rfx.id
            )
        )
        db.session.add(EvaluationConflict(evaluator_id=evaluator_id, rfx_id=rfx.id))
        event = "evaluation.conflictDeclared"
    record_event(event, marking.access.request, actor=actor, rfxId=rfx.id, supplierName=rfx.name)
    db.session.flush()


def set_finished(*, actor: Actor, request_id: int, is_finished: bool) -> None:
    """Finish the actor's marking, or continue it. The round closes when the last evaluator has finished.

    Raises NotFoundError, ForbiddenError for users who do not evaluate, and ConflictError with a sentence if marks are
    missing or the round is not open.
    """
    marking = _marking(actor, request_id, closes=is_finished)
    evaluator, request = marking.evaluator, marking.access.request
    if not is_finished:
        if evaluator.finished is None:
            return
        evaluator.finished = None
        if not actor.is_guest:
            open_task_of(actor=actor, request=request, evaluation=marking.evaluation, user_id=actor.user_id)
        record_event("evaluation.resumed", request, actor=actor)
        db.session.flush()
        return
    _demand_all_marks(marking)
    if evaluator.finished is None:
        evaluator.finished = now()
        record_event("evaluation.finished", request, actor=actor)
        if not actor.is_guest:
            close_task_of(actor=actor, request_id=request_id, user_id=actor.user_id)
    db.session.flush()
    close_if_complete(access=marking.access, evaluation=marking.evaluation)


def _marking(actor: Actor, request_id: int, *, closes: bool = False) -> _Marking:
    access = evaluation_access(actor=actor, request_id=request_id, lock=closes, shared=not closes)
    if access.evaluation is None or access.evaluator is None:
        raise ForbiddenError
    demand_state(access.evaluation.state, EvaluationState.OPEN)
    # Two tabs of one evaluator save one after the other.
    evaluator = db.session.execute(
        select(Evaluator).where(Evaluator.id == access.evaluator.id).with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar_one()
    if evaluator.removed is not None:
        raise ForbiddenError
    return _Marking(access=access, evaluation=access.evaluation, evaluator=evaluator)


def _supplier(marking: _Marking, rfx_id: int) -> ComparedRfx:
    every = evaluated_rfxs(marking.access)
    rfx = next((rfx for rfx in every.all if rfx.id == rfx_id), None)
    if rfx is None:
        raise InvalidError(fields={"rfxId": [NO_SUPPLIER]})
    if rfx not in every.submitted:
        raise ConflictError(NOT_SUBMITTED.format(supplier=rfx.name))
    return rfx


def _demand_base(stored: EvaluationMark | None, new: NewMark) -> None:
    iteration = stored.iteration if stored is not None else 0
    if new.based_on is None or new.based_on == iteration:
        return
    mark = stored.mark if stored is not None else None
    shown = NO_MARK if mark is None else f"{mark} of {HIGHEST_MARK}"
    raise ConflictError(
        STALE.format(mark=shown),
        code="stale",
        data={
            "now": {
                "mark": mark,
                "comment": stored.comment if stored is not None else "",
                "iteration": iteration,
            }
        },
    )


def _demand_all_marks(marking: _Marking) -> None:
    request_id = marking.access.request.id
    submitted = evaluated_rfxs(marking.access).submitted
    if not submitted:
        raise ConflictError(NOTHING_SUBMITTED)
    count = count_marks(
        rfx_ids=[rfx.id for rfx in submitted],
        criterion_ids=[
            criterion.id for criterion in criteria_of(request_id) if criterion.source is CriterionSource.MARKS
        ],
        conflicts=conflicts_of(request_id).get(marking.evaluator.id, ()),
        entered={
            (row.rfx_id, row.criterion_id)
            for row in marks_of(request_id, evaluator_id=marking.evaluator.id)
            if row.mark is not None
        },
    )
    if count.missing:
        raise ConflictError(ONE_MISSING if count.missing == 1 else SOME_MISSING.format(count=count.missing))
