"""Kinds, states and limits of schedules."""

from enum import StrEnum
from typing import TypedDict


class ScheduleKind(StrEnum):
    """The records that a schedule sends: RFxs, or assessments with their surveys."""

    RFX = "RFX"
    ASSESSMENT = "ASSESSMENT"


class Anchor(StrEnum):
    """Start of the interval. AFTER_CLOSE: the day on which the last round closed. FIXED: a chosen day."""

    AFTER_CLOSE = "AFTER_CLOSE"
    FIXED = "FIXED"


class StartsFrom(StrEnum):
    """Start of a round for the supplier: its last answers, which it confirms, or an empty form."""

    LAST_ANSWERS = "LAST_ANSWERS"
    BLANK = "BLANK"


class ScheduleState(StrEnum):
    """ACTIVE sends its rounds, HELD pauses, ENDED is final."""

    ACTIVE = "ACTIVE"
    HELD = "HELD"
    ENDED = "ENDED"


class OccurrenceState(StrEnum):
    """State of a round that is over for the schedule. A planned round is `Schedule.next_on` and has no row."""

    SENT = "SENT"
    SKIPPED = "SKIPPED"


LIVE_STATES = (ScheduleState.ACTIVE, ScheduleState.HELD)


class FormSetJson(TypedDict):
    """Forms that are sent together, by series, in their newest published revision."""

    series: list[str]
    bundle: str | None


class TemplateJson(TypedDict):
    """Stored content of the next round.

    `type` is the type of the RFx or assessment. `forms` are the forms of the RFx, or of the self-survey; `internal` are the
    forms of an assessment's internal survey. `user_ids` are the named contacts of the supplier; None means the
    contacts of the last round.
    """

    type: str
    message: str
    forms: FormSetJson | None
    internal: FormSetJson | None
    user_ids: list[int] | None


MAX_SCHEDULES = 500
"""Maximum number of schedules of an organisation that have not ended."""
MAX_MONTHS = 60
MAX_LEAD_DAYS = 365
MAX_CONTACTS = 50
"""Maximum number of named contacts of a schedule, as of one message."""
DAYS_OF_MONTH = 28
"""Days of the shortest month: a round must open after the previous one was due."""
REASON_LIMIT = 500
PAGE_SIZE = 20
RUN_JOB = "schedules.run"
