"""Endpoints of imports of forms, remembered mappings, and forms as spreadsheets."""

from flask.views import MethodView

from app.files.public import ExportSchema
from app.form_imports import schemas
from app.form_imports.operations import creating, remembering, uploading
from app.form_imports.queries import imports_of, mappings_of, own_import
from app.form_imports.serializers import serialize_import, serialize_import_brief, serialize_mapping
from app.form_imports.types import SHEET_KIND
from app.forms.public import own_form
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json
from app.kernel.jobs.exports import Export, request_export

blueprint = Blueprint(
    "docFormImport", __name__, url_prefix="/api", description="Forms from spreadsheets and as spreadsheets"
)


@blueprint.route("/docFormImport")
class DocFormImportsView(MethodView):
    """Imports."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(200, schemas.DocFormImportBriefSchema(many=True))
    def get(self) -> list[Json]:
        """List the user's latest imports, at most 20; each is deleted after 30 days."""
        return [serialize_import_brief(each) for each in imports_of(actor=current_actor())]

    @requires(Permission.MANAGE_FORMS)
    @idempotent
    @blueprint.arguments(schemas.NewDocFormImportSchema)
    @blueprint.response(202, schemas.DocFormImportSchema)
    def post(self, body: schemas.NewDocFormImportBody) -> Json:
        """Read an uploaded xlsx, xls, ods or csv file; a worker proposes the meanings of its columns."""
        actor = current_actor()
        created = uploading.upload_file(
            actor=actor, attachment_id=body["attachment_id"], form_id=body["doc_form_id"]
        )
        return serialize_import(created, actor=actor)


@blueprint.route("/docFormImport/<int:doc_form_import_id>")
class DocFormImportView(MethodView):
    """One import."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(200, schemas.DocFormImportSchema)
    def get(self, doc_form_import_id: int) -> Json:
        """Return an import with its sheets, questions and problems, and the document that it would create."""
        actor = current_actor()
        return serialize_import(own_import(actor=actor, import_id=doc_form_import_id), actor=actor)

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(204)
    def delete(self, doc_form_import_id: int) -> str:
        """Discard an import; a form that was created from it stays."""
        uploading.discard_import(actor=current_actor(), import_id=doc_form_import_id)
        return ""


@blueprint.route("/docFormImport/<int:doc_form_import_id>/mapping")
class DocFormImportMappingView(MethodView):
    """The mapping of an import."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.DocFormMappingSchema)
    @blueprint.response(200, schemas.DocFormImportSchema)
    def put(self, body: schemas.DocFormMappingBody, doc_form_import_id: int) -> Json:
        """Choose the meanings of the columns, correct rows, and link questions to the library; return the result."""
        actor = current_actor()
        changed = uploading.change_import(
            actor=actor,
            import_id=doc_form_import_id,
            mapping=schemas.mapping_of(body),
            fixes=schemas.fixes_of(body),
            links=schemas.links_of(body),
        )
        return serialize_import(changed, actor=actor)


@blueprint.route("/docFormImport/<int:doc_form_import_id>/create")
class DocFormImportCreateView(MethodView):
    """The form of an import."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.CreateDocFormSchema)
    @blueprint.response(201, schemas.CreatedDocFormSchema)
    def post(self, body: schemas.CreateDocFormBody, doc_form_import_id: int) -> Json:
        """Create a draft with `title` and `type`, or the next draft of the form `docFormId` that the file was compared with.

        A repeated request returns the same form.
        """
        form = creating.create_form(
            actor=current_actor(),
            import_id=doc_form_import_id,
            title=body["title"],
            type=body["type"],
            form_id=body["doc_form_id"],
        )
        return {"doc_form_id": form.id}


@blueprint.route("/importMapping")
class ImportMappingsView(MethodView):
    """Remembered mappings of the actor's organisation."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(200, schemas.RememberedMappingSchema(many=True))
    def get(self) -> list[Json]:
        """List the remembered mappings by name, at most 100."""
        return [serialize_mapping(mapping) for mapping in mappings_of(actor=current_actor())]

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.NewRememberedMappingSchema)
    @blueprint.response(201, schemas.RememberedMappingSchema)
    def post(self, body: schemas.NewRememberedMappingBody) -> Json:
        """Remember the mapping of an import for the next file with the same headings; the same name replaces it."""
        return serialize_mapping(
            remembering.remember_mapping(
                actor=current_actor(), import_id=body["doc_form_import_id"], name=body["name"]
            )
        )


@blueprint.route("/importMapping/<int:import_mapping_id>")
class ImportMappingView(MethodView):
    """A remembered mapping."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(204)
    def delete(self, import_mapping_id: int) -> str:
        """Forget a mapping."""
        remembering.delete_mapping(actor=current_actor(), mapping_id=import_mapping_id)
        return ""


@blueprint.route("/docForm/<int:form_id>/export")
class DocFormExportView(MethodView):
    """A form as a file."""

    @requires(Permission.MANAGE_FORMS)
    @idempotent
    @blueprint.arguments(schemas.DocFormExportSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, body: Arguments, form_id: int) -> Export:
        """Request the form as a spreadsheet, which can be imported again; GET /api/export/{id} returns its status."""
        actor = current_actor()
        form = own_form(actor=actor, form_id=form_id)
        return request_export(actor=actor, kind=SHEET_KIND, format=body["format"], args={"form_id": form.id})
