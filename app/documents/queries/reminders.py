"""Requirements that a reminder is due for, with the reminders that were sent, and waivers that have ended."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Date, ScalarSelect, and_, case, exists, func, literal, or_, select
from sqlalchemy.dialects.postgresql import array

from app.accounts.public import Organisation, User, UserType
from app.documents.models import DocumentRequirement, DocumentType
from app.documents.queries.requirements import TODAY, Asker, Buyer, Contact, Supplier, current_state
from app.documents.types import (
    DUE_DAYS,
    DUE_SUBJECT,
    MAX_GRACE_DAYS,
    MAX_REMIND_DAYS,
    REQUIREMENT_SUBJECT,
    RequirementState,
)
from app.extensions import db
from app.network.public import LEVELS_ABOVE_NONE, Relationship
from app.notifications.public import ReminderStep

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
    contact: User | None
    owner_user_id: int | None
    """The buyer's user who looks after the supplier."""
    is_related: bool
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
    rows = _endings(DocumentRequirement.id == requirement_id, today)
    return rows[0] if rows else None


def endings_of_guest(row: Ending, today: date) -> Sequence[Ending]:
    """Return all requirements of a guest with a step that is due, locked; they go into one mail."""
    requirement = row.requirement
    of_guest = and_(
        DocumentRequirement.relationship_id == requirement.relationship_id,
        DocumentRequirement.asked_of_user_id == requirement.asked_of_user_id,
    )
    return _endings(of_guest, today)


def _endings(condition: ColumnElement[bool], today: date) -> Sequence[Ending]:
    rows = db.session.execute(
        select(
            DocumentRequirement, DocumentType, Buyer, Supplier, Contact, Relationship.owner_user_id,
            Relationship.level.in_([level.value for level in LEVELS_ABOVE_NONE]), _step().label("step"),
        )
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .join(Buyer, Buyer.id == DocumentRequirement.organisation_id)
        .join(Supplier, Supplier.id == DocumentRequirement.with_organisation_id)
        .join(Relationship, Relationship.id == DocumentRequirement.relationship_id)
        .outerjoin(Contact, Contact.id == DocumentRequirement.asked_of_user_id)
        .where(condition, *_is_due())
        .order_by(DocumentRequirement.accepted_until, DocumentRequirement.id)
        .with_for_update(of=DocumentRequirement, skip_locked=True),
        {"today": today},
    ).all()  # fmt: skip
    return [Ending._make(row) for row in rows]


class Unanswered(NamedTuple):
    """A requirement that a guest has not answered shortly before its due day, with its type."""

    requirement: DocumentRequirement
    type: DocumentType
    days_left: int
    """The member of DUE_DAYS that is reached."""


def guests_to_remind(today: date) -> Sequence[tuple[int, int]]:
    """Return (user id, relationship id) of guests with a request that is due soon, the earliest day first.

    Guests who got a reminder today are left out until tomorrow, so that each person gets one mail a day.
    """
    stmt = (
        select(Contact.id, DocumentRequirement.relationship_id)
        .join(DocumentRequirement, DocumentRequirement.asked_of_user_id == Contact.id)
        .where(*_is_unanswered(today))
        .group_by(Contact.id, DocumentRequirement.relationship_id)
        .order_by(func.min(DocumentRequirement.due), Contact.id)
        .limit(BATCH)
    )
    return db.session.execute(stmt).all()


def unanswered_of_guest(*, user_id: int, relationship_id: int, today: date) -> Sequence[Unanswered]:
    """Return the requests of a guest that are due soon, locked; none if another worker or the guest was faster."""
    rows = db.session.execute(
        select(DocumentRequirement, DocumentType, _days_left(today).label("days_left"))
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .join(Contact, Contact.id == DocumentRequirement.asked_of_user_id)
        .where(
            Contact.id == user_id,
            DocumentRequirement.relationship_id == relationship_id,
            *_is_unanswered(today),
        )
        .order_by(DocumentRequirement.due, DocumentRequirement.id)
        .with_for_update(of=DocumentRequirement, skip_locked=True)
    ).all()
    return [Unanswered._make(row) for row in rows]


def _days_left(today: date) -> ColumnElement[int]:
    left = DocumentRequirement.due - literal(today, Date)
    return case(*((left <= days, days) for days in sorted(DUE_DAYS)), else_=max(DUE_DAYS))


def _is_unanswered(today: date) -> Collection[ColumnElement[bool]]:
    """Return the conditions of a request that its guest is reminded of.

    A document that was accepted before has the reminders of its end instead. A request or rejection after the day of the
    reminder was a mail itself.
    """
    reminder_day = DocumentRequirement.due - _days_left(today)
    was_reminded = exists().where(
        ReminderStep.user_id == Contact.id,
        or_(
            func.date(ReminderStep.created) == today,
            and_(
                ReminderStep.subject_type == DUE_SUBJECT,
                ReminderStep.subject_id == DocumentRequirement.id,
                func.date(ReminderStep.created) >= reminder_day,
            ),
        ),
    )
    is_related = exists().where(
        Relationship.id == DocumentRequirement.relationship_id,
        Relationship.level.in_([level.value for level in LEVELS_ABOVE_NONE]),
    )
    return (
        Contact.type == UserType.GUEST,
        is_related,
        DocumentRequirement.state.in_([RequirementState.ASKED, RequirementState.REJECTED]),
        DocumentRequirement.accepted_until.is_(None),
        DocumentRequirement.due.between(today, today + timedelta(days=max(DUE_DAYS))),
        func.greatest(DocumentRequirement.asked_on, func.date(DocumentRequirement.reviewed)) < reminder_day,
        ~was_reminded,
    )


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
