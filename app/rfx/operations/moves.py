"""What happens to an RFx: opened, submitted, declined, reopened, expired, extended, reminded of.

Each move goes by the table of transitions, under a lock on the RFx's row, and is written to the log of both
ends in the same transaction (specification section 4).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from blinker import Signal
from sqlalchemy import select, update

from app.accounts.public import expire_guest_links
from app.custom_fields.public import take_answers
from app.events.public import record, record_view
from app.extensions import db
from app.forms.public import PlacedField, answered, visible
from app.kernel.auth import Actor, Permission
from app.kernel.clock import is_same_moment, moment_text, now
from app.kernel.deadlines import SeenDeadline, demand_seen
from app.kernel.errors import ConflictError, ForbiddenError, InvalidError
from app.kernel.registry import current_registry
from app.network.public import mark_as_known
from app.rfx import mails
from app.rfx.models import FormValue, Rfx, RfxResponse
from app.rfx.operations.follow_ups import raise_by_rules
from app.rfx.operations.scoring import store_scores
from app.rfx.policies import (
    GUEST_LINK_LIFE,
    demand_sender,
    may_submit,
    missed,
    progress_of,
    reopened_keys,
    status_after,
    status_now,
    takes_answers,
)
from app.rfx.queries.rfxs import RfxHead, answers_of, rfx_head, rfx_head_for_system
from app.rfx.types import OPEN_STATUSES, ResponseStatus, RfxMove, RfxStatus, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskType, close_tasks, reopen_tasks, set_expiry

NOT_VALID = "Some answers are missing or not right yet."
NO_REASON = "Please say why you decline."
PAST_DEADLINE = "The deadline must be in the future."
NO_SUCH_FIELD = "One of the fields is not part of this RFx."
ENDED = "This RFx was closed before it was submitted: it can't be answered any more."
ASSESSMENT_CLOSED = "The assessment of this RFx is completed: nothing of it can be changed any more."

rfx_started = Signal()
"""Sent with `assessment_id` when the respondent's first answer, or its submission, reaches an RFx of an assessment."""


def demand_open(rfx: Rfx) -> None:
    """Raise ConflictError, with a sentence, where an RFx can no longer be answered."""
    if rfx.status == RfxStatus.EXPIRED and rfx.closed and not missed(rfx.deadline, rfx.closed):
        raise ConflictError(ENDED, code="rfxExpired")
    status_after(status_now(rfx), RfxMove.SUBMIT)


def demand_taking_answers(head: RfxHead) -> None:
    """Raise ConflictError, with a sentence, where an RFx takes no answers of the viewer's end any more."""
    if not takes_answers(head.role, head.rfx):
        demand_open(head.rfx)


def is_answerable(rfx: Rfx) -> bool:
    """Whether an RFx can be answered at this moment."""
    return status_now(rfx) in OPEN_STATUSES


def is_overdue(rfx: Rfx) -> bool:
    """Whether the deadline of an open RFx has passed and the job that says so has not come round yet."""
    return status_now(rfx) != rfx.status


def open_rfx(*, actor: Actor, rfx_id: int) -> RfxHead:
    """Note that the respondent acts in an RFx: NEW becomes PENDING, every other state stays as it is."""
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    if head.role is ViewerRole.REQUESTER:
        raise ForbiddenError
    if head.rfx.status == RfxStatus.NEW and not is_overdue(head.rfx):
        head.rfx.status = status_after(head.rfx.status, RfxMove.OPEN)
        record_event(head, "rfx.opened", actor=actor)
        db.session.flush()
    return head


