"""Schemas of review parts."""

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from marshmallow import fields, validate

from app.accounts.public import PersonSchema
from app.delegation.schemas.parts import MAX_KEYS, MAX_SECTIONS, PartSectionSchema, SectionRef
from app.delegation.types import MAX_NOTE, ReviewStatus
from app.kernel.http.schemas import CamelSchema, Id, Line


class NewReviewPartSchema(CamelSchema):
    """A part of a submitted RFx to review by a colleague: whole sections, single questions, or both."""

    user_id = Id(required=True)
    title = Line(load_default=None, allow_none=True, blank=True)
    sections = fields.List(
        fields.Nested(PartSectionSchema), load_default=list, validate=validate.Length(max=MAX_SECTIONS)
    )
    keys = fields.List(
        fields.String(
            validate=validate.Length(max=200, error="A question's key has at most {max} characters.")
        ),
        load_default=list,
        validate=validate.Length(max=MAX_KEYS),
    )
    note = Line(load_default="", blank=True, breaks=True, limit=MAX_NOTE)
    due = fields.Date(load_default=None, allow_none=True)


class NewReviewBody(TypedDict):
    """Loaded `NewReviewPartSchema`."""

    user_id: int
    title: str | None
    sections: Sequence[SectionRef]
    keys: Sequence[str]
    note: str
    due: date | None


class ChangedReviewPartSchema(CamelSchema):
    """Changes of a review part; without `userId` the reviewer stays."""

    user_id = Id(load_default=None, allow_none=True)
    note = Line(required=True, blank=True, breaks=True, limit=MAX_NOTE)
    due = fields.Date(required=True, allow_none=True)


class ChangedReviewBody(TypedDict):
    """Loaded `ChangedReviewPartSchema`."""

    user_id: int | None
    note: str
    due: date | None


class ReviewPartSchema(CamelSchema):
    """A part of an RFx with the colleague who reviews it. Respondents never see it."""

    id = Id(required=True)
    title = fields.String(required=True)
    keys = fields.List(fields.String(), required=True)
    assignee = fields.Nested(PersonSchema, required=True, metadata={"description": "The reviewer."})
    is_own = fields.Boolean(required=True, metadata={"description": "True if the viewer is the reviewer."})
    note = fields.String(required=True)
    due = fields.Date(required=True, allow_none=True)
    status = fields.Enum(ReviewStatus, by_value=True, required=True)
    asked_by = fields.Nested(PersonSchema, required=True)
    created = fields.DateTime(required=True)
    done = fields.DateTime(required=True, allow_none=True)


class ReviewPartsSchema(CamelSchema):
    """The review parts of an RFx, oldest first."""

    parts = fields.List(fields.Nested(ReviewPartSchema), required=True)
    may_assign = fields.Boolean(
        required=True, metadata={"description": "True if the viewer assigns parts of a submitted response."}
    )
