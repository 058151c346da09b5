"""Operations on non-conformances: raise, edit, change the status (specification sections 4 and 5, Non-Conformances)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Any

from app.accounts.public import User, UserStatus, UserType
from app.events.public import EventLog, record
from app.extensions import db
from app.files.public import attach, attachments_of, detach_others
from app.kernel.auth import Actor, Permission
from app.kernel.clock import now
from app.kernel.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.kernel.sanitise import plain_text
from app.messages.public import ThreadType, join_thread, send_message, start_thread
from app.ncr.mails import mail_assigned
from app.ncr.models import NonConformance
from app.ncr.policies import (
    ASKED_TOO_EARLY,
    DELETED_SENTENCE,
    NO_REASON,
    NOT_DELETED,
    ONLY_RAISER,
    STALE,
    demand_raiser,
    is_raiser,
    move_between,
)
from app.ncr.queries import NcrContext, assignees, ncr_for, people_at, relationship_id_of
from app.ncr.types import STATUS_INFO, NcrMove, NcrSeverity, NcrStatus, NcrType
from app.network.public import LEVELS_ABOVE_NONE, Relationship, relationship_for
from app.notifications.public import NotificationKind, active_or_colleagues, mailed_at_once, notify
from app.tasks.public import NCR_SUBJECT, TaskType, close_tasks, open_task, reassign_task, reopen_tasks

PAST_DUE = "The due date must not be in the past."
LATE_DATE = "The date must not be in the future."
NO_SUPPLIER = "A supplier must be selected."
NO_RELATIONSHIP = "A non-conformance needs a relationship with its supplier, above None."
NO_REPORTER = "Choose one of your own people as the reporter."
NO_ASSIGNEE = "Choose who it is assigned to: your own organisation or the supplier's."
NO_MESSAGE = "Please enter a progress update."
RAISER_RESOLVES = "Your organisation raised this non-conformance: it resolves it itself."


@dataclass(frozen=True, slots=True, kw_only=True)
class NcrFields:
    """Values of the form (specification section 3, NonConformance). The assignee belongs to one of the two parties.

    `created_by_id` is the reporter, a user of the raising organisation (None: the actor). `assigned_organisation_id`
    None means the supplier, and `assigned_user_id` None means anyone at the assigned organisation.
    """

    relationship_id: int
    title: str
    description_html: str | None
    event_date: date
    account_name: str
    type: NcrType
    severity: NcrSeverity
    job_title: str | None
    job_ref: str | None
    created_by_id: int | None
    reported_by_name: str | None
    assigned_organisation_id: int | None
    assigned_user_id: int | None
    due: date | None
    attachment_ids: Sequence[int]


def raise_ncr(*, actor: Actor, fields: NcrFields) -> NcrContext:
    """Raise a PENDING non-conformance of a supplier with a relationship above None. The assignee gets a mail.

    Raises ForbiddenError without MANAGE_NCRS, and InvalidError with sentences at invalid fields.
    """
    actor.demand(Permission.MANAGE_NCRS)
    relationship = _relationship(actor, fields.relationship_id)
    assigned_id = _check_form(actor, fields, relationship.with_organisation_id)
    ncr = NonConformance(
        organisation_id=actor.organisation_id, with_organisation_id=relationship.with_organisation_id
    )
    _assign_fields(actor, ncr, fields, relationship)
    db.session.add(ncr)
    db.session.flush()
    attach(actor=actor, attachment_ids=fields.attachment_ids, subject_type=NCR_SUBJECT, subject_id=ncr.id)
    open_task(
        actor=actor,
        type=TaskType.NONCONFORMANCE,
        title=ncr.title,
        subject_type=NCR_SUBJECT,
        subject_id=ncr.id,
        subject_title=ncr.title,
        assigned_organisation_id=assigned_id,
        assigned_user_id=fields.assigned_user_id,
        about_organisation_id=ncr.with_organisation_id,
        due=fields.due,
    )
    context = ncr_for(actor=actor, ncr_id=ncr.id)
    _record("ncr.created", actor, context)
    mail_assigned(context, actor=actor)
    return context


def edit_ncr(*, actor: Actor, ncr_id: int, version: int | None, fields: NcrFields) -> NcrContext:
    """Save the fields, for the raising organisation only. `version` is the loaded version; None skips its check.
    A save without changes has no effect.

    Raises ConflictError if it is deleted, and ConflictError with code `stale` if it was saved since `version`, so that
    no change is overwritten unseen.
    """
    context_before = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    demand_raiser(actor, context_before.ncr)
    _demand_not_deleted(context_before)
    if version is not None:
        _demand_current(context_before.ncr, version)
    ncr, task = context_before.ncr, context_before.task
    relationship = _relationship(actor, fields.relationship_id, kept_id=ncr.relationship_id)
    if relationship.id != ncr.relationship_id and task.message_thread_id is not None:
        raise ConflictError("Its supplier has been written to: the supplier can't be changed any more.")
    assigned_id = _check_form(actor, fields, relationship.with_organisation_id, context_before)
    has_new_assignee = (assigned_id, fields.assigned_user_id) != (
        task.assigned_organisation_id,
        task.assigned_user_id,
    )
    _assign_fields(actor, ncr, fields, relationship)
    ncr.with_organisation_id = relationship.with_organisation_id
    reassign_task(
        task=task,
        title=ncr.title,
        assigned_organisation_id=assigned_id,
        assigned_user_id=fields.assigned_user_id,
        about_organisation_id=ncr.with_organisation_id,
    )
    task.due = fields.due
    # Check for changes before the next query, because autoflush resets the modified state.
    is_modified = db.session.is_modified(ncr) or db.session.is_modified(task)
    files = {info.id for info in attachments_of(NCR_SUBJECT, [ncr_id])[ncr_id]}
    if not is_modified and files == set(fields.attachment_ids):
        return context_before
    ncr.version, ncr.edited_by_user_id, ncr.updated = ncr.version + 1, actor.user_id, now()
    attach(actor=actor, attachment_ids=fields.attachment_ids, subject_type=NCR_SUBJECT, subject_id=ncr.id)
    detach_others(subject_type=NCR_SUBJECT, subject_id=ncr.id, keep=fields.attachment_ids)
    db.session.flush()
    if has_new_assignee and task.message_thread_id is not None:
        join_thread(thread_id=task.message_thread_id, users=assignees(task))
    context = ncr_for(actor=actor, ncr_id=ncr_id)
    _record("ncr.updated", actor, context)
    if has_new_assignee and context.task.is_open:
        mail_assigned(context, actor=actor)
    return context


def add_progress(
    *,
    actor: Actor,
    ncr_id: int,
    html: str = "",
    status: NcrStatus | None = None,
    attachment_ids: Sequence[int] = (),
    asks_resolution: bool = False,
) -> NcrContext:
    """Add a progress update to the activity thread, optionally with a new status.

    The first update of the assignee's organisation sets a PENDING non-conformance to INPROGRESS. Only the raiser may
    resolve and reopen it; reopening needs a reason in `html`. With `asks_resolution` the other party asks the raiser to
    resolve it, which gives the reporter a task and a notification; each update of the raiser's organisation ends the
    task, because it is the response. Raises ConflictError for transitions that are not allowed, InvalidError for an empty update.
    """
    actor.demand(Permission.MANAGE_NCRS)
    context = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    ncr, status_before = context.ncr, context.ncr.status
    has_text = bool(plain_text(html))
    if asks_resolution and is_raiser(actor, ncr):
        raise ConflictError(RAISER_RESOLVES)
    if status is NcrStatus.DELETED:
        _change_status(actor, context, status)
        return ncr_for(actor=actor, ncr_id=ncr_id)
    _demand_not_deleted(context)
    if status is not None:
        _check_transition(actor, context, status, has_reason=has_text)
    if asks_resolution and (status is not None or ncr.status == NcrStatus.RESOLVED):
        raise ConflictError(ASKED_TOO_EARLY)
    if not has_text and status is None and not asks_resolution:
        raise InvalidError(fields={"html": [NO_MESSAGE]})
    if status is not None:
        _change_status(actor, context, status)
    elif asks_resolution or context.task.assigned_organisation_id == actor.organisation_id:
        start_if_pending(actor=actor, context=context)
    unmailed_ids: Collection[int] = ()
    if asks_resolution:
        ncr.resolution_asked = now()
        unmailed_ids = request_review(actor=actor, context=context)
    elif is_raiser(actor, ncr):
        close_review(actor=actor, ncr_id=ncr_id)
    ncr.updated = now()
    _write_to_thread(
        actor,
        context,
        _with_status_note(html, status_before, ncr.status, asks_resolution=asks_resolution),
        attachment_ids,
        unmailed_ids,
    )
    db.session.flush()
    return context


def set_deleted(*, actor: Actor, ncr_id: int, deleted: bool) -> NcrContext:
    """Hide a non-conformance, or restore it with its previous status; for the raising organisation only."""
    context = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    if deleted:
        _change_status(actor, context, NcrStatus.DELETED)
        return context
    demand_raiser(actor, context.ncr)
    if context.ncr.status != NcrStatus.DELETED:
        raise ConflictError(NOT_DELETED)
    context.ncr.status = context.ncr.status_before_deletion or NcrStatus.PENDING
    context.ncr.status_before_deletion = None
    if context.ncr.status != NcrStatus.RESOLVED:
        reopen_tasks(subject_type=NCR_SUBJECT, subject_id=ncr_id, types=[TaskType.NONCONFORMANCE])
    _record_status(actor, context)
    return context


def start_if_pending(*, actor: Actor, context: NcrContext) -> None:
    """Set PENDING to INPROGRESS after an action of the assignee's organisation; other statuses do not change."""
    if context.ncr.status == NcrStatus.PENDING:
        _set_status(actor, context, NcrStatus.INPROGRESS)


