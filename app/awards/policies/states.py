"""Rules of an award that need no database: its transitions, and the conditions for sending it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from app.awards.types import LONGEST_STANDSTILL, TRANSITIONS, AwardMove, AwardState
from app.kernel.http.errors import ConflictError, InvalidError

IMPOSSIBLE: Mapping[AwardState, str] = {
    AwardState.DRAFT: "The award is a draft. Reload the page to see its state.",
    AwardState.PENDING_APPROVAL: "The award is waiting for an approval. Take it back to change it.",
    AwardState.APPROVED: "The award is approved. Take it back to change it.",
    AwardState.SENT: "The letters were sent, so the award can no longer be changed.",
    AwardState.CANCELLED: "The award was cancelled. Choose the suppliers again to start a new one.",
}
"""The sentence of a move that the state does not allow."""
NO_AWARD = "There is no award yet. Choose the suppliers first."
NO_SUPPLIER = "Choose at least one supplier."
NO_REASON = "Give a reason for {name}."
PAST_STANDSTILL = "The standstill must end today or later."
LONG_STANDSTILL = "The standstill can last at most one year."


@dataclass(frozen=True, slots=True)
class DecidedLine:
    """An awarded supplier by name, with the reason."""

    name: str
    reason: str


def state_after(state: AwardState, move: AwardMove) -> AwardState:
    """Return the state after a move; raises ConflictError with a sentence if it is not allowed."""
    after = TRANSITIONS.get((state, move))
    if after is None:
        raise ConflictError(IMPOSSIBLE[state])
    return after


def demand_draft(state: AwardState) -> None:
    """Raise ConflictError with a sentence unless the decision can be changed."""
    if state is not AwardState.DRAFT:
        raise ConflictError(IMPOSSIBLE[state])


def demand_standstill(until: date | None, *, today: date) -> None:
    """Raise InvalidError for a standstill that is over or lasts more than a year."""
    if until is not None and until < today:
        raise InvalidError(fields={"standstillUntil": [PAST_STANDSTILL]})
    if until is not None and until - today > LONGEST_STANDSTILL:
        raise InvalidError(fields={"standstillUntil": [LONG_STANDSTILL]})


def demand_complete(lines: Sequence[DecidedLine], *, standstill_until: date | None, today: date) -> None:
    """Raise InvalidError with sentences unless a supplier is awarded, each with a reason, and the standstill is valid."""
    if not lines:
        raise InvalidError(fields={"lines": [NO_SUPPLIER]})
    missing = [NO_REASON.format(name=line.name) for line in lines if not line.reason]
    if missing:
        raise InvalidError(fields={"lines": missing})
    demand_standstill(standstill_until, today=today)
