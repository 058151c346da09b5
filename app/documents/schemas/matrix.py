"""Schemas of the matrix of suppliers and documents."""

from marshmallow import fields, validate

from app.documents.schemas.documents import PartySchema
from app.documents.types import MatrixFilter, ShownState
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema
from app.network.public import RelationshipLevel


class MatrixQuerySchema(ListQuerySchema):
    """Filters of the matrix."""

    state = fields.Enum(MatrixFilter, by_value=True, load_default=None)
    search = fields.String(
        load_default="",
        validate=validate.Length(max=200),
        metadata={"description": "Part of a supplier's name."},
    )
    document = Line(
        load_default="",
        blank=True,
        metadata={"description": "Part of the type, number, issuer, scope or sites of a submitted document."},
    )


class MatrixExportSchema(CamelSchema):
    """The filters of the list that is exported."""

    state = fields.Enum(MatrixFilter, by_value=True, load_default=None, allow_none=True)
    search = Line(load_default="", blank=True, limit=200)
    document = Line(load_default="", blank=True, limit=200)


class MatrixRelationshipSchema(CamelSchema):
    """The relationship with a supplier."""

    id = Id(required=True)
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)


class MatrixCellSchema(CamelSchema):
    """The state of one requirement; a type can have several, one for each site."""

    requirement_id = Id(required=True)
    type_id = Id(required=True)
    site = fields.String(required=True)
    state = fields.Enum(ShownState, by_value=True, required=True)
    valid_until = fields.Date(required=True, allow_none=True)


class MatrixRowSchema(CamelSchema):
    """A supplier with its requirements; types without a cell were never asked for."""

    relationship = fields.Nested(MatrixRelationshipSchema, required=True)
    supplier = fields.Nested(PartySchema, required=True)
    cells = fields.List(fields.Nested(MatrixCellSchema), required=True)
