"""Figures of the RFxs of one supplier."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, select

from app.extensions import db
from app.rfx.models import Rfx
from app.rfx.types import OPEN_STATUSES, RfxStatus, RfxType
from app.tasks.public import RFX_SUBJECT, TaskStatus, TaskType, UserTask


@dataclass(frozen=True, slots=True)
class OpenRequests:
    """RFxs that wait for a supplier; `started` have an answer, `next_deadline` is the earliest one."""

    count: int
    started: int
    next_deadline: datetime | None


@dataclass(frozen=True, slots=True)
class FollowUpCounts:
    """Open follow-ups: `late` are past their due day, `answered` wait for the requester."""

    count: int
    late: int
    answered: int


def open_requests(*, relationship_id: int, present: datetime) -> OpenRequests:
    """Count the RFxs that the supplier of a relationship may still answer; surveys of colleagues are not among them."""
    stmt = select(
        func.count(),
        func.count().filter(Rfx.status == RfxStatus.INPROGRESS),
        func.min(Rfx.deadline),
    ).where(
        Rfx.relationship_id == relationship_id,
        Rfx.status.in_(OPEN_STATUSES),
        Rfx.type != RfxType.ASSESSMENT_INTERNAL_SURVEY,
        func.coalesce(Rfx.deadline > present, True),
    )
    return OpenRequests(*db.session.execute(stmt).one())


def follow_up_counts(*, relationship_id: int, today: date) -> FollowUpCounts:
    """Count the open follow-ups on the RFxs of a relationship."""
    waits = UserTask.status == TaskStatus.OPEN
    stmt = (
        select(
            func.count(),
            func.count().filter(waits, UserTask.due < today),
            func.count().filter(~waits),
        )
        .select_from(Rfx)
        .join(UserTask, UserTask.subject_id == Rfx.id)
        .where(
            Rfx.relationship_id == relationship_id,
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.is_open,
        )
    )
    return FollowUpCounts(*db.session.execute(stmt).one())
