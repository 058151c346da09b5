"""Record events of non-conformances in the logs of both parties."""

from typing import Any

from app.events.public import EventLog, record
from app.kernel.auth import Actor
from app.ncr.queries import NcrContext, relationship_id_of
from app.ncr.types import STATUS_INFO


def record_event(type: str, actor: Actor, context: NcrContext, **extra: Any) -> EventLog:
    """Record an event in the logs of both parties, each with its own relationship to the other; return the raiser's."""
    ncr = context.ncr
    args = {
        "byUserId": actor.user_id,
        "byUserName": actor.name,
        "ncrId": ncr.id,
        "ncrTitle": ncr.title,
        "severity": ncr.severity,
        "supplierId": context.supplier.id,
        "supplierName": context.supplier.name,
        "fromOrganisationId": context.raiser.id,
        "fromOrganisationName": context.raiser.name,
        **extra,
    }
    event = record(
        type,
        organisation_id=ncr.organisation_id,
        user_id=actor.user_id,
        relationship_id=ncr.relationship_id,
        **args,
    )
    record(
        type,
        organisation_id=ncr.with_organisation_id,
        user_id=actor.user_id,
        relationship_id=relationship_id_of(keeper_id=context.supplier.id, with_id=context.raiser.id),
        **args,
    )
    return event


def record_status(actor: Actor, context: NcrContext) -> None:
    """Record the current status as a change of it."""
    record_event("ncr.statusChanged", actor, context, status=STATUS_INFO[context.ncr.status]["label"])
