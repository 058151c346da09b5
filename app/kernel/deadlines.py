"""Deadlines that several people of an organisation may change at once."""

from dataclasses import dataclass
from datetime import datetime

from app.kernel.clock import is_same_moment, moment_text
from app.kernel.errors import ConflictError

CHANGED = "Someone else changed the deadline to {deadline}. Save again to replace it."
REMOVED = "Someone else removed the deadline. Save again to set yours."


@dataclass(frozen=True, slots=True)
class SeenDeadline:
    """The deadline that a person saw when changing it, None where there was none."""

    deadline: datetime | None


def deadline_text(moment: datetime) -> str:
    """A deadline in the words of mails and sentences: `20 Dec 2026, 21:38 UTC`."""
    return f"{moment.day} {moment:%b %Y}, {moment:%H:%M} UTC"


def demand_seen(*, deadline: datetime | None, stored: datetime | None, seen: SeenDeadline | None) -> None:
    """Raise ConflictError with code `stale` where somebody else has set another deadline than the one that was seen.

    `now` in the answer is what the next save is based on. Without `seen`, or where both set the same, nothing is asked.
    """
    if seen is None or is_same_moment(seen.deadline, stored) or is_same_moment(deadline, stored):
        return
    raise ConflictError(
        code="stale",
        fields={"deadline": [CHANGED.format(deadline=deadline_text(stored)) if stored else REMOVED]},
        data={"now": {"deadline": moment_text(stored) if stored else None}},
    )
