"""Schedules that the hourly job has to act on."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.accounts.public import Organisation
from app.extensions import db
from app.kernel.clock import now, zone_of
from app.network.public import LEVELS_ABOVE_NONE, Relationship
from app.schedules.models import Schedule
from app.schedules.queries.schedules import rows_stmt
from app.schedules.types import LIVE_STATES, Anchor, ScheduleState

FIRST_ZONE = timedelta(hours=14)
"""The zone where a day begins first is 14 hours ahead of UTC."""


class ClosedRound(NamedTuple):
    """A schedule whose next day depends on a round that has closed."""

    schedule_id: int
    every_months: int
    lead_days: int
    closed: datetime
    time_zone: str | None


def today_in(zone: ZoneInfo) -> date:
    """Return today in the zone of an organisation."""
    return now().astimezone(zone).date()


def opening_schedules() -> Sequence[int]:
    """Return the ids of the active schedules whose next round opens today or before, in the zone of their organisation."""
    opening = Schedule.next_on - Schedule.lead_days
    stmt = (
        select(Schedule.id, opening.label("opening"), Organisation.time_zone)
        .join(Organisation, Organisation.id == Schedule.organisation_id)
        .where(
            Schedule.state == ScheduleState.ACTIVE,
            Schedule.next_on.is_not(None),
            opening <= (now() + FIRST_ZONE).date(),
        )
        .order_by(opening, Schedule.id)
    )
    return [
        schedule_id
        for schedule_id, day, time_zone in db.session.execute(stmt)
        if day is not None and day <= today_in(zone_of(time_zone))
    ]


def claimed_schedule(schedule_id: int) -> Schedule | None:
    """Return an active schedule with a planned round, locked; None if another worker has it or it has changed."""
    schedule: Schedule | None = db.session.execute(
        select(Schedule)
        .where(
            Schedule.id == schedule_id,
            Schedule.state == ScheduleState.ACTIVE,
            Schedule.next_on.is_not(None),
        )
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    ).scalar()
    return schedule


def closed_rounds() -> Sequence[ClosedRound]:
    """Return the schedules without a day whose last round has closed."""
    row = rows_stmt().where(
        Schedule.state.in_(LIVE_STATES), Schedule.next_on.is_(None), Schedule.anchor == Anchor.AFTER_CLOSE
    )
    rows = row.subquery("planned")
    stmt = select(
        rows.c.id, rows.c.every_months, rows.c.lead_days, rows.c.last_closed, rows.c.time_zone
    ).where(rows.c.last_closed.is_not(None))
    return [ClosedRound._make(each) for each in db.session.execute(stmt)]


def schedules_without_relationship() -> Sequence[int]:
    """Return the ids of the schedules whose supplier is at level None, which end."""
    stmt = (
        select(Schedule.id)
        .join(Relationship, Relationship.id == Schedule.relationship_id)
        .where(Schedule.state.in_(LIVE_STATES), Relationship.level.not_in(LEVELS_ABOVE_NONE))
    )
    return db.session.execute(stmt.order_by(Schedule.id)).scalars().all()
