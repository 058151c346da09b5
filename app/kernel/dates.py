"""Days: arithmetic with months, and days and times in generated files, with an empty text for a missing value."""

import calendar
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.kernel.clock import UTC, format_day, format_moment


def day_text(day: date | None, zone: ZoneInfo = UTC) -> str:
    """Format a day like `3 Nov 2026`, the day of a time in `zone`; None is an empty text."""
    if day is None:
        return ""
    return format_day(day.astimezone(zone) if isinstance(day, datetime) else day)


def time_text(moment: datetime | None, zone: ZoneInfo = UTC) -> str:
    """Format a time like `3 Nov 2026, 14:05 CET`, in `zone` and with its name; None is an empty text."""
    return format_moment(moment, zone) if moment else ""


def add_months(day: date, months: int) -> date:
    """Return the same day `months` later, or the last one of that month; the last possible date if it is too late."""
    years, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if years > date.max.year:
        return date.max
    return date(years, month + 1, min(day.day, calendar.monthrange(years, month + 1)[1]))
