"""Schemas of the audit log."""

from datetime import date, datetime, time
from typing import TypedDict
from zoneinfo import ZoneInfo

from marshmallow import fields, validate

from app.audit.policies import AREAS
from app.audit.queries.entries import EntryFilter
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, PageParameters

DAY = "A day in the user's time zone, included."


class AuditFilterSchema(CamelSchema):
    """The filters of the audit log."""

    user_id = Id(load_default=None, allow_none=True, metadata={"description": "The user who did it."})
    area = fields.String(load_default=None, allow_none=True, validate=validate.OneOf(AREAS))
    since = fields.Date(load_default=None, allow_none=True, metadata={"description": DAY})
    until = fields.Date(load_default=None, allow_none=True, metadata={"description": DAY})
    address = Line(load_default="", limit=60, blank=True, metadata={"description": "A whole IP address."})
    search = Line(
        load_default="",
        limit=200,
        blank=True,
        metadata={"description": "A person, an action or a whole IP address."},
    )


class AuditQuerySchema(AuditFilterSchema, ListQuerySchema):
    """The filters and the requested page of the audit log."""


class AuditFilter(TypedDict):
    user_id: int | None
    area: str | None
    since: date | None
    until: date | None
    address: str
    search: str


class AuditQuery(AuditFilter, PageParameters):
    pass


class AuditPersonSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class AuditRecordSchema(CamelSchema):
    """A record that an entry is about."""

    kind = fields.String(required=True, metadata={"description": "Such as `RFx`."})
    name = fields.String(required=True, metadata={"description": "Its present name, or its number."})
    href = fields.String(required=True, allow_none=True)


class AuditEntrySchema(CamelSchema):
    """An entry of the audit log, with the present names."""

    id = Id(required=True)
    type = fields.String(required=True)
    title = fields.String(required=True, metadata={"description": "The area and the action."})
    created = fields.DateTime(required=True)
    user = fields.Nested(
        AuditPersonSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null for the product itself and for failed sign-ins."},
    )
    records = fields.List(fields.Nested(AuditRecordSchema), required=True)
    fields_ = fields.List(
        fields.String(), required=True, data_key="fields", metadata={"description": "The changed fields."}
    )
    address = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null for background jobs and for people of other organisations."},
    )


class AuditExportSchema(CamelSchema):
    """The file of the audit log."""

    format = fields.String(required=True, validate=validate.OneOf(["CSV", "JSONL"]))
    filter = fields.Nested(AuditFilterSchema, load_default=lambda: AuditFilterSchema().load({}))


def entry_filter(values: AuditFilter | Arguments, zone: ZoneInfo) -> EntryFilter:
    """Return the filter of a loaded query; its days are in `zone`."""
    since, until = values["since"], values["until"]
    return EntryFilter(
        user_id=values["user_id"],
        area=values["area"],
        since=datetime.combine(since, time(), zone) if since else None,
        until=datetime.combine(until, time.max, zone) if until else None,
        address=values["address"],
        search=values["search"],
    )
