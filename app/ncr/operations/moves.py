"""Status transitions of a non-conformance: start, resolve, reopen, delete and restore."""

from blinker import Signal

from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.kernel.registry import current_registry
from app.ncr.operations.recording import record_status
from app.ncr.operations.reviewing import close_review
from app.ncr.policies import (
    DELETED_SENTENCE,
    NO_REASON,
    NO_REASON_TO_RESOLVE,
    NOT_DELETED,
    ONLY_RAISER,
    NcrHooks,
    demand_raiser,
    is_raiser,
    move_between,
)
from app.ncr.queries.ncrs import NcrContext, ncr_for
from app.ncr.types import NcrMove, NcrStatus
from app.tasks.public import NCR_SUBJECT, TaskType, close_tasks, reopen_tasks

ncr_status_changed = Signal()
"""Sent with `actor` and `context` (NcrContext) in the transaction that changed the status."""


def set_deleted(*, actor: Actor, ncr_id: int, deleted: bool) -> NcrContext:
    """Hide a non-conformance, or restore it with its previous status; for the raising organisation only."""
    context = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    if deleted:
        change_status(actor, context, NcrStatus.DELETED)
        return context
    demand_raiser(actor, context.ncr)
    if context.ncr.status != NcrStatus.DELETED:
        raise ConflictError(NOT_DELETED)
    context.ncr.status = context.ncr.status_before_deletion or NcrStatus.PENDING
    context.ncr.status_before_deletion = None
    if context.ncr.status != NcrStatus.RESOLVED:
        reopen_tasks(subject_type=NCR_SUBJECT, subject_id=ncr_id, types=[TaskType.NONCONFORMANCE])
    _announce(actor, context)
    return context


def start_if_pending(*, actor: Actor, context: NcrContext) -> None:
    """Set PENDING to INPROGRESS after an action of the assignee's organisation; other statuses do not change."""
    if context.ncr.status == NcrStatus.PENDING:
        _set_status(actor, context, NcrStatus.INPROGRESS)


def check_transition(actor: Actor, context: NcrContext, status: NcrStatus, *, has_reason: bool) -> NcrMove:
    """Check that the actor may make this transition: only the raiser may delete, resolve and reopen."""
    move = move_between(context.ncr.status, status)
    if move is not NcrMove.START and not is_raiser(actor, context.ncr):
        raise ForbiddenError(ONLY_RAISER)
    if move is NcrMove.REOPEN and not has_reason:
        raise InvalidError(fields={"html": [NO_REASON]})
    if move is NcrMove.RESOLVE and not has_reason and has_unfinished_action(context):
        raise InvalidError(fields={"html": [NO_REASON_TO_RESOLVE]})
    return move


def has_unfinished_action(context: NcrContext) -> bool:
    """Return True if a corrective action was asked for and is not closed."""
    return current_registry().hooks(NcrHooks).is_unfinished(context.ncr.id)


def change_status(actor: Actor, context: NcrContext, status: NcrStatus) -> None:
    """Change the status, and close or reopen the task, which is open until RESOLVED or DELETED."""
    actor.demand(Permission.MANAGE_NCRS)
    if status is NcrStatus.DELETED:
        demand_raiser(actor, context.ncr)
        move_between(context.ncr.status, status)
        context.ncr.status_before_deletion = context.ncr.status
    was_open = context.ncr.status in {NcrStatus.PENDING, NcrStatus.INPROGRESS}
    _set_status(actor, context, status)
    ncr_id, types = context.ncr.id, [TaskType.NONCONFORMANCE]
    if status in {NcrStatus.RESOLVED, NcrStatus.DELETED}:
        close_tasks(actor=actor, subject_type=NCR_SUBJECT, subject_id=ncr_id, types=types)
        close_review(actor=actor, ncr_id=ncr_id)
    elif not was_open:
        reopen_tasks(subject_type=NCR_SUBJECT, subject_id=ncr_id, types=types)


def _set_status(actor: Actor, context: NcrContext, status: NcrStatus) -> None:
    ncr = context.ncr
    ncr.status, ncr.updated = status, now()
    if status is not NcrStatus.DELETED:
        ncr.resolution_asked = None
        ncr.resolved = now() if status is NcrStatus.RESOLVED else None
    _announce(actor, context)


def _announce(actor: Actor, context: NcrContext) -> None:
    record_status(actor, context)
    current_registry().send(ncr_status_changed, actor=actor, context=context)


def demand_not_deleted(context: NcrContext) -> None:
    """Raise ConflictError with code `deleted` for a deleted non-conformance."""
    if context.ncr.status == NcrStatus.DELETED:
        raise ConflictError(DELETED_SENTENCE, code="deleted")
