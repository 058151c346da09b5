"""Endpoints of the comparison of a request."""

from flask import Response, jsonify
from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import request_export
from app.requests.exports.comparison import KIND
from app.requests.operations.comparing import NewRate, choose_direction, save_rates
from app.requests.policies.sealing import demand_open_seal
from app.requests.queries.comparison import comparison_of
from app.requests.queries.requests import request_context
from app.requests.schemas import comparison as schemas
from app.requests.serializers.comparison import serialize_comparison, serialize_rates
from app.rfx.public import ExportIdSchema

# The serializers return JSON bodies, so the schemas describe the responses but do not dump them again.
blueprint = Blueprint(
    "rfxRequestComparison", __name__, url_prefix="/api", description="Comparison of the answers to a request"
)


@blueprint.route("/rfxRequest/<int:request_id>/comparison")
class ComparisonView(MethodView):
    """Answers of all suppliers, question by question."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ComparisonQuerySchema, location="query")
    @blueprint.response(200, schemas.ComparisonSchema)
    def get(self, query: Arguments, request_id: int) -> Response:
        """Compare up to 12 suppliers; differences, best and worst count the suppliers of all pages.

        409 with code `requestSealed` before the seal of the request opens.
        """
        only_submitted = query.pop("submitted")
        comparison = comparison_of(
            actor=current_actor(), request_id=request_id, only_submitted=only_submitted
        )
        return jsonify(serialize_comparison(comparison, **query))


@blueprint.route("/rfxRequest/<int:request_id>/comparison/rates")
class ComparisonRatesView(MethodView):
    """Exchange rates of a comparison."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.RatesToSaveSchema)
    @blueprint.response(200, schemas.RatesSchema)
    def put(self, body: schemas.RatesBody, request_id: int) -> Response:
        """Replace the currency that amounts are converted into, and the rates, for the whole organisation."""
        rates = save_rates(
            actor=current_actor(),
            request_id=request_id,
            base_currency=body["base_currency"],
            rates=[
                NewRate(currency=rate["currency"], rate=rate["rate"], day=rate["date"])
                for rate in body["rates"]
            ],
            based_on=body["based_on"],
        )
        return jsonify(serialize_rates(rates))


@blueprint.route("/rfxRequest/<int:request_id>/comparison/direction")
class ComparisonDirectionView(MethodView):
    """The better end of a question's numbers."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.DirectionSchema)
    @blueprint.response(200, schemas.ChosenDirectionSchema)
    def put(self, body: Arguments, request_id: int) -> Response:
        """Choose whether lower or higher numbers are better, for the whole organisation."""
        direction = choose_direction(
            actor=current_actor(),
            request_id=request_id,
            key=body["key"],
            direction=body["direction"],
            based_on=body.get("based_on"),
            is_checked="based_on" in body,
        )
        return jsonify({"key": body["key"], "direction": direction})


@blueprint.route("/rfxRequest/<int:request_id>/comparison/export")
class ComparisonExportView(MethodView):
    """Downloads of a request."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.ComparisonExportSchema)
    @blueprint.response(202, ExportIdSchema)
    def post(self, body: schemas.ComparisonExportBody, request_id: int) -> object:
        """Request a workbook of the comparison; GET /api/export/{id} shows when it is ready."""
        actor = current_actor()
        demand_open_seal(request_context(actor=actor, request_id=request_id).request)
        return request_export(actor=actor, kind=KIND, format=body["format"], args={"request_id": request_id})
