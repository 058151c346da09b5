"""Schemas of the live state of an RFx."""

from marshmallow import fields

from app.kernel.http.schemas import CamelSchema, Id
from app.rfx.schemas.rfx import saves


class PresentPersonSchema(CamelSchema):
    """User with an open page of the RFx."""

    id = Id(required=True)
    name = fields.String(required=True)
    initials = fields.String(required=True)
    colour = fields.String(required=True)
    pic_url = fields.String(required=True, allow_none=True)
    section = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The section that a respondent is answering, counted from 1."},
    )


class LiveRfxSchema(CamelSchema):
    """The state of the RFx that a page shows; its content is `GET /api/rfx/{rfx_id}/value`."""

    id = Id(required=True)
    save_count = saves()
    version = fields.String(
        required=True,
        metadata={"description": "Changes with the status, the dates and the tasks of the RFx."},
    )
    people = fields.List(fields.Nested(PresentPersonSchema), required=True)
