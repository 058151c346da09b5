"""Schemas of awards."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TypedDict

from marshmallow import fields, validate

from app.awards.types import MAX_LINES, REASON_LIMIT, AwardState, LetterState
from app.events.public import EventSchema
from app.kernel.db.merging import BasedOnSave
from app.kernel.http.schemas import CamelSchema, Html, Id, Line
from app.rfx.public import RfxStatusSchema


class AwardPersonSchema(CamelSchema):
    """A user of the organisation."""

    id = Id(required=True)
    name = fields.String(required=True)


class AwardSupplierSchema(RfxStatusSchema):
    """A supplier of the request with the decision on it; `id` is the one of its RFx."""

    id = Id(required=True)
    name = fields.String(required=True)
    is_guest = fields.Boolean(required=True)
    is_withdrawn = fields.Boolean(required=True)
    can_award = fields.Boolean(
        required=True, metadata={"description": "True if the supplier has submitted a response."}
    )
    score = fields.Float(
        required=True, allow_none=True, metadata={"description": "0 to 100; null without a score."}
    )
    rank = fields.Integer(required=True, allow_none=True)
    is_awarded = fields.Boolean(required=True)
    reason = fields.String(required=True)
    gets_letter = fields.Boolean(required=True)
    has_own_letter = fields.Boolean(
        required=True, metadata={"description": "True if the letter was edited for this supplier."}
    )
    is_letter_outdated = fields.Boolean(
        required=True, metadata={"description": "True if the award has changed since the letter was edited."}
    )
    letter_state = fields.String(required=True, allow_none=True, validate=validate.OneOf(list(LetterState)))
    failure = fields.String(required=True, allow_none=True)
    can_send_letter = fields.Boolean(
        required=True,
        metadata={
            "description": "True if the other letters are sent, and this one was not delivered or the response came later."
        },
    )


class AwardActionsSchema(CamelSchema):
    """Actions that the viewer may take now."""

    edit = fields.Boolean(required=True)
    edit_letters = fields.Boolean(required=True)
    submit = fields.Boolean(required=True)
    decide = fields.Boolean(required=True, metadata={"description": "Approve, or send back."})
    recall = fields.Boolean(required=True)
    cancel = fields.Boolean(required=True)
    send = fields.Boolean(required=True)


class LetterWordingSchema(CamelSchema):
    """The texts of the letters with their placeholders; `is...Standard` is True for unchanged texts."""

    awarded_html = fields.String(required=True)
    other_html = fields.String(required=True)
    is_awarded_standard = fields.Boolean(required=True)
    is_other_standard = fields.Boolean(required=True)


class AwardSchema(CamelSchema):
    """The award of a request; `state` is null before the first save."""

    state = fields.String(required=True, allow_none=True, validate=validate.OneOf(list(AwardState)))
    refusal = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The reason why the request can't be awarded now."},
    )
    needs_approval = fields.Boolean(required=True)
    updated = fields.DateTime(required=True, allow_none=True)
    reason = fields.String(required=True)
    standstill_until = fields.Date(required=True, allow_none=True)
    include_scores = fields.Boolean(required=True)
    submitted = fields.DateTime(required=True, allow_none=True)
    submitted_by = fields.Nested(AwardPersonSchema, required=True, allow_none=True)
    approver = fields.Nested(AwardPersonSchema, required=True, allow_none=True)
    approved = fields.DateTime(required=True, allow_none=True)
    sent_back_reason = fields.String(required=True, allow_none=True)
    sent = fields.DateTime(required=True, allow_none=True)
    sent_by = fields.Nested(AwardPersonSchema, required=True, allow_none=True)
    wording = fields.Nested(LetterWordingSchema, required=True)
    suppliers = fields.List(fields.Nested(AwardSupplierSchema), required=True)
    actions = fields.Nested(AwardActionsSchema, required=True)
    history = fields.List(fields.Nested(EventSchema), required=True)


class AwardLineSchema(CamelSchema):
    """A supplier to award, with the reason."""

    rfx_id = Id(required=True)
    reason = Line(load_default="", blank=True, breaks=True, limit=REASON_LIMIT)


class AwardLineBody(TypedDict):
    """Loaded `AwardLineSchema`."""

    rfx_id: int
    reason: str


class DecisionSchema(CamelSchema):
    """The decision: awarded suppliers, reasons, standstill, and the content of the letters."""

    lines = fields.List(
        fields.Nested(AwardLineSchema), required=True, validate=validate.Length(max=MAX_LINES)
    )
    reason = Line(load_default="", blank=True, breaks=True, limit=REASON_LIMIT)
    standstill_until = fields.Date(load_default=None, allow_none=True)
    include_scores = fields.Boolean(load_default=False)
    based_on = BasedOnSave()


class DecisionBody(TypedDict):
    """Loaded `DecisionSchema`."""

    lines: Sequence[AwardLineBody]
    reason: str
    standstill_until: date | None
    include_scores: bool
    based_on: datetime | None


class AwardVersionSchema(CamelSchema):
    """The version of the award that the user has seen."""

    based_on = BasedOnSave()


class AwardVersionBody(TypedDict):
    """Loaded `AwardVersionSchema`."""

    based_on: datetime | None


class AwardSubmitSchema(AwardVersionSchema):
    """The colleague who is to approve the award."""

    approver_id = Id(required=True)


class AwardSubmitBody(AwardVersionBody):
    """Loaded `AwardSubmitSchema`."""

    approver_id: int


class AwardSendBackSchema(CamelSchema):
    """The reason why an award is sent back."""

    reason = Line(required=True, breaks=True, limit=REASON_LIMIT)


class AwardSendBackBody(TypedDict):
    """Loaded `AwardSendBackSchema`."""

    reason: str


class LetterWordingChangeSchema(AwardVersionSchema):
    """New texts of the letters; null restores a standard text."""

    awarded_html = Html(load_default=None, allow_none=True)
    other_html = Html(load_default=None, allow_none=True)


class LetterWordingBody(AwardVersionBody):
    """Loaded `LetterWordingChangeSchema`."""

    awarded_html: str | None
    other_html: str | None


class AwardLetterSchema(CamelSchema):
    """The letter to one supplier."""

    rfx_id = Id(required=True)
    name = fields.String(required=True)
    is_awarded = fields.Boolean(required=True)
    html = fields.String(required=True)
    standard_html = fields.String(required=True)
    is_edited = fields.Boolean(required=True)
    is_outdated = fields.Boolean(required=True)
    state = fields.String(required=True, allow_none=True, validate=validate.OneOf(list(LetterState)))
    failure = fields.String(required=True, allow_none=True)
    updated = fields.DateTime(required=True)


class AwardLetterChangeSchema(AwardVersionSchema):
    """The text of one letter; null restores the standard letter."""

    html = Html(required=True, allow_none=True)


class AwardLetterBody(AwardVersionBody):
    """Loaded `AwardLetterChangeSchema`."""

    html: str | None


class AwardReportSchema(CamelSchema):
    """The format of the report."""

    format = fields.String(load_default="pdf", validate=validate.OneOf(["pdf"]))


class AwardReportBody(TypedDict):
    """Loaded `AwardReportSchema`."""

    format: str
