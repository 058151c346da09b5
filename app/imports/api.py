"""Endpoints of imports of suppliers."""

from flask.views import MethodView

from app.imports import schemas
from app.imports.operations import running, uploading
from app.imports.policies.mapping import SheetMapping
from app.imports.policies.planning import Decision
from app.imports.queries import custom_targets, imports_of, list_rows, own_import
from app.imports.serializers import serialize_import, serialize_import_brief, serialize_rows
from app.imports.types import PAGE_SIZE
from app.kernel.db.session import commit
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed

blueprint = Blueprint(
    "supplierImport", __name__, url_prefix="/api", description="Import of suppliers from a spreadsheet"
)


@blueprint.route("/supplierImport")
class SupplierImportsView(MethodView):
    """Imports."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(200, schemas.SupplierImportBriefSchema(many=True))
    def get(self) -> list[Json]:
        """List the user's latest imports, at most 20; each is deleted after 30 days."""
        return [serialize_import_brief(each) for each in imports_of(actor=current_actor())]

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(schemas.NewSupplierImportSchema)
    @blueprint.response(202, schemas.SupplierImportSchema)
    def post(self, body: schemas.NewImportBody) -> Json:
        """Read an uploaded xlsx, xls, ods or csv file; a worker proposes the fields of its columns."""
        created = uploading.upload_file(actor=current_actor(), attachment_id=body["attachment_id"])
        return serialize_import(created)


@blueprint.route("/supplierImport/<int:supplier_import_id>")
class SupplierImportView(MethodView):
    """One import."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(200, schemas.SupplierImportSchema)
    def get(self, supplier_import_id: int) -> Json:
        """Return an import with its columns and the counts of its plan."""
        return serialize_import(own_import(actor=current_actor(), import_id=supplier_import_id))

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(204)
    def delete(self, supplier_import_id: int) -> str:
        """Discard an import that was not run."""
        uploading.discard_import(actor=current_actor(), import_id=supplier_import_id)
        return ""


@blueprint.route("/supplierImport/<int:supplier_import_id>/mapping")
class SupplierImportMappingView(MethodView):
    """The fields of the columns."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.SupplierMappingSchema)
    @blueprint.response(202, schemas.SupplierImportSchema)
    def put(self, body: schemas.MappingBody, supplier_import_id: int) -> Json:
        """Choose the fields of the columns; a worker checks the rows and plans the import."""
        actor = current_actor()
        custom = custom_targets(actor.organisation_id)
        mappings = [
            SheetMapping(
                sheet=sheet["sheet"],
                role=sheet["role"],
                header=sheet["header"],
                columns={
                    column["index"]: uploading.column_target(column["target"], column["custom_field"], custom)
                    for column in sheet["columns"]
                },
            )
            for sheet in body["sheets"]
        ]
        changed = uploading.choose_columns(actor=actor, import_id=supplier_import_id, mappings=mappings)
        return serialize_import(changed)


@blueprint.route("/supplierImport/<int:supplier_import_id>/row")
class SupplierImportRowsView(MethodView):
    """The rows of an import."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.SupplierImportRowQuerySchema, location="query")
    @blueprint.response(200, schemas.SupplierImportRowSchema(many=True))
    def get(self, query: Arguments, supplier_import_id: int) -> ListResponse:
        """List the suppliers of the file with what the plan does to them, in the order of the file."""
        own = own_import(actor=current_actor(), import_id=supplier_import_id)
        page = list_rows(import_id=own.id, outcome=query["outcome"], query=list_query(query, PAGE_SIZE))
        return listed(page, serialize_rows(own, page.rows))


@blueprint.route("/supplierImport/<int:supplier_import_id>/row/<int:n>")
class SupplierImportRowView(MethodView):
    """One row."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.SupplierRowDecisionSchema)
    @blueprint.response(200, schemas.SupplierImportRowSchema)
    def put(self, body: schemas.RowDecisionBody, supplier_import_id: int, n: int) -> Json:
        """Leave a row out, or decide which organisation it is; the plan of the row changes at once."""
        choice = body["decision"]
        own = own_import(actor=current_actor(), import_id=supplier_import_id)
        row = uploading.decide(
            actor=current_actor(),
            import_id=supplier_import_id,
            n=n,
            decision=Decision(choice, body["organisation_id"]) if choice else None,
        )
        return serialize_rows(own, [row])[0]


@blueprint.route("/supplierImport/<int:supplier_import_id>/row/<int:n>/cell")
class SupplierImportCellView(MethodView):
    """A cell of a row."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.SupplierCellSchema)
    @blueprint.response(202, schemas.SupplierImportSchema)
    def put(self, body: schemas.CellBody, supplier_import_id: int, n: int) -> Json:
        """Correct a cell of a row, without another upload; a worker checks the rows and plans the import again."""
        actor = current_actor()
        custom = custom_targets(actor.organisation_id)
        target = body["target"] or custom.get(body["custom_field"] or "")
        if target is None:
            raise NotFoundError
        changed = uploading.correct_cell(
            actor=actor, import_id=supplier_import_id, n=n, target=target, text=body["text"]
        )
        return serialize_import(changed)


@blueprint.route("/supplierImport/<int:supplier_import_id>/run")
class SupplierImportRunView(MethodView):
    """The run of a plan."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.RunSupplierImportSchema)
    @blueprint.response(202, schemas.SupplierImportSchema)
    def post(self, body: schemas.RunImportBody, supplier_import_id: int) -> Json:
        """Run the plan as a bulk job (`jobId`); no mail is sent. If the network has changed, it is planned again (409).

        A repeated request returns the running import.
        """
        started = running.run_import(
            actor=current_actor(), import_id=supplier_import_id, plan_version=body["plan_version"]
        )
        if started is None:
            # The job that makes the plan again has to survive the error response.
            commit()
            raise ConflictError(running.NETWORK_CHANGED, code="stale")
        return serialize_import(started)
