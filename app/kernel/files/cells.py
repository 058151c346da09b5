"""Cells of spreadsheets and CSV files."""

import re
from datetime import UTC, date, datetime

DANGEROUS = re.compile(r"^[\s\ufeff\u200b]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]")
"""Matches texts that a spreadsheet could execute as a formula."""

INNER = re.compile(r'(?<![;|"\s\ufeff\u200b])([;|"\s\ufeff\u200b]++)([=+@\uff1d\uff0b\uff0d\uff20]|-\s?)')
"""Matches the separators and spaces in front of a character that begins a formula, and this character.

The lookbehind and the possessive quantifier keep the time linear: a run of separators is read once.
"""

CellValue = str | float | date


def quoted(text: str) -> str:
    """Put an apostrophe in front of each part of a text that a spreadsheet would read as a formula, for CSV files.

    A file with commas may be opened with `;`, tabs or `|` as separators. Then a cell also begins after these, and after
    a line break, because the quotes of the text no longer begin its cell. A line that begins with "- " is a bullet.
    """
    text = INNER.sub(_quoted_inside, text)
    return f"'{text}" if DANGEROUS.match(text) else text


def _quoted_inside(match: re.Match[str]) -> str:
    separators, start = match.groups()
    is_bullet = start.startswith("-") and start != "-"
    begins_cell = any(character in separators for character in (";|\t" if is_bullet else ";|\t\r\n"))
    return f"{separators}'{start}" if begins_cell else match[0]


def utc_seconds(moment: datetime) -> datetime:
    """Return the UTC time without microseconds and time zone, which spreadsheets do not support."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None)
