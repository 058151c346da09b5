"""Dates as users type them and as they are stored.

The twin is static_src/lib/text/date-text.ts; shared test vectors check that both behave the same.
"""

import calendar
import re
from datetime import date

from app.forms.document.text import trimmed

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_TYPED = re.compile(r"([0-9]{1,2})[/. -]([0-9]{1,2})[/. -]([0-9]{4})")
_SHORT_YEAR = re.compile(r"[0-9]{1,2}[/. -][0-9]{1,2}[/. -][0-9]{1,3}")
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_date(text: str) -> date | None:
    """Parse a stored (`2027-02-28`) or typed (`28/02/2027`) date; None if `text` is not a date."""
    parts = _parts(text)
    if parts is None or date_fault(text) is not None:
        return None
    return date(*parts)


def date_fault(text: str) -> str | None:
    """Return the sentence to show at the field if `text` is not a date; None for a valid date."""
    parts = _parts(text)
    if parts is None:
        if _SHORT_YEAR.fullmatch(trimmed(text)):
            return "Write the year with four digits. Use dd/mm/yyyy."
        return "Enter a date as dd/mm/yyyy."
    year, month, day = parts
    if year < 1000:
        return "Write the year with four digits. Use dd/mm/yyyy."
    if not 1 <= month <= 12:
        return f"There is no month {month}. Use dd/mm/yyyy."
    if not 1 <= day <= _LONGEST_MONTHS[month - 1]:
        return f"{day} {MONTHS[month - 1]} does not exist. Use dd/mm/yyyy."
    if month == 2 and day == 29 and not calendar.isleap(year):
        return f"29 February {year} does not exist. Use dd/mm/yyyy."
    return None


def medium_date(day: date) -> str:
    """Format a date for display, independent of the server's locale: `3 Nov 2026`."""
    return f"{day.day} {MONTHS[day.month - 1][:3]} {day.year}"


def _parts(text: str) -> tuple[int, int, int] | None:
    plain = trimmed(text)
    if match := _ISO.fullmatch(plain):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _TYPED.fullmatch(plain):
        return int(match[3]), int(match[2]), int(match[1])
    return None
