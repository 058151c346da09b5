"""Schemas of the list of requests and of the progress of one request."""

from typing import TypedDict

from marshmallow import fields, validate

from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, QuerySchema, SortBy, due_filter
from app.requests.queries.lists import SORTS, RequestFilter
from app.requests.schemas.requests import RequestCreatorSchema
from app.rfx.public import (
    CompletionSchema,
    PresentPersonSchema,
    RequestState,
    RequestType,
    RfxStatusSchema,
)

MAIL_STATES = ("SENT", "WAITING", "REFUSED", "NOT_SENT")
MAX_SELECTED = 2_000


class RequestQuerySchema(ListQuerySchema):
    """Filters of the list of requests."""

    search = Line(load_default="", blank=True)
    state = fields.Enum(RequestState, by_value=True, load_default=None)
    due = due_filter()
    sort = SortBy(SORTS, first="-date")


def request_filter(query: Arguments) -> RequestFilter:
    """Build the filter of the list from its query."""
    return RequestFilter(search=query["search"], state=query["state"], due=query["due"])


class RequestRowSchema(CamelSchema):
    """A request in the list, with the numbers of its suppliers."""

    id = Id(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(RequestType)))
    title = fields.String(required=True)
    state = fields.String(required=True, validate=validate.OneOf(list(RequestState)))
    created = fields.DateTime(required=True)
    sent_date = fields.DateTime(required=True, allow_none=True)
    send_at = fields.DateTime(required=True, allow_none=True)
    created_by = fields.Nested(RequestCreatorSchema, required=True)
    is_sealed = fields.Boolean(required=True, metadata={"description": "True while its answers are sealed."})
    suppliers = fields.Integer(required=True)
    unsent = fields.Integer(required=True, metadata={"description": "Suppliers without an RFx."})
    submitted = fields.Integer(required=True)
    late = fields.Integer(required=True)
    next_deadline = fields.DateTime(
        required=True,
        allow_none=True,
        metadata={"description": "The earliest deadline of the RFxs that can still be answered."},
    )


class ProgressQuerySchema(QuerySchema):
    """The stamp of the state that the page shows."""

    stamp = Line(load_default="", blank=True, limit=100)


class ProgressQuery(TypedDict):
    """Loaded `ProgressQuerySchema`."""

    stamp: str


class SupplierMailSchema(CamelSchema):
    """The latest mail to each person of a supplier. Mails that bounce later are not noticed."""

    state = fields.String(required=True, validate=validate.OneOf(MAIL_STATES))
    people = fields.Integer(required=True)
    refused = fields.Integer(required=True)
    reply = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The reply of the mail server that refused it."},
    )


class SupplierProgressSchema(RfxStatusSchema):
    """A supplier of a request; `id` is the one of its RFx."""

    id = Id(required=True)
    name = fields.String(required=True)
    is_guest = fields.Boolean(required=True)
    organisation_id = Id(required=True, allow_none=True)
    completion = fields.Nested(CompletionSchema, required=True, allow_none=True)
    people = fields.List(
        fields.Nested(PresentPersonSchema),
        required=True,
        metadata={"description": "Who has the RFx open now; without a section while the answers are sealed."},
    )
    last_activity = fields.DateTime(required=True, allow_none=True)
    is_opened = fields.Boolean(required=True)
    is_late = fields.Boolean(required=True)
    mail = fields.Nested(SupplierMailSchema, required=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    reminder_sent_date = fields.DateTime(required=True, allow_none=True)
    follow_ups = fields.Integer(required=True, metadata={"description": "Open follow-ups."})
    score = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Percent; null before the submission and while the answers are sealed."},
    )
    is_sealed = fields.Boolean(required=True)
    withdrawn_reason = fields.String(required=True, allow_none=True)
    is_awarded = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "Null before the letter was sent."}
    )
    decline_reason = fields.String(required=True, allow_none=True)


class UnsentSupplierSchema(CamelSchema):
    """A recipient without an RFx."""

    id = Id(required=True)
    name = fields.String(required=True)
    is_guest = fields.Boolean(required=True)
    failure = fields.String(required=True, allow_none=True)


class ProgressTotalsSchema(CamelSchema):
    """Numbers of suppliers."""

    suppliers = fields.Integer(required=True)
    unsent = fields.Integer(required=True)
    submitted = fields.Integer(required=True)
    in_progress = fields.Integer(required=True)
    answering = fields.Integer(required=True)
    not_opened = fields.Integer(required=True)
    refused = fields.Integer(required=True, metadata={"description": "Suppliers with a refused mail."})
    declined = fields.Integer(required=True)
    withdrawn = fields.Integer(required=True)
    late = fields.Integer(required=True)
    average_score = fields.Integer(required=True, allow_none=True)
    scored = fields.Integer(required=True)


class RequestProgressSchema(CamelSchema):
    """The suppliers of a request. `stamp` changes with any part of it."""

    stamp = fields.String(required=True)
    totals = fields.Nested(ProgressTotalsSchema, required=True)
    rows = fields.List(fields.Nested(SupplierProgressSchema), required=True)
    unsent = fields.List(fields.Nested(UnsentSupplierSchema), required=True)


class RequestExportSchema(CamelSchema):
    """The RFxs to export; all of the request without them."""

    rfx_ids = fields.List(
        Id(), load_default=None, allow_none=True, validate=validate.Length(min=1, max=MAX_SELECTED)
    )


class RequestExportBody(TypedDict):
    """Loaded `RequestExportSchema`."""

    rfx_ids: list[int] | None
