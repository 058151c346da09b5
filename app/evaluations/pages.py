"""The page of a guest who evaluates a request."""

from flask import Blueprint, g
from flask.typing import ResponseReturnValue

from app.accounts.public import Organisation, guest_of_link
from app.evaluations.queries.access import evaluation_access
from app.evaluations.schemas.evaluation import EvaluationSchema
from app.evaluations.serializers.evaluation import serialize_evaluation
from app.extensions import db
from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.http.errors import LINK_GONE, NotFoundError
from app.kernel.http.schemas import dumped
from app.kernel.mail.outbox import public_picture_path
from app.kernel.pages.shell import render_link_gone, render_page

blueprint = Blueprint("evaluation_pages", __name__)


@blueprint.get("/guest/<string:uuid>/evaluation/<int:request_id>")
@page_requires(PUBLIC)
def guest_evaluation(uuid: str, request_id: int) -> ResponseReturnValue:
    """Render an evaluation for a guest, authorised by the link. This changes no data: mail scanners open links too."""
    actor = guest_of_link(uuid)
    if actor is None:
        return render_link_gone()
    try:
        access = evaluation_access(actor=actor, request_id=request_id)
    except NotFoundError:
        return render_link_gone()
    organisation = db.session.get_one(Organisation, access.request.organisation_id)
    # The page has no session: its island signs in with the link, even if a user is signed in.
    g.actor = None
    return render_page(
        access.request.title,
        "requests/guest-evaluation",
        {
            "uuid": uuid,
            "requestId": request_id,
            "title": access.request.title,
            "requester": {"id": organisation.id, "name": organisation.name},
            "evaluation": dumped(EvaluationSchema, serialize_evaluation(access)),
            "logoUrl": public_picture_path(organisation.logo_id),
            "expiredText": LINK_GONE,
        },
        layout="plain",
        wide=True,
    )
