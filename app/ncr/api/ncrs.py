"""Endpoints of non-conformances."""

from flask.views import MethodView

from app.files.public import ExportSchema
from app.kernel.clock import now
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments
from app.kernel.http.lists import list_query, listed
from app.kernel.jobs.exports import Export, request_export
from app.ncr.exports import figures as figures_file
from app.ncr.exports.report import KIND, demand_action
from app.ncr.operations.moves import set_deleted
from app.ncr.operations.progress import add_progress
from app.ncr.operations.saving import NcrFields, cost_of, edit_ncr, raise_ncr
from app.ncr.queries.figures import figure_of
from app.ncr.queries.ncrs import list_ncrs, ncr_for
from app.ncr.queries.people import suggest_account_names
from app.ncr.schemas import ncrs as schemas
from app.ncr.schemas.figures import (
    ActionFigureSchema,
    FigureExportSchema,
    FigureQuerySchema,
    FigureSchema,
    PartyFigureQuerySchema,
    figure_filter,
)
from app.ncr.schemas.saving import NcrChangeBody, NcrChangeSchema, NcrSaveBody, NcrSaveSchema
from app.ncr.serializers import (
    serialize_action_figure,
    serialize_figure,
    serialize_ncr,
    serialize_ncr_by_id,
    serialize_ncr_people,
    serialize_ncr_row,
)
from app.ncr.types import PAGE_SIZE, PDF, FigureFilter

blueprint = Blueprint("ncr", __name__, url_prefix="/api/ncr", description="Non-conformances")


@blueprint.route("")
class NcrsView(MethodView):
    """Non-conformances that the actor's organisation raised or that are about it."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.NcrQuerySchema, location="query")
    @blueprint.response(200, schemas.NcrRowSchema(many=True))
    def get(self, query: Arguments) -> object:
        """List non-conformances that the own organisation raised or that are about it, newest first."""
        actor = current_actor()
        page = list_ncrs(
            actor=actor,
            filters=schemas.ncr_filter(query),
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_ncr_row(context, actor) for context in page.rows])

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(NcrSaveSchema)
    @blueprint.response(201, schemas.NcrSchema)
    def post(self, body: NcrSaveBody) -> dict[str, object]:
        """Raise a non-conformance; the assignee gets a task and a mail."""
        actor = current_actor()
        context = raise_ncr(actor=actor, fields=_fields(body))
        return serialize_ncr(context, actor=actor)


@blueprint.route("/<int:ncr_id>")
class NcrView(MethodView):
    """One non-conformance."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.NcrSchema)
    def get(self, ncr_id: int) -> dict[str, object]:
        """Return a non-conformance with its assignee, files and activity thread."""
        return serialize_ncr_by_id(actor=current_actor(), ncr_id=ncr_id)

    @requires(Permission.MANAGE_NCRS)
    @blueprint.arguments(NcrChangeSchema)
    @blueprint.response(200, schemas.NcrSchema)
    def put(self, body: NcrChangeBody, ncr_id: int) -> dict[str, object]:
        """Save the fields, for the raising organisation only. A new assignee gets a mail.

        If `version` is not the current one, the response is 409 with code `stale`, `version` and `savedBy`, and nothing
        is saved.
        """
        actor = current_actor()
        context = edit_ncr(actor=actor, ncr_id=ncr_id, version=body["version"], fields=_fields(body))
        return serialize_ncr(context, actor=actor)


@blueprint.route("/<int:ncr_id>/progress")
class NcrProgressView(MethodView):
    """Progress updates."""

    @requires(Permission.MANAGE_NCRS)
    @idempotent
    @blueprint.arguments(schemas.NcrProgressSchema)
    @blueprint.response(201, schemas.NcrSchema)
    def post(self, body: schemas.NcrProgressBody, ncr_id: int) -> dict[str, object]:
        """Add an update to the activity thread, optionally with a new status; all participants get it by mail."""
        actor = current_actor()
        context = add_progress(actor=actor, ncr_id=ncr_id, **body)
        return serialize_ncr(context, actor=actor)


