"""Schemas of defect codes."""

from typing import TypedDict

from marshmallow import fields

from app.kernel.http.schemas import CamelSchema, Id, Line
from app.ncr.types import CODE_LIMIT, CODE_NAME_LIMIT


class DefectCodeSchema(CamelSchema):
    """A defect code. `isOwn` is false for the code of a customer on a non-conformance about the own organisation."""

    id = Id(required=True)
    code = fields.String(required=True)
    name = fields.String(required=True)
    archived = fields.Boolean(required=True)
    is_used = fields.Boolean(required=True)
    is_own = fields.Boolean(required=True)


class DefectCodeSaveSchema(CamelSchema):
    """Body of a new or changed defect code."""

    code = Line(required=True, limit=CODE_LIMIT)
    name = Line(required=True, limit=CODE_NAME_LIMIT)


class DefectCodeBody(TypedDict):
    """Loaded `DefectCodeSaveSchema`."""

    code: str
    name: str
