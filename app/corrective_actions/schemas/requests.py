"""The request for a corrective action: method, recipient and days."""

from collections.abc import Collection
from datetime import date
from typing import TypedDict

from marshmallow import ValidationError, fields, validate

from app.accounts.public import Email
from app.corrective_actions.types import (
    MAX_DUE_DAYS,
    REASON_LIMIT,
    Method,
    Step,
)
from app.kernel.http.schemas import CamelSchema, Id, Line

NO_DAY_DUE = "Enter a date."


class RequestPresetSchema(CamelSchema):
    """The presets of a request for a corrective action."""

    due_days = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    methods = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "The steps of each method."},
    )


def _demand_days(days: Collection[str]) -> None:
    unknown = set(days) - set(Step)
    if unknown:
        raise ValidationError("One of the steps does not exist.")


class ActionRequestSchema(CamelSchema):
    """A request for a corrective action, to a user of the supplier, to a person by e-mail, or to the whole supplier."""

    method = fields.Enum(Method, by_value=True, load_default=Method.EIGHT_D)
    due_days = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True, validate=validate.Range(min=0, max=MAX_DUE_DAYS)),
        load_default=dict,
        validate=_demand_days,
        metadata={"description": "Days from today by step; others have the preset of the severity."},
    )
    user_id = Id(load_default=None, allow_none=True)
    email = Email(load_default=None, allow_none=True)
    name = Line(load_default="", blank=True)
    message = Line(load_default="", blank=True, breaks=True, limit=REASON_LIMIT)


class ActionRequestBody(TypedDict):
    """Loaded `ActionRequestSchema`."""

    method: Method
    due_days: dict[str, int]
    user_id: int | None
    email: str | None
    name: str
    message: str


class ActionRecipientSchema(CamelSchema):
    """A user of the supplier, a person by e-mail, or neither: the whole supplier."""

    user_id = Id(load_default=None, allow_none=True)
    email = Email(load_default=None, allow_none=True)
    name = Line(load_default="", blank=True)


class ActionChangeSchema(CamelSchema):
    """A change of the responsible person and of the days on which steps are due."""

    recipient = fields.Nested(
        ActionRecipientSchema,
        load_default=None,
        allow_none=True,
        metadata={"description": "The responsible person stays without it."},
    )
    due = fields.Dict(
        keys=fields.String(),
        values=fields.Date(error_messages={"invalid": NO_DAY_DUE}),
        load_default=dict,
        validate=_demand_days,
        metadata={"description": "Days by step; the others stay."},
    )


class ActionRecipientBody(TypedDict):
    """Loaded `ActionRecipientSchema`."""

    user_id: int | None
    email: str | None
    name: str


class ActionChangeBody(TypedDict):
    """Loaded `ActionChangeSchema`."""

    recipient: ActionRecipientBody | None
    due: dict[str, date]


class RecipientChoiceSchema(CamelSchema):
    """A user of the supplier who can be responsible."""

    id = Id(required=True)
    name = fields.String(required=True)