def submit_response(*, actor: Actor, rfx_id: int) -> RfxHead:
    """Submit the respondent's answers: the RFx is COMPLETED, and none of them can be changed any more.

    The requester's people get a mail, and the respondent one with the questions that scoring rules ask.

    Raises ConflictError where it is not open, InvalidError with sentences at `values.{key}` where answers are
    missing or break a rule. However many submit at once, one of them does it.
    """
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    if not may_submit(actor, head.role):
        raise ForbiddenError
    demand_open(head.rfx)
    answers = answers_of(head)
    if faults := progress_of(answers.fields, answers.values).faults:
        raise InvalidError(
            NOT_VALID, fields={f"values.{key}": sentences for key, sentences in faults.items()}
        )
    head.rfx.status = status_after(head.rfx.status, RfxMove.SUBMIT)
    head.rfx.reopened_fields = None
    store_scores(rfx_id=rfx_id, fields=answers.fields, values=answers.values)
    emit_started(head)
    _close(head, ResponseStatus.SUBMITTED, actor=actor)
    record_event(head, "rfx.submitted", actor=actor)
    pass_on_answers(actor=actor, head=head, fields=answers.fields, values=answers.values)
    _introduce_respondents(actor, head)
    raised = raise_by_rules(actor=actor, head=head, fields=answers.fields, values=answers.values)
    db.session.flush()
    mails.mail_submitted(head, by_user_id=actor.user_id)
    mails.mail_follow_ups(head, raised, by_user_id=None)
    return head


def pass_on_answers(
    *,
    actor: Actor,
    head: RfxHead,
    fields: Sequence[PlacedField],
    values: Mapping[str, Any],
    changed: Collection[str] | None = None,
) -> None:
    """Take what is submitted over into the requester's custom fields: all answers, or those of the `changed` keys."""
    if head.rfx.relationship_id is None:
        return
    shown = visible(fields, values)
    take_answers(
        actor=actor,
        relationship_id=head.rfx.relationship_id,
        answers=[
            (placed.field, values.get(placed.key))
            for placed in fields
            if placed.field.is_relationship_field
            and placed.key in shown
            and (changed is None or placed.key in changed)
            and answered(placed.field, values.get(placed.key))
        ],
    )


def decline_rfx(*, actor: Actor, rfx_id: int, reason: str) -> RfxHead:
    """Decline to answer, for the respondent, with a reason; the RFx is DECLINED. The requester's people get a mail."""
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    if not may_submit(actor, head.role):
        raise ForbiddenError
    demand_open(head.rfx)
    if not reason.strip():
        raise InvalidError(fields={"reason": [NO_REASON]})
    head.rfx.status = status_after(head.rfx.status, RfxMove.DECLINE)
    head.rfx.decline_reason = reason.strip()
    _close(head, ResponseStatus.DECLINED, actor=actor)
    record_event(head, "rfx.declined", actor=actor, reason=head.rfx.decline_reason)
    _introduce_respondents(actor, head)
    db.session.flush()
    mails.mail_declined(head, by_user_id=actor.user_id)
    return head


def reopen_rfx(*, actor: Actor, rfx_id: int, fields: Sequence[str] | None = None) -> RfxHead:
    """Take a submitted or declined RFx back to INPROGRESS, for the requester. All participants get a mail.

    With `fields` (value keys) only those can be changed, with signatures over them and what submitting them again may
    ask for (`reopened_keys`). A deadline that has passed is removed, since it would expire the RFx again at once.
    """
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, head.role)
    demand_changeable(head)
    rfx = head.rfx
    rfx.status = status_after(rfx.status, RfxMove.REOPEN)
    rfx.reopened_fields = _reopened(head, fields)
    rfx.closed, rfx.decline_reason = None, None
    if missed(rfx.deadline, now()):
        _set_deadline(rfx, None)
    _take_up_again(head, RfxStatus.INPROGRESS)
    record_event(head, "rfx.reopened", actor=actor)
    db.session.flush()
    mails.mail_reopened(head, by_user_id=actor.user_id)
    return head


def _reopened(head: RfxHead, fields: Sequence[str] | None) -> list[str] | None:
    if not fields:
        return None
    answers = answers_of(head)
    unknown = set(fields) - {placed.key for placed in answers.fields}
    if unknown:
        raise InvalidError(fields={"fields": [NO_SUCH_FIELD]})
    return sorted(reopened_keys(answers.fields, answers.values, fields))


def change_deadline(
    *, actor: Actor, rfx_id: int, deadline: datetime | None, seen: SeenDeadline | None = None
) -> RfxHead:
    """Set or remove the deadline, for the requester; an expired RFx goes back to the state before.

    The respondent's people get a mail if the deadline is another one.

    Raises InvalidError for a time that is not in the future, ConflictError for a submitted or declined RFx, and with
    code `stale` where the deadline is no longer the one that the actor has `seen`.
    """
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, head.role)
    demand_seen(deadline=deadline, stored=head.rfx.deadline, seen=seen)
    if move_deadline(actor=actor, head=head, deadline=deadline):
        mails.mail_deadline_changed(head, by_user_id=actor.user_id, deadline=deadline)
    return head


