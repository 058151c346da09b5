"""The buyer's review of a document: accept, reject, waive."""

from datetime import date, timedelta

from sqlalchemy import delete

from app.documents.mails import mail_rejected
from app.documents.operations.asking import task_of_supplier
from app.documents.operations.recording import record_row
from app.documents.policies.requirements import (
    NO_REASON,
    PAST_WAIVER,
    current_state,
    demand_valid,
    state_after,
)
from app.documents.queries.parties import contacts_at, guest_asked
from app.documents.queries.requirements import RequirementRow, requirement_for, today_of
from app.documents.types import ANSWER_DAYS, REQUIREMENT_SUBJECT, RequirementMove, RequirementState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.notifications.public import NotificationKind, ReminderStep, mailed_at_once, mark_task_read, notify
from app.tasks.public import DOCUMENT_SUBJECT, TaskType, close_tasks, open_tasks


def accept_document(*, actor: Actor, requirement_id: int) -> RequirementRow:
    """Accept the submitted document. Raises ConflictError unless it waits for a review and has not ended."""
    row = _own(actor, requirement_id)
    requirement, today = row.requirement, today_of(actor)
    after = state_after(current_state(requirement, today), RequirementMove.ACCEPT)
    until = row.document.valid_until if row.document else None
    demand_valid(until, today)
    requirement.state = after
    requirement.accepted_document_id, requirement.accepted_until = requirement.document_id, until
    requirement.due = None
    _mark_reviewed(actor, row, reason="")
    # The reminders start again with the new end.
    db.session.execute(
        delete(ReminderStep).where(
            ReminderStep.subject_type == REQUIREMENT_SUBJECT, ReminderStep.subject_id == requirement.id
        )
    )
    _close(actor, row, TaskType.REVIEW)
    record_row("document.accepted", actor=actor, row=row)
    return _reload(actor, requirement_id)


def reject_document(*, actor: Actor, requirement_id: int, reason: str) -> RequirementRow:
    """Reject the submitted document; the supplier's contact gets the reason by mail, and a task to send another one."""
    row = _own(actor, requirement_id)
    if not reason:
        raise InvalidError(fields={"reason": [NO_REASON]})
    requirement, today = row.requirement, today_of(actor)
    requirement.state = state_after(current_state(requirement, today), RequirementMove.REJECT)
    _mark_reviewed(actor, row, reason=reason)
    requirement.due = max(requirement.due or today, today + timedelta(days=ANSWER_DAYS))
    _close(actor, row, TaskType.REVIEW)
    guest = guest_asked(requirement.asked_of_user_id)
    if guest is None:
        open_tasks(tasks=[task_of_supplier(requirement, row.type)])
    events = record_row("document.rejected", actor=actor, row=row, shared={"reason": reason})
    if guest is not None:
        mail_rejected(row, actor=actor, to=[guest])
        return _reload(actor, requirement_id)
    kind = NotificationKind.DOCUMENT_REJECTED
    users = contacts_at(requirement.with_organisation_id, requirement.asked_of_user_id)
    notified = notify(
        event=events.supplier,
        kind=kind,
        subject_type=DOCUMENT_SUBJECT,
        subject_id=requirement.id,
        users=users,
        is_task=True,
    )
    mail_rejected(row, actor=actor, to=mailed_at_once(kind=kind, users=users, notified=notified))
    return _reload(actor, requirement_id)


def waive_document(*, actor: Actor, requirement_id: int, until: date, reason: str) -> RequirementRow:
    """Do without the document until the end of a day; afterwards the requirement has its earlier state again."""
    row = _own(actor, requirement_id)
    if not reason:
        raise InvalidError(fields={"reason": [NO_REASON]})
    requirement, today = row.requirement, today_of(actor)
    if until < today:
        raise InvalidError(fields={"until": [PAST_WAIVER]})
    before = current_state(requirement, today)
    if before is not RequirementState.WAIVED:
        requirement.state_before_waiver = before
    requirement.state = state_after(before, RequirementMove.WAIVE)
    requirement.waived_until, requirement.waiver_reason = until, reason
    requirement.reviewed_by_user_id, requirement.reviewed = actor.user_id, now()
    _close(actor, row, TaskType.DOCUMENT, TaskType.REVIEW)
    mark_task_read(subject_type=DOCUMENT_SUBJECT, subject_id=requirement.id)
    record_row("document.waived", actor=actor, row=row, buyer_only={"reason": reason})
    return _reload(actor, requirement_id)


def _own(actor: Actor, requirement_id: int) -> RequirementRow:
    """Return a requirement of the actor's organisation, locked; ForbiddenError for its supplier."""
    actor.demand(Permission.MANAGE_RELATIONSHIPS)
    row = requirement_for(actor=actor, requirement_id=requirement_id, lock=True)
    if row.requirement.organisation_id != actor.organisation_id:
        raise ForbiddenError
    return row


def _mark_reviewed(actor: Actor, row: RequirementRow, *, reason: str) -> None:
    requirement = row.requirement
    requirement.reviewed_by_user_id, requirement.reviewed, requirement.reason = actor.user_id, now(), reason
    requirement.state_before_waiver = requirement.waived_until = None


def _close(actor: Actor, row: RequirementRow, *types: TaskType) -> None:
    close_tasks(actor=actor, subject_type=DOCUMENT_SUBJECT, subject_id=row.requirement.id, types=list(types))


def _reload(actor: Actor, requirement_id: int) -> RequirementRow:
    db.session.flush()
    return requirement_for(actor=actor, requirement_id=requirement_id)
