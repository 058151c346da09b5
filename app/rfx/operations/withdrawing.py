"""Withdrawal of an RFx by its requester: the respondent can no longer answer, and no deadline revives it."""

from app.extensions import db
from app.kernel.bulk.mails import JobMail
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.rfx import mails
from app.rfx.operations.moves import close_rfx, demand_changeable, demand_open
from app.rfx.operations.recording import record_event
from app.rfx.policies.access import demand_sender
from app.rfx.policies.states import status_after
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import RfxMove

NO_REASON = "Please say why you withdraw the request."


def withdraw_rfx(*, actor: Actor, rfx_id: int, reason: str, job: JobMail | None = None) -> RfxContext:
    """Withdraw an open RFx, for the requester: it is EXPIRED with a reason, its tasks close, the respondent gets a mail.

    `job` is the bulk job that this is a part of; it mails each person once.

    Raises ConflictError with a sentence if it is not open, InvalidError without a reason.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    demand_changeable(context)
    demand_open(context.rfx)
    if not reason.strip():
        raise InvalidError(fields={"reason": [NO_REASON]})
    context.rfx.status_before_expiry = context.rfx.status
    context.rfx.status = status_after(context.rfx.status, RfxMove.WITHDRAW)
    context.rfx.withdrawn_reason = reason.strip()
    close_rfx(context, None, actor=actor)
    record_event(context, "rfx.withdrawn", actor=actor, reason=context.rfx.withdrawn_reason)
    db.session.flush()
    mails.mail_withdrawn(context, by_user_id=actor.user_id, job=job)
    return context
