"""Schemas of the comparison of a request."""

from datetime import date, datetime
from typing import TypedDict

from marshmallow import fields, validate

from app.forms.public import FieldType
from app.kernel.db.merging import BasedOnSave
from app.kernel.http.schemas import CamelSchema, Id, Line, QuerySchema, StatusInfoSchema
from app.requests.types import Direction, Mark
from app.rfx.public import RfxStatus

MAX_COLUMNS = 12
MAX_RATES = 200
MAX_KEY = 300


class ComparisonQuerySchema(QuerySchema):
    """Page of suppliers, and filters of questions."""

    page = fields.Integer(
        load_default=1, validate=validate.Range(min=1, max=500), metadata={"description": "From 1."}
    )
    page_size = fields.Integer(
        load_default=MAX_COLUMNS,
        validate=validate.Range(min=1, max=MAX_COLUMNS),
        metadata={"description": "Suppliers side by side."},
    )
    section = Line(
        load_default="", blank=True, metadata={"description": "`id` of a section; by default all."}
    )
    differing = fields.Boolean(
        load_default=False, metadata={"description": "Only questions with different answers."}
    )
    scored = fields.Boolean(load_default=False, metadata={"description": "Only scored questions."})
    submitted = fields.Boolean(
        load_default=False, metadata={"description": "Compare only suppliers that have submitted."}
    )


class ComparedSupplierSchema(CamelSchema):
    """A supplier of a comparison: one RFx."""

    rfx_id = Id(required=True)
    name = fields.String(required=True)
    is_guest = fields.Boolean(required=True)
    logo_url = fields.String(required=True, allow_none=True)
    status = fields.String(required=True, validate=validate.OneOf(list(RfxStatus)))
    status_info = fields.Nested(StatusInfoSchema, required=True)
    score = fields.Integer(required=True, allow_none=True, metadata={"description": "Whole percent."})
    completion = fields.Integer(required=True, allow_none=True, metadata={"description": "Whole percent."})
    ended_because = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The reason of a decline or of a withdrawal."},
    )
    is_withdrawn = fields.Boolean(required=True)
    may_review = fields.Boolean(
        required=True, metadata={"description": "True if the viewer may accept answers and ask follow-ups."}
    )


class ComparedPointsSchema(CamelSchema):
    """Points of an answer."""

    points = fields.Float(required=True)
    most = fields.Float(required=True)
    percent = fields.Integer(required=True)


class ComparedFileSchema(CamelSchema):
    """File of an answer."""

    id = Id(required=True)
    filename = fields.String(required=True)
    size = fields.Integer(required=True)


class ComparedCellSchema(CamelSchema):
    """Answer of one supplier to one question; properties without a value are left out."""

    text = fields.String()
    is_clipped = fields.Boolean(metadata={"description": "`text` is only the beginning of the answer."})
    iteration = fields.Integer(metadata={"description": "Version of the answer, to accept it."})
    is_accepted = fields.Boolean()
    follow_ups = fields.Integer(metadata={"description": "Number of follow-up tasks that are not closed."})
    notes = fields.Integer(metadata={"description": "Number of notes of the own organisation."})
    is_hidden = fields.Boolean(metadata={"description": "A condition hides the question from this supplier."})
    number = fields.String(metadata={"description": "A number or an amount as a decimal."})
    currency = fields.String()
    converted = fields.String(metadata={"description": "The amount in the base currency, for display."})
    issue = fields.String(metadata={"description": "The reason why an amount is not compared."})
    points = fields.Nested(ComparedPointsSchema)
    mark = fields.String(validate=validate.OneOf(list(Mark)))
    is_different = fields.Boolean(
        metadata={"description": "Most suppliers have the same answer, and this one has another."}
    )
    files = fields.List(fields.Nested(ComparedFileSchema))


class ComparedQuestionSchema(CamelSchema):
    """A question with the answers of the shown suppliers; a cell is null without an answer."""

    key = fields.String(required=True)
    section_id = fields.String(required=True)
    number = fields.String(required=True)
    label = fields.String(required=True)
    hint = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(FieldType)))
    is_scored = fields.Boolean(required=True)
    can_rank = fields.Boolean(required=True, metadata={"description": "True if a direction may be chosen."})
    direction = fields.String(required=True, allow_none=True, validate=validate.OneOf([*Direction]))
    differs = fields.Boolean(required=True)
    same_count = fields.Integer(
        required=True,
        metadata={"description": "Number of suppliers with the same answer, unless it differs."},
    )
    same_text = fields.String(required=True, allow_none=True)
    cells = fields.List(fields.Nested(ComparedCellSchema, allow_none=True), required=True)


