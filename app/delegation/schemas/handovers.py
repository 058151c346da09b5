"""Schemas of hand-overs."""

from typing import TypedDict

from marshmallow import fields

from app.delegation.schemas.parts import MAX_REASON, AssigneeChoiceSchema
from app.delegation.types import MAX_NOTE, HandoverState
from app.kernel.http.schemas import CamelSchema, Id, Line


class NewHandoverSchema(AssigneeChoiceSchema):
    """The new contact: for a user a colleague, for a guest a name and an address."""

    note = Line(load_default="", blank=True, breaks=True, limit=MAX_NOTE)


class HandoverBody(TypedDict):
    """Loaded `NewHandoverSchema`."""

    user_id: int | None
    name: str | None
    email: str | None
    note: str


class HandoverDecisionSchema(CamelSchema):
    """The requester's decision; `reason` is needed for declining, and the former contact reads it."""

    is_confirmed = fields.Boolean(required=True)
    reason = Line(load_default="", blank=True, breaks=True, limit=MAX_REASON)


class HandoverDecisionBody(TypedDict):
    """Loaded `HandoverDecisionSchema`."""

    is_confirmed: bool
    reason: str


class HandoverSchema(CamelSchema):
    """A hand-over of an RFx."""

    id = Id(required=True)
    state = fields.Enum(HandoverState, by_value=True, required=True)
    name = fields.String(required=True, metadata={"description": "Name of the new contact."})
    email = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Address of the new contact, for the requester of a guest's RFx and the guest."
        },
    )
    note = fields.String(required=True)
    created = fields.DateTime(required=True)
    decided = fields.DateTime(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)


class HandoverStateSchema(CamelSchema):
    """The latest hand-over of an RFx, and what the viewer may do."""

    latest = fields.Nested(HandoverSchema, required=True, allow_none=True)
    may_hand_over = fields.Boolean(required=True)
    may_decide = fields.Boolean(required=True)
    requester_name = fields.String(required=True)
