"""Endpoints of the audit log."""

from flask.views import MethodView

from app.audit import schemas
from app.audit.exports import KIND, export_args
from app.audit.operations.exporting import record_export
from app.audit.queries.entries import has_more_than, list_entries
from app.audit.serializers import serialize_entries
from app.audit.types import MAX_EXPORTED, PAGE_SIZE
from app.files.public import ExportSchema
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import InvalidError
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.jobs.exports import Export, request_export

blueprint = Blueprint("auditEntry", __name__, url_prefix="/api", description="The audit log")

TOO_MANY = (
    f"More than {MAX_EXPORTED:,} entries match. Choose a shorter time or more filters, then export again."
)


@blueprint.route("/auditEntry")
class AuditEntriesView(MethodView):
    """The audit log of the user's organisation."""

    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.AuditQuerySchema, location="query")
    @blueprint.response(200, schemas.AuditEntrySchema(many=True))
    def get(self, query: schemas.AuditQuery) -> ListResponse:
        """List who did what, when and from which address, newest first. Reading it is not recorded.

        The total of a page with a next one counts the entries of 100 days only, and is `capped`.
        """
        actor = current_actor()
        page = list_entries(
            actor=actor, filters=schemas.entry_filter(query, actor.zone), query=list_query(query, PAGE_SIZE)
        )
        return listed(page, serialize_entries(page.rows, actor))


@blueprint.route("/auditEntry/export")
class AuditExportView(MethodView):
    """The file of the audit log."""

    @requires(Permission.MANAGE_ORGANISATION)
    @idempotent
    @blueprint.arguments(schemas.AuditExportSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, body: Arguments) -> Export:
        """Request the entries that match, at most 100,000, as CSV or JSON lines; GET /api/export/{id} shows when it is ready."""
        actor = current_actor()
        filters = schemas.entry_filter(body["filter"], actor.zone)
        if has_more_than(MAX_EXPORTED, actor=actor, filters=filters):
            raise InvalidError(TOO_MANY)
        record_export(actor=actor)
        return request_export(
            actor=actor, kind=KIND, format=body["format"].lower(), args=export_args(filters)
        )
