"""Schemas of charts, first steps and live updates."""

from typing import TypedDict

from marshmallow import fields, validate

from app.home.types import ChartKey, StepKey
from app.kernel.http.schemas import CamelSchema, Id, QuerySchema
from app.rfx.public import LiveRfxSchema


class ChartCategorySchema(CamelSchema):
    """One category of a chart; `href` lists the counted records."""

    name = fields.String(required=True)
    href = fields.String(required=True, allow_none=True)
    tone = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The colour, in place of that of the series."},
    )


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
    rfx_id = Id(load_default=None, metadata={"description": "The RFx that the page shows."})
    page = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[a-z0-9]{1,20}$", error="This is not the name of a page."),
        metadata={"description": "A random name of the page, to report that the user has the RFx open."},
    )
    section = fields.Integer(
        load_default=None,
        validate=validate.Range(min=1, max=1000),
        metadata={"description": "The section of the RFx in view, counted from 1."},
    )


class UpdatesQuery(TypedDict):
    stamp: str
    rfx_id: int | None
    page: str | None
    section: int | None


class UpdateEventSchema(CamelSchema):
    """A recent event of the user's organisation."""

    id = fields.Integer(required=True)
    type = fields.String(required=True)


class UpdatesSchema(CamelSchema):
    """Counts (up to 100), the latest events, newest first, and the live state of the RFx that the page shows."""

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
    rfx = fields.Nested(
        LiveRfxSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The RFx that the page shows."},
    )
