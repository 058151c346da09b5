"""Raise and edit non-conformances (specification section 5, Non-Conformances)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.accounts.public import User, UserStatus, UserType
from app.extensions import db
from app.files.public import attach, attachments_of, detach_others
from app.kernel.auth import Actor, Permission
from app.kernel.clock import now
from app.kernel.errors import ConflictError, InvalidError, NotFoundError
from app.messages.public import join_thread
from app.ncr.mails import mail_assigned
from app.ncr.models import NonConformance
from app.ncr.operations.moves import demand_not_deleted
from app.ncr.operations.recording import record_event
from app.ncr.policies import STALE, demand_raiser
from app.ncr.queries import NcrContext, assignees, ncr_for, people_at
from app.ncr.types import NcrSeverity, NcrType
from app.network.public import LEVELS_ABOVE_NONE, Relationship, relationship_for
from app.tasks.public import NCR_SUBJECT, TaskType, open_task, reassign_task

PAST_DUE = "The due date must not be in the past."
LATE_DATE = "The date must not be in the future."
NO_SUPPLIER = "A supplier must be selected."
NO_RELATIONSHIP = "A non-conformance needs a relationship with its supplier, above None."
NO_REPORTER = "Choose one of your own people as the reporter."
NO_ASSIGNEE = "Choose who it is assigned to: your own organisation or the supplier's."


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
    record_event("ncr.created", actor, context)
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
    demand_not_deleted(context_before)
    if version is not None:
        _demand_current(context_before.ncr, version)
    ncr, task = context_before.ncr, context_before.task
    relationship = _relationship(actor, fields.relationship_id, kept_id=ncr.relationship_id)
    if relationship.id != ncr.relationship_id and task.message_thread_id is not None:
        raise ConflictError("The supplier can no longer be changed, because messages were sent to it.")
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
    record_event("ncr.updated", actor, context)
    if has_new_assignee and context.task.is_open:
        mail_assigned(context, actor=actor)
    return context


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
        STALE.format(who=editor.name if editor else "Someone"),
        code="stale",
        data={
            "version": ncr.version,
            "savedBy": {"id": editor.id, "name": editor.name} if editor else None,
        },
    )
