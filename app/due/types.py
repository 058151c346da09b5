"""Periods, the owner filter and the limits of due records."""

from datetime import timedelta
from enum import StrEnum

PAGE_SIZE = 20
NEXT_DAYS = 90
"""Number of days from today that the list contains."""
LATE_LIFE = timedelta(days=90)
"""A record that can no longer be acted on, such as an expired RFx, stays in the list for this time."""
COUNT_CAP = 1_000
"""The total of the list and the counts of its periods stop here, because each row is looked up in several tables."""
CALENDAR_DAYS = 400
"""Number of days from today that a calendar contains."""
CALENDAR_LATE_DAYS = 90
"""Number of days for which late records stay in a calendar."""
MAX_EVENTS = 1_000
"""Maximum number of events in a calendar, the first by date."""
READ_INTERVAL = timedelta(hours=1)
"""The time of the last read of a calendar is stored at most this often."""


class DuePeriod(StrEnum):
    """OVERDUE: late. WEEK: from now to Sunday, in the viewer's time zone. NEXT90: later, within 90 days of today."""

    OVERDUE = "OVERDUE"
    WEEK = "WEEK"
    NEXT90 = "NEXT90"


class OwnerScope(StrEnum):
    """The owners of listed records.

    ME: the viewer, or anyone at the organisation. ALL: every colleague too. ONE: one colleague.
    """

    ME = "ME"
    ALL = "ALL"
    ONE = "ONE"
