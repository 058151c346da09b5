"""Schemas of bulk jobs."""

from typing import TypedDict

from marshmallow import ValidationError, fields, validate, validates_schema

from app.kernel.bulk.actions import MAX_ROWS
from app.kernel.bulk.models import BulkOutcome, BulkState
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema


class SelectionSchema(CamelSchema):
    """Selected rows of a list: `ids`, or its `filter`."""

    ids = fields.List(Id(), load_default=None, allow_none=True, validate=validate.Length(min=1, max=MAX_ROWS))
    filter = fields.Dict(
        keys=fields.String(),
        load_default=None,
        allow_none=True,
        metadata={"description": "The query of the list, without page and sort order."},
    )

    @validates_schema
    def _one_selection(self, data: Arguments, **_kwargs: object) -> None:
        if (data.get("ids") is None) == (data.get("filter") is None):
            raise ValidationError("Send either the ids or the filter.", "ids")


class BulkPreviewRequestSchema(SelectionSchema):
    """An action on selected rows."""

    kind = fields.String(required=True, validate=validate.Length(min=1, max=100))
    args = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "The arguments of the action; each kind has its own."},
    )


class BulkStartSchema(BulkPreviewRequestSchema):
    """An action whose preview was confirmed."""

    total = fields.Integer(
        required=True,
        validate=validate.Range(min=1, max=MAX_ROWS),
        metadata={"description": "The number of rows of the preview; `stale` (409) if it has changed."},
    )
    confirmed_mails = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=0, max=1_000_000),
        metadata={"description": "Required above 200 mails: their number, as typed by the user."},
    )


class BulkPreviewBody(TypedDict):
    """The parsed request of a preview."""

    kind: str
    ids: list[int] | None
    filter: Arguments | None
    args: Arguments


class BulkStartBody(BulkPreviewBody):
    """The parsed request of a start."""

    total: int
    confirmed_mails: int | None


class BulkReasonSchema(CamelSchema):
    """A row that cannot change."""

    label = fields.String(required=True)
    reason = fields.String(required=True)


class BulkReasonCountSchema(CamelSchema):
    """A reason and the number of rows that have it."""

    reason = fields.String(required=True)
    count = fields.Integer(required=True)


class BulkSampleMailSchema(CamelSchema):
    """One of the mails, as its recipient would read it."""

    to = fields.String(required=True)
    subject = fields.String(required=True)
    text = fields.String(required=True)


class BulkPreviewSchema(CamelSchema):
    """The expected result of an action. Nothing has been changed."""

    total = fields.Integer(required=True)
    ids = fields.List(
        Id(),
        required=True,
        allow_none=True,
        metadata={
            "description": "The rows that the filter matched: send these ids to change exactly them. Null if the action creates its records."
        },
    )
    will_change = fields.Integer(required=True)
    unchanged = fields.Integer(required=True)
    unchanged_reasons = fields.List(fields.Nested(BulkReasonCountSchema), required=True)
    cannot_total = fields.Integer(required=True)
    cannot_reasons = fields.List(fields.Nested(BulkReasonCountSchema), required=True)
    cannot = fields.List(
        fields.Nested(BulkReasonSchema), required=True, metadata={"description": "The first 20 of them."}
    )
    mails = fields.Integer(required=True, metadata={"description": "The number of people who get a mail."})
    sample_mail = fields.Nested(BulkSampleMailSchema, required=True, allow_none=True)


class BulkCountsSchema(CamelSchema):
    """The number of rows by outcome."""

    waiting = fields.Integer(required=True)
    done = fields.Integer(required=True)
    unchanged = fields.Integer(required=True)
    failed = fields.Integer(required=True)
    missing = fields.Integer(required=True, data_key="gone", attribute="gone")
    undone = fields.Integer(required=True)
    not_undone = fields.Integer(required=True)


class BulkJobSchema(CamelSchema):
    """A bulk job with its progress."""

    id = Id(required=True)
    kind = fields.String(required=True)
    title = fields.String(required=True)
    state = fields.Enum(BulkState, by_value=True, required=True)
    total = fields.Integer(required=True)
    processed = fields.Integer(
        required=True, metadata={"description": "Rows that the run, or the undo, has processed."}
    )
    to_process = fields.Integer(required=True)
    counts = fields.Nested(BulkCountsSchema, required=True)
    created = fields.DateTime(required=True)
    finished = fields.DateTime(required=True, allow_none=True)
    undo_until = fields.DateTime(required=True, allow_none=True)
    can_undo = fields.Boolean(required=True)


class BulkRowSchema(CamelSchema):
    """One row of a bulk job."""

    id = fields.Integer(required=True, attribute="position", metadata={"description": "Its place, from 0."})
    subject_id = Id(required=True, allow_none=True)
    label = fields.String(required=True)
    outcome = fields.Enum(BulkOutcome, by_value=True, required=True, allow_none=True)
    message = fields.String(required=True)
    url = fields.String(required=True, allow_none=True)


class BulkRowQuerySchema(ListQuerySchema):
    """The rows of a job, optionally with one outcome."""

    outcome = fields.Enum(BulkOutcome, by_value=True, load_default=None)
