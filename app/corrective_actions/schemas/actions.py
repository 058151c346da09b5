"""A corrective action as its pages show it."""

from marshmallow import fields

from app.accounts.public import PersonSchema
from app.corrective_actions.types import (
    ActionState,
    Decision,
    Method,
    Result,
    Step,
    StepState,
)
from app.files.public import AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Id, StatusInfoSchema


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
    state_info = fields.Nested(StatusInfoSchema, required=True)
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
