"""The one clock of the product, so that time can be moved where rules about time are tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_shift = [timedelta()]


def now() -> datetime:
    """The present moment, in UTC and aware of it."""
    return datetime.now(UTC) + _shift[0]


@contextmanager
def shifted(by: timedelta) -> Iterator[None]:
    """Move the clock of this process by `by` for as long as the block runs."""
    before = _shift[0]
    _shift[0] = before + by
    try:
        yield
    finally:
        _shift[0] = before