def _relationship(actor: Actor, relationship_id: int, kept_id: int | None = None) -> Relationship:
    """Return the relationship of the form. The current one (`kept_id`) stays valid even if it has ended."""
    try:
        relationship = relationship_for(actor=actor, relationship_id=relationship_id)
    except NotFoundError as error:
        raise InvalidError(fields={"supplierRelationshipId": [NO_SUPPLIER]}) from error
    if relationship.id != kept_id and relationship.level not in set(LEVELS_ABOVE_NONE):
        raise InvalidError(fields={"supplierRelationshipId": [NO_RELATIONSHIP]})
    return relationship


def _check_form(actor: Actor, fields: NcrFields, supplier_id: int, before: NcrContext | None = None) -> int:
    """Check days, reporter and assignee; return the id of the assigned organisation. Current values stay valid.

    The event may be tomorrow in UTC, which is today in time zones ahead of it; the due day may be yesterday.
    """
    is_new_due = before is None or before.task.due != fields.due
    if fields.due is not None and is_new_due and (now().date() - fields.due).days > 1:
        raise InvalidError(fields={"due": [PAST_DUE]})
    if (fields.event_date - now().date()).days > 1:
        raise InvalidError(fields={"eventDate": [LATE_DATE]})
    assigned_id = fields.assigned_organisation_id or supplier_id
    if assigned_id not in {actor.organisation_id, supplier_id}:
        raise InvalidError(fields={"assignedToOrganisationId": [NO_ASSIGNEE]})
    reporter = db.session.get(User, fields.created_by_id or actor.user_id)
    is_current_reporter = (
        before is not None and reporter is not None and before.ncr.created_by_user_id == reporter.id
    )
    if not is_current_reporter and not _is_own_user(reporter, actor.organisation_id):
        raise InvalidError(fields={"createdById": [NO_REPORTER]})
    if fields.assigned_user_id is None:
        return assigned_id
    if before is not None and before.task.assigned_user_id == fields.assigned_user_id:
        is_current_assignee = before.task.assigned_organisation_id == assigned_id
        if is_current_assignee:
            return assigned_id
    assignable_ids = {person.user.id for person in people_at([assigned_id]) if person.manages}
    if fields.assigned_user_id not in assignable_ids:
        raise InvalidError(fields={"assignedToUserId": [NO_ASSIGNEE]})
    return assigned_id


