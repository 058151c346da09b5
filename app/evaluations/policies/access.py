"""Access to evaluations, without the database."""

from collections.abc import Mapping
from dataclasses import replace

from app.evaluations.types import EVALUATION_GRANT, TRANSITIONS, EvaluationMove, EvaluationState
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError

CLOSED = "The evaluation is closed and can no longer be changed."
NOT_OPEN = "The evaluation is not open yet."
ALREADY_OPEN = "The evaluation is open, so its criteria can no longer be changed."
IMPOSSIBLE: Mapping[EvaluationState, str] = {
    EvaluationState.PREPARING: NOT_OPEN,
    EvaluationState.OPEN: ALREADY_OPEN,
    EvaluationState.CLOSED: CLOSED,
}
"""Sentence about a change that an evaluation in this state does not allow."""


def granted_request_id(guest: Actor) -> int | None:
    """Return the id of the request that a guest evaluates; None for grants for other records."""
    grant = guest.grant
    return grant.subject_id if grant is not None and grant.subject_type == EVALUATION_GRANT else None


def guest_path(token: str, request_id: int) -> str:
    """Return the path of a guest's page of an evaluation, by the token of the link."""
    return f"/guest/{token}/evaluation/{request_id}"


def reader_for(guest: Actor, *, organisation_id: int) -> Actor:
    """Return a guest evaluator as a reader of the requester's organisation, without any permission.

    Used for the queries that show the answers of one request; the caller has checked that the guest evaluates it.
    """
    return replace(
        guest, organisation_id=organisation_id, permissions=frozenset(), is_guest=False, grant=None
    )


def demand_state(state: EvaluationState, *allowed: EvaluationState) -> None:
    """Raise ConflictError with a sentence unless the evaluation is in one of the states."""
    if state not in allowed:
        raise ConflictError(IMPOSSIBLE[state])


def state_after(state: EvaluationState, move: EvaluationMove) -> EvaluationState:
    """Return the state after `move`; raise ConflictError if it is not possible from `state`."""
    after = TRANSITIONS.get((state, move))
    if after is None:
        raise ConflictError(IMPOSSIBLE[state])
    return after
