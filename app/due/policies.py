"""The sources of due records, which other features register, and the limits of periods.

This feature is below the features that have due records, so that each of them can register its own with `DueHooks`. Home,
which is above them, shows the list.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import DateTime, SQLColumnExpression, bindparam

from app.due.types import LATE_LIFE, NEXT_DAYS, DuePeriod
from app.kernel.db.statements import AnySelect

PRESENT = bindparam("present_moment", type_=DateTime(timezone=True))
"""Bound parameter for the current time, in the statements of sources."""
LATE_SINCE = bindparam("late_since", type_=DateTime(timezone=True))
"""Bound parameter: records that can no longer be acted on are listed if they were due after this time (`LATE_LIFE`)."""
FIRST_DAY = date(1900, 1, 1)
FIRST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
"""Before all due dates."""

Text = SQLColumnExpression[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DueColumns:
    """One select of due records, with the columns of the list.

    `stmt` selects `id` and has the joins and conditions; it contains only rows that the viewer (`VIEWER`, `VIEWER_USER`)
    sees in the list of the feature. It should have an index that ends with `due`.
    """

    stmt: AnySelect
    id: SQLColumnExpression[int]
    kind: Text
    title: Text
    detail: SQLColumnExpression[str | None]
    """The record that a row is about, if the title does not name it."""
    party: Text
    """The name of the other organisation or guest."""
    party_id: SQLColumnExpression[int]
    """The id of the other organisation."""
    owner_id: SQLColumnExpression[int | None]
    """The user of the viewer's organisation who is responsible; NULL for anyone at the organisation."""
    path: Text
    due: SQLColumnExpression[date | None] | SQLColumnExpression[datetime | None]
    guest_id: SQLColumnExpression[int | None] | None = None
    """The user whose name is shown instead of the organisation's, if that is a placeholder."""
    has_owner: bool = False
    """True if `owner_id` is never NULL. An index by owner can then serve the select."""
    is_day: bool = False
    """True if `due` is a day, which ends in the viewer's time zone, and not a moment."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DueSource:
    """Due records of a feature: `columns` builds its selects, which have no row in common.

    `name` and the id of a row identify it. `kinds` has the label of each kind that a row may have.
    """

    name: str
    kinds: Mapping[str, str]
    columns: Callable[[], Sequence[DueColumns]]


@dataclass
class DueHooks:
    """The sources of due records in one application."""

    sources: list[DueSource] = field(default_factory=list)

    def add(self, *sources: DueSource) -> None:
        """Register sources. Raises ValueError if a name is registered already."""
        for source in sources:
            if any(source.name == other.name for other in self.sources):
                raise ValueError(f"{source.name} is registered already")
            self.sources.append(source)

    @property
    def kinds(self) -> dict[str, str]:
        """Return the labels of all kinds, in the order of registration."""
        return {kind: label for source in self.sources for kind, label in source.kinds.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A range of days and moments: a day is in it from the first to the last, a moment after `after` and up to `until`."""

    first_day: date
    last_day: date
    after: datetime
    until: datetime


def token_hash(token: str) -> str:
    """Return the hash under which the token of a calendar link is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a zone."""
    return datetime.combine(day, time(), tzinfo=zone)


def last_day_of_week(today: date) -> date:
    """Return the Sunday of the week of `today`."""
    return today + timedelta(days=6 - today.weekday())


def window_of(period: DuePeriod | None, *, moment: datetime, zone: ZoneInfo) -> Window:
    """Return the range of a period for a viewer in `zone` at `moment`; without a period, of all of them."""
    today = moment.astimezone(zone).date()
    sunday, last = last_day_of_week(today), today + timedelta(days=NEXT_DAYS)
    yesterday, monday = today - timedelta(days=1), sunday + timedelta(days=1)
    week_end, end = start_of_day(monday, zone), start_of_day(last + timedelta(days=1), zone)
    match period:
        case DuePeriod.OVERDUE:
            return Window(first_day=FIRST_DAY, last_day=yesterday, after=FIRST_MOMENT, until=moment)
        case DuePeriod.WEEK:
            return Window(first_day=today, last_day=sunday, after=moment, until=week_end)
        case DuePeriod.NEXT90:
            return Window(first_day=monday, last_day=last, after=week_end, until=end)
        case None:
            return Window(first_day=FIRST_DAY, last_day=last, after=FIRST_MOMENT, until=end)


def calendar_window(*, moment: datetime, zone: ZoneInfo, late_days: int, days: int) -> Window:
    """Return the range from `late_days` before today to `days` after it, for a viewer in `zone` at `moment`."""
    today = moment.astimezone(zone).date()
    first, last = today - timedelta(days=late_days), today + timedelta(days=days)
    return Window(
        first_day=first,
        last_day=last,
        after=start_of_day(first, zone),
        until=start_of_day(last + timedelta(days=1), zone),
    )


def clock_parameters(*, moment: datetime, zone: ZoneInfo) -> dict[str, object]:
    """Return the values of the parameters of all statements about due records that depend on the time and the zone."""
    today = moment.astimezone(zone).date()
    sunday = last_day_of_week(today)
    return {
        "present_moment": moment,
        "late_since": moment - LATE_LIFE,
        "today": today,
        "sunday": sunday,
        "week_end": start_of_day(sunday + timedelta(days=1), zone),
        "zone_offset": moment.astimezone(zone).utcoffset(),
    }
