"""Endpoints of requests."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.requests.queries.requests import request_context
from app.requests.schemas.requests import RequestSchema
from app.requests.serializers.requests import serialize_request

blueprint = Blueprint("rfxRequest", __name__, url_prefix="/api", description="Requests to suppliers")


@blueprint.route("/rfxRequest/<int:request_id>")
class RequestView(MethodView):
    """One request."""

    @requires(SIGNED_IN)
    @blueprint.response(200, RequestSchema)
    def get(self, request_id: int) -> dict[str, object]:
        """Return a request of the actor's organisation with the values that its RFxs share."""
        actor = current_actor()
        return serialize_request(request_context(actor=actor, request_id=request_id), actor=actor)
