"""Status transitions of an RFx: open, reopen, expire, change the deadline (`submitting` has submit and decline).

Each transition follows the table of transitions, holds a lock on the row of the RFx, and is recorded in the event log
of both parties in the same transaction (specification section 4).
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import update

from app.accounts.public import Organisation, expire_access
from app.events.public import EventLog
from app.extensions import db
from app.kernel.bulk.mails import JobMail
from app.kernel.clock import is_same_moment, now, optional_moment_text
from app.kernel.db.deadlines import SeenDeadline, demand_seen
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.notifications.public import NotificationKind
from app.rfx import mails
from app.rfx.models import Rfx, RfxResponse
from app.rfx.operations.parts import open_parts, resume_parts
from app.rfx.operations.recording import record_event
from app.rfx.operations.reviewing import close_review, notify_sender
from app.rfx.policies.access import demand_sender, takes_answers
from app.rfx.policies.answers import keys_to_reopen
from app.rfx.policies.states import GUEST_LINK_LIFE, has_passed, status_after, status_now
from app.rfx.queries.answers import answers_of
from app.rfx.queries.rfxs import RfxContext, rfx_context, rfx_context_for_system
from app.rfx.types import OPEN_STATUSES, RFX, ResponseStatus, RfxMove, RfxStatus, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskType, close_tasks, reopen_tasks, set_expiry

PAST_DEADLINE = "The deadline must be in the future."
NO_SUCH_FIELD = "One of the fields is not part of this RFx."
WITHDRAWN = "Withdrawn by {name}: {reason}"
WITHDRAWN_FOR_GOOD = "This RFx was withdrawn, so its deadline can't be changed. Send a new one instead."
SEALED_TOGETHER = "This request is sealed: change the deadline for all suppliers on the page of the request."
ENDED = "This RFx was closed before it was submitted: it can't be answered any more."
ANSWERING = (TaskType.RFX, TaskType.RFX_PART, TaskType.HANDOVER)
"""The tasks that end with the RFx."""
ASSESSMENT_CLOSED = "The assessment of this RFx is completed: nothing of it can be changed any more."


def demand_open(rfx: Rfx) -> None:
    """Raise ConflictError with a sentence if an RFx can no longer be answered."""
    if rfx.withdrawn_reason is not None:
        requester = db.session.get_one(Organisation, rfx.organisation_id)
        raise ConflictError(
            WITHDRAWN.format(name=requester.name, reason=rfx.withdrawn_reason), code="rfxWithdrawn"
        )
    if rfx.status == RfxStatus.EXPIRED and rfx.closed and not has_passed(rfx.deadline, rfx.closed):
        raise ConflictError(ENDED, code="rfxExpired")
    status_after(status_now(rfx), RfxMove.SUBMIT)


def demand_taking_answers(context: RfxContext) -> None:
    """Raise ConflictError with a sentence if the viewer's party can no longer answer."""
    if not takes_answers(context.role, context.rfx):
        demand_open(context.rfx)


def is_answerable(rfx: Rfx) -> bool:
    """Return True if an RFx can be answered now."""
    return status_now(rfx) in OPEN_STATUSES


def is_overdue(rfx: Rfx) -> bool:
    """Return True if the deadline of an open RFx has passed and the periodic job has not expired it yet."""
    return status_now(rfx) != rfx.status


def open_rfx(*, actor: Actor, rfx_id: int) -> RfxContext:
    """Set a NEW RFx to PENDING when the respondent first acts in it; other statuses do not change."""
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    if context.role is ViewerRole.REQUESTER:
        raise ForbiddenError
    if is_answerable(context.rfx):
        open_parts(actor=actor, context=context)
    if context.rfx.status == RfxStatus.NEW and not is_overdue(context.rfx):
        context.rfx.status = status_after(context.rfx.status, RfxMove.OPEN)
        record_event(context, "rfx.opened", actor=actor)
        db.session.flush()
    return context


