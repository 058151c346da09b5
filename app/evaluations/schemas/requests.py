"""Schemas of requests to evaluations."""

from datetime import date, datetime
from typing import TypedDict

from marshmallow import fields, validate

from app.accounts.public import Email
from app.evaluations.types import (
    ALL_WEIGHTS,
    HIGHEST_MARK,
    MAX_CRITERIA,
    MAX_NAME,
    MAX_TEXT,
    CriterionSource,
)
from app.kernel.db.merging import BasedOnSave
from app.kernel.http.schemas import CamelSchema, Id, Line, Moment

WEIGHT = f"Enter a whole number from 0 to {ALL_WEIGHTS}."
MARK = f"Enter a whole number from 0 to {HIGHEST_MARK}."


class WholeNumber(fields.Integer):
    """A whole number from 0 to `highest`, with one sentence for everything else."""

    def __init__(
        self, highest: int, sentence: str, *, required: bool = True, allow_none: bool = False
    ) -> None:
        super().__init__(
            strict=True,
            required=required,
            allow_none=allow_none,
            validate=validate.Range(min=0, max=highest, error=sentence),
            error_messages={"invalid": sentence, "required": sentence, "null": sentence},
        )


class NewCriterionSchema(CamelSchema):
    """A criterion to save."""

    name = Line(required=True, limit=MAX_NAME)
    description = Line(load_default="", blank=True, breaks=True, limit=MAX_TEXT)
    weight = WholeNumber(ALL_WEIGHTS, WEIGHT)
    source = fields.Enum(CriterionSource, by_value=True, required=True)
    section_id = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=50))


class NewCriterionBody(TypedDict):
    """Loaded `NewCriterionSchema`."""

    name: str
    description: str
    weight: int
    source: CriterionSource
    section_id: str | None


class CriteriaSchema(CamelSchema):
    """Criteria that replace the stored ones, and the day until which evaluators are asked to mark."""

    criteria = fields.List(
        fields.Nested(NewCriterionSchema),
        required=True,
        validate=validate.Length(
            max=MAX_CRITERIA, error=f"An evaluation has at most {MAX_CRITERIA} criteria."
        ),
    )
    due = fields.Date(load_default=None, allow_none=True, error_messages={"invalid": "Enter a date."})
    based_on = BasedOnSave()


class CriteriaBody(TypedDict):
    """Loaded `CriteriaSchema`."""

    criteria: list[NewCriterionBody]
    due: date | None
    based_on: datetime | None


class NewEvaluatorSchema(CamelSchema):
    """A colleague by `userId`, or another person by `email`."""

    user_id = Id(load_default=None, allow_none=True)
    email = Email(load_default=None, allow_none=True)
    name = Line(load_default="", blank=True)


class NewEvaluatorBody(TypedDict):
    """Loaded `NewEvaluatorSchema`."""

    user_id: int | None
    email: str | None
    name: str


class ClosingSchema(CamelSchema):
    """The reason; required while marks are missing."""

    reason = Line(load_default="", blank=True, breaks=True, limit=MAX_TEXT)


class ClosingBody(TypedDict):
    """Loaded `ClosingSchema`."""

    reason: str


class MarkSchema(CamelSchema):
    """A mark with its comment; null for a comment without a mark."""

    rfx_id = Id(required=True)
    criterion_id = Id(required=True)
    mark = WholeNumber(HIGHEST_MARK, MARK, allow_none=True)
    comment = Line(load_default="", blank=True, breaks=True, limit=MAX_TEXT)
    based_on = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=0, max=1_000_000),
        metadata={
            "description": "The loaded `iteration`, 0 before the first save; 409 with code `stale`, and `now`, if another "
            "tab has saved the mark meanwhile."
        },
    )


class MarkBody(TypedDict):
    """Loaded `MarkSchema`."""

    rfx_id: int
    criterion_id: int
    mark: int | None
    comment: str
    based_on: int | None


class InterestConflictSchema(CamelSchema):
    """A conflict of interest with the supplier of an RFx."""

    rfx_id = Id(required=True)
    is_declared = fields.Boolean(required=True)


class ConflictBody(TypedDict):
    """Loaded `InterestConflictSchema`."""

    rfx_id: int
    is_declared: bool


class FinishedSchema(CamelSchema):
    """The state of the viewer's marking."""

    is_finished = fields.Boolean(required=True)


class FinishedBody(TypedDict):
    """Loaded `FinishedSchema`."""

    is_finished: bool


class NewConsensusSchema(CamelSchema):
    """The mark that replaces the mean of marks that differ."""

    rfx_id = Id(required=True)
    criterion_id = Id(required=True)
    mark = WholeNumber(HIGHEST_MARK, MARK)
    reason = Line(required=True, breaks=True, limit=MAX_TEXT)
    based_on = Moment(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "`settled` as it was loaded; 409 with code `stale` if another user has settled it."
        },
    )


class NewConsensusBody(TypedDict):
    """Loaded `NewConsensusSchema`."""

    rfx_id: int
    criterion_id: int
    mark: int
    reason: str
    based_on: datetime | None
