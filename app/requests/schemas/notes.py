"""Schemas of notes on answers."""

from datetime import datetime
from typing import TypedDict

from marshmallow import fields

from app.accounts.public import PersonSchema
from app.kernel.http.schemas import CamelSchema, Id, Line, Moment

MAX_NOTE = 2_000
"""Characters of a note."""


class NewNoteSchema(CamelSchema):
    """A note on the answer of a supplier. Respondents never see it."""

    text = Line(required=True, breaks=True, limit=MAX_NOTE)


class NewNoteBody(TypedDict):
    """Loaded `NewNoteSchema`."""

    text: str


class ChangedNoteSchema(CamelSchema):
    """The new text of a note."""

    text = Line(required=True, breaks=True, limit=MAX_NOTE)
    based_on = Moment(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "`updated` of the loaded note; 409 with code `stale` if it was saved since then."
        },
    )


class ChangedNoteBody(TypedDict):
    """Loaded `ChangedNoteSchema`."""

    text: str
    based_on: datetime | None


class NoteSchema(CamelSchema):
    """A note with its author."""

    id = Id(required=True)
    text = fields.String(required=True)
    created = fields.DateTime(required=True)
    updated = fields.DateTime(required=True)
    is_edited = fields.Boolean(required=True)
    created_by = fields.Nested(PersonSchema, required=True)
    may_edit = fields.Boolean(required=True)
    may_delete = fields.Boolean(required=True)
