"""Pages of documents."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from app.documents.queries.documents import list_documents
from app.documents.queries.matrix import cells_of, list_matrix
from app.documents.queries.parties import supplier_with
from app.documents.queries.requirements import list_of_relationship, list_received
from app.documents.queries.types import list_types
from app.documents.schemas import (
    DocumentQuerySchema,
    DocumentTypeBriefSchema,
    DocumentTypeSchema,
    MatrixQuerySchema,
    MatrixRowSchema,
    PartySchema,
    RequirementSchema,
    ShelfDocumentSchema,
)
from app.documents.serializers import (
    serialize_matrix_row,
    serialize_party,
    serialize_requirement_by_id,
    serialize_requirements,
    serialize_shelf,
    serialize_type,
    serialize_type_brief,
)
from app.documents.types import OPEN_STATES, PAGE_SIZE
from app.kernel.auth import SIGNED_IN, Actor, current_actor, page_requires
from app.kernel.errors import NotFoundError
from app.kernel.lists import address_query, first_page
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


@blueprint.get("/setup/document")
@page_requires(SIGNED_IN)
def my_documents() -> ResponseReturnValue:
    """Render My Documents: what customers ask for, and the own documents. Mails link to it with `?requirement=`."""
    actor = current_actor()
    query = address_query(DocumentQuerySchema())
    asked = list_received(actor=actor, states=OPEN_STATES, query=ListQuery(page_size=PAGE_SIZE))
    documents = list_documents(
        actor=actor,
        type_id=query["type_id"],
        includes_superseded=query["superseded"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    types = [serialize_type_brief(each) for each, _ in list_types(actor=actor) if not each.archived]
    return render_page(
        "My Documents",
        "documents/shelf",
        {
            "asked": first_page(
                asked, dumped_many(RequirementSchema, serialize_requirements(asked.rows, actor=actor))
            ),
            "linked": _linked(actor),
            "list": first_page(documents, dumped_many(ShelfDocumentSchema, serialize_shelf(documents.rows))),
            "types": dumped_many(DocumentTypeBriefSchema, types),
        },
    )


def _linked(actor: Actor) -> dict[str, object] | None:
    """Return the requirement of the address; None without one, and for those that others received."""
    requirement_id = request.args.get("requirement", type=int)
    if requirement_id is None:
        return None
    try:
        requirement = serialize_requirement_by_id(actor=actor, requirement_id=requirement_id)
    except NotFoundError:
        return None
    body = dumped(RequirementSchema, requirement)
    return body if body["supplier"]["id"] == actor.organisation_id else None


def matrix() -> ResponseReturnValue:
    """Render the suppliers with the states of their documents, the second tab of the page of the network."""
    actor = current_actor()
    query = address_query(MatrixQuerySchema())
    page = list_matrix(
        actor=actor,
        state=query["state"],
        search=query["search"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    cells = cells_of(actor=actor, relationship_ids=[row.relationship.id for row in page.rows])
    rows = [serialize_matrix_row(row, cells[row.relationship.id]) for row in page.rows]
    types = [serialize_type_brief(each) for each, is_used in list_types(actor=actor) if is_used]
    return render_page(
        "Documents",
        "documents/matrix",
        {
            "list": first_page(page, dumped_many(MatrixRowSchema, rows)),
            "types": dumped_many(DocumentTypeBriefSchema, types),
        },
    )
