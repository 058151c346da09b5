"""Schemas of the moves of an RFx to new revisions of its forms, for its page."""

from marshmallow import fields

from app.kernel.http.schemas import CamelSchema, Id


class MoveNoticeSchema(CamelSchema):
    """The last move of an open RFx to a new revision, counted from 1, for the respondent."""

    id = Id(required=True)
    author = fields.String(required=True)
    date = fields.DateTime(required=True)
    form_title = fields.String(required=True)
    revision = fields.Integer(required=True)
    carried = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Number of answers that went along; null for viewers of a part."},
    )
    new_keys = fields.List(fields.String(), required=True)
    again_keys = fields.List(
        fields.String(), required=True, metadata={"description": "Questions whose answers no longer fit."}
    )


class FormerKeySchema(CamelSchema):
    """Value key from before a move, with its last iteration, and where a text typed under it belongs now."""

    former = fields.String(required=True)
    base = fields.Integer(required=True)
    label = fields.String(required=True)
    key = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null if no question takes the text: it was removed, or has another type."},
    )
    iteration = fields.Integer(required=True)
    is_asked = fields.Boolean(required=True)


class RfxMovedSchema(CamelSchema):
    """The moves of an RFx to new revisions of its forms; `formerKeys` by move, oldest first."""

    notice = fields.Nested(MoveNoticeSchema, required=True, allow_none=True)
    former_keys = fields.List(fields.List(fields.Nested(FormerKeySchema)), required=True)
