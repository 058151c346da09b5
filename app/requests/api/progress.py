"""Endpoints of the list of requests, and of the progress of one request."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.jobs.exports import request_export
from app.requests.exports.builder import KIND, exported_ids
from app.requests.queries import lists
from app.requests.schemas import progress as schemas
from app.requests.serializers.progress import serialize_progress, serialize_request_row
from app.rfx.public import ExportIdSchema

blueprint = Blueprint("rfxRequestProgress", __name__, url_prefix="/api", description="Progress of requests")

PAGE_SIZE = 20


@blueprint.route("/rfxRequest")
class RequestListView(MethodView):
    """Requests of the actor's organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.RequestQuerySchema, location="query")
    @blueprint.response(200, schemas.RequestRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List requests, newest first, with the numbers of their suppliers."""
        page = lists.list_requests(
            actor=current_actor(),
            filters=schemas.request_filter(query),
            query=list_query(query, PAGE_SIZE),
            sort=query["sort"],
        )
        return listed(page, [serialize_request_row(row) for row in page.rows])


@blueprint.route("/rfxRequest/<int:request_id>/rfx")
class RequestProgressView(MethodView):
    """Suppliers of a request."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ProgressQuerySchema, location="query")
    @blueprint.response(200, schemas.RequestProgressSchema)
    @blueprint.alt_response(204, description="Nothing has changed since `stamp`.")
    def get(self, query: schemas.ProgressQuery, request_id: int) -> dict[str, object] | tuple[str, int]:
        """Return all suppliers of a request with their progress; 204 if nothing has changed since `stamp`."""
        progress = serialize_progress(actor=current_actor(), request_id=request_id, stamp=query["stamp"])
        return progress or ("", 204)


@blueprint.route("/rfxRequest/<int:request_id>/export")
class RequestExportView(MethodView):
    """Downloads of all answers of a request."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.RequestExportSchema)
    @blueprint.response(202, ExportIdSchema)
    def post(self, body: schemas.RequestExportBody, request_id: int) -> object:
        """Request a workbook with the answers of all suppliers, or of some; GET /api/export/{id} shows when it is ready."""
        actor = current_actor()
        rfx_ids = exported_ids(actor=actor, request_id=request_id, chosen=body["rfx_ids"])
        return request_export(
            actor=actor, kind=KIND, format="xlsx", args={"request_id": request_id, "rfx_ids": rfx_ids}
        )
