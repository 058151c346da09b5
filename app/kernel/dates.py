"""Days and times in generated files: as in `clock`, with an empty text for a missing value."""

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