class ComparedSectionScoreSchema(CamelSchema):
    """Score of one supplier in one section."""

    percent = fields.Integer(required=True)
    mark = fields.String(required=True, allow_none=True, validate=validate.OneOf([*Mark]))


class ComparedSectionSchema(CamelSchema):
    """A section with the scores of the shown suppliers, null without a score."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    scores = fields.List(fields.Nested(ComparedSectionScoreSchema, allow_none=True), required=True)


class EnteredRateSchema(CamelSchema):
    """Exchange rate: the value of one unit of `currency` in the base currency, on a day."""

    currency = fields.String(required=True)
    rate = fields.String(required=True)
    date = fields.Date(required=True)


class RatesSchema(CamelSchema):
    """Exchange rates of a request."""

    base_currency = fields.String(required=True, allow_none=True)
    rates = fields.List(fields.Nested(EnteredRateSchema), required=True)
    updated = fields.DateTime(required=True, metadata={"description": "The base of the next save."})
    entered_by = fields.String(required=True, allow_none=True)


class ComparisonSchema(CamelSchema):
    """The comparison of a request: questions by suppliers."""

    suppliers = fields.List(fields.Nested(ComparedSupplierSchema), required=True)
    page = fields.Integer(required=True)
    page_size = fields.Integer(required=True)
    supplier_count = fields.Integer(required=True, metadata={"description": "Suppliers on all pages."})
    answered_count = fields.Integer(required=True)
    submitted_count = fields.Integer(required=True)
    all_count = fields.Integer(required=True, metadata={"description": "Suppliers without the filter."})
    question_count = fields.Integer(required=True)
    differing_count = fields.Integer(required=True)
    sections = fields.List(fields.Nested(ComparedSectionSchema), required=True)
    questions = fields.List(fields.Nested(ComparedQuestionSchema), required=True)
    rates = fields.Nested(RatesSchema, required=True)
    currencies = fields.List(
        fields.String(), required=True, metadata={"description": "Currencies of all amounts."}
    )


class NewRateSchema(CamelSchema):
    """Exchange rate to save; the rate may have a decimal comma."""

    currency = fields.String(required=True, validate=validate.Length(max=10))
    rate = fields.String(required=True, validate=validate.Length(max=50))
    date = fields.Date(required=True, error_messages={"invalid": "Enter a date."})


class NewRateBody(TypedDict):
    """Loaded `NewRateSchema`."""

    currency: str
    rate: str
    date: date


class RatesToSaveSchema(CamelSchema):
    """Exchange rates that replace the stored ones; without a base currency amounts are not converted."""

    base_currency = fields.String(required=True, allow_none=True, validate=validate.Length(max=10))
    rates = fields.List(
        fields.Nested(NewRateSchema),
        required=True,
        validate=validate.Length(max=MAX_RATES, error=f"Enter at most {MAX_RATES} rates."),
    )
    based_on = BasedOnSave()


class RatesBody(TypedDict):
    """Loaded `RatesToSaveSchema`."""

    base_currency: str | None
    rates: list[NewRateBody]
    based_on: datetime | None


class DirectionSchema(CamelSchema):
    """The better end of one question's numbers; null for none."""

    key = fields.String(required=True, validate=validate.Length(max=MAX_KEY))
    direction = fields.Enum(Direction, by_value=True, required=True, allow_none=True)
    based_on = fields.Enum(
        Direction,
        by_value=True,
        allow_none=True,
        metadata={
            "description": "The loaded direction; 409 with code `stale` if another user has chosen the other one meanwhile."
        },
    )


class ChosenDirectionSchema(CamelSchema):
    """The stored direction of one question."""

    key = fields.String(required=True)
    direction = fields.String(required=True, allow_none=True, validate=validate.OneOf([*Direction]))


class ComparisonExportSchema(CamelSchema):
    """Format of the file."""

    format = fields.String(required=True, validate=validate.OneOf(["xlsx"]))


class ComparisonExportBody(TypedDict):
    """Loaded `ComparisonExportSchema`."""

    format: str
