"""Schemas of corrective actions."""

from collections.abc import Collection
from datetime import date
from typing import TypedDict

from marshmallow import ValidationError, fields, validate

from app.accounts.public import Email, PersonSchema
from app.corrective_actions.types import (
    MAX_DUE_DAYS,
    MAX_KEY,
    MAX_VALUES,
    REASON_LIMIT,
    ActionState,
    Decision,
    Method,
    Result,
    Step,
    StepState,
)
from app.files.public import MAX_ATTACHMENTS, AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Id, Line

NO_COMMENT = "Enter what is missing."
NO_REASON = "Enter why it is not your fault."
NO_CRITERION = "Enter the criterion, such as no recurrence in 3 deliveries."
NO_DAY = "Enter the day of the check."
NO_DAY_DUE = "Enter a date."


class StateInfoSchema(CamelSchema):
    """Label, icon and style of a state."""

    label = fields.String(required=True)
    icon = fields.String(required=True)
    style = fields.String(required=True)


class StepMarkSchema(CamelSchema):
    """The last change of a field."""

    iteration = fields.Integer(required=True)
    updated = fields.String(required=True, allow_none=True)


class CorrectiveStepSchema(CamelSchema):
    """A step with its fields. The requester gets the fields once the step was sent."""

    step = fields.Enum(Step, by_value=True, required=True)
    loop = fields.Integer(required=True)
    name = fields.String(required=True)
    state = fields.Enum(StepState, by_value=True, required=True)
    due = fields.Date(required=True)
    sent = fields.AwareDateTime(required=True, allow_none=True)
    sent_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    decided = fields.AwareDateTime(required=True, allow_none=True)
    decided_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    comment = fields.String(required=True, metadata={"description": "What is missing in a returned step."})
    values = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        required=True,
        metadata={"description": "The fields that are not empty, by key."},
    )
    iterations = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={
            "description": "The iteration of each field that was ever changed, the base of the next save."
        },
    )
    files = fields.List(fields.Nested(AttachmentSchema), required=True)
    problems = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), required=True)


class ContestSchema(CamelSchema):
    """The last contest, with the decision of the requester if there is one."""

    reason = fields.String(required=True)
    at = fields.String(required=True)
    by = fields.Nested(PersonSchema, required=True, allow_none=True)
    files = fields.List(fields.Nested(AttachmentSchema), required=True)
    decision = fields.Enum(Decision, by_value=True, required=True, allow_none=True)
    decided_at = fields.String(required=True, allow_none=True)
    decided_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    comment = fields.String(required=True)


class EffectivenessSchema(CamelSchema):
    """The check of effectiveness: planned, and its last result."""

    criterion = fields.String(required=True, allow_none=True)
    on = fields.Date(required=True, allow_none=True)
    result = fields.Enum(Result, by_value=True, required=True, allow_none=True)
    comment = fields.String(required=True)
    by = fields.Nested(PersonSchema, required=True, allow_none=True)
    checked = fields.AwareDateTime(required=True, allow_none=True)


class ActionMovesSchema(CamelSchema):
    """Moves that the viewer may make now."""

    write = fields.Boolean(required=True)
    decide = fields.Boolean(required=True)
    contest = fields.Boolean(required=True)
    decide_contest = fields.Boolean(required=True)
    check = fields.Boolean(required=True)
    change = fields.Boolean(required=True)


class ActionNcrSchema(CamelSchema):
    """The non-conformance, as both parties see it."""

    id = Id(required=True)
    title = fields.String(required=True)
    description = fields.String(required=True, allow_none=True)
    event_date = fields.Date(required=True)
    account_name = fields.String(required=True)
    type = fields.String(required=True)
    severity = fields.String(required=True)
    status = fields.String(required=True)


class ActionPartySchema(CamelSchema):
    """One of the two organisations."""

    id = Id(required=True)
    name = fields.String(required=True)


class CorrectiveActionSchema(CamelSchema):
    """A corrective action with its steps."""

    id = Id(required=True)
    ncr = fields.Nested(ActionNcrSchema, required=True)
    requester = fields.Nested(ActionPartySchema, required=True)
    supplier = fields.Nested(ActionPartySchema, required=True)
    method = fields.Enum(Method, by_value=True, required=True)
    method_name = fields.String(required=True)
    loop = fields.Integer(required=True)
    state = fields.Enum(ActionState, by_value=True, required=True)
    state_info = fields.Nested(StateInfoSchema, required=True)
    message = fields.String(required=True)
    asked_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    responsible = fields.Nested(PersonSchema, required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)
    steps = fields.List(fields.Nested(CorrectiveStepSchema), required=True)
    earlier = fields.List(
        fields.Nested(CorrectiveStepSchema),
        required=True,
        metadata={"description": "The steps of earlier loops that were not effective."},
    )
    contested = fields.Nested(ContestSchema, required=True, allow_none=True)
    effectiveness = fields.Nested(EffectivenessSchema, required=True)
    actions = fields.Nested(ActionMovesSchema, required=True)


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
