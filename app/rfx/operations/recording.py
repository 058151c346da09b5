"""Events of RFxs: the event log, Recently Viewed, and the signal to assessments."""

from typing import Any

from blinker import Signal

from app.events.public import EventLog, record, record_view
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError
from app.kernel.http.json_types import Arguments
from app.kernel.registry import current_registry
from app.rfx.policies.access import actions_of, demand_unsealed
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import ViewerRole

rfx_started = Signal()
"""Sent with `assessment_id` on the respondent's first answer and on the submission of an RFx of an assessment."""


def record_view_of_rfx(*, actor: Actor, context: RfxContext) -> None:
    """Record that a user viewed an RFx, for Recently Viewed."""
    is_requester = context.role is ViewerRole.REQUESTER
    record_view(
        "user.viewed.rfx.sent" if is_requester else "user.viewed.rfx.received",
        actor=actor,
        key="rfxId",
        relationship_id=None,
        **event_args(context),
    )


def record_export(*, actor: Actor, rfx_id: int, format: str) -> None:
    """Record the export of an RFx in the log of the actor's organisation.

    Raises NotFoundError if `actor` may not see it, ConflictError while its answers are sealed for them.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_unsealed(context.role, context.rfx)
    if not actions_of(actor, context.role, context.rfx).download:
        raise ForbiddenError
    if not actor.is_guest:
        record("export.created", actor=actor, format=format, **event_args(context))


def record_event(
    context: RfxContext,
    type: str,
    *,
    actor: Actor | None = None,
    own_log_only: bool = False,
    own_args: Arguments | None = None,
    **extra: Any,
) -> EventLog:
    """Record an event in the log of the requester, with its relationship, and in the log of the respondent.

    Returns the requester's event. Guests have no log. `own_log_only` omits the respondent's log, for events that it
    must not see; `own_args` are in the requester's log only.
    """
    actor_args: Arguments = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    if actor is not None and actor.is_guest:
        del actor_args["byUserId"]
    args = {**actor_args, **event_args(context), **extra}
    user_id = actor.user_id if actor else None
    rfx = context.rfx
    event = record(
        type,
        organisation_id=rfx.organisation_id,
        user_id=user_id,
        relationship_id=rfx.relationship_id,
        **args,
        **(own_args or {}),
    )
    if not (own_log_only or context.to_guest or rfx.with_organisation_id == rfx.organisation_id):
        record(type, organisation_id=rfx.with_organisation_id, user_id=user_id, **args)
    return event


def record_for_respondent(context: RfxContext, type: str, *, actor: Actor, **extra: object) -> None:
    """Record an event in the log of the respondent only, for what its users do among themselves. Guests have no log."""
    if context.to_guest:
        return
    args = {**event_args(context), "byUserName": actor.name, **extra}
    if not actor.is_guest:
        args["byUserId"] = actor.user_id
    record(type, organisation_id=context.rfx.with_organisation_id, user_id=actor.user_id, **args)


def event_args(context: RfxContext) -> Arguments:
    """Return the arguments that identify an RFx in events (specification section 3, EventLog)."""
    rfx = context.rfx
    return {
        "rfxId": rfx.id,
        "rfxType": rfx.type,
        "rfxTitle": rfx.title,
        "supplierId": None if context.to_guest or rfx.recipient_user_id else rfx.with_organisation_id,
        "supplierName": context.respondent_label,
        "fromOrganisationId": rfx.organisation_id,
        "fromOrganisationName": context.requester_name,
    }


def emit_started(context: RfxContext) -> None:
    """Send `rfx_started` if the RFx belongs to an assessment."""
    if context.rfx.assessment_id is not None:
        current_registry().send(rfx_started, assessment_id=context.rfx.assessment_id)
