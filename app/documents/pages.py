"""Pages of documents."""

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from app.accounts.public import guest_of_ended_link, guest_of_link
from app.documents.policies.access import granted_relationship_id
from app.documents.queries.documents import list_documents
from app.documents.queries.matrix import cells_of, list_matrix
from app.documents.queries.parties import supplier_with
from app.documents.queries.requirements import list_of_relationship, list_received, requirements_of_guest
from app.documents.queries.types import list_types
from app.documents.schemas.documents import (
    DocumentQuerySchema,
    DocumentTypeBriefSchema,
    DocumentTypeSchema,
    PartySchema,
    RequirementSchema,
    ShelfDocumentSchema,
)
from app.documents.schemas.guests import GuestRequirementSchema
from app.documents.schemas.matrix import MatrixQuerySchema, MatrixRowSchema
from app.documents.serializers import (
    serialize_guest_requirements,
    serialize_matrix_row,
    serialize_party,
    serialize_requirement_by_id,
    serialize_requirements,
    serialize_shelf,
    serialize_type,
    serialize_type_brief,
)
from app.documents.types import DOCUMENT_GRANT, OPEN_STATES, PAGE_SIZE
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import PUBLIC, SIGNED_IN, Actor, current_actor, page_requires
from app.kernel.http.errors import LINK_GONE, NotFoundError
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.mail.outbox import public_picture_path
from app.kernel.pages.shell import render_link_gone, render_page
from app.views.public import open_list

blueprint = Blueprint("document_pages", __name__)

NOTHING_LEFT = "You are no longer asked for these documents, so there is nothing left to do."


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
        search=query["search"],
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


@blueprint.get("/guest/<string:uuid>/document/<int:relationship_id>")
@page_requires(PUBLIC)
def guest_documents(uuid: str, relationship_id: int) -> ResponseReturnValue:
    """Render what a guest is asked for, authorised by the link. This changes no data: mail scanners open links too."""
    actor = guest_of_link(uuid)
    if actor is None:
        ended = guest_of_ended_link(uuid, subject_type=DOCUMENT_GRANT, subject_id=relationship_id)
        return render_link_gone(hint=NOTHING_LEFT if ended else None)
    if granted_relationship_id(actor) != relationship_id:
        return render_link_gone()
    rows = requirements_of_guest(actor)
    if not rows:
        return render_link_gone(hint=NOTHING_LEFT)
    buyer, supplier = rows[0].buyer, rows[0].supplier
    # The page has no session: its island signs in with the link, even if a user is signed in.
    g.actor = None
    return render_page(
        f"Documents for {buyer.name}",
        "documents/guest",
        {
            "uuid": uuid,
            "buyer": {"id": buyer.id, "name": buyer.name},
            "supplierName": supplier.name,
            "requirements": dumped_many(GuestRequirementSchema, serialize_guest_requirements(rows)),
            "logoUrl": public_picture_path(buyer.logo_id),
            "expiredText": LINK_GONE,
            "endedHint": NOTHING_LEFT,
        },
        layout="plain",
    )


def matrix() -> ResponseReturnValue:
    """Render the suppliers with the states of their documents, the second tab of the page of the network."""
    actor = current_actor()
    opened = open_list("documentMatrix")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(MatrixQuerySchema())
    page = list_matrix(
        actor=actor,
        state=query["state"],
        search=query["search"],
        document=query["document"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    cells = cells_of(actor=actor, relationship_ids=[row.relationship.id for row in page.rows])
    rows = [serialize_matrix_row(row, cells[row.relationship.id]) for row in page.rows]
    types = [serialize_type_brief(each) for each, is_used in list_types(actor=actor) if is_used]
    return render_page(
        "Documents",
        "documents/matrix",
        opened.props
        | {
            "list": first_page(page, dumped_many(MatrixRowSchema, rows)),
            "types": dumped_many(DocumentTypeBriefSchema, types),
        },
    )