def move_deadline(*, actor: Actor, head: RfxHead, deadline: datetime | None) -> bool:
    """Set or remove the deadline of an RFx, without a mail; returns True if it is another one now.

    The RFx is locked, and the caller has checked that the actor is its sender.

    An RFx that is overdue expires first, so that the log has both moves however late the periodic job is.
    """
    demand_changeable(head)
    rfx = head.rfx
    after = status_after(rfx.status, RfxMove.EXTEND, before_expiry=rfx.status_before_expiry)
    if missed(deadline, now()):
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})
    if is_overdue(rfx):
        _expire(head)
    before = rfx.deadline
    is_another = not is_same_moment(before, deadline)
    if is_another:
        _set_deadline(rfx, deadline)
    if rfx.status != after:
        rfx.status, rfx.status_before_expiry, rfx.closed = after, None, None
        _take_up_again(head, after)
    if is_another:
        record_event(
            head, "rfx.deadlineChanged", actor=actor,
            deadline=moment_text(deadline) if deadline else None, fromDeadline=moment_text(before) if before else None,
        )  # fmt: skip
    db.session.flush()
    return is_another


def set_ignored(*, actor: Actor, rfx_id: int, ignored: bool) -> RfxHead:
    """Remove an RFx from its assessment, where it no longer counts, or restore it; the requester's alone."""
    head = rfx_head(actor=actor, rfx_id=rfx_id, lock=True)
    if head.rfx.organisation_id != actor.organisation_id:
        raise ForbiddenError
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    demand_changeable(head)
    if head.rfx.ignored != ignored:
        head.rfx.ignored = ignored
        record_event(head, "rfx.ignored" if ignored else "rfx.restored", actor=actor, own_log_only=True)
        db.session.flush()
    return head


def end_with_assessment(*, actor: Actor, heads: Sequence[RfxHead]) -> None:
    """Make the open ones of a completed assessment's RFxs, which are locked, EXPIRED; from now on none changes."""
    for head in heads:
        if RfxStatus(head.rfx.status) in OPEN_STATUSES:
            _expire(head, actor=actor)
        head.rfx.assessment_closed = True
    db.session.flush()


def expire(*, rfx_id: int) -> bool:
    """Make an open RFx whose deadline has passed EXPIRED; False where it is not so, as on a second call."""
    head = rfx_head_for_system(rfx_id, lock=True)
    rfx = head.rfx
    if not is_overdue(rfx):
        return False
    _expire(head)
    db.session.flush()
    return True


def _expire(head: RfxHead, *, actor: Actor | None = None) -> None:
    head.rfx.status_before_expiry = head.rfx.status
    head.rfx.status = status_after(head.rfx.status, RfxMove.EXPIRE)
    _close(head, None, actor=actor)
    record_event(head, "rfx.expired", actor=actor)


def view_rfx(*, actor: Actor, head: RfxHead) -> None:
    """Note that a user looked at an RFx, for Recently Viewed."""
    sent = head.role is ViewerRole.REQUESTER
    record_view(
        "user.viewed.rfx.sent" if sent else "user.viewed.rfx.received",
        actor=actor,
        key="rfxId",
        relationship_id=None,
        **event_args(head),
    )


def note_export(*, actor: Actor, rfx_id: int, format: str) -> None:
    """Write to the own log that a file of an RFx was asked for; NotFoundError where `actor` may not see it."""
    head = rfx_head(actor=actor, rfx_id=rfx_id)
    if not actor.is_guest:
        record("export.created", actor=actor, format=format, **event_args(head))


