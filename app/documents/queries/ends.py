"""The next end of the accepted documents of a supplier."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import select

from app.documents.models import DocumentRequirement, DocumentType
from app.documents.types import RequirementState
from app.extensions import db


class DocumentEnd(NamedTuple):
    """The last day of an accepted document, and the name of its type."""

    until: date
    type_name: str


def next_end(*, relationship_id: int) -> DocumentEnd | None:
    """Return the earliest end of the accepted documents that a customer requires, also one that is over.

    None if none of them ends. Documents that are waived at the moment do not count.
    """
    row = db.session.execute(
        select(DocumentRequirement.accepted_until, DocumentType.name)
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .where(
            DocumentRequirement.relationship_id == relationship_id,
            DocumentRequirement.accepted_until.is_not(None),
            DocumentRequirement.state != RequirementState.WAIVED,
        )
        .order_by(DocumentRequirement.accepted_until, DocumentRequirement.id)
        .limit(1)
    ).one_or_none()
    return None if row is None else DocumentEnd._make(row)