@blueprint.route("/<int:ncr_id>/deleted")
class NcrDeletedView(MethodView):
    """Deletion and restoration."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.arguments(schemas.NcrDeletedSchema)
    @blueprint.response(200, schemas.NcrSchema)
    def put(self, body: schemas.NcrDeletedBody, ncr_id: int) -> dict[str, object]:
        """Hide a non-conformance, or restore it with its previous status; no data is erased."""
        actor = current_actor()
        context = set_deleted(actor=actor, ncr_id=ncr_id, deleted=body["deleted"])
        return serialize_ncr(context, actor=actor)


@blueprint.route("/<int:ncr_id>/export")
class NcrExportView(MethodView):
    """PDF of a non-conformance."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.NcrExportSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, body: schemas.NcrExportBody, ncr_id: int) -> Export:
        """Request the non-conformance as PDF, or only its 8D report; GET /api/export/{id} shows when it is ready.

        Without a corrective action the response to a request for its report is 409.
        """
        actor = current_actor()
        ncr = ncr_for(actor=actor, ncr_id=ncr_id).ncr
        if body["format"] != PDF:
            demand_action(ncr)
        return request_export(actor=actor, kind=KIND, format=body["format"], args={"ncr_id": ncr_id})


@blueprint.route("/figure")
class NcrFigureView(MethodView):
    """Figures."""

    @requires(SIGNED_IN)
    @blueprint.arguments(FigureQuerySchema, location="query")
    @blueprint.response(200, FigureSchema)
    def get(self, query: Arguments) -> dict[str, object]:
        """Count non-conformances by defect, month, supplier or part, with defective parts per million.

        `party` selects those that the own organisation raised, with costs, or those that others raised about it. At most
        20 defects, suppliers or parts are returned, the most frequent first, or 120 months.
        """
        filters = _figure_filter(query)
        figure = figure_of(actor=current_actor(), group=query["group"], filters=filters)
        return serialize_figure(figure, group=query["group"], filters=filters)


@blueprint.route("/figure/correctiveAction")
class NcrActionFigureView(MethodView):
    """Figures of corrective actions."""

    @requires(SIGNED_IN)
    @blueprint.arguments(PartyFigureQuerySchema, location="query")
    @blueprint.response(200, ActionFigureSchema)
    def get(self, query: Arguments) -> dict[str, object]:
        """Return median days from the request to the acceptance of steps, the share sent in time, and returned steps.

        D3 is in time within 24 hours of the request, D8 within 30 days. Only the first attempt of an action counts here,
        returned steps count in all of them.
        """
        return serialize_action_figure(actor=current_actor(), filters=_figure_filter(query))


@blueprint.route("/figure/export")
class NcrFigureExportView(MethodView):
    """The file of the figures."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(FigureExportSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, body: Arguments) -> Export:
        """Request all figures of one party in a period as CSV; GET /api/export/{id} shows when it is ready."""
        args = figures_file.export_args(_figure_filter(body))
        return request_export(
            actor=current_actor(), kind=figures_file.KIND, format=body["format"].lower(), args=args
        )


@blueprint.route("/accountName")
class AccountNamesView(MethodView):
    """Suggestions for the account name."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.NcrSearchSchema, location="query")
    @blueprint.response(200, schemas.AccountNameSchema(many=True))
    def get(self, query: Arguments) -> object:
        """List account names with `search` in them that the own organisation has used before."""
        names = suggest_account_names(actor=current_actor(), search=query["search"])
        return [{"name": name} for name in names]


@blueprint.route("/people")
class NcrPeopleView(MethodView):
    """Reporters and assignees."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.NcrPeopleQuerySchema, location="query")
    @blueprint.response(200, schemas.NcrPeopleSchema(many=True))
    def get(self, query: Arguments) -> object:
        """List possible reporters and assignees: the own users and, with a relationship, the users of its supplier."""
        return serialize_ncr_people(actor=current_actor(), relationship_id=query["relationship_id"])


def _figure_filter(query: Arguments) -> FigureFilter:
    return figure_filter(query, party=query["party"], today=now().astimezone(current_actor().zone).date())


def _fields(body: NcrSaveBody) -> NcrFields:
    return NcrFields(
        relationship_id=body["supplier_relationship_id"],
        title=body["title"],
        description_html=body["description"] or None,
        event_date=body["event_date"],
        account_name=body["account_name"],
        type=body["type"],
        severity=body["severity"],
        job_title=body["job_title"],
        job_ref=body["job_ref"],
        created_by_id=body["created_by_id"],
        reported_by_name=body["reported_by_name"],
        assigned_organisation_id=body["assigned_to_organisation_id"],
        assigned_user_id=body["assigned_to_user_id"],
        due=body["due"],
        attachment_ids=body["attachment_ids"],
        part_number=body["part_number"],
        batch=body["batch"],
        order_ref=body["order_ref"],
        quantity_delivered=body["quantity_delivered"],
        quantity_checked=body["quantity_checked"],
        quantity_defective=body["quantity_defective"],
        defect_code_id=body["defect_code_id"],
        cost=cost_of(body["cost"]),
        currency=body["currency"],
        disposition=body["disposition"],
        internal_note=body["internal_note"],
    )
