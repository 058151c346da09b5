"""Endpoints of filled workbooks."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Json
from app.rfx.public import rfx_context
from app.workbooks import schemas
from app.workbooks.operations import requesting
from app.workbooks.policies.matching import ColumnChoice
from app.workbooks.queries import own_import, unfinished_imports
from app.workbooks.serializers import serialize_import, serialize_row

blueprint = Blueprint(
    "answerImport", __name__, url_prefix="/api", description="Answers of an RFx from a filled workbook"
)


@blueprint.route("/rfx/<int:rfx_id>/answerImport")
class AnswerImportsView(MethodView):
    """Filled workbooks of an RFx."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, schemas.AnswerImportsSchema)
    def get(self, rfx_id: int) -> Json:
        """List the viewer's workbooks that are not taken over yet."""
        actor = current_actor()
        rfx_context(actor=actor, rfx_id=rfx_id)
        imports = unfinished_imports(actor=actor, rfx_id=rfx_id)
        return {"imports": [serialize_row(each) for each in imports]}

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(schemas.NewAnswerImportSchema)
    @blueprint.response(202, schemas.AnswerImportSchema)
    def post(self, body: schemas.NewImportBody, rfx_id: int) -> Json:
        """Read an uploaded workbook, or a ZIP of the workbook and its files; a worker compares it with the answers."""
        created = requesting.upload_workbook(
            actor=current_actor(), rfx_id=rfx_id, attachment_id=body["attachment_id"]
        )
        return serialize_import(created)


@blueprint.route("/rfx/<int:rfx_id>/answerImport/<int:import_id>")
class AnswerImportView(MethodView):
    """One filled workbook."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, schemas.AnswerImportSchema)
    def get(self, rfx_id: int, import_id: int) -> Json:
        """Return a workbook with its rows next to the answers of the RFx."""
        actor = current_actor()
        rfx_context(actor=actor, rfx_id=rfx_id)
        return serialize_import(own_import(actor=actor, rfx_id=rfx_id, import_id=import_id))

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(schemas.ImportMappingSchema)
    @blueprint.response(202, schemas.AnswerImportSchema)
    def put(self, body: schemas.ImportMappingBody, rfx_id: int, import_id: int) -> Json:
        """Choose the columns of a file of the respondent's own; it is read again."""
        changed = requesting.choose_columns(
            actor=current_actor(), rfx_id=rfx_id, import_id=import_id, choice=ColumnChoice(**body["mapping"])
        )
        return serialize_import(changed)

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(204)
    def delete(self, rfx_id: int, import_id: int) -> str:
        """Discard a workbook; answers that were taken over stay."""
        requesting.discard_import(actor=current_actor(), rfx_id=rfx_id, import_id=import_id)
        return ""


@blueprint.route("/rfx/<int:rfx_id>/answerImport/<int:import_id>/apply")
class AnswerImportApplyView(MethodView):
    """Taking over of answers."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(schemas.ApplyImportSchema)
    @blueprint.response(202, schemas.AnswerImportSchema)
    def post(self, body: schemas.ApplyImportBody, rfx_id: int, import_id: int) -> Json:
        """Take over the chosen answers, as if they were typed: a worker saves them with the iterations of the preview."""
        applied = requesting.apply_import(
            actor=current_actor(), rfx_id=rfx_id, import_id=import_id, keys=body["keys"],
            theirs=body["theirs"], clear_empty=body["clear_empty"],
        )  # fmt: skip
        return serialize_import(applied)
