"""Raise and edit non-conformances (specification section 5, Non-Conformances)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from app.accounts.public import User, UserStatus, UserType
from app.extensions import db
from app.files.public import attach, attachments_of, detach_others
from app.kernel.bulk.mails import JobMail
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.http.schemas import camel
from app.kernel.reference import is_currency
from app.messages.public import join_thread
from app.ncr.mails import mail_assigned
from app.ncr.models import NonConformance
from app.ncr.operations.moves import demand_not_deleted
from app.ncr.operations.recording import record_event
from app.ncr.policies import STALE, demand_raiser, ordinal_text, quantity_fault
from app.ncr.queries.codes import code_for
from app.ncr.queries.ncrs import NcrContext, assignees, ncr_for
from app.ncr.queries.people import people_at
from app.ncr.types import Disposition, NcrSeverity, NcrType
from app.network.public import LEVELS_ABOVE_NONE, Relationship, relationship_for
from app.tasks.public import NCR_SUBJECT, TaskType, open_task, reassign_task

PAST_DUE = "The due date must not be in the past."
LATE_DATE = "The date must not be in the future."
NO_SUPPLIER = "A supplier must be selected."
NO_RELATIONSHIP = "A non-conformance needs a relationship with its supplier, above None."
NO_REPORTER = "Choose one of your own people as the reporter."
NO_ASSIGNEE = "Choose who it is assigned to: your own organisation or the supplier's."
NO_CODE = "Choose one of your defect codes."
ARCHIVED_CODE = "This defect code is archived. Restore it or choose another one."
NO_CURRENCY = "Choose a currency from the list."
NO_COST = "Enter the cost."
NO_AMOUNT = "Enter an amount, such as 1250.00."
AMOUNT = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")
FACTS = (
    "part_number", "batch", "order_ref", "quantity_delivered", "quantity_checked", "quantity_defective",
    "defect_code_id", "cost", "currency", "disposition", "internal_note",
)  # fmt: skip
"""Fields that are stored as they are."""


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
    part_number: str | None = None
    batch: str | None = None
    order_ref: str | None = None
    quantity_delivered: int | None = None
    quantity_checked: int | None = None
    quantity_defective: int | None = None
    defect_code_id: int | None = None
    cost: Decimal | None = None
    currency: str | None = None
    disposition: Disposition | None = None
    internal_note: str | None = None


def cost_of(text: str | None) -> Decimal | None:
    """Return an amount with at most ten digits and two decimals; raises InvalidError for other text."""
    if text is None:
        return None
    if not AMOUNT.fullmatch(text):
        raise InvalidError(fields={"cost": [NO_AMOUNT]})
    return Decimal(text)


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
    if context.occurrence > 1:
        _record_recurrence(actor, context)
    mail_assigned(context, actor=actor)
    return context


def assign_ncr(
    *, actor: Actor, ncr_id: int, organisation_id: int | None, user_id: int | None, job: JobMail | None = None
) -> NcrContext:
    """Assign to a user or to anyone at an organisation (None: the supplier), with `edit_ncr` and its errors."""
    context = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    ncr = context.ncr
    fields = NcrFields(
        relationship_id=ncr.relationship_id,
        title=ncr.title,
        description_html=ncr.description_html,
        event_date=ncr.event_date,
        account_name=ncr.account_name,
        type=NcrType(ncr.type),
        severity=NcrSeverity(ncr.severity),
        job_title=ncr.job_title,
        job_ref=ncr.job_ref,
        created_by_id=ncr.created_by_user_id,
        reported_by_name=ncr.reported_by_name,
        assigned_organisation_id=organisation_id,
        assigned_user_id=user_id,
        due=context.task.due,
        attachment_ids=[info.id for info in attachments_of(NCR_SUBJECT, [ncr_id])[ncr_id]],
        **{name: getattr(ncr, name) for name in FACTS},
    )
    return edit_ncr(actor=actor, ncr_id=ncr_id, version=None, fields=fields, job=job)


def edit_ncr(
    *, actor: Actor, ncr_id: int, version: int | None, fields: NcrFields, job: JobMail | None = None
) -> NcrContext:
    """Save the fields, for the raising organisation only. `version` is the loaded version; None skips its check.
    A save without changes has no effect. `job` is the bulk job that this is a part of; it mails each person once.

    Raises ConflictError if it is deleted, and ConflictError with code `stale` if it was saved since `version`, so that
    no change is overwritten unseen.
    """
    context_before = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    demand_raiser(actor, context_before.ncr)
    demand_not_deleted(context_before)
    if version is not None:
        _demand_current(context_before.ncr, version)
    ncr, task = context_before.ncr, context_before.task
    series_before = _series_of(ncr)
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
    has_recurred = (
        _series_of(ncr) != series_before or context.occurrence > context_before.occurrence
    ) and context.occurrence > 1
    if has_recurred:
        _record_recurrence(actor, context)
    if has_new_assignee and context.task.is_open:
        mail_assigned(context, actor=actor, job=job)
    return context


def _series_of(ncr: NonConformance) -> tuple[object, ...]:
    """Return the values that non-conformances of one series of recurrences share."""
    return ncr.with_organisation_id, ncr.defect_code_id, (ncr.part_number or "").lower()


def _record_recurrence(actor: Actor, context: NcrContext) -> None:
    record_event(
        "ncr.recurred",
        actor,
        context,
        occurrence=context.occurrence,
        ordinal=ordinal_text(context.occurrence).lower(),
        partNumber=context.ncr.part_number,
        defect=context.defect_code.name if context.defect_code else None,
    )


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
    _check_facts(actor, fields, before)
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


def _check_facts(actor: Actor, fields: NcrFields, before: NcrContext | None) -> None:
    """Check quantities, cost and defect code. An archived code stays valid where it is."""
    if fault := quantity_fault(
        delivered=fields.quantity_delivered,
        checked=fields.quantity_checked,
        defective=fields.quantity_defective,
    ):
        raise InvalidError(fields={camel(fault[0]): [fault[1]]})
    if (fields.cost is None) != (fields.currency is None):
        name, sentence = ("currency", NO_CURRENCY) if fields.currency is None else ("cost", NO_COST)
        raise InvalidError(fields={name: [sentence]})
    if fields.currency is not None and not is_currency(fields.currency):
        raise InvalidError(fields={"currency": [NO_CURRENCY]})
    code_id = fields.defect_code_id
    if code_id is None or (before is not None and before.ncr.defect_code_id == code_id):
        return
    try:
        is_archived = code_for(actor=actor, code_id=code_id).archived
    except NotFoundError as error:
        raise InvalidError(fields={"defectCodeId": [NO_CODE]}) from error
    if is_archived:
        raise InvalidError(fields={"defectCodeId": [ARCHIVED_CODE]})


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
    for name in FACTS:
        setattr(ncr, name, getattr(fields, name))


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
