"""Schemas of due records and calendar links."""

from marshmallow import fields, validate

from app.due.types import DuePeriod, OwnerScope
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema, QuerySchema

OWNER = r"^(ME|ALL|[1-9][0-9]{0,17})$"


class DueFilterSchema(QuerySchema):
    """The filters of due records."""

    kind = fields.String(load_default=None, validate=validate.Length(min=1, max=40))
    owner = fields.String(
        load_default=OwnerScope.ME.value,
        validate=validate.Regexp(OWNER, error="This is not an owner."),
        metadata={
            "description": "ME: the user, or anyone at the organisation. ALL: every colleague too. Or the id of a colleague."
        },
    )
    supplier = fields.String(
        load_default="",
        validate=validate.Length(max=200),
        metadata={"description": "A part of the name of the other party, a supplier or a customer."},
    )


class DueQuerySchema(DueFilterSchema, ListQuerySchema):
    """The filters and the requested page of due records."""

    period = fields.Enum(
        DuePeriod,
        by_value=True,
        load_default=None,
        metadata={
            "description": "In the user's time zone. OVERDUE: late. WEEK: from now to Sunday. NEXT90: later, within 90 days "
            "of today. All of them without a period."
        },
    )


class DueOwnerSchema(CamelSchema):
    """The user who is responsible for a due record."""

    id = Id(required=True)
    name = fields.String(required=True)


class DueRowSchema(CamelSchema):
    """A due record."""

    key = fields.String(required=True, metadata={"description": "Identifies the row in this list."})
    kind = fields.String(required=True)
    title = fields.String(required=True)
    subtitle = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The record that the row is about, if the title does not name it."},
    )
    party = fields.String(
        required=True, metadata={"description": "The name of the other organisation or person."}
    )
    due_on = fields.String(
        required=True,
        metadata={"description": "A day (YYYY-MM-DD), which ends in the user's time zone, or a date-time."},
    )
    period = fields.Enum(DuePeriod, by_value=True, required=True)
    is_late = fields.Boolean(required=True)
    owner = fields.Nested(
        DueOwnerSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null for anyone at the organisation."},
    )
    link = fields.String(required=True, metadata={"description": "The path of the page of the record."})


class DueCountsSchema(CamelSchema):
    """The numbers of due records by period, each exact up to 1,000; 1,001 means more."""

    overdue = fields.Integer(required=True)
    week = fields.Integer(required=True)
    next90 = fields.Integer(required=True)


class CalendarFeedSchema(CamelSchema):
    """The calendar link of the user, without its address."""

    created = fields.AwareDateTime(required=True)
    last_read = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "Exact to the hour; null if it was never read."},
    )


class CalendarFeedStateSchema(CamelSchema):
    """The state of the user's calendar link."""

    is_on = fields.Boolean(required=True)
    created = fields.AwareDateTime(required=True, allow_none=True)
    last_read = fields.AwareDateTime(
        required=True, allow_none=True, metadata={"description": "Exact to the hour."}
    )


class NewCalendarFeedSchema(CalendarFeedSchema):
    """A created calendar link with its address."""

    url = fields.String(
        required=True, metadata={"description": "The address of the calendar. It is returned only once."}
    )
