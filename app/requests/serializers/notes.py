"""Serializer of notes on answers."""

from app.accounts.public import serialize_person
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.requests.policies.noting import may_delete_note, may_edit_note
from app.requests.queries.notes import NamedNote


def serialize_note(named: NamedNote, actor: Actor) -> Json:
    """Serialize a note for a dump by `NoteSchema`."""
    note = named.note
    return {
        "id": note.id,
        "text": note.text,
        "created": note.created,
        "updated": note.updated,
        "is_edited": note.updated != note.created,
        "created_by": serialize_person(named.author),
        "may_edit": may_edit_note(actor, note),
        "may_delete": may_delete_note(actor, note),
    }
