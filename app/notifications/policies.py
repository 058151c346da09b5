"""Rules of the daily mail without database access, and the features that contribute to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.notifications.types import MORNING


@dataclass(frozen=True, slots=True, kw_only=True)
class DueTask:
    """A task that is due, for the daily mail of one user: its name, its day and the path of its page."""

    user_id: int
    text: str
    due: date
    path: str


DueTasks = Callable[[date, date], Iterable[DueTask]]
"""Return the open tasks of all users that are due from the first day to the second, both included."""


@dataclass
class DailyMailHooks:
    """Sources of the section "Due" of the daily mail. A feature with due dates adds a source instead of sending mails."""

    due_tasks: list[DueTasks] = field(default_factory=list)


def local_day(zone: ZoneInfo, moment: datetime) -> date:
    """Return the day of `moment` for a user whose time zone is `zone`."""
    return moment.astimezone(zone).date()


def is_morning(zone: ZoneInfo, moment: datetime) -> bool:
    """Return True from the hour of the daily mail on, until the end of the user's day.

    A worker that was down in the morning still sends the mail later on the same day.
    """
    return moment.astimezone(zone).time() >= MORNING


def daily_key(user_id: int, zone: ZoneInfo, moment: datetime) -> str:
    """Return the dedupe key of a user's daily mail: one for each of the user's days."""
    return f"daily:{user_id}:{local_day(zone, moment).isoformat()}"
