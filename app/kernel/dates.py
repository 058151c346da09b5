"""Days and times as text in generated files, in the time zone of the reader."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

UTC = ZoneInfo("UTC")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_text(day: date | None, zone: ZoneInfo = UTC) -> str:
    """Format a day like `3 Nov 2026`, that of a time in `zone`; None is an empty text."""
    if day is None:
        return ""
    if isinstance(day, datetime):
        day = day.astimezone(zone)
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def time_text(moment: datetime | None, zone: ZoneInfo = UTC) -> str:
    """Format a time like `3 Nov 2026, 14:05 UTC`, in `zone` and with its name; None is an empty text."""
    if moment is None:
        return ""
    local = moment.astimezone(zone)
    return f"{day_text(moment, zone)}, {local:%H:%M} {_zone_name(local)}"


def _zone_name(local: datetime) -> str:
    """Return the abbreviation of the zone, or its distance from UTC where it has none, such as in Singapore."""
    name = local.tzname() or ""
    return name if name.isalpha() else f"UTC{local:%:z}"
