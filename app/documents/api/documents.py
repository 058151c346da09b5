"""Endpoints of own documents, requirements and the matrix."""

from flask.views import MethodView

from app.documents.exports import KIND
from app.documents.operations.asking import Request, ask_for_documents
from app.documents.operations.documents import DocumentValues, add_document, change_document, delete_document
from app.documents.operations.guest_files import send_file
from app.documents.operations.reading import request_reading
from app.documents.operations.reviewing import accept_document, reject_document, waive_document
from app.documents.operations.submitting import submit_document, submit_renewal
from app.documents.queries.answers import documents_of_rfx
from app.documents.queries.documents import document_for, list_documents
from app.documents.queries.matrix import cells_of, list_matrix
from app.documents.queries.readings import reading_for
from app.documents.queries.requirements import list_of_relationship, list_received, requirements_of_guest
from app.documents.schemas import answers as answer_schemas
from app.documents.schemas import documents as schemas
from app.documents.schemas import guests as guest_schemas
from app.documents.schemas import matrix as matrix_schemas
from app.documents.serializers import (
    serialize_answer_documents,
    serialize_guest_requirements,
    serialize_matrix_row,
    serialize_reading,
    serialize_requirement,
    serialize_requirement_by_id,
    serialize_requirements,
    serialize_shelf,
)
from app.documents.types import PAGE_SIZE
from app.files.public import ExportSchema
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.http.schemas import ListQuerySchema
from app.kernel.jobs.exports import Export, request_export

blueprint = Blueprint("document", __name__, url_prefix="/api", description="Documents and certificates")


