"""Schemas of schedules."""

from marshmallow import fields, validate

from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, SortBy
from app.schedules.operations.saving import ScheduleValues
from app.schedules.queries.schedules import SORTS, ScheduleFilter
from app.schedules.types import (
    MAX_CONTACTS,
    MAX_LEAD_DAYS,
    MAX_MONTHS,
    REASON_LIMIT,
    Anchor,
    ScheduleKind,
    ScheduleState,
    StartsFrom,
)

NO_DATE = "Enter a date."
MONTHS = f"Enter 1 to {MAX_MONTHS} months."
LEAD = f"Enter 1 to {MAX_LEAD_DAYS} days."
CONTACTS = f"Choose 1 to {MAX_CONTACTS} contacts."


class ScheduleQuerySchema(ListQuerySchema):
    """Filters of the list of schedules."""

    search = Line(load_default="", blank=True)
    kind = fields.Enum(ScheduleKind, by_value=True, load_default=None)
    state = fields.Enum(
        ScheduleState,
        by_value=True,
        load_default=None,
        metadata={"description": "Without it, ended schedules are left out."},
    )
    relationship_id = Id(load_default=None)
    rfx_id = Id(load_default=None, metadata={"description": "Schedules with this RFx among their rounds."})
    assessment_id = Id(
        load_default=None, metadata={"description": "Schedules with this assessment among their rounds."}
    )
    sort = SortBy(SORTS, first="next")


def schedule_filter(query: Arguments) -> ScheduleFilter:
    """Build the filter of the list from its query."""
    return ScheduleFilter(
        search=query["search"],
        kind=query["kind"],
        state=query["state"],
        relationship_id=query["relationship_id"],
        rfx_id=query["rfx_id"],
        assessment_id=query["assessment_id"],
    )


class ScheduleSaveSchema(CamelSchema):
    """The editable values of a schedule."""

    every_months = fields.Integer(
        required=True, strict=True, validate=validate.Range(1, MAX_MONTHS, error=MONTHS)
    )
    anchor = fields.Enum(Anchor, by_value=True, required=True)
    next_on = fields.Date(
        load_default=None,
        allow_none=True,
        error_messages={"invalid": NO_DATE, "format": NO_DATE},
        metadata={"description": "The day on which the next round is due; for FIXED only."},
    )
    lead_days = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(1, MAX_LEAD_DAYS, error=LEAD),
        metadata={"description": "Days before it is due on which a round is sent."},
    )
    starts_from = fields.Enum(StartsFrom, by_value=True, load_default=StartsFrom.LAST_ANSWERS)
    contact_ids = fields.List(
        Id(),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, MAX_CONTACTS, error=CONTACTS),
        metadata={"description": "Contacts of the supplier; null for the contacts of the last round."},
    )
    owner_user_id = Id(
        load_default=None,
        allow_none=True,
        metadata={"description": "The user in whose name rounds are sent; null for the present one."},
    )


class NewScheduleSchema(ScheduleSaveSchema):
    """A new schedule, which repeats an RFx or an assessment."""

    rfx_id = Id(load_default=None, allow_none=True)
    assessment_id = Id(load_default=None, allow_none=True)


class SkipSchema(CamelSchema):
    """The reason for skipping a round."""

    reason = Line(required=True, limit=REASON_LIMIT)


class ScheduleNameSchema(CamelSchema):
    """The supplier, the owner or a contact of a schedule."""

    id = Id(required=True)
    name = fields.String(required=True)


class ScheduleSchema(CamelSchema):
    """A schedule with its last round."""

    id = Id(required=True)
    kind = fields.Enum(ScheduleKind, by_value=True, required=True)
    title = fields.String(required=True)
    relationship_id = Id(required=True)
    supplier = fields.Nested(ScheduleNameSchema, required=True)
    every_months = fields.Integer(required=True)
    anchor = fields.Enum(Anchor, by_value=True, required=True)
    next_on = fields.Date(
        required=True,
        allow_none=True,
        metadata={"description": "Null until the last round is closed, if the interval starts there."},
    )
    opens_on = fields.Date(required=True, allow_none=True)
    lead_days = fields.Integer(required=True)
    starts_from = fields.Enum(StartsFrom, by_value=True, required=True)
    contacts = fields.List(
        fields.Nested(ScheduleNameSchema),
        required=True,
        allow_none=True,
        metadata={"description": "The named contacts; null for the contacts of the last round."},
    )
    has_self_survey = fields.Boolean(
        required=True, metadata={"description": "False for an assessment without a self-survey."}
    )
    state = fields.Enum(ScheduleState, by_value=True, required=True)
    problem = fields.String(
        required=True, allow_none=True, metadata={"description": "The reason why the next round waits."}
    )
    owner = fields.Nested(ScheduleNameSchema, required=True)
    rounds = fields.Integer(
        required=True, metadata={"description": "Number of rounds, skipped ones included."}
    )
    last_rfx_id = Id(required=True, allow_none=True)
    last_assessment_id = Id(required=True, allow_none=True)
    last_sent = fields.AwareDateTime(required=True)
    may_manage = fields.Boolean(required=True)


def schedule_values(body: Arguments) -> ScheduleValues:
    """Build the values of a schedule from a loaded body."""
    return ScheduleValues(
        every_months=body["every_months"],
        anchor=body["anchor"],
        next_on=body["next_on"],
        lead_days=body["lead_days"],
        starts_from=body["starts_from"],
        contact_ids=body["contact_ids"],
        owner_user_id=body["owner_user_id"],
    )
