"""Schemas of the answers that an earlier round offers, and of their confirmation."""

from typing import TypedDict

from marshmallow import fields, validate

from app.kernel.http.schemas import CamelSchema
from app.rfx.schemas.requests import MAX_KEY, MAX_VALUES, TOO_MANY_VALUES, validate_keys
from app.rfx.types import CarriedOutcome


class CarriedOfferSchema(CamelSchema):
    """An earlier answer that waits for its confirmation, or the reason (`fault`) why it is not offered."""

    value = fields.Raw(metadata={"description": "Absent if nothing is offered."})
    source = fields.Integer(metadata={"description": "Index in `sources`; absent for a new question."})
    outcome = fields.Enum(
        CarriedOutcome, by_value=True, metadata={"description": "Change of the question; absent for none."}
    )
    former_text = fields.String(metadata={"description": "The earlier wording; absent if it is the same."})
    fault = fields.String()


class CarriedSourceSchema(CamelSchema):
    """Author and time of earlier answers."""

    date = fields.DateTime(required=True)
    author = fields.String(required=True)


class RfxCarriedSchema(CamelSchema):
    """The answers of an earlier round that an open RFx offers to the viewer, by value key."""

    title = fields.String(required=True)
    submitted = fields.DateTime(required=True, allow_none=True)
    offered = fields.Integer(
        required=True, metadata={"description": "Number of offers, with those that were decided."}
    )
    sources = fields.List(fields.Nested(CarriedSourceSchema), required=True)
    offers = fields.Dict(keys=fields.String(), values=fields.Nested(CarriedOfferSchema), required=True)


class ConfirmationSchema(CamelSchema):
    """Value keys of the earlier answers to confirm."""

    keys = fields.List(
        fields.String(
            validate=validate.Length(max=MAX_KEY, error="A question's key has at most {max} characters.")
        ),
        required=True,
        validate=[validate.Length(max=MAX_VALUES, error=TOO_MANY_VALUES), validate_keys],
    )


class ConfirmationBody(TypedDict):
    """Loaded `ConfirmationSchema`."""

    keys: list[str]