@blueprint.route("/document")
class DocumentsView(MethodView):
    """The organisation's own documents."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.DocumentQuerySchema, location="query")
    @blueprint.response(200, schemas.ShelfDocumentSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the own documents, newest first."""
        page = list_documents(
            actor=current_actor(),
            type_id=query["type_id"],
            search=query["search"],
            includes_superseded=query["superseded"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, serialize_shelf(page.rows))

    @requires(Permission.ANSWER_RFX)
    @idempotent
    @blueprint.arguments(schemas.NewDocumentSchema)
    @blueprint.response(201, schemas.ShelfDocumentSchema)
    def post(self, body: Arguments) -> Json:
        """Add a document with its file, and send it to the customers of the one that it replaces; no other customer sees it."""
        actor = current_actor()
        document = add_document(
            actor=actor,
            type_id=body["type_id"],
            attachment_id=body["attachment_id"],
            supersedes_id=body["supersedes_id"],
            values=_document_values(body),
        )
        if body["send_to_customers"]:
            submit_renewal(actor=actor, document=document)
        return serialize_shelf([document_for(actor=actor, document_id=document.id)])[0]


@blueprint.route("/document/<int:document_id>")
class DocumentView(MethodView):
    """One own document."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ShelfDocumentSchema)
    def get(self, document_id: int) -> Json:
        """Return an own document with the customers who have it."""
        return serialize_shelf([document_for(actor=current_actor(), document_id=document_id)])[0]

    @requires(Permission.ANSWER_RFX)
    @blueprint.arguments(schemas.DocumentChangeSchema)
    @blueprint.response(200, schemas.ShelfDocumentSchema)
    def put(self, body: Arguments, document_id: int) -> Json:
        """Change the details of a document that no customer has."""
        actor = current_actor()
        change_document(actor=actor, document_id=document_id, values=_document_values(body))
        return serialize_shelf([document_for(actor=actor, document_id=document_id)])[0]

    @requires(Permission.ANSWER_RFX)
    @blueprint.response(204)
    def delete(self, document_id: int) -> str:
        """Delete a document that no customer has."""
        delete_document(actor=current_actor(), document_id=document_id)
        return ""


@blueprint.route("/relationship/<int:relationship_id>/documentRequirement")
class RelationshipRequirementsView(MethodView):
    """The requirements of a relationship."""

    @requires(SIGNED_IN)
    @blueprint.arguments(ListQuerySchema, location="query")
    @blueprint.response(200, schemas.RequirementSchema(many=True))
    def get(self, query: Arguments, relationship_id: int) -> ListResponse:
        """List what the buyer wants from the supplier, by type and site; for both parties."""
        actor = current_actor()
        page = list_of_relationship(
            actor=actor, relationship_id=relationship_id, query=list_query(query, PAGE_SIZE)
        )
        return listed(page, serialize_requirements(page.rows, actor=actor))


@blueprint.route("/documentRequirement")
class RequirementsView(MethodView):
    """The requirements of all customers."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.RequirementQuerySchema, location="query")
    @blueprint.response(200, schemas.RequirementSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List what all customers want from the own organisation, newest first."""
        actor = current_actor()
        page = list_received(actor=actor, states=query["states"], query=list_query(query, PAGE_SIZE))
        return listed(page, serialize_requirements(page.rows, actor=actor))


@blueprint.route("/documentRequirement/<int:requirement_id>")
class RequirementView(MethodView):
    """One requirement."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.RequirementDetailSchema)
    def get(self, requirement_id: int) -> Json:
        """Return a requirement with all documents that were submitted for it; for both parties."""
        return serialize_requirement_by_id(actor=current_actor(), requirement_id=requirement_id)


@blueprint.route("/documentRequirement/request")
class RequirementRequestView(MethodView):
    """Requests for documents."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(schemas.DocumentRequestSchema)
    @blueprint.response(201, schemas.AskedSchema)
    def post(self, body: Arguments) -> Json:
        """Ask suppliers for documents, at most 500 pairs of supplier and type; each supplier gets one mail."""
        asked = ask_for_documents(actor=current_actor(), request=Request(**body))
        return {"requirement_ids": asked.requirement_ids, "skipped": asked.skipped}


@blueprint.route("/documentRequirement/<int:requirement_id>/document")
class RequirementDocumentView(MethodView):
    """The document of a requirement."""

    @requires(Permission.ANSWER_RFX)
    @idempotent
    @blueprint.arguments(schemas.SubmissionSchema)
    @blueprint.response(200, schemas.RequirementSchema)
    def post(self, body: Arguments, requirement_id: int) -> Json:
        """Submit an own document; the buyer reads it from now on and gets a task to review it."""
        actor = current_actor()
        row = submit_document(actor=actor, requirement_id=requirement_id, document_id=body["document_id"])
        return serialize_requirement(row, actor=actor)


@blueprint.route("/documentRequirement/<int:requirement_id>/file")
class RequirementFileView(MethodView):
    """The file of a guest for a requirement."""

    @requires(SIGNED_IN, guests=True)
    @idempotent
    @blueprint.arguments(guest_schemas.GuestFileSchema)
    @blueprint.response(200, guest_schemas.GuestRequirementSchema)
    def post(self, body: Arguments, requirement_id: int) -> Json:
        """Send a file by link. It becomes a document of the supplier, and the buyer gets a task to review it."""
        row = send_file(
            actor=current_actor(),
            requirement_id=requirement_id,
            attachment_id=body["attachment_id"],
            values=_document_values(body),
        )
        return serialize_guest_requirements([row])[0]


@blueprint.route("/guestDocument")
class GuestDocumentsView(MethodView):
    """The documents that a guest is asked for."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, guest_schemas.GuestRequirementSchema(many=True))
    def get(self) -> list[Json]:
        """List what the link of a guest is about, the open ones first, at most 500; empty without such a link."""
        return serialize_guest_requirements(requirements_of_guest(current_actor()))


@blueprint.route("/documentReading/<int:attachment_id>")
class DocumentReadingView(MethodView):
    """The details that a worker finds in an uploaded file."""

    @requires(Permission.ANSWER_RFX, guests=True)
    @blueprint.response(200, guest_schemas.DocumentReadingSchema)
    def put(self, attachment_id: int) -> Json:
        """Have an own upload read. Repeating it changes nothing."""
        return serialize_reading(request_reading(actor=current_actor(), attachment_id=attachment_id))

    @requires(Permission.ANSWER_RFX, guests=True)
    @blueprint.response(200, guest_schemas.DocumentReadingSchema)
    def get(self, attachment_id: int) -> Json:
        """Return the details that were found so far."""
        return serialize_reading(reading_for(actor=current_actor(), attachment_id=attachment_id))


@blueprint.route("/documentRequirement/<int:requirement_id>/accept")
class RequirementAcceptView(MethodView):
    """Acceptance of a document."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(200, schemas.RequirementSchema)
    def post(self, requirement_id: int) -> Json:
        """Accept the submitted document; 409 if it has ended."""
        actor = current_actor()
        return serialize_requirement(accept_document(actor=actor, requirement_id=requirement_id), actor=actor)


@blueprint.route("/documentRequirement/<int:requirement_id>/reject")
class RequirementRejectView(MethodView):
    """Rejection of a document."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @idempotent
    @blueprint.arguments(schemas.RejectionSchema)
    @blueprint.response(200, schemas.RequirementSchema)
    def post(self, body: Arguments, requirement_id: int) -> Json:
        """Reject the submitted document; the supplier gets the reason by mail."""
        actor = current_actor()
        row = reject_document(actor=actor, requirement_id=requirement_id, reason=body["reason"])
        return serialize_requirement(row, actor=actor)


@blueprint.route("/documentRequirement/<int:requirement_id>/waive")
class RequirementWaiveView(MethodView):
    """Waiver of a requirement."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.WaiverSchema)
    @blueprint.response(200, schemas.RequirementSchema)
    def post(self, body: Arguments, requirement_id: int) -> Json:
        """Do without the document until the end of a day."""
        actor = current_actor()
        row = waive_document(
            actor=actor, requirement_id=requirement_id, until=body["until"], reason=body["reason"]
        )
        return serialize_requirement(row, actor=actor)


@blueprint.route("/rfx/<int:rfx_id>/answerDocument")
class AnswerDocumentsView(MethodView):
    """The documents next to the file questions of an RFx."""

    @requires(SIGNED_IN)
    @blueprint.response(200, answer_schemas.AnswerDocumentsSchema)
    def get(self, rfx_id: int) -> Json:
        """Return the documents among the answers and, for the respondent, those that it can use as an answer."""
        actor = current_actor()
        return serialize_answer_documents(documents_of_rfx(actor=actor, rfx_id=rfx_id), actor=actor)


@blueprint.route("/documentMatrix")
class DocumentMatrixView(MethodView):
    """The matrix of suppliers and types."""

    @requires(SIGNED_IN)
    @blueprint.arguments(matrix_schemas.MatrixQuerySchema, location="query")
    @blueprint.response(200, matrix_schemas.MatrixRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the suppliers above level None, by name, with the state of each requirement."""
        actor = current_actor()
        page = list_matrix(
            actor=actor,
            state=query["state"],
            search=query["search"],
            document=query["document"],
            query=list_query(query, PAGE_SIZE),
        )
        cells = cells_of(actor=actor, relationship_ids=[row.relationship.id for row in page.rows])
        return listed(page, [serialize_matrix_row(row, cells[row.relationship.id]) for row in page.rows])


@blueprint.route("/documentMatrix/export")
class DocumentMatrixExportView(MethodView):
    """Workbook of the matrix."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(matrix_schemas.MatrixExportSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, body: Arguments) -> Export:
        """Request a workbook of all suppliers that match the filters; GET /api/export/{id} shows when it is ready."""
        return request_export(actor=current_actor(), kind=KIND, format="xlsx", args=dict(body))


def _document_values(body: Arguments) -> DocumentValues:
    return DocumentValues(
        number=body["number"],
        issuer=body["issuer"],
        scope=body["scope"],
        sites=body["sites"],
        issued_on=body["issued_on"],
        valid_until=body["valid_until"],
        amount=body["amount"],
        currency=body["currency"],
        is_date_confirmed=body["is_date_confirmed"],
    )
