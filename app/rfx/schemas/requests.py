"""Queries and request bodies of the RFx endpoints."""

from collections.abc import Collection
from datetime import datetime
from typing import TypedDict

from marshmallow import ValidationError, fields, validate

from app.kernel.bulk.schemas import SelectionSchema
from app.kernel.db.deadlines import SeenDeadline
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, Moment, SortBy, Words, due_filter
from app.rfx.queries import lists
from app.rfx.queries.lists import SORTS
from app.rfx.types import RfxStatus

INCLUDES = ("html", "rwMap", "fields", "tasks", "reuse")


FORMATS = ("xlsx", "csv", "pdf")
WORKBOOK = "workbook"
"""Format of the workbook to fill in."""


MAX_VALUES = 2_000
TOO_MANY_VALUES = f"At most {MAX_VALUES:,} answers can be saved at once."


MAX_KEY = 200


MAX_REASON = 2_000


class RfxQuerySchema(ListQuerySchema):
    """Filters of the list of RFxs (specification section 7)."""

    search = Line(load_default="", blank=True)
    supplier_name = Line(load_default="", blank=True)
    relationship_id = Id(load_default=None)
    new = fields.Boolean(load_default=False)
    pending = fields.Boolean(load_default=False)
    in_progress = fields.Boolean(load_default=False)
    completed = fields.Boolean(load_default=False)
    declined = fields.Boolean(load_default=False)
    expired = fields.Boolean(load_default=False)
    direction = fields.Enum(lists.Direction, by_value=True, load_default=None)
    due = due_filter()
    sort = SortBy(SORTS, first="-ref")


class IncludesSchema(CamelSchema):
    """Optional parts of an RFx (`i`)."""

    i = Words(INCLUDES, load_default=list)


class GivenValueSchema(CamelSchema):
    """An answer, and the iteration that it is based on (0: none)."""

    value = fields.Raw(required=True, allow_none=True)
    base_iteration = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=2**31 - 1))


def validate_keys(values: Collection[str]) -> None:
    """Raise ValidationError for too many value keys, and for texts that no value key can be."""
    if len(values) > MAX_VALUES:
        raise ValidationError(TOO_MANY_VALUES)
    if any(len(key) > MAX_KEY or not key.isprintable() for key in values):
        raise ValidationError("One of the fields has a name that no field can have.")


class ValuesSchema(CamelSchema):
    """Answers by value key."""

    values = fields.Dict(
        keys=fields.String(), values=fields.Nested(GivenValueSchema), required=True, validate=validate_keys
    )


class NewValueBody(TypedDict):
    """Loaded `GivenValueSchema`."""

    value: object
    base_iteration: int


class ValuesBody(TypedDict):
    """Loaded `ValuesSchema`."""

    values: dict[str, NewValueBody]


class ReasonSchema(CamelSchema):
    """Reason for declining or withdrawing an RFx."""

    reason = Line(required=True, breaks=True, limit=MAX_REASON)


class ReasonBody(TypedDict):
    """Loaded `ReasonSchema`."""

    reason: str


class ReopenSchema(CamelSchema):
    """Fields that a limited reopening leaves writable; all of them if empty or null."""

    fields_ = fields.List(
        fields.String(), load_default=None, allow_none=True, data_key="fields", attribute="fields",
        validate=validate.Length(max=MAX_VALUES),
    )  # fmt: skip


class ReopenBody(TypedDict):
    """Loaded `ReopenSchema`."""

    fields: list[str] | None


class DeadlineBasisSchema(CamelSchema):
    """Deadline that was loaded before the change, or null for none."""

    deadline = Moment(required=True, allow_none=True)


class DeadlineSchema(CamelSchema):
    """A deadline, or null for none."""

    deadline = Moment(required=True, allow_none=True)
    based_on = fields.Nested(
        DeadlineBasisSchema,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The deadline that was loaded. If another user has changed it since, the response is 409 "
            "with code `stale` and `now`."
        },
    )


class DeadlineBasis(TypedDict):
    """Loaded `DeadlineBasisSchema`."""

    deadline: datetime | None


class DeadlineBody(TypedDict):
    """Loaded `DeadlineSchema`."""

    deadline: datetime | None
    based_on: DeadlineBasis | None


def seen_deadline(body: DeadlineBody) -> SeenDeadline | None:
    """Return the deadline that a `DeadlineSchema` body is based on; None without `based_on`."""
    base = body["based_on"]
    return None if base is None else SeenDeadline(base["deadline"])


class IgnoredSchema(CamelSchema):
    """Removal of an RFx from its assessment."""

    ignored = fields.Boolean(required=True)


class IgnoredBody(TypedDict):
    """Loaded `IgnoredSchema`."""

    ignored: bool


class ExportRequestSchema(CamelSchema):
    """Format of a download."""

    format = fields.String(
        required=True,
        validate=validate.OneOf((*FORMATS, WORKBOOK)),
        metadata={"description": "`workbook` is a workbook to fill in, for the respondent."},
    )


class ExportRequestBody(TypedDict):
    """Loaded `ExportRequestSchema`."""

    format: str


class ArchiveRequestSchema(SelectionSchema):
    """The selected RFxs, and the format of the file of each."""

    format = fields.String(required=True, validate=validate.OneOf(FORMATS))


class ArchiveRequestBody(TypedDict):
    """Loaded `ArchiveRequestSchema`."""

    format: str
    ids: list[int] | None
    filter: Arguments | None


class NothingSchema(CamelSchema):
    """An empty body."""


STATUS_FLAGS = {
    "new": RfxStatus.NEW,
    "pending": RfxStatus.PENDING,
    "in_progress": RfxStatus.INPROGRESS,
    "completed": RfxStatus.COMPLETED,
    "declined": RfxStatus.DECLINED,
    "expired": RfxStatus.EXPIRED,
}


def rfx_filter(query: Arguments) -> lists.RfxFilter:
    """Build the filter of the list from its query; without a status flag all statuses match."""
    return lists.RfxFilter(
        search=query["search"],
        supplier_name=query["supplier_name"],
        relationship_id=query["relationship_id"],
        statuses=[status for flag, status in STATUS_FLAGS.items() if query[flag]],
        direction=query["direction"],
        due=query["due"],
    )