def reopen_rfx(*, actor: Actor, rfx_id: int, fields: Sequence[str] | None = None) -> RfxContext:
    """Return a submitted or declined RFx to INPROGRESS, for the requester. All participants get a mail.

    With `fields` (value keys) only these are writable, with the signatures and the fields that a new submission may
    need (`keys_to_reopen`). A deadline that has passed is removed, because it would expire the RFx again at once.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    demand_changeable(context)
    rfx = context.rfx
    rfx.status = status_after(rfx.status, RfxMove.REOPEN)
    rfx.reopened_fields = _fields_to_reopen(context, fields)
    rfx.closed, rfx.decline_reason = None, None
    if has_passed(rfx.deadline, now()):
        _set_deadline(rfx, None)
    _reopen_response(context, RfxStatus.INPROGRESS)
    close_review(actor=actor, rfx_id=rfx_id)
    record_event(context, "rfx.reopened", actor=actor)
    db.session.flush()
    mails.mail_reopened(context, by_user_id=actor.user_id)
    return context


def _fields_to_reopen(context: RfxContext, fields: Sequence[str] | None) -> list[str] | None:
    if not fields:
        return None
    answers = answers_of(context)
    unknown = set(fields) - {placed.key for placed in answers.fields}
    if unknown:
        raise InvalidError(fields={"fields": [NO_SUCH_FIELD]})
    return sorted(keys_to_reopen(answers.fields, answers.values, fields))


def change_deadline(
    *,
    actor: Actor,
    rfx_id: int,
    deadline: datetime | None,
    seen: SeenDeadline | None = None,
    job: JobMail | None = None,
) -> RfxContext:
    """Set or remove the deadline, for the requester; an expired RFx returns to its previous status.

    The respondent's users get a mail if the deadline changes. `job` is the bulk job that this is a part of; it mails
    each person once.

    Raises InvalidError for a time that is not in the future, ConflictError for a submitted or declined RFx, and
    ConflictError with code `stale` if the stored deadline differs from the `seen` one.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    demand_seen(deadline=deadline, stored=context.rfx.deadline, seen=seen, zone=actor.zone)
    if move_deadline(actor=actor, context=context, deadline=deadline):
        mails.mail_deadline_changed(context, by_user_id=actor.user_id, deadline=deadline, job=job)
    return context


def move_deadline(
    *, actor: Actor, context: RfxContext, deadline: datetime | None, sealed_together: bool = False
) -> bool:
    """Set or remove the deadline of an RFx, without a mail; returns True if the deadline changed.

    The RFx is locked, and the caller has checked that the actor is its sender. Sealed answers are opened together, so
    a sealed RFx is moved only by a caller that moves all RFxs of its request (`sealed_together`).

    An overdue RFx expires first, so that the log contains both events even if the periodic job has not run yet.
    """
    demand_changeable(context)
    rfx = context.rfx
    if rfx.is_sealed and not sealed_together:
        raise ConflictError(SEALED_TOGETHER, code="rfxSealed")
    if rfx.withdrawn_reason is not None:
        raise ConflictError(WITHDRAWN_FOR_GOOD, code="rfxWithdrawn")
    status = status_after(rfx.status, RfxMove.EXTEND, before_expiry=rfx.status_before_expiry)
    if has_passed(deadline, now()):
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})
    if is_overdue(rfx):
        _expire(context)
    previous = rfx.deadline
    has_changed = not is_same_moment(previous, deadline)
    if has_changed:
        _set_deadline(rfx, deadline)
    if rfx.status != status:
        rfx.status, rfx.status_before_expiry, rfx.closed = status, None, None
        _reopen_response(context, status)
    if has_changed:
        record_event(
            context, "rfx.deadlineChanged", actor=actor,
            deadline=optional_moment_text(deadline), fromDeadline=optional_moment_text(previous),
        )  # fmt: skip
    db.session.flush()
    return has_changed


def set_ignored(*, actor: Actor, rfx_id: int, ignored: bool) -> RfxContext:
    """Exclude an RFx from the score of its assessment, or include it again; for the requester only."""
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    if context.rfx.organisation_id != actor.organisation_id:
        raise ForbiddenError
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    demand_changeable(context)
    if context.rfx.ignored != ignored:
        context.rfx.ignored = ignored
        record_event(context, "rfx.ignored" if ignored else "rfx.restored", actor=actor, own_log_only=True)
        db.session.flush()
    return context


