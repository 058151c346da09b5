"""Confirmations of earlier answers that are too fast to have been read; without database."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from app.rfx.public import CarriedDecision, CarriedState

UNREAD_SHARE = Fraction(98, 100)
"""Above this share of the offers, confirmed within `UNREAD_TIME`, the reviewer gets a warning."""
UNREAD_TIME = timedelta(minutes=3)
FEWEST_OFFERS = 20
"""Fewer answers can be read in that time."""


@dataclass(frozen=True, slots=True)
class Haste:
    """Numbers of the warning: confirmed answers of all offers, and the seconds from the first to the last."""

    confirmed: int
    offered: int
    seconds: int


def haste_of(decisions: Iterable[CarriedDecision]) -> Haste | None:
    """Return the numbers if nearly all offers were confirmed without a change in less time than reading takes."""
    offers = list(decisions)
    times = [each.decided for each in offers if each.state is CarriedState.CONFIRMED and each.decided]
    if len(offers) < FEWEST_OFFERS or Fraction(len(times), len(offers)) <= UNREAD_SHARE:
        return None
    duration = max(times) - min(times)
    return Haste(len(times), len(offers), int(duration.total_seconds())) if duration < UNREAD_TIME else None
