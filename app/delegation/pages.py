"""Page of a person who answers a part of an RFx by a link."""

from flask import Blueprint, g
from flask.typing import ResponseReturnValue

from app.accounts.public import guest_of_link
from app.delegation.queries import rfx_id_of
from app.delegation.schemas.parts import RfxPartsSchema
from app.delegation.serializers import serialize_parts
from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.http.errors import LINK_GONE, NotFoundError
from app.kernel.http.schemas import dumped
from app.kernel.pages.shell import render_link_gone, render_page
from app.rfx.public import (
    FIRST_VIEW,
    SKIP_TO_QUESTIONS,
    granted_part_id,
    requester_logo_path,
    rfx_context,
    serialize_rfx,
)

blueprint = Blueprint("delegation_pages", __name__)


@blueprint.get("/guest/<string:uuid>/part/<int:part_id>")
@page_requires(PUBLIC)
def guest_part(uuid: str, part_id: int) -> ResponseReturnValue:
    """Render the part of a delegate, authorised by the link. This changes no data, because mail scanners open links too."""
    actor = guest_of_link(uuid)
    if actor is None or granted_part_id(actor) != part_id:
        return render_link_gone()
    try:
        context = rfx_context(actor=actor, rfx_id=rfx_id_of(part_id))
    except NotFoundError:
        return render_link_gone()
    rfx = serialize_rfx(context, actor=actor, includes=FIRST_VIEW)
    # The page has no session: its island signs in with the link, even if a user is signed in.
    g.actor = None
    return render_page(
        context.rfx.title,
        "rfx/part",
        {
            "uuid": uuid,
            "rfx": rfx,
            "parts": dumped(RfxPartsSchema, serialize_parts(actor, context.rfx.id, context.role)),
            "logoUrl": requester_logo_path(context.rfx.id),
            "respondent": context.safe_name if not context.to_guest else context.asked_name,
            "expiredText": LINK_GONE,
        },
        layout="plain",
        skip_to=SKIP_TO_QUESTIONS,
    )
