"""Schemas of custom fields."""

from typing import TypedDict

from marshmallow import fields

from app.kernel.http.schemas import CamelSchema

ANY_VALUES = {"description": "Values by field name; null for no value."}


class CustomFieldSchema(CamelSchema):
    """A custom field with its value as text."""

    name = fields.String(required=True)
    label = fields.String(required=True)
    text = fields.String(required=True)


class CustomValuesChangeSchema(CamelSchema):
    values = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), required=True, metadata=ANY_VALUES
    )


class CustomValuesBody(TypedDict):
    values: dict[str, object]


class RelationshipCustomFieldsValuesSchema(CamelSchema):
    """The values of the custom fields of one relationship."""

    values = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), required=True, metadata=ANY_VALUES
    )
    summary = fields.List(fields.Nested(CustomFieldSchema), required=True)
