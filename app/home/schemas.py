"""Schemas of charts, first steps and live updates."""

from typing import TypedDict

from marshmallow import fields, validate

from app.home.types import ChartKey, StepKey
from app.kernel.schemas import CamelSchema, QuerySchema


class ChartCategorySchema(CamelSchema):
    """One category of a chart; `href` lists the counted records."""

    name = fields.String(required=True)
    href = fields.String(required=True, allow_none=True)


class ChartSeriesSchema(CamelSchema):
    """Figures of one kind, one for each category."""

    name = fields.String(required=True)
    tone = fields.String(required=True)
    values = fields.List(fields.Integer(), required=True)


class ChartSchema(CamelSchema):
    """A chart of Home."""

    key = fields.Enum(ChartKey, by_value=True, required=True)
    title = fields.String(required=True)
    categories = fields.List(fields.Nested(ChartCategorySchema), required=True)
    series = fields.List(fields.Nested(ChartSeriesSchema), required=True)


class ChartChoiceSchema(CamelSchema):
    """The chosen charts, in their order."""

    charts = fields.List(
        fields.Enum(ChartKey, by_value=True), required=True, validate=validate.Length(max=len(ChartKey) * 2)
    )


class ChartChoiceBody(TypedDict):
    charts: list[ChartKey]


class InviterSchema(CamelSchema):
    """The organisation that invited the user's; `href` is None if its page is hidden."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    logo_url = fields.String(required=True, allow_none=True)
    href = fields.String(required=True, allow_none=True)


class StepSchema(CamelSchema):
    """One step; `rfxId` is the most urgent RFx to answer."""

    key = fields.Enum(StepKey, by_value=True, required=True)
    is_done = fields.Boolean(required=True)
    rfx_id = fields.Integer(required=True, allow_none=True)


class FirstStepsSchema(CamelSchema):
    """The first steps that the user may do. Only an invited supplier has an inviter and open requests."""

    inviter = fields.Nested(InviterSchema, required=True, allow_none=True)
    open_requests = fields.Integer(required=True, metadata={"description": "Up to 100."})
    next_deadline = fields.DateTime(required=True, allow_none=True)
    steps = fields.List(fields.Nested(StepSchema), required=True)


class UpdatesQuerySchema(QuerySchema):
    """The state that the page already has."""

    stamp = fields.String(load_default="", validate=validate.Length(max=200))


class UpdatesQuery(TypedDict):
    stamp: str


class UpdateEventSchema(CamelSchema):
    """A recent event of the user's organisation."""

    id = fields.Integer(required=True)
    type = fields.String(required=True)


class UpdatesSchema(CamelSchema):
    """Counts (up to 100), and the latest events, newest first."""

    stamp = fields.String(required=True)
    new_messages = fields.Integer(required=True)
    open_tasks = fields.Integer(required=True)
    responses_to_review = fields.Integer(required=True)
    waiting_ncrs = fields.Integer(required=True)
    unread = fields.Integer(required=True, metadata={"description": "Unread notifications."})
    unread_news = fields.Integer(
        required=True, metadata={"description": "Unread notifications without those that are also tasks."}
    )
    events = fields.List(fields.Nested(UpdateEventSchema), required=True)
