"""Deadlines that several users of an organisation may change at the same time."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, SQLColumnExpression

from app.kernel.clock import UTC, format_moment, is_same_moment, optional_moment_text
from app.kernel.http.errors import ConflictError

CHANGED = "Someone else changed the deadline to {deadline}. Save again to replace it."
REMOVED = "Someone else removed the deadline. Save again to set yours."


DUE_SOON = timedelta(days=7)


class DueFilter(StrEnum):
    """Filter of lists by due date: LATE is past it, WEEK is due within seven days."""

    LATE = "late"
    WEEK = "week"


@dataclass(frozen=True, slots=True)
class SeenDeadline:
    """The deadline that the user saw before changing it; None if there was no deadline."""

    deadline: datetime | None


def deadline_text(moment: datetime, zone: ZoneInfo = UTC) -> str:
    """Format a deadline for mails and sentences, in the zone of their reader: `20 Dec 2026, 22:38 CET`."""
    return format_moment(moment, zone)


def demand_seen(
    *, deadline: datetime | None, stored: datetime | None, seen: SeenDeadline | None, zone: ZoneInfo = UTC
) -> None:
    """Raise ConflictError with code `stale` if another user has changed the deadline since it was `seen`.

    The sentence shows the deadline in `zone`, the actor's. `now` in the response is the base of the next save. No check
    without `seen`, or if both users set the same deadline.
    """
    if seen is None or is_same_moment(seen.deadline, stored) or is_same_moment(deadline, stored):
        return
    raise ConflictError(
        code="stale",
        fields={"deadline": [CHANGED.format(deadline=deadline_text(stored, zone)) if stored else REMOVED]},
        data={"now": {"deadline": optional_moment_text(stored)}},
    )


def is_due_day(column: SQLColumnExpression[date | None], due: DueFilter, today: date) -> ColumnElement[bool]:
    """Return the condition for open rows whose due day matches the filter; a day is late after it has ended."""
    if due is DueFilter.LATE:
        return column < today
    return column.between(today, today + DUE_SOON)


def is_due_moment(
    column: SQLColumnExpression[datetime | None], due: DueFilter, present: datetime
) -> ColumnElement[bool]:
    """Return the condition for open rows whose deadline matches the filter."""
    if due is DueFilter.LATE:
        return column < present
    return column.between(present, present + DUE_SOON)
