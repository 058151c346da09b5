"""The clock of the product. Tests of rules about time can move it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_shift = [timedelta()]


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC."""
    return datetime.now(UTC) + _shift[0]


def moment_text(moment: datetime) -> str:
    """Format a time as the API sends it: ISO 8601 with at most milliseconds.

    HTML's `<time datetime>` and browsers support nothing finer. Compare times that a client sends back with
    `is_same_moment`.
    """
    return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds")


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
