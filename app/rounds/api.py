"""Endpoints of the rounds of an RFx, and of the move of open RFxs to a new revision of a form."""

from flask import Response, jsonify
from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.http.schemas import ListQuerySchema, PageParameters
from app.rounds import schemas
from app.rounds.operations.moving import move_rfxs
from app.rounds.queries.open_rfxs import open_rfxs
from app.rounds.queries.rounds import difference_from, earlier_rounds
from app.rounds.serializers import serialize_difference, serialize_rounds

blueprint = Blueprint("rfxRound", __name__, url_prefix="/api", description="Earlier rounds of an RFx")

PAGE_SIZE = 20


@blueprint.route("/rfx/<int:rfx_id>/round")
class RfxRoundsView(MethodView):
    """Earlier rounds of an RFx."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.EarlierRoundsSchema)
    def get(self, rfx_id: int) -> Response:
        """List the submitted earlier rounds that share a form, newest first; for the requester's users."""
        return jsonify(serialize_rounds(earlier_rounds(actor=current_actor(), rfx_id=rfx_id)))


@blueprint.route("/rfx/<int:rfx_id>/difference")
class RfxDifferenceView(MethodView):
    """Difference from an earlier round."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.DifferenceQuerySchema, location="query")
    @blueprint.response(200, schemas.DifferenceSchema)
    def get(self, query: schemas.DifferenceQuery, rfx_id: int) -> Response:
        """Return what changed in the answers and scores; for the requester's users."""
        actor = current_actor()
        compared = difference_from(actor=actor, rfx_id=rfx_id, earlier_id=query["earlier_id"])
        return jsonify(serialize_difference(compared))


@blueprint.route("/docForm/<int:form_id>/openRfx")
class OpenRfxsView(MethodView):
    """Open RFxs with an earlier revision of a form."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(ListQuerySchema, location="query")
    @blueprint.response(200, schemas.OpenRfxSchema(many=True))
    def get(self, query: PageParameters, form_id: int) -> ListResponse:
        """List the open RFxs that use an earlier revision, newest first, with what a move does to their answers."""
        page = open_rfxs(actor=current_actor(), form_id=form_id, query=list_query(query, PAGE_SIZE))
        return listed(page, page.rows)


@blueprint.route("/docForm/<int:form_id>/move")
class MoveRfxsView(MethodView):
    """Move of open RFxs to the newest revision of a form."""

    @requires(Permission.SEND_RFX)
    @idempotent
    @blueprint.arguments(schemas.MoveSchema)
    @blueprint.response(200, schemas.MoveResultsSchema)
    def post(self, body: schemas.MoveBody, form_id: int) -> Json:
        """Move RFxs with their answers, and mail the respondents; each result is the move or the reason against it."""
        results = move_rfxs(
            actor=current_actor(), form_id=form_id, rfx_ids=body["rfx_ids"], message_html=body["message"]
        )
        return {"results": results}
