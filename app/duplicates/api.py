"""Endpoints of duplicates and merges."""

from flask.views import MethodView

from app.duplicates import schemas
from app.duplicates.operations.comparing import request_comparison, set_verdict
from app.duplicates.operations.merging import merge_suppliers, undo_merge
from app.duplicates.queries.merging import merge_parties
from app.duplicates.queries.pairs import list_pairs
from app.duplicates.serializers import (
    serialize_merge,
    serialize_pair,
    serialize_parties,
    serialize_scan,
    serialize_undo,
)
from app.duplicates.types import PAGE_SIZE
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed

blueprint = Blueprint("duplicate", __name__, url_prefix="/api", description="Duplicates and merges")


@blueprint.route("/duplicate")
class DuplicatesView(MethodView):
    """Suppliers that look alike."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.DuplicateQuerySchema, location="query")
    @blueprint.response(200, schemas.PairSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the pairs of suppliers that look alike and have no verdict, the most alike first."""
        page = list_pairs(actor=current_actor(), query=list_query(query, PAGE_SIZE))
        return listed(page, [serialize_pair(row) for row in page.rows])


@blueprint.route("/duplicate/scan")
class DuplicateScanView(MethodView):
    """The comparison of all suppliers."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(200, schemas.ScanSchema)
    def get(self) -> Json:
        """Return the time of the last comparison, and whether one is running."""
        return serialize_scan(current_actor())

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(202, schemas.ScanSchema)
    def post(self) -> Json:
        """Compare all suppliers of the network again, in the background."""
        actor = current_actor()
        request_comparison(actor.organisation_id)
        return serialize_scan(actor)


@blueprint.route("/duplicate/<int:pair_id>/verdict")
class DuplicateVerdictView(MethodView):
    """A verdict on a pair."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.VerdictSchema)
    @blueprint.response(204)
    def post(self, body: Arguments, pair_id: int) -> str:
        """Hide a pair because the suppliers are different, or show it again (null)."""
        set_verdict(actor=current_actor(), pair_id=pair_id, verdict=body["verdict"])
        return ""


@blueprint.route("/relationship/merge")
class MergeView(MethodView):
    """Merging two suppliers."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(schemas.MergeRequestSchema)
    @blueprint.response(200, schemas.MergeSchema)
    def post(self, body: Arguments) -> Json:
        """Merge an invited supplier into another one, or return what would move (`previewOnly`).

        409 if the one to be merged away has accepted its invitation or other organisations know it.
        """
        actor = current_actor()
        ids = {"survivor_id": body["survivor_id"], "gone_id": body["gone_id"]}
        preview = serialize_parties(merge_parties(actor=actor, **ids))
        if body["preview_only"]:
            return preview
        return serialize_merge(merge_suppliers(actor=actor, fields=body["fields"], **ids), preview)


@blueprint.route("/merge/<int:merge_id>/undo")
class MergeUndoView(MethodView):
    """Undoing a merge."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.response(200, schemas.MergeUndoSchema)
    def post(self, merge_id: int) -> Json:
        """Restore both suppliers, within 30 days and while nothing that moved has changed (409)."""
        return serialize_undo(undo_merge(actor=current_actor(), merge_id=merge_id))
