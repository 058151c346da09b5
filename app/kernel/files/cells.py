"""Cells of spreadsheets and CSV files."""

import re
from datetime import UTC, date, datetime

DANGEROUS = re.compile(r"^[\s\ufeff\u200b]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]")
"""Matches texts that a spreadsheet could execute as a formula."""

CellValue = str | float | date


def quoted(text: str) -> str:
    """Put an apostrophe in front of a text that a spreadsheet would read as a formula, for CSV files."""
    return f"'{text}" if DANGEROUS.match(text) else text


def utc_seconds(moment: datetime) -> datetime:
    """Return the UTC time without microseconds and time zone, which spreadsheets do not support."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None)
