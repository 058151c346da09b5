"""The outcome of a request for one supplier: its letter, and the mark on its RFx."""

from app.accounts.public import expire_access
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.messages.public import send_message
from app.rfx import mails
from app.rfx.operations.recording import record_event
from app.rfx.policies.access import demand_sender
from app.rfx.policies.states import GUEST_LINK_LIFE
from app.rfx.queries.people import people_of
from app.rfx.queries.rfxs import rfx_context
from app.rfx.types import RFX


def announce_award(*, actor: Actor, rfx_id: int, is_awarded: bool, html: str) -> int:
    """Mark an RFx as awarded or not, and send its respondent the letter `html` (sanitised); return the number of mails.

    Users of an organisation also get the letter as a message in the thread of the RFx, and guests can open their link
    again. Raises NotFoundError, or ForbiddenError without SEND_RFX.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    rfx = context.rfx
    rfx.is_awarded = is_awarded
    record_event(context, "rfx.awarded" if is_awarded else "rfx.notAwarded", actor=actor)
    db.session.flush()
    if rfx.guest_user_id is not None:
        expire_access(
            user_id=rfx.guest_user_id, subject_type=RFX, subject_id=rfx.id, expires=now() + GUEST_LINK_LIFE
        )
    mailed = mails.mail_award_letter(context, by_user_id=actor.user_id, html=html)
    if rfx.guest_user_id is None and rfx.thread_id is not None:
        # The letter is in the mail already, and colleagues read it on the page of the request.
        unmailed = [*mailed, *people_of(context).requester]
        send_message(
            actor=actor, thread_id=rfx.thread_id, html=html, unmailed_ids={user.id for user in unmailed}
        )
    return len(mailed)
