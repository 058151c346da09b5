"""The steps of a corrective action: saving, sending and returning them."""

from collections.abc import Collection
from typing import TypedDict

from marshmallow import ValidationError, fields, validate

from app.corrective_actions.schemas.actions import StepMarkSchema
from app.corrective_actions.types import (
    MAX_KEY,
    MAX_VALUES,
    REASON_LIMIT,
)
from app.files.public import AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Line

NO_COMMENT = "Enter what is missing."


class StepValueSchema(CamelSchema):
    """A value, and the iteration that it is based on (0: none)."""

    value = fields.Raw(required=True, allow_none=True)
    base_iteration = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=2**31 - 1))


def _demand_keys(values: Collection[str]) -> None:
    if len(values) > MAX_VALUES:
        raise ValidationError(f"At most {MAX_VALUES} fields can be saved at once.")
    if any(len(key) > MAX_KEY for key in values):
        raise ValidationError("One of the fields has a name that no field can have.")


class StepValuesSchema(CamelSchema):
    """Fields of a step by key."""

    values = fields.Dict(
        keys=fields.String(), values=fields.Nested(StepValueSchema), required=True, validate=_demand_keys
    )


class StepValueBody(TypedDict):
    """Loaded `StepValueSchema`."""

    value: object
    base_iteration: int


class StepValuesBody(TypedDict):
    """Loaded `StepValuesSchema`."""

    values: dict[str, StepValueBody]


class StepConflictSchema(StepMarkSchema):
    """The current value of a field whose save was based on an older one, and who wrote it."""

    value = fields.Raw(required=True, allow_none=True)
    name = fields.String(required=True)


class StepSaveResultSchema(CamelSchema):
    """Result of a save for each field."""

    saved = fields.Dict(keys=fields.String(), values=fields.Nested(StepMarkSchema), required=True)
    conflicts = fields.Dict(keys=fields.String(), values=fields.Nested(StepConflictSchema), required=True)
    refused = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    problems = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), required=True)
    files = fields.List(fields.Nested(AttachmentSchema), required=True)


class StepMoveSchema(CamelSchema):
    """A request without content."""


class StepReturnSchema(CamelSchema):
    """The return of a step."""

    comment = Line(
        required=True,
        breaks=True,
        limit=REASON_LIMIT,
        error_messages={"required": NO_COMMENT, "null": NO_COMMENT},
    )


class StepReturnBody(TypedDict):
    """Loaded `StepReturnSchema`."""

    comment: str
