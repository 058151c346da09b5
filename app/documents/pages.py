"""Pages of documents."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.documents.queries.parties import supplier_with
from app.documents.queries.requirements import list_of_relationship
from app.documents.queries.types import list_types
from app.documents.schemas import DocumentTypeSchema, PartySchema, RequirementSchema
from app.documents.serializers import serialize_party, serialize_requirements, serialize_type
from app.documents.types import PAGE_SIZE
from app.kernel.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.lists import first_page
from app.kernel.pages import render_page
from app.kernel.pagination import ListQuery
from app.kernel.schemas import dumped, dumped_many

blueprint = Blueprint("document_pages", __name__)


@blueprint.get("/setup/documentTypes")
@page_requires(SIGNED_IN)
def document_types() -> ResponseReturnValue:
    """Render the types that the organisation can ask for."""
    actor = current_actor()
    types = [
        serialize_type(document_type, actor=actor, is_used=is_used)
        for document_type, is_used in list_types(actor=actor)
    ]
    return render_page("Document Types", "documents/types", {"types": dumped_many(DocumentTypeSchema, types)})


@blueprint.get("/organisations/<int:organisation_id>/documents")
@page_requires(SIGNED_IN)
def supplier_documents(organisation_id: int) -> ResponseReturnValue:
    """Render what the organisation wants from a supplier."""
    actor = current_actor()
    row = supplier_with(actor=actor, organisation_id=organisation_id)
    page = list_of_relationship(
        actor=actor, relationship_id=row.relationship.id, query=ListQuery(page_size=PAGE_SIZE)
    )
    rows = dumped_many(RequirementSchema, serialize_requirements(page.rows, actor=actor))
    return render_page(
        f"Documents of {row.supplier.name}",
        "documents/supplier",
        {
            "supplier": dumped(PartySchema, serialize_party(row.supplier)),
            "relationshipId": row.relationship.id,
            "isRelated": row.is_related,
            "list": first_page(page, rows),
        },
    )
