"""Requirements whose accepted document comes to its end with the reminders that were sent, and waivers that have ended."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, ScalarSelect, exists, func, select
from sqlalchemy.dialects.postgresql import array

from app.accounts.public import Organisation, User
from app.documents.models import DocumentRequirement, DocumentType, ReminderStep
from app.documents.queries.requirements import TODAY, Asker, Buyer, Supplier, current_state
from app.documents.types import MAX_GRACE_DAYS, MAX_REMIND_DAYS, REQUIREMENT_SUBJECT, RequirementState
from app.extensions import db

CHASED = (RequirementState.ACCEPTED, RequirementState.ASKED, RequirementState.REJECTED)
"""States in which the supplier is reminded. A submitted document ends the reminders."""
BATCH = 1_000
"""Maximum number of requirements in one run of the job; the next run continues."""


class Ending(NamedTuple):
    """A requirement whose document comes to its end, with the step that is reached."""

    requirement: DocumentRequirement
    type: DocumentType
    buyer: Organisation
    supplier: Organisation
    step: int


def requirements_to_remind(today: date) -> Sequence[int]:
    """Return the requirements with a step that is reached today and was not sent yet, the earliest end first."""
    until = DocumentRequirement.accepted_until
    stmt = (
        select(DocumentRequirement.id)
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .where(
            until.between(today - timedelta(days=MAX_GRACE_DAYS), today + timedelta(days=MAX_REMIND_DAYS)),
            *_is_due(),
        )
        .order_by(until, DocumentRequirement.id)
        .limit(BATCH)
    )
    return db.session.execute(stmt, {"today": today}).scalars().all()


def ending(requirement_id: int, today: date) -> Ending | None:
    """Return a requirement with its step, locked; None if another worker, or the supplier, was faster."""
    row = db.session.execute(
        select(DocumentRequirement, DocumentType, Buyer, Supplier, _step().label("step"))
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .join(Buyer, Buyer.id == DocumentRequirement.organisation_id)
        .join(Supplier, Supplier.id == DocumentRequirement.with_organisation_id)
        .where(DocumentRequirement.id == requirement_id, *_is_due())
        .with_for_update(of=DocumentRequirement, skip_locked=True),
        {"today": today},
    ).one_or_none()
    return Ending._make(row) if row else None


class EndedWaiver(NamedTuple):
    """A requirement whose waiver has ended."""

    requirement: DocumentRequirement
    type: DocumentType
    asker: User | None


def ended_waivers(today: date) -> Sequence[int]:
    """Return the requirements whose waiver has ended but whose earlier state is not stored yet."""
    stmt = select(DocumentRequirement.id).where(*_has_ended(today)).order_by(DocumentRequirement.waived_until)
    return db.session.execute(stmt.limit(BATCH)).scalars().all()


def ended_waiver(requirement_id: int, today: date) -> EndedWaiver | None:
    """Return a requirement whose waiver has ended, locked; None if it was changed meanwhile."""
    row = db.session.execute(
        select(DocumentRequirement, DocumentType, Asker)
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .outerjoin(Asker, Asker.id == DocumentRequirement.asked_by_user_id)
        .where(DocumentRequirement.id == requirement_id, *_has_ended(today))
        .with_for_update(of=DocumentRequirement, skip_locked=True)
    ).one_or_none()
    return EndedWaiver._make(row) if row else None


def _has_ended(today: date) -> Collection[ColumnElement[bool]]:
    is_waived = DocumentRequirement.state == RequirementState.WAIVED
    return is_waived, DocumentRequirement.waived_until < today


def _is_due() -> Collection[ColumnElement[bool]]:
    sent = exists().where(
        ReminderStep.subject_type == REQUIREMENT_SUBJECT,
        ReminderStep.subject_id == DocumentRequirement.id,
        ReminderStep.step == _step(),
    )
    is_chased = current_state().in_([state.value for state in CHASED])
    return is_chased, _step().is_not(None), ~sent


def _step() -> ScalarSelect[int | None]:
    """Select the most imminent step that is reached; NULL before the first one.

    The steps are the reminders of the type, the day after the end, and the end of the grace period.
    """
    after = array([-1, func.nullif(-DocumentType.grace_days, 0)])
    step = func.unnest(func.array_cat(DocumentType.remind_days, after)).column_valued("step")
    left = DocumentRequirement.accepted_until - TODAY
    return (
        select(func.min(step))
        .where(step >= left)
        .correlate(DocumentRequirement, DocumentType)
        .scalar_subquery()
    )
