"""Own documents of a supplier that it can submit for a requirement."""

from collections.abc import Collection

from sqlalchemy import func, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import User
from app.documents.models import DocumentType, SupplierDocument
from app.documents.policies.requirements import current_state
from app.documents.queries.documents import DocumentRow, Newer
from app.documents.queries.requirements import RequirementRow, today_of
from app.documents.types import MAX_OFFERS, RequirementState
from app.extensions import db
from app.kernel.http.auth import Actor

Offers = dict[int, list[DocumentRow]]
"""Documents by the id of a requirement."""


def offers_for(rows: Collection[RequirementRow], *, actor: Actor) -> Offers:
    """Return the valid documents of the actor's organisation for each requirement that it received; one statement.

    At most MAX_OFFERS a type, newest first, without the document that was submitted last, unless the buyer has asked
    for it again.
    """
    received = [row for row in rows if row.requirement.with_organisation_id == actor.organisation_id]
    by_type = _valid_documents(actor, {row.type.id for row in received})
    today = today_of(actor)
    return {
        row.requirement.id: [
            offer
            for offer in by_type.get(row.type.id, [])
            if offer.document.id != row.requirement.document_id
            or current_state(row.requirement, today) is RequirementState.ASKED
        ]
        for row in received
    }


def _valid_documents(actor: Actor, type_ids: Collection[int]) -> dict[int, list[DocumentRow]]:
    """Return the documents that neither ended nor were replaced, by type."""
    documents: dict[int, list[DocumentRow]] = {}
    if not type_ids or actor.is_guest:
        return documents
    rank = func.row_number().over(
        partition_by=SupplierDocument.document_type_id, order_by=SupplierDocument.id.desc()
    )
    valid = (
        select(SupplierDocument, rank.label("rank"))
        .outerjoin(Newer, Newer.supersedes_id == SupplierDocument.id)
        .where(
            SupplierDocument.organisation_id == actor.organisation_id,
            SupplierDocument.document_type_id.in_(type_ids),
            Newer.id.is_(None),
            or_(SupplierDocument.valid_until.is_(None), SupplierDocument.valid_until >= today_of(actor)),
        )
        .subquery()
    )
    document = aliased(SupplierDocument, valid)
    rows = db.session.execute(
        select(document, DocumentType, User)
        .join(DocumentType, DocumentType.id == document.document_type_id)
        .join(User, User.id == document.created_by_user_id)
        .where(valid.c.rank <= MAX_OFFERS)
        .order_by(document.id.desc())
    )
    for offered, type_, author in rows:
        documents.setdefault(type_.id, []).append(DocumentRow(offered, type_, author, None))
    return documents
