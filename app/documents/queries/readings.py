"""Readings of uploaded files."""

from app.documents.models import DocumentReading
from app.documents.policies.access import granted_relationship_id
from app.extensions import db
from app.files.public import uploads_of_actor
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError


def demand_own_upload(*, actor: Actor, attachment_id: int) -> None:
    """Raise NotFoundError unless the actor uploaded the file; guests also need a link for documents."""
    is_other_guest = actor.is_guest and granted_relationship_id(actor) is None
    if is_other_guest or not uploads_of_actor(actor=actor, attachment_ids=[attachment_id]):
        raise NotFoundError


def reading_for(*, actor: Actor, attachment_id: int) -> DocumentReading:
    """Return the reading of an upload of the actor; NotFoundError if it was not requested."""
    demand_own_upload(actor=actor, attachment_id=attachment_id)
    reading = db.session.get(DocumentReading, attachment_id)
    if reading is None:
        raise NotFoundError
    return reading
