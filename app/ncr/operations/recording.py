"""Record events of non-conformances in the logs of both parties."""

from dataclasses import dataclass

from app.events.public import EventLog, record
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.ncr.queries.ncrs import NcrContext, relationship_id_of
from app.ncr.types import STATUS_INFO


@dataclass(frozen=True, slots=True)
class NcrEvents:
    """The event of a non-conformance in the log of each party."""

    raiser: EventLog
    supplier: EventLog


def record_event(type: str, actor: Actor, context: NcrContext, **extra: object) -> EventLog:
    """Record an event in the logs of both parties, each with its own relationship to the other; return the raiser's."""
    return record_for_parties(type, actor, context, **extra).raiser


def record_for_parties(type: str, actor: Actor | None, context: NcrContext, **extra: object) -> NcrEvents:
    """Record an event in the logs of both parties, and return both. `actor` is None for jobs.

    Guests have no page, so their events have a name only.
    """
    ncr = context.ncr
    author: Arguments = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    if actor is not None and actor.is_guest:
        del author["byUserId"]
    args: Arguments = {
        **author,
        "ncrId": ncr.id,
        "ncrTitle": ncr.title,
        "severity": ncr.severity,
        "supplierId": context.supplier.id,
        "supplierName": context.supplier.name,
        "fromOrganisationId": context.raiser.id,
        "fromOrganisationName": context.raiser.name,
        **extra,
    }
    user_id = actor.user_id if actor else None
    raised = record(
        type,
        organisation_id=ncr.organisation_id,
        user_id=user_id,
        relationship_id=ncr.relationship_id,
        **args,
    )
    received = record(
        type,
        organisation_id=ncr.with_organisation_id,
        user_id=user_id,
        relationship_id=relationship_id_of(keeper_id=context.supplier.id, with_id=context.raiser.id),
        **args,
    )
    return NcrEvents(raised, received)


def record_status(actor: Actor, context: NcrContext) -> None:
    """Record the current status as a change of it."""
    record_event("ncr.statusChanged", actor, context, status=STATUS_INFO[context.ncr.status]["label"])
