"""Endpoints of saved views, and the export of lists."""

from functools import partial

from flask.views import MethodView

from app.files.public import ExportSchema
from app.kernel.db.counting import count_lists
from app.kernel.db.list_kinds import list_kind, load_filters
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, Actor, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import InvalidError, NotFoundError
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json
from app.kernel.jobs.exports import Export, request_export
from app.views import schemas
from app.views.exports import KIND
from app.views.operations import saving
from app.views.operations.saving import ViewValues
from app.views.queries.counts import counts_of
from app.views.queries.views import all_views, row_for, views_of
from app.views.serializers import serialize_view, serialize_views
from app.views.types import MAX_EXPORTED

TOO_MANY_ROWS = f"This list has more than {MAX_EXPORTED:,} rows. Narrow it down with filters, then export it."

blueprint = Blueprint(
    "savedView", __name__, url_prefix="/api", description="Saved views and exports of lists"
)


@blueprint.route("/savedView")
class SavedViewsView(MethodView):
    """The views that the user sees."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ViewQuerySchema, location="query")
    @blueprint.response(200, schemas.SavedViewSchema(many=True))
    def get(self, query: Arguments) -> list[Json]:
        """List the own views and the shared ones, of one list or of all; at most 100 for each list."""
        actor = current_actor()
        if query["list"] is not None:
            list_kind(query["list"])
            rows = [
                row
                for row in views_of(actor=actor, list_name=query["list"])
                if row.view.is_pinned or not query["pinned"]
            ]
        else:
            rows = list(all_views(actor=actor, is_pinned=query["pinned"]))
        counts = counts_of(actor=actor, views=[row.view for row in rows]) if query["pinned"] else None
        return serialize_views(rows, actor=actor, counts=counts)

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.NewViewSchema)
    @blueprint.response(201, schemas.SavedViewSchema)
    def post(self, body: Arguments) -> Json:
        """Save the filters of a list. Sharing needs a permission to change its rows, or MANAGE_ORGANISATION."""
        actor = current_actor()
        view = saving.create_view(
            actor=actor, list_name=body["list"], values=_values(body), is_start=body["is_start"]
        )
        return _view(actor, view.id)


@blueprint.route("/savedView/<int:view_id>")
class SavedViewView(MethodView):
    """One view."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ViewChangeSchema)
    @blueprint.response(200, schemas.SavedViewSchema)
    def put(self, body: Arguments, view_id: int) -> Json:
        """Rename a view, change its filters or move it: the own ones, with MANAGE_ORGANISATION shared ones too."""
        actor = current_actor()
        saving.change_view(actor=actor, view_id=view_id, values=_values(body), position=body["position"])
        return _view(actor, view_id)

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self, view_id: int) -> str:
        """Delete a view: the own ones, with MANAGE_ORGANISATION shared ones too. It can be restored for a day."""
        saving.delete_view(actor=current_actor(), view_id=view_id)
        return ""


@blueprint.route("/savedView/<int:view_id>/restore")
class SavedViewRestoreView(MethodView):
    """Restoration of a deleted view."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.SavedViewSchema)
    def post(self, view_id: int) -> Json:
        """Restore a view that was deleted less than a day ago."""
        actor = current_actor()
        saving.restore_view(actor=actor, view_id=view_id)
        return _view(actor, view_id)


@blueprint.route("/savedView/<int:view_id>/start")
class SavedViewStartView(MethodView):
    """The start view of a list."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ViewStartSchema)
    @blueprint.response(200, schemas.SavedViewSchema)
    def put(self, body: Arguments, view_id: int) -> Json:
        """Open the list with this view, for the user alone, if its address has no filters; or no longer."""
        actor = current_actor()
        saving.set_start(actor=actor, view_id=view_id, is_start=body["is_start"])
        return _view(actor, view_id)


@blueprint.route("/<string:list_name>/export")
class ListExportView(MethodView):
    """The file of a list."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.ListExportSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, body: Arguments, list_name: str) -> Export:
        """Request the rows of a list, at most 120,000, as a file; GET /api/export/{id} shows when it is ready.

        `organisation`, `user`, `rfx`, `rfxRequest`, `assessment` and `ncr` can be exported, with the filters of
        GET /api/{list_name}.
        """
        actor = current_actor()
        kind = list_kind(list_name)
        if not kind.columns:
            raise NotFoundError
        filters = load_filters(kind, actor=actor, params=body["filter"], name="filter")
        if body["ids"] is None:
            fetch = partial(kind.fetch, actor, filters, ListQuery(page_size=1))
            if count_lists([fetch], cap=MAX_EXPORTED)[0] > MAX_EXPORTED:
                raise InvalidError(TOO_MANY_ROWS)
        return request_export(
            actor=actor,
            kind=KIND,
            format=body["format"].lower(),
            args={"list": kind.name, "filter": body["filter"], "ids": body["ids"]},
        )


def _values(body: Arguments) -> ViewValues:
    return ViewValues(
        name=body["name"],
        params=body["params"],
        is_shared=body["is_shared"],
        is_pinned=body["is_pinned"],
    )


def _view(actor: Actor, view_id: int) -> Json:
    body = serialize_view(row_for(actor=actor, view_id=view_id), actor=actor)
    if body is None:
        raise NotFoundError
    return body