def _is_own_user(user: User | None, organisation_id: int) -> bool:
    return (
        user is not None
        and user.organisation_id == organisation_id
        and user.type == UserType.USER
        and user.status != UserStatus.SUSPENDED
    )


def _assign_fields(actor: Actor, ncr: NonConformance, fields: NcrFields, relationship: Relationship) -> None:
    ncr.relationship_id = relationship.id
    ncr.title, ncr.description_html = fields.title, fields.description_html
    ncr.event_date, ncr.account_name = fields.event_date, fields.account_name
    ncr.type, ncr.severity = fields.type, fields.severity
    ncr.job_title, ncr.job_ref = fields.job_title, fields.job_ref
    ncr.created_by_user_id = fields.created_by_id or ncr.created_by_user_id or actor.user_id
    ncr.reported_by_name = fields.reported_by_name


def _demand_current(ncr: NonConformance, version: int) -> None:
    """Raise ConflictError unless `version` is the current version of the fields."""
    if version == ncr.version:
        return
    editor = db.session.get(User, ncr.edited_by_user_id) if ncr.edited_by_user_id else None
    raise ConflictError(
        STALE.format(who=editor.name if editor else "Somebody"),
        code="stale",
        data={
            "version": ncr.version,
            "savedBy": {"id": editor.id, "name": editor.name} if editor else None,
        },
    )


def _demand_not_deleted(context: NcrContext) -> None:
    if context.ncr.status == NcrStatus.DELETED:
        raise ConflictError(DELETED_SENTENCE, code="deleted")


def _check_transition(actor: Actor, context: NcrContext, status: NcrStatus, *, has_reason: bool) -> NcrMove:
    """Check that the actor may make this transition: only the raiser may delete, resolve and reopen."""
    move = move_between(context.ncr.status, status)
    if move is not NcrMove.START and not is_raiser(actor, context.ncr):
        raise ForbiddenError(ONLY_RAISER)
    if move is NcrMove.REOPEN and not has_reason:
        raise InvalidError(fields={"html": [NO_REASON]})
    return move


