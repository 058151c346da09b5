"""The result of a try: whether the event is delivered, and when the next try is."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from app.kernel.clock import UTC
from app.webhooks.types import LONGEST_PAUSE, MAX_TRIES, PAUSES

GONE = 410
BUSY = {429, 503}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one request: a status with an answer or, if there was no response, an error."""

    duration_ms: int
    status: int | None = None
    answer: str | None = None
    error: str | None = None
    retry_after: timedelta | None = None

    @property
    def is_delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def sentence(self) -> str | None:
        """Return why the try failed; None if it did not."""
        if self.is_delivered:
            return None
        if self.status is None:
            return self.error
        if 300 <= self.status < 400:
            return f"The receiver answered with a redirect ({self.status}). Enter the final address."
        return f"The receiver answered {self.status}{_phrase(self.status)}."


def pause_after(outcome: Outcome, *, attempts: int) -> timedelta | None:
    """Return the pause until the next try after `attempts` failed ones; None if that was the last.

    A busy receiver (429, 503) may ask for a longer pause, up to LONGEST_PAUSE.
    """
    if attempts >= MAX_TRIES or outcome.status == GONE:
        return None
    pause = PAUSES[attempts - 1]
    if outcome.status in BUSY and outcome.retry_after is not None:
        return max(pause, min(outcome.retry_after, LONGEST_PAUSE))
    return pause


def read_retry_after(value: str | None, moment: datetime) -> timedelta | None:
    """Return the pause of a Retry-After header, which has seconds or a date; None for anything else."""
    if not value:
        return None
    if value.strip().isdecimal():
        return timedelta(seconds=min(int(value), int(LONGEST_PAUSE.total_seconds())))
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, IndexError, TypeError):
        return None
    return (until if until.tzinfo else until.replace(tzinfo=UTC)) - moment


def _phrase(status: int) -> str:
    try:
        return f" {HTTPStatus(status).phrase}"
    except ValueError:
        return ""
