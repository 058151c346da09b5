"""Endpoints of types of documents."""

from flask.views import MethodView

from app.documents.operations.types import TypeValues, add_type, change_type, remove_type, restore_type
from app.documents.queries.types import is_asked_for, list_types
from app.documents.schemas import documents as schemas
from app.documents.serializers import serialize_type
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Arguments, Json

blueprint = Blueprint("document_type", __name__, url_prefix="/api", description="Types of documents")


@blueprint.route("/documentType")
class DocumentTypesView(MethodView):
    """Types of documents."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.DocumentTypeSchema(many=True))
    def get(self) -> list[Json]:
        """List the shipped types, the own ones, and those that customers ask for; archived ones too, at most 1,000."""
        actor = current_actor()
        return [
            serialize_type(document_type, actor=actor, is_used=is_used)
            for document_type, is_used in list_types(actor=actor)
        ]

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.DocumentTypeSaveSchema)
    @blueprint.response(201, schemas.DocumentTypeSchema)
    def post(self, body: Arguments) -> Json:
        """Add a type for the own organisation, which has at most 200."""
        actor = current_actor()
        return serialize_type(add_type(actor=actor, values=_type_values(body)), actor=actor, is_used=False)


@blueprint.route("/documentType/<int:document_type_id>")
class DocumentTypeView(MethodView):
    """One own type of documents."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(schemas.DocumentTypeSaveSchema)
    @blueprint.response(200, schemas.DocumentTypeSchema)
    def put(self, body: Arguments, document_type_id: int) -> Json:
        """Change an own type. The validity of a type in use, and shipped types, can't be changed (409)."""
        actor = current_actor()
        document_type = change_type(actor=actor, type_id=document_type_id, values=_type_values(body))
        return serialize_type(
            document_type, actor=actor, is_used=is_asked_for(actor=actor, type_id=document_type.id)
        )

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(204)
    def delete(self, document_type_id: int) -> str:
        """Delete an own type, or archive it if it is in use."""
        remove_type(actor=current_actor(), type_id=document_type_id)
        return ""


@blueprint.route("/documentType/<int:document_type_id>/restore")
class DocumentTypeRestoreView(MethodView):
    """The return of an archived type."""

    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.response(200, schemas.DocumentTypeSchema)
    def post(self, document_type_id: int) -> Json:
        """Restore an archived own type, unless another type has its name now (409)."""
        actor = current_actor()
        document_type = restore_type(actor=actor, type_id=document_type_id)
        return serialize_type(
            document_type, actor=actor, is_used=is_asked_for(actor=actor, type_id=document_type.id)
        )


def _type_values(body: Arguments) -> TypeValues:
    return TypeValues(
        name=body["name"],
        standard=body["standard"],
        validity=body["validity"],
        months=body["months"],
        fields=body["fields_"],
        remind_days=body["remind_days"],
        grace_days=body["grace_days"],
    )