def _change_status(actor: Actor, context: NcrContext, status: NcrStatus) -> None:
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
    _record_status(actor, context)


def _with_status_note(html: str, before: str, after: str, *, asks_resolution: bool) -> str:
    """Append the change of the status to the update, so that the thread and the mails show it."""
    notes = []
    if before != after:
        notes.append(f"Status: {STATUS_INFO[before]['label']} → {STATUS_INFO[after]['label']}")
    if asks_resolution:
        notes.append("Requested sign-off")
    return html + "".join(f"<p><em>{escape(note)}</em></p>" for note in notes)


def _write_to_thread(
    actor: Actor,
    context: NcrContext,
    html: str,
    attachment_ids: Sequence[int],
    unmailed_ids: Collection[int],
) -> None:
    """Write to the activity thread; the first update starts it with the reporter and the assignees as participants."""
    task = context.task
    if task.message_thread_id is not None:
        send_message(
            actor=actor,
            thread_id=task.message_thread_id,
            html=html,
            attachment_ids=attachment_ids,
            unmailed_ids=unmailed_ids,
        )
        return
    people = {user.id: user for user in [*assignees(task), context.creator]}
    people.pop(actor.user_id, None)
    active_users = [user for user in people.values() if user.status != UserStatus.SUSPENDED]
    colleague_ids = [user.id for user in active_users if user.organisation_id == actor.organisation_id]
    thread = start_thread(
        actor=actor,
        organisation_id=context.other_party(actor.organisation_id).id,
        user_ids=[user.id for user in active_users if user.organisation_id != actor.organisation_id],
        colleague_ids=colleague_ids,
        type=ThreadType.GENERAL,
        subject=context.ncr.title,
        html=html,
        attachment_ids=attachment_ids,
        unmailed_ids=unmailed_ids,
    )
    task.message_thread_id = thread.id


def _record_status(actor: Actor, context: NcrContext) -> None:
    _record("ncr.statusChanged", actor, context, status=STATUS_INFO[context.ncr.status]["label"])


def request_review(*, actor: Actor, context: NcrContext) -> frozenset[int]:
    """Notify the reporter that a resolution is requested, with a task to decide about it.

    The colleagues who manage non-conformances replace a reporter who is not active. Returns the ids of those who want
    no mail about it at once. A second request replaces the task of the first one.
    """
    ncr, creator = context.ncr, context.creator
    close_review(actor=actor, ncr_id=ncr.id)
    event = _record("ncr.resolutionRequested", actor, context)
    kind = NotificationKind.RESOLUTION_REQUESTED
    users = active_or_colleagues(
        user_id=creator.id, organisation_id=ncr.organisation_id, permission=Permission.MANAGE_NCRS
    )
    open_task(
        actor=actor,
        type=TaskType.REVIEW,
        title=ncr.title,
        subject_type=NCR_SUBJECT,
        subject_id=ncr.id,
        subject_title=ncr.title,
        assigned_organisation_id=ncr.organisation_id,
        assigned_user_id=creator.id if creator.status == UserStatus.ACTIVE else None,
        about_organisation_id=ncr.with_organisation_id,
    )
    notified = notify(
        event=event, kind=kind, subject_type=NCR_SUBJECT, subject_id=ncr.id, users=users, is_task=True
    )
    at_once = {user.id for user in mailed_at_once(kind=kind, users=users, notified=notified)}
    return notified - at_once


def close_review(*, actor: Actor, ncr_id: int) -> None:
    """Close the task to decide about a requested resolution."""
    close_tasks(actor=actor, subject_type=NCR_SUBJECT, subject_id=ncr_id, types=[TaskType.REVIEW])


def _record(type: str, actor: Actor, context: NcrContext, **extra: Any) -> EventLog:
    """Record an event in the logs of both parties, each with its own relationship to the other; return the raiser's."""
    ncr = context.ncr
    args = {
        "byUserId": actor.user_id,
        "byUserName": actor.name,
        "ncrId": ncr.id,
        "ncrTitle": ncr.title,
        "severity": ncr.severity,
        "supplierId": context.supplier.id,
        "supplierName": context.supplier.name,
        "fromOrganisationId": context.raiser.id,
        "fromOrganisationName": context.raiser.name,
        **extra,
    }
    event = record(
        type,
        organisation_id=ncr.organisation_id,
        user_id=actor.user_id,
        relationship_id=ncr.relationship_id,
        **args,
    )
    record(
        type,
        organisation_id=ncr.with_organisation_id,
        user_id=actor.user_id,
        relationship_id=relationship_id_of(keeper_id=context.supplier.id, with_id=context.raiser.id),
        **args,
    )
    return event