def end_with_assessment(*, actor: Actor, contexts: Sequence[RfxContext]) -> None:
    """Expire the open RFxs of a completed assessment and prevent further changes of all; the rows are locked."""
    for context in contexts:
        if RfxStatus(context.rfx.status) in OPEN_STATUSES:
            _expire(context, actor=actor)
        context.rfx.assessment_closed = True
    db.session.flush()


def expire(*, rfx_id: int) -> bool:
    """Expire an open RFx whose deadline has passed, and notify its sender.

    Returns False for any other RFx, so repeating the call is safe.
    """
    context = rfx_context_for_system(rfx_id, lock=True)
    rfx = context.rfx
    if not is_overdue(rfx):
        return False
    event = _expire(context)
    db.session.flush()
    notify_sender(context, NotificationKind.DEADLINE_PASSED, event, mails_at_once=True)
    return True


def _expire(context: RfxContext, *, actor: Actor | None = None) -> EventLog:
    context.rfx.status_before_expiry = context.rfx.status
    context.rfx.status = status_after(context.rfx.status, RfxMove.EXPIRE)
    close_rfx(context, None, actor=actor)
    return record_event(context, "rfx.expired", actor=actor)


def demand_changeable(context: RfxContext) -> None:
    """Raise ConflictError if the assessment of an RFx is completed."""
    if context.rfx.assessment_closed:
        raise ConflictError(ASSESSMENT_CLOSED, code="assessmentCompleted")


def close_rfx(context: RfxContext, status: ResponseStatus | None, *, actor: Actor | None = None) -> None:
    """Store the closing time, update the respondent's response, close its tasks, and let a guest's access expire."""
    rfx, moment = context.rfx, now()
    rfx.closed = moment
    if status is not None:
        is_submission = status is ResponseStatus.SUBMITTED
        db.session.execute(
            update(RfxResponse)
            .where(RfxResponse.rfx_id == rfx.id, RfxResponse.organisation_id == rfx.with_organisation_id)
            .values(
                status=status, updated=moment, submitted=moment if is_submission else None,
                submitted_by_user_id=actor.user_id if is_submission and actor else None,
            )
            .execution_options(synchronize_session=False)
        )  # fmt: skip
    close_tasks(actor=actor, subject_type=RFX_SUBJECT, subject_id=rfx.id, types=ANSWERING)
    if rfx.guest_user_id is not None:
        expire_access(
            user_id=rfx.guest_user_id,
            subject_type=RFX,
            subject_id=rfx.id,
            expires=moment + GUEST_LINK_LIFE,
        )


def _set_deadline(rfx: Rfx, deadline: datetime | None) -> None:
    rfx.deadline = deadline
    set_expiry(subject_type=RFX_SUBJECT, subject_id=rfx.id, types=ANSWERING, expires=deadline)


def _reopen_response(context: RfxContext, status: RfxStatus) -> None:
    """Reopen the respondent's response and tasks, and remove the expiry of a guest's access."""
    is_started = status is RfxStatus.INPROGRESS
    db.session.execute(
        update(RfxResponse)
        .where(RfxResponse.rfx_id == context.rfx.id, RfxResponse.organisation_id == context.rfx.with_organisation_id)
        .values(
            status=ResponseStatus.INPROGRESS if is_started else ResponseStatus.NOT_STARTED,
            submitted=None, submitted_by_user_id=None,
        )
        .execution_options(synchronize_session=False)
    )  # fmt: skip
    reopen_tasks(subject_type=RFX_SUBJECT, subject_id=context.rfx.id, types=[TaskType.RFX])
    resume_parts(context=context, keys=context.rfx.reopened_fields)
    if context.rfx.guest_user_id is not None:
        expire_access(
            user_id=context.rfx.guest_user_id, subject_type=RFX, subject_id=context.rfx.id, expires=None
        )
