"""The clock of the product, which tests of rules about time can move, and times in the zone of their reader."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC as UTC_OFFSET
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
EARLY_HOUR = 8
"""Before this hour a short deadline includes the time: a day that ends in the sender's zone may end in the night here."""

_shift = [timedelta()]
UTC = ZoneInfo("UTC")
LAST_ZONE = ZoneInfo("Etc/GMT+12")
"""The zone where a day ends last: a day that is over here is over everywhere."""


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC."""
    return datetime.now(UTC_OFFSET) + _shift[0]


def moment_text(moment: datetime) -> str:
    """Format a time as the API sends it: ISO 8601 with at most milliseconds.

    HTML's `<time datetime>` and browsers support nothing finer. Compare times that a client sends back with
    `is_same_moment`.
    """
    return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds")


def optional_moment_text(moment: datetime | None) -> str | None:
    """Format a time as the API sends it; None without a time."""
    return None if moment is None else moment_text(moment)


def zone_of(*names: str | None, default: ZoneInfo = UTC) -> ZoneInfo:
    """Return the time zone of the first name that is set and known, for example the user's, then the organisation's.

    `default` without one. A name may be unknown after a zone was renamed; then the next one counts.
    """
    for name in names:
        try:
            if name:
                return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return default


def format_day(day: date) -> str:
    """Format a day for mails and documents: `10 Dec 2026`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def format_moment(moment: datetime, zone: ZoneInfo = UTC) -> str:
    """Format a time in a zone, with the zone's name, for mails, documents and sentences: `10 Dec 2026, 17:00 CET`."""
    local = moment.astimezone(zone)
    return f"{format_day(local)}, {local:%H:%M} {_zone_name(local)}"


def format_short(moment: datetime | date, zone: ZoneInfo = UTC) -> str:
    """Format a deadline for a subject: `10 Dec`, with the year if it is another one.

    A time in the early morning includes the time: `11 Dec, 00:59`.
    """
    local = moment.astimezone(zone) if isinstance(moment, datetime) else moment
    year = "" if local.year == now().astimezone(zone).year else f" {local.year}"
    is_early = isinstance(local, datetime) and local.hour < EARLY_HOUR
    return f"{local.day} {MONTHS[local.month - 1]}{year}" + (f", {local:%H:%M}" if is_early else "")


def day_is_over(day: date, zone: ZoneInfo, moment: datetime) -> bool:
    """Return True if `day` has ended in `zone` at `moment`: work due on that day is late from then on."""
    return moment.astimezone(zone).date() > day


def _zone_name(local: datetime) -> str:
    """Return the abbreviation of a zone; for zones that have only an offset, such as `-03`, the offset from UTC."""
    name = local.tzname() or "UTC"
    if name[0] not in "+-":
        return name
    hours, minutes = int(name[1:3]), name[3:5]
    return f"UTC{name[0]}{hours}" + (f":{minutes}" if minutes else "")


def is_same_moment(first: datetime | None, second: datetime | None) -> bool:
    """Return True if two times are equal to the millisecond, the precision of the API, or if both are None."""
    if first is None or second is None:
        return first is second
    return _whole_milliseconds(first) == _whole_milliseconds(second)


def _whole_milliseconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@contextmanager
def shifted(by: timedelta) -> Iterator[None]:
    """Move the clock of this process by `by` while the block runs."""
    previous = _shift[0]
    _shift[0] = previous + by
    try:
        yield
    finally:
        _shift[0] = previous
