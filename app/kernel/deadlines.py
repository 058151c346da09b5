"""Deadlines that several users of an organisation may change at the same time."""

from dataclasses import dataclass
from datetime import datetime

from app.kernel.clock import is_same_moment, moment_text
from app.kernel.errors import ConflictError

CHANGED = "Someone else changed the deadline to {deadline}. Save again to replace it."
REMOVED = "Someone else removed the deadline. Save again to set yours."


@dataclass(frozen=True, slots=True)
class SeenDeadline:
    """The deadline that the user saw before changing it; None if there was no deadline."""

    deadline: datetime | None


def deadline_text(moment: datetime) -> str:
    """Format a deadline for mails and sentences: `20 Dec 2026, 21:38 UTC`."""
    return f"{moment.day} {moment:%b %Y}, {moment:%H:%M} UTC"


def demand_seen(*, deadline: datetime | None, stored: datetime | None, seen: SeenDeadline | None) -> None:
    """Raise ConflictError with code `stale` if another user has changed the deadline since it was `seen`.

    `now` in the response is the base of the next save. No check without `seen`, or if both users set the same deadline.
    """
    if seen is None or is_same_moment(seen.deadline, stored) or is_same_moment(deadline, stored):
        return
    raise ConflictError(
        code="stale",
        fields={"deadline": [CHANGED.format(deadline=deadline_text(stored)) if stored else REMOVED]},
        data={"now": {"deadline": moment_text(stored) if stored else None}},
    )
