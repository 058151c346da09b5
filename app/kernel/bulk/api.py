"""Endpoints of bulk jobs: preview, start, progress, rows, undo."""

from flask.views import MethodView

from app.kernel.bulk import operations, queries, schemas
from app.kernel.bulk.operations import Request
from app.kernel.bulk.serializers import serialize_job, serialize_preview
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, ListResponse
from app.kernel.http.lists import list_query, listed

blueprint = Blueprint("bulk", __name__, url_prefix="/api/bulk", description="Actions on many rows")

PAGE_SIZE = 50


@blueprint.route("/preview")
class BulkPreviewView(MethodView):
    """The expected result of an action."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.BulkPreviewRequestSchema)
    @blueprint.response(200, schemas.BulkPreviewSchema)
    def post(self, body: schemas.BulkPreviewBody) -> dict[str, object]:
        """Return the number of rows that an action would change, and why others would not. Nothing changes."""
        return serialize_preview(
            operations.resolve_request(actor=current_actor(), request=_request_of(body), with_sample=True)
        )


@blueprint.route("")
class BulkJobsView(MethodView):
    """Jobs."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.BulkStartSchema)
    @blueprint.response(201, schemas.BulkJobSchema)
    def post(self, body: schemas.BulkStartBody) -> dict[str, object]:
        """Start an action on many rows; a worker processes them. A user has one running job."""
        job = operations.start_requested(
            actor=current_actor(),
            request=_request_of(body),
            total=body["total"],
            confirmed_mails=body["confirmed_mails"],
        )
        return serialize_job(queries.status_of(job))


@blueprint.route("/<int:bulk_job_id>")
class BulkJobView(MethodView):
    """One job."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.BulkJobSchema)
    def get(self, bulk_job_id: int) -> dict[str, object]:
        """Return the progress of a job to the user who started it."""
        job = queries.own_job(actor=current_actor(), job_id=bulk_job_id)
        return serialize_job(queries.status_of(job))


@blueprint.route("/<int:bulk_job_id>/row")
class BulkRowsView(MethodView):
    """The rows of a job."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.BulkRowQuerySchema, location="query")
    @blueprint.response(200, schemas.BulkRowSchema(many=True))
    def get(self, query: Arguments, bulk_job_id: int) -> ListResponse:
        """List the rows of a job with their outcomes, in the order of the job."""
        job = queries.own_job(actor=current_actor(), job_id=bulk_job_id)
        page = queries.list_rows(job=job, outcome=query["outcome"], query=list_query(query, PAGE_SIZE))
        return listed(page, page.rows)


@blueprint.route("/<int:bulk_job_id>/undo")
class BulkUndoView(MethodView):
    """The undo of a job."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.response(202, schemas.BulkJobSchema)
    def post(self, bulk_job_id: int) -> dict[str, object]:
        """Restore the rows that a job has changed: once, within 24 hours (7 days for imports), for actions that can be undone."""
        job = operations.undo_job(actor=current_actor(), job_id=bulk_job_id)
        return serialize_job(queries.status_of(job))


def _request_of(body: schemas.BulkPreviewBody) -> Request:
    return Request(kind=body["kind"], ids=body["ids"], filter=body["filter"], args=body["args"])