def record_event(
    head: RfxHead, type: str, *, actor: Actor | None = None, own_log_only: bool = False, **more: Any
) -> None:
    """Write an event to the log of the requester, with its relationship, and to that of the respondent.

    Guests belong to nobody's log but the requester's; `own_log_only` keeps what the respondent must not know there.
    """
    who: dict[str, Any] = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    if actor is not None and actor.is_guest:
        del who["byUserId"]
    args = {**who, **event_args(head), **more}
    by = actor.user_id if actor else None
    rfx = head.rfx
    record(type, organisation_id=rfx.organisation_id, user_id=by, relationship_id=rfx.relationship_id, **args)
    if not (own_log_only or head.to_guest or rfx.with_organisation_id == rfx.organisation_id):
        record(type, organisation_id=rfx.with_organisation_id, user_id=by, **args)


def event_args(head: RfxHead) -> dict[str, Any]:
    """The names of an RFx as its events keep them (specification section 3, EventLog)."""
    rfx = head.rfx
    return {
        "rfxId": rfx.id,
        "rfxType": rfx.type,
        "rfxTitle": rfx.title,
        "supplierId": None if head.to_guest or rfx.recipient_user_id else rfx.with_organisation_id,
        "supplierName": head.respondent_label,
        "fromOrganisationId": rfx.organisation_id,
        "fromOrganisationName": head.requester_name,
    }


def emit_started(head: RfxHead) -> None:
    """Tell an RFx's assessment, if it has one, that there are answers."""
    if head.rfx.assessment_id is not None:
        current_registry().send(rfx_started, assessment_id=head.rfx.assessment_id)


def demand_changeable(head: RfxHead) -> None:
    """Raise ConflictError where the assessment of an RFx is completed."""
    if head.rfx.assessment_closed:
        raise ConflictError(ASSESSMENT_CLOSED, code="assessmentCompleted")


def _close(head: RfxHead, status: ResponseStatus | None, *, actor: Actor | None = None) -> None:
    """What every closing has in common: time, the respondent's response, tasks, the life of a guest's link."""
    rfx, moment = head.rfx, now()
    rfx.closed = moment
    if status is not None:
        submitted = status is ResponseStatus.SUBMITTED
        db.session.execute(
            update(RfxResponse)
            .where(RfxResponse.rfx_id == rfx.id, RfxResponse.organisation_id == rfx.with_organisation_id)
            .values(
                status=status, updated=moment, submitted=moment if submitted else None,
                submitted_by_user_id=actor.user_id if submitted and actor else None,
            )
            .execution_options(synchronize_session=False)
        )  # fmt: skip
    close_tasks(actor=actor, subject_type=RFX_SUBJECT, subject_id=rfx.id, types=[TaskType.RFX])
    if rfx.guest_user_id is not None:
        expire_guest_links(user_id=rfx.guest_user_id, rfx_id=rfx.id, expires=moment + GUEST_LINK_LIFE)


def _set_deadline(rfx: Rfx, deadline: datetime | None) -> None:
    rfx.deadline = deadline
    set_expiry(subject_type=RFX_SUBJECT, subject_id=rfx.id, types=[TaskType.RFX], expires=deadline)


def _introduce_respondents(actor: Actor, head: RfxHead) -> None:
    """Show the requester the contact details of the people of another organisation who have answered it."""
    if head.role is not ViewerRole.RESPONDENT:
        return
    authors = db.session.execute(
        select(FormValue.created_by_user_id)
        .where(FormValue.rfx_id == head.rfx.id, FormValue.organisation_id == actor.organisation_id)
        .distinct()
    ).scalars()
    mark_as_known(user_ids={actor.user_id, *authors}, to_organisation_id=head.rfx.organisation_id)


def _take_up_again(head: RfxHead, status: RfxStatus) -> None:
    """Open the respondent's response and tasks again; a guest's links live on."""
    started = status is RfxStatus.INPROGRESS
    db.session.execute(
        update(RfxResponse)
        .where(RfxResponse.rfx_id == head.rfx.id, RfxResponse.organisation_id == head.rfx.with_organisation_id)
        .values(
            status=ResponseStatus.INPROGRESS if started else ResponseStatus.NOT_STARTED,
            submitted=None, submitted_by_user_id=None,
        )
        .execution_options(synchronize_session=False)
    )  # fmt: skip
    reopen_tasks(subject_type=RFX_SUBJECT, subject_id=head.rfx.id, types=[TaskType.RFX])
    if head.rfx.guest_user_id is not None:
        expire_guest_links(user_id=head.rfx.guest_user_id, rfx_id=head.rfx.id, expires=None)
