"""Access rules and status transitions of non-conformances, without the database."""

from app.kernel.auth import Actor, Permission
from app.kernel.errors import ConflictError, ForbiddenError
from app.ncr.models import NonConformance
from app.ncr.types import MOVES, STATUS_INFO, NcrMove, NcrStatus

ONLY_RAISER = "Only the organisation that raised this non-conformance can do that."
DELETED_SENTENCE = "This non-conformance is deleted. Restore it first."
NOT_DELETED = "This non-conformance is not deleted."
NO_REASON = "Please say why it is reopened."
STALE = "{who} has changed this non-conformance in the meantime, so nothing was saved."
ASKED_TOO_EARLY = "Only a non-conformance that is in progress can be resolved."


def is_raiser(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor belongs to the organisation that raised it."""
    return ncr.organisation_id == actor.organisation_id


def may_edit(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor may edit the fields, delete and restore: only for the raising organisation."""
    return is_raiser(actor, ncr) and actor.may(Permission.MANAGE_NCRS)


def demand_raiser(actor: Actor, ncr: NonConformance) -> None:
    """Raise ForbiddenError unless the actor belongs to the raising organisation and may manage NCRs."""
    actor.demand(Permission.MANAGE_NCRS)
    if not is_raiser(actor, ncr):
        raise ForbiddenError(ONLY_RAISER)


def move_between(before: str, after: str) -> NcrMove:
    """Return the transition from one status to another; raises ConflictError with a sentence if it is not allowed."""
    move = MOVES.get((NcrStatus(before), NcrStatus(after)))
    if move is None:
        if before == NcrStatus.DELETED:
            raise ConflictError(DELETED_SENTENCE, code="deleted")
        if before == after:
            raise ConflictError(f"This non-conformance is {_label(before)} already.")
        raise ConflictError(f"This non-conformance is {_label(before)}: it can't become {_label(after)}.")
    return move


def moves_of(actor: Actor, ncr: NonConformance) -> list[NcrStatus]:
    """Return the statuses that a progress update of the actor may set now, except DELETED."""
    if not actor.may(Permission.MANAGE_NCRS):
        return []
    next_statuses = [
        after for (before, after) in MOVES if before == ncr.status and after != NcrStatus.DELETED
    ]
    actor_is_raiser = is_raiser(actor, ncr)
    return [status for status in next_statuses if actor_is_raiser or ncr.status == NcrStatus.PENDING]


def may_ask_resolution(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor may ask the raiser to resolve it: for the supplier, while it is open."""
    return (
        actor.may(Permission.MANAGE_NCRS)
        and not is_raiser(actor, ncr)
        and ncr.status in {NcrStatus.PENDING, NcrStatus.INPROGRESS}
    )


def _label(status: str) -> str:
    return STATUS_INFO[status]["label"]
