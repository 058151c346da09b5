"""Schemas of events."""

from marshmallow import fields

from app.events.sentences import SENTENCES
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema, PageParameters, Words


class EventQuerySchema(ListQuerySchema):
    created_by_user_id = Id(
        load_default=None, metadata={"description": "The current user's id; other ids return an empty list."}
    )
    relationship_id = Id(
        load_default=None,
        metadata={"description": "The journal of a relationship of the user's organisation; 404 for others."},
    )
    subject_user_id = Id(
        load_default=None,
        metadata={
            "description": "The journal of a user of the same organisation: actions by and on that user; "
            "404 for others."
        },
    )
    types = Words(sorted(SENTENCES), load_default=list)
    ignored_types = Words(sorted(SENTENCES), load_default=list)


class EventQuery(PageParameters):
    created_by_user_id: int | None
    relationship_id: int | None
    subject_user_id: int | None
    types: list[str]
    ignored_types: list[str]


class PartSchema(CamelSchema):
    text = fields.String(required=True)
    href = fields.String(allow_none=True)


class EventDataSchema(CamelSchema):
    args = fields.String(required=True, metadata={"description": "A string that contains JSON."})


class EventSchema(CamelSchema):
    id = Id(required=True)
    type = fields.String(required=True)
    created = fields.DateTime(required=True)
    created_by_user_id = Id(allow_none=True)
    data = fields.Nested(EventDataSchema, required=True)
    sentence = fields.List(fields.Nested(PartSchema), required=True)
