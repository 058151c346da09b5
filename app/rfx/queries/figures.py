"""Figures of the RFxs of one supplier."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ScalarSelect, and_, bindparam, func, or_, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from app.extensions import db
from app.kernel.http.auth import VIEWER
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


def received_requests(*, limit: int) -> ScalarSelect[dict[str, object]]:
    """Select the latest `limit` RFxs that the viewer's organisation received from others, in numbers, as JSON.

    `open` counts the ones that wait for an answer, `next_deadline` and `next_id` are of the most urgent of them, and
    `submitted` counts the completed ones. It is a subquery of a statement that is executed with `moment()`.
    """
    received = (
        select(Rfx.id, Rfx.status, Rfx.deadline)
        .where(Rfx.with_organisation_id == VIEWER, Rfx.organisation_id != VIEWER)
        .order_by(Rfx.id.desc())
        .limit(limit)
        .subquery("received")
    )
    present = bindparam("present_moment", type_=Rfx.deadline.type)
    is_open = and_(
        received.c.status.in_(OPEN_STATUSES),
        or_(received.c.deadline.is_(None), received.c.deadline > present),
    )
    by_urgency = aggregate_order_by(received.c.id, received.c.deadline.nulls_last(), received.c.id)
    numbers = func.json_build_object(
        "open",
        func.count().filter(is_open),
        "next_deadline",
        func.min(received.c.deadline).filter(is_open),
        "next_ids",
        func.json_agg(by_urgency).filter(is_open),
        "submitted",
        func.count().filter(received.c.status == RfxStatus.COMPLETED),
    )
    return select(numbers).select_from(received).scalar_subquery()


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
