"""Schemas of figures of non-conformances."""

from datetime import date

from marshmallow import ValidationError, fields, validate, validates_schema

from app.kernel.clock import now
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, QuerySchema
from app.ncr.types import MAX_FIGURE_MONTHS, MIN_EVENT_DATE, FigureFilter, FigureGroup, FigureParty

BACKWARDS = "The last day must not be before the first day."
TOO_LONG = f"At most {MAX_FIGURE_MONTHS // 12} years are possible."
TOO_EARLY = "The date must not be before 01/01/2000."
MONTHS = 12
"""Months of the period without a first day, the current one included."""


class FigurePeriodSchema(QuerySchema):
    """Party and period of figures; without days the current month and the eleven before it."""

    party = fields.Enum(FigureParty, by_value=True, load_default=None)
    event_from = fields.Date(load_default=None)
    event_to = fields.Date(load_default=None)

    @validates_schema
    def _check_period(self, data: dict[str, date | None], **_kwargs: object) -> None:
        start, end = period(data["event_from"], data["event_to"], now().date())
        if start < MIN_EVENT_DATE:
            raise ValidationError(TOO_EARLY, "eventFrom")
        if end < start:
            raise ValidationError(BACKWARDS, "eventTo")
        if (end.year - start.year) * 12 + end.month - start.month >= MAX_FIGURE_MONTHS:
            raise ValidationError(TOO_LONG, "eventFrom")


class PartyFigureQuerySchema(FigurePeriodSchema):
    """Query of the figures of one party."""

    party = fields.Enum(FigureParty, by_value=True, load_default=FigureParty.RAISED)


class FigureQuerySchema(PartyFigureQuerySchema):
    """Query of a figure."""

    group = fields.Enum(FigureGroup, by_value=True, required=True)


class FigureExportSchema(PartyFigureQuerySchema):
    """The file of the figures."""

    format = fields.String(required=True, validate=validate.OneOf(["CSV"]))


class FigureCostSchema(CamelSchema):
    """Amount in one currency."""

    currency = fields.String(required=True)
    amount = fields.String(required=True, metadata={"description": "For example '1250.00'."})


class FigureRowSchema(CamelSchema):
    """One group of a figure."""

    key = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Id of the defect code or organisation, first day of the month, or part number."
        },
    )
    label = fields.String(required=True, allow_none=True)
    count = fields.Integer(required=True)
    delivered = fields.Integer(required=True, allow_none=True)
    defective = fields.Integer(required=True, allow_none=True)
    ppm = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Defective parts per million delivered ones; null without deliveries."},
    )
    costs = fields.List(
        fields.Nested(FigureCostSchema),
        metadata={"description": "By currency; only for what the own organisation raised."},
    )


class FigureSchema(CamelSchema):
    """A figure of the non-conformances of one party in a period."""

    group = fields.Enum(FigureGroup, by_value=True, required=True)
    party = fields.Enum(FigureParty, by_value=True, required=True)
    event_from = fields.Date(required=True)
    event_to = fields.Date(required=True)
    rows = fields.List(fields.Nested(FigureRowSchema), required=True)
    ungrouped = fields.Nested(
        FigureRowSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Those without a defect code or part number."},
    )
    total = fields.Nested(FigureRowSchema, required=True)
    has_more = fields.Boolean(required=True, metadata={"description": "There are more groups than `rows`."})


class StageFigureSchema(CamelSchema):
    """The steps of corrective actions that were accepted."""

    name = fields.String(required=True)
    accepted = fields.Integer(required=True)
    median_days = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Days from the request to the acceptance; null without accepted steps."},
    )


class PunctualityFigureSchema(CamelSchema):
    """The steps of corrective actions that were sent in time."""

    name = fields.String(required=True)
    counted = fields.Integer(
        required=True,
        metadata={"description": "Steps that were sent, or that the supplier has not sent in time."},
    )
    on_time = fields.Integer(required=True)
    share = fields.Float(
        required=True, allow_none=True, metadata={"description": "From 0 to 1; null without counted steps."}
    )


class ActionFigureSchema(CamelSchema):
    """Figures of the corrective actions of the non-conformances of one party in a period."""

    party = fields.Enum(FigureParty, by_value=True, required=True)
    event_from = fields.Date(required=True)
    event_to = fields.Date(required=True)
    count = fields.Integer(required=True, metadata={"description": "Without withdrawn ones."})
    stages = fields.List(fields.Nested(StageFigureSchema), required=True)
    punctuality = fields.List(fields.Nested(PunctualityFigureSchema), required=True)
    returns_per_action = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "Returned steps for each corrective action with a sent step; null without one."
        },
    )


def period(start: date | None, end: date | None, today: date) -> tuple[date, date]:
    """Return the first and the last day of a period, with the defaults of `FigurePeriodSchema`."""
    end = end or max(today, start or MIN_EVENT_DATE)
    if start is None:
        month = end.year * 12 + end.month - MONTHS
        start = max(date(month // 12, month % 12 + 1, 1), MIN_EVENT_DATE) if end >= MIN_EVENT_DATE else end
    return start, end


def figure_filter(query: Arguments, *, party: FigureParty, today: date) -> FigureFilter:
    """Build the filter of a figure from its query; `today` is the day of the viewer."""
    start, end = period(query["event_from"], query["event_to"], today)
    return FigureFilter(party=party, start=start, end=end)
