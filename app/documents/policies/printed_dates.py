"""Dates in the text of a certificate: numeric ones, and those with the name of the month in many languages.

A numeric date may have two readings, day first or month first. It has one if the other is impossible.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

MONTHS = """
january jan januar janvier janv enero ene gennaio gen januari januara janeiro stycznia styczen sty ledna leden ocak ianuarie
february feb februar fevrier fevr febrero febbraio februari fevereiro fev lutego luty lut unora unor subat februarie
march mar marz mars marzo maart mrt marco marca marzec brezna brezen mart marts marcius martie
april apr avril avr abril abr aprile kwietnia kwiecien kwi dubna duben nisan aprilis aprilie
may mai mayo maggio mag mei maio maja maj kvetna kveten mayis majus
june jun juni juin junio giugno giu junho czerwca czerwiec cze cervna cerven haziran junius iunie
july jul juli juillet juil julio luglio lug julho lipca lipiec lip cervence cervenec temmuz julius iulie
august aug aout agosto ago augustus sierpnia sierpien sie srpna srpen agustos augusti augusztus
september sep sept septembre septiembre settembre set setembro wrzesnia wrzesien wrz zari eylul szeptember septembrie
october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika pazdziernik paz rijna rijen ekim octombrie
november nov novembre noviembre novembro listopada listopad lis listopadu kasim noiembrie
december dec dezember dez decembre diciembre dic dicembre dezembro grudnia grudzien gru prosince prosinec aralik decembrie
"""
"""The names of each month without accents: full, inflected and short."""
MONTH_OF = {name: month for month, names in enumerate(MONTHS.split("\n")[1:], 1) for name in names.split()}
LETTERS = str.maketrans("łøıđŁØ", "loidlo")
"""Letters that Unicode does not decompose, with the ones that names of months and labels are written with here."""
CENTURY = 2000
FIRST_YEAR, LAST_YEAR = 1950, 2099

_NAME = r"(?P<name>[a-z]{3,12})"
_YEAR = r"(?P<year>\d{4}|\d{2})(?!\d)"
_DAY = r"(?<!\d)(?<!\d[./-])(?P<day>\d{1,2})"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<!\d)(?<!\d[./-])(?P<year>\d{4})\s?年\s?(?P<month>\d{1,2})\s?月\s?(?P<day>\d{1,2})\s?日",
        r"(?<!\d)(?<!\d[./-])(?P<year>\d{4})([-./])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?!\d)",
        rf"{_DAY}(?:st|nd|rd|th|er|\.?o)?[\s.-]{{1,3}}(?:of |de |den )?{_NAME}\.?[,\s.-]{{1,3}}(?:de |del )?{_YEAR}",
        rf"(?<![a-z]){_NAME}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})(?!\d)",
        rf"(?<!\d)(?<!\d[./-])(?P<year>\d{{4}})\.? {_NAME} (?P<day>\d{{1,2}})(?!\d)",
        r"(?<!\d)(?<!\d[./-])(?P<first>\d{1,2})(?P<separator>[-./])\s?(?P<second>\d{1,2})(?P=separator)\s?(?P<year>\d{4})(?!\d)",
    )
)


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A date in a line of text, from `start` to `end`. Both readings are equal unless it is ambiguous."""

    start: int
    end: int
    day_first: date | None
    month_first: date | None

    @property
    def is_ambiguous(self) -> bool:
        return None not in (self.day_first, self.month_first) and self.day_first != self.month_first


def fold(text: str) -> str:
    """Return the text in lower case without accents and full-width forms, each character at its place."""
    text = "".join(_first(unicodedata.normalize("NFKC", letter)) for letter in text)
    return "".join(_first(unicodedata.normalize("NFD", letter.lower())) for letter in text).translate(LETTERS)


def _first(letters: str) -> str:
    return letters[:1] or " "


def dates_in(line: str) -> list[PrintedDate]:
    """Return the dates of a folded line, from left to right."""
    by_start: dict[int, PrintedDate] = {}
    taken = [False] * len(line)
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            printed = _printed(match)
            if printed is None or any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = [True] * (match.end() - match.start())
            by_start[match.start()] = printed
    return [by_start[start] for start in sorted(by_start)]


def _printed(match: re.Match[str]) -> PrintedDate | None:
    parts = match.groupdict()
    year = int(parts["year"])
    if len(parts["year"]) == 2:
        year += CENTURY
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        day_first, month_first = _date(year, second, first), _date(year, first, second)
    else:
        month = MONTH_OF.get(parts["name"], 0) if parts.get("name") else int(parts["month"])
        day_first = month_first = _date(year, month, int(parts["day"]))
    if day_first is None and month_first is None:
        return None
    return PrintedDate(match.start(), match.end(), day_first, month_first)


def _date(year: int, month: int, day: int) -> date | None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def reading_of(lines: list[list[PrintedDate]]) -> Callable[[PrintedDate], date | None]:
    """Return the function that reads the dates of a text in its order of day and month.

    Dates with one possible reading decide the order; the function returns None for an ambiguous date if there are none,
    or if they contradict each other.
    """
    certain = {
        printed.month_first is None
        for printed in _all(lines)
        if (printed.day_first is None) != (printed.month_first is None)
    }

    def read(printed: PrintedDate) -> date | None:
        if not printed.is_ambiguous:
            return printed.day_first or printed.month_first
        if len(certain) != 1:
            return None
        return printed.day_first if True in certain else printed.month_first

    return read


def _all(lines: list[list[PrintedDate]]) -> Iterator[PrintedDate]:
    for line in lines:
        yield from line
