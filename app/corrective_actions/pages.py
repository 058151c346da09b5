"""Pages of corrective actions: for users, and for the guest of a link."""

from flask import Blueprint, g
from flask.typing import ResponseReturnValue

from app.accounts.public import guest_of_ended_link, guest_of_link
from app.corrective_actions.queries.actions import action_for, action_of_ncr
from app.corrective_actions.schemas.actions import CorrectiveActionSchema
from app.corrective_actions.serializers import serialize_action
from app.corrective_actions.types import CORRECTIVE_GRANT
from app.kernel.http.auth import PUBLIC, SIGNED_IN, current_actor, page_requires
from app.kernel.http.errors import LINK_GONE, NotFoundError
from app.kernel.http.schemas import dumped
from app.kernel.mail.outbox import public_picture_path
from app.kernel.pages.shell import render_link_gone, render_page

blueprint = Blueprint("corrective_action_pages", __name__)

NOTHING_LEFT = "You are no longer asked for this corrective action, so there is nothing left to do."


@blueprint.get("/ncr/<int:ncr_id>/correctiveAction")
@page_requires(SIGNED_IN)
def corrective_action(ncr_id: int) -> ResponseReturnValue:
    """Render the newest corrective action of a non-conformance."""
    actor = current_actor()
    context = action_of_ncr(actor=actor, ncr_id=ncr_id)
    body = dumped(CorrectiveActionSchema, serialize_action(context, actor=actor))
    return render_page(
        f"Corrective action: {context.ncr.ncr.title}", "corrective-action/page", {"action": body}
    )


@blueprint.get("/guest/<string:uuid>/correctiveAction/<int:action_id>")
@page_requires(PUBLIC)
def guest_corrective_action(uuid: str, action_id: int) -> ResponseReturnValue:
    """Render a corrective action for a guest, authorised by the link. This changes no data: mail scanners open links too."""
    actor = guest_of_link(uuid)
    if actor is None:
        ended = guest_of_ended_link(uuid, subject_type=CORRECTIVE_GRANT, subject_id=action_id)
        return render_link_gone(hint=NOTHING_LEFT if ended else None)
    try:
        context = action_for(actor=actor, action_id=action_id)
    except NotFoundError:
        return render_link_gone()
    body = dumped(CorrectiveActionSchema, serialize_action(context, actor=actor))
    # The page has no session: its island signs in with the link, even if a user is signed in.
    g.actor = None
    return render_page(
        f"Corrective action for {context.ncr.raiser.name}",
        "corrective-action/guest",
        {
            "uuid": uuid,
            "action": body,
            "guestId": actor.user_id,
            "logoUrl": public_picture_path(context.ncr.raiser.logo_id),
            "expiredText": LINK_GONE,
        },
        layout="plain",
    )
