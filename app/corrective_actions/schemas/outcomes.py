"""Contests, decisions about them, and checks of effectiveness."""

from datetime import date
from typing import TypedDict

from marshmallow import fields, validate

from app.corrective_actions.types import (
    REASON_LIMIT,
    Decision,
    Result,
)
from app.files.public import MAX_ATTACHMENTS
from app.kernel.http.schemas import CamelSchema, Id, Line

NO_REASON = "Enter why it is not your fault."
NO_CRITERION = "Enter the criterion, such as no recurrence in 3 deliveries."
NO_DAY = "Enter the day of the check."


class ActionContestSchema(CamelSchema):
    """A contest, with proof."""

    reason = Line(
        required=True,
        breaks=True,
        limit=REASON_LIMIT,
        error_messages={"required": NO_REASON, "null": NO_REASON},
    )
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(
            max=MAX_ATTACHMENTS, error=f"At most {MAX_ATTACHMENTS} files can be attached."
        ),
    )


class ActionContestBody(TypedDict):
    """Loaded `ActionContestSchema`."""

    reason: str
    attachment_ids: list[int]


class ContestDecisionSchema(CamelSchema):
    """The decision about a contest."""

    decision = fields.Enum(Decision, by_value=True, required=True)
    comment = Line(load_default="", blank=True, breaks=True, limit=REASON_LIMIT)


class ContestDecisionBody(TypedDict):
    """Loaded `ContestDecisionSchema`."""

    decision: Decision
    comment: str


class EffectivenessPlanSchema(CamelSchema):
    """The plan of a check of effectiveness."""

    criterion = Line(
        required=True,
        breaks=True,
        limit=REASON_LIMIT,
        error_messages={"required": NO_CRITERION, "null": NO_CRITERION},
    )
    on = fields.Date(required=True, error_messages={"required": NO_DAY, "null": NO_DAY, "invalid": NO_DAY})


class EffectivenessPlanBody(TypedDict):
    """Loaded `EffectivenessPlanSchema`."""

    criterion: str
    on: date


class EffectivenessResultSchema(CamelSchema):
    """The result of a check of effectiveness."""

    result = fields.Enum(Result, by_value=True, required=True)
    comment = Line(load_default="", blank=True, breaks=True, limit=REASON_LIMIT)


class EffectivenessResultBody(TypedDict):
    """Loaded `EffectivenessResultSchema`."""

    result: Result
    comment: str
