"""The deadline of a request and of all its RFxs."""

from datetime import datetime

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.deadlines import SeenDeadline, demand_seen
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.requests.operations.sending import DEADLINE_FIRST, PAST_DEADLINE
from app.requests.queries.requests import request_context
from app.rfx.public import (
    OPEN_STATUSES,
    RequestState,
    Rfx,
    RfxStatus,
    contexts_of_request,
    mail_deadline_changed,
    move_deadline,
)

CLOSED = "The deadline of a closed request can't be changed."
SEALED_OVER = "The deadline has passed and can no longer be changed. The answers are being unsealed."
SEALED_NEEDS_ONE = "A sealed request needs a deadline: the answers are unsealed then."


def change_deadline(
    *, actor: Actor, request_id: int, deadline: datetime | None, seen: SeenDeadline | None = None
) -> None:
    """Set or remove the deadline of a request and of all its RFxs that can still be answered.

    The respondents get a mail; expired RFxs can be answered again. The deadline of a sealed request cannot be removed,
    and after it has passed it cannot be moved. Raises InvalidError and ConflictError with sentences.
    """
    actor.demand(Permission.SEND_RFX)
    request = request_context(actor=actor, request_id=request_id, lock=True).request
    demand_seen(deadline=deadline, stored=request.deadline, seen=seen, zone=actor.zone)
    if request.state not in (RequestState.SCHEDULED, RequestState.OPEN):
        raise ConflictError(CLOSED)
    if request.is_sealed and request.deadline is not None and request.deadline <= now():
        raise ConflictError(SEALED_OVER, code="rfxSealed")
    if request.is_sealed and deadline is None:
        raise InvalidError(fields={"deadline": [SEALED_NEEDS_ONE]})
    if deadline is not None and deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})
    if (
        request.state == RequestState.SCHEDULED
        and request.send_at
        and deadline
        and deadline <= request.send_at
    ):
        raise InvalidError(fields={"deadline": [DEADLINE_FIRST]})
    request.deadline = deadline
    for context in contexts_of_request(request_id, lock=True):
        if _can_move(context.rfx) and move_deadline(
            actor=actor, context=context, deadline=deadline, sealed_together=True
        ):
            mail_deadline_changed(context, by_user_id=actor.user_id, deadline=deadline)
    db.session.flush()


def _can_move(rfx: Rfx) -> bool:
    status = RfxStatus(rfx.status)
    return status in OPEN_STATUSES or (status is RfxStatus.EXPIRED and rfx.withdrawn_reason is None)
