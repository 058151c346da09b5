"""Steps that a reminder is due for, with the reminders that were sent."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import Date, Integer, case, exists, func, literal, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import User, UserType
from app.corrective_actions.models import CorrectiveAction, CorrectiveStep
from app.corrective_actions.types import (
    ACTIVE_STATES,
    ESCALATION_DAYS,
    REMINDER_DAYS,
    STEP_SUBJECT,
    WRITABLE,
)
from app.extensions import db
from app.kernel.db.statements import shared_alias
from app.ncr.public import OPEN_STATUSES, NonConformance
from app.network.public import Relationship
from app.notifications.public import ReminderStep

BATCH = 1_000
"""Maximum number of steps in one run of the job; the next run continues."""
Responsible = shared_alias(User, "responsible")
SOON, LATE = REMINDER_DAYS


class DueStep(NamedTuple):
    """The step of an action that is due first, with the reminder that is reached."""

    ncr_id: int
    action_id: int
    step_id: int
    reached: int


def steps_to_remind(today: date) -> Sequence[DueStep]:
    """Return the steps with a reminder that is reached today and was not sent, the earliest due day first.

    Of each action only the step that is due first. Users have the day before in their daily mail, because it is a task,
    so that only guests are reminded then.
    """
    left = CorrectiveStep.due - literal(today, Date)
    reached = case((left <= ESCALATION_DAYS, ESCALATION_DAYS), (left <= LATE, LATE), else_=SOON)
    waiting = aliased(CorrectiveStep)
    first = (
        select(func.min(waiting.id))
        .where(
            waiting.action_id == CorrectiveAction.id,
            waiting.due == CorrectiveAction.next_due,
            waiting.state.in_(sorted(WRITABLE)),
        )
        .correlate(CorrectiveAction)
        .scalar_subquery()
    )
    sent = exists().where(
        ReminderStep.subject_type == STEP_SUBJECT,
        ReminderStep.subject_id == CorrectiveStep.id,
        ReminderStep.step == reached,
    )
    rows = db.session.execute(
        select(
            CorrectiveAction.ncr_id,
            CorrectiveAction.id,
            CorrectiveStep.id,
            reached.cast(Integer).label("reached"),
        )
        .join(NonConformance, NonConformance.id == CorrectiveAction.ncr_id)
        .join(CorrectiveStep, CorrectiveStep.id == first)
        .outerjoin(Responsible, Responsible.id == CorrectiveAction.assigned_user_id)
        .where(
            CorrectiveAction.next_due <= today + timedelta(days=SOON),
            CorrectiveAction.state.in_(sorted(ACTIVE_STATES)),
            NonConformance.status.in_(OPEN_STATUSES),
            or_(reached != SOON, Responsible.type == UserType.GUEST),
            ~sent,
        )
        .order_by(CorrectiveAction.next_due, CorrectiveAction.id)
        .limit(BATCH)
    ).all()
    return [DueStep(*row) for row in rows]


def owner_of(relationship_id: int) -> int | None:
    """Return the user of the buyer who looks after the supplier, or None."""
    owner_id: int | None = db.session.execute(
        select(Relationship.owner_user_id).where(Relationship.id == relationship_id)
    ).scalar()
    return owner_id


def was_sent(step_id: int, reached: int) -> bool:
    """Return True if a reminder of a step was sent; the caller has locked the non-conformance."""
    reminder = exists().where(
        ReminderStep.subject_type == STEP_SUBJECT,
        ReminderStep.subject_id == step_id,
        ReminderStep.step == reached,
    )
    return bool(db.session.execute(select(reminder)).scalar())
