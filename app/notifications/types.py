"""Kinds of notifications, their delivery by mail, and the limits of notifications."""

from collections.abc import Mapping
from datetime import time, timedelta
from enum import StrEnum

PAGE_SIZE = 10
MAX_LISTED = 1_000
"""The list contains a user's newest notifications up to this number, so that grouping them costs the same for everyone."""
MAX_COLLEAGUES = 50
"""Maximum number of colleagues who are notified instead of an inactive user."""
LIFE = timedelta(days=90)
EVENT_LIFE = LIFE + timedelta(days=30)
"""No notification is about an older event, so only the newest partitions of the event log are read."""
MORNING = time(7)
"""The local time from which the daily mail is sent."""
MAX_DAILY_LINES = 30
"""Maximum number of lines of one part of the daily mail; the others are counted."""


class NotificationKind(StrEnum):
    """The kind of a notification. DUE is in no notification: it means the tasks in the daily mail."""

    RESPONSE_SUBMITTED = "RESPONSE_SUBMITTED"
    SURVEY_COMPLETED = "SURVEY_COMPLETED"
    RFX_DECLINED = "RFX_DECLINED"
    DEADLINE_PASSED = "DEADLINE_PASSED"
    FOLLOW_UP_ANSWERED = "FOLLOW_UP_ANSWERED"
    RESOLUTION_REQUESTED = "RESOLUTION_REQUESTED"
    INVITATION_ACCEPTED = "INVITATION_ACCEPTED"
    DUE = "DUE"
    RFX_HANDED_OVER = "RFX_HANDED_OVER"
    REVIEW_DONE = "REVIEW_DONE"
    DOCUMENT_RECEIVED = "DOCUMENT_RECEIVED"
    DOCUMENT_REJECTED = "DOCUMENT_REJECTED"
    DOCUMENT_ENDING = "DOCUMENT_ENDING"
    SCHEDULE_ENDED = "SCHEDULE_ENDED"
    CORRECTIVE_STEP_SENT = "CORRECTIVE_STEP_SENT"
    CORRECTIVE_STEP_LATE = "CORRECTIVE_STEP_LATE"


class Delivery(StrEnum):
    """The time of the mail about a notification. It is on Home in every case."""

    AT_ONCE = "AT_ONCE"
    DAILY = "DAILY"
    NEVER = "NEVER"


DAILY_ONLY = frozenset(
    {
        NotificationKind.DUE,
        NotificationKind.DOCUMENT_ENDING,
        NotificationKind.SCHEDULE_ENDED,
        NotificationKind.CORRECTIVE_STEP_LATE,
    }
)
"""Kinds that are never mailed at once: many of them can be due on one day."""

DEFAULTS: Mapping[NotificationKind, Delivery] = {
    kind: Delivery.DAILY if kind in DAILY_ONLY else Delivery.AT_ONCE for kind in NotificationKind
}
"""Default delivery."""

USER_SUBJECT = "user"
"""The subject of an accepted invitation; the other subjects are the same as of tasks."""
