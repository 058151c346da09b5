"""Access of guests to documents, without the database."""

from app.documents.types import DOCUMENT_GRANT
from app.kernel.http.auth import Actor


def granted_relationship_id(guest: Actor) -> int | None:
    """Return the relationship in which the guest is asked for documents; None for grants for other records."""
    grant = guest.grant
    return grant.subject_id if grant is not None and grant.subject_type == DOCUMENT_GRANT else None


def guest_path(token: str, relationship_id: int) -> str:
    """Return the path of a guest's page of documents, by the token of the link."""
    return f"/guest/{token}/document/{relationship_id}"
