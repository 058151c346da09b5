"""Short schemas of organisations and relationships, nested in other schemas."""

from marshmallow import fields

from app.kernel.http.schemas import CamelSchema, Id
from app.network.types import RelationshipLevel


class AddressSchema(CamelSchema):
    line1 = fields.String(allow_none=True)
    line2 = fields.String(allow_none=True)
    city = fields.String(allow_none=True)
    region = fields.String(allow_none=True)
    zipcode = fields.String(allow_none=True)
    country = fields.String(allow_none=True, metadata={"description": "ISO 3166 alpha3"})
    country_name = fields.String(allow_none=True)


class RelationshipBriefSchema(CamelSchema):
    id = Id(required=True)
    level = fields.Enum(RelationshipLevel, by_value=True, required=True)


class OrganisationNameSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class OrganisationFaceSchema(OrganisationNameSchema):
    """Organisation with its logo."""

    logo_url = fields.String(allow_none=True, required=True)
