"""Endpoints of the rounds of an RFx."""

from flask import Response, jsonify
from flask.views import MethodView

from app.kernel.auth import SIGNED_IN, current_actor, requires
from app.kernel.calls import Blueprint
from app.rounds import schemas
from app.rounds.queries.rounds import difference_from, earlier_rounds
from app.rounds.serializers import serialize_difference, serialize_round

blueprint = Blueprint("rfxRound", __name__, url_prefix="/api", description="Earlier rounds of an RFx")


@blueprint.route("/rfx/<int:rfx_id>/round")
class RfxRoundsView(MethodView):
    """Earlier rounds of an RFx."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.EarlierRoundsSchema)
    def get(self, rfx_id: int) -> Response:
        """List the submitted earlier rounds that share a form, newest first; for the requester's users."""
        rounds = earlier_rounds(actor=current_actor(), rfx_id=rfx_id)
        return jsonify({"rounds": [serialize_round(each) for each in rounds]})


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
