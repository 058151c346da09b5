"""The one clock of the product, so that time can be moved where rules about time are tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_shift = [timedelta()]


def now() -> datetime:
    """The present moment, in UTC and aware of it."""
    return datetime.now(UTC) + _shift[0]


def moment_text(moment: datetime) -> str:
    """Format a time as the API sends it: ISO 8601 with at most milliseconds.

    HTML's `<time datetime>` and browsers know nothing finer. What sends such a time back is compared with
    `is_same_moment`.
    """
    return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds")


def is_same_moment(one: datetime | None, other: datetime | None) -> bool:
    """Compare two times, or none, to the millisecond, which is how finely the API sends them."""
    if one is None or other is None:
        return one is other
    return _whole_milliseconds(one) == _whole_milliseconds(other)


def _whole_milliseconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@contextmanager
def shifted(by: timedelta) -> Iterator[None]:
    """Move the clock of this process by `by` for as long as the block runs."""
    before = _shift[0]
    _shift[0] = before + by
    try:
        yield
    finally:
        _shift[0] = before
