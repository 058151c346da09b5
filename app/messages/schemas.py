"""Schemas of threads and messages (specification section 3, MessageThread and Message)."""

from marshmallow import fields, validate

from app.accounts.public import PersonSchema
from app.files.public import MAX_ATTACHMENTS, AttachmentSchema
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Html, Id, ListQuerySchema, SortBy, enum_list
from app.messages import queries
from app.messages.queries import (
    SORTS,
)
from app.messages.types import EMPTY_SENTENCE, ThreadTag, ThreadType


class ThreadQuerySchema(ListQuerySchema):
    """Filters of the thread list."""

    search = fields.String(load_default="", validate=validate.Length(max=300))
    subject = fields.String(load_default="", validate=validate.Length(max=300))
    tags = enum_list(
        ThreadTag,
        load_default=[ThreadTag.INBOX],
        metadata={"description": "Threads that have all of these tags; by default inbox."},
    )
    filter_type_task = fields.Boolean(
        load_default=False, metadata={"description": "Threads attached to a task."}
    )
    filter_type_rfi = fields.Boolean(
        load_default=False,
        metadata={"description": "Threads of an RFI; with filterTypeTask, threads that match either."},
    )
    sort = SortBy(SORTS, first="-activity")


class ThreadPartySchema(CamelSchema):
    """Organisation in a thread."""

    id = Id(required=True)
    name = fields.String(required=True)


class ThreadPersonSchema(PersonSchema):
    """User in a thread, with their organisation."""

    organisation = fields.Nested(ThreadPartySchema, required=True)


class LastMessageSchema(CamelSchema):
    """The newest message of a thread."""

    id = Id(required=True)
    sample = fields.String(
        required=True, metadata={"description": "The first 140 characters, as plain text."}
    )
    created = fields.AwareDateTime(required=True)
    created_by = fields.Nested(ThreadPersonSchema, required=True)


class ThreadHeadSchema(CamelSchema):
    """Common fields of a thread in a list and on its page."""

    id = Id(required=True)
    type = fields.Enum(ThreadType, by_value=True, required=True)
    subject = fields.String(required=True)
    tags = fields.List(
        fields.String(validate=validate.OneOf(list(ThreadTag))),
        required=True,
        metadata={"description": "The viewer's tags."},
    )
    last_message = fields.Nested(LastMessageSchema, required=True)
    last_activity = fields.AwareDateTime(required=True)
    message_count = fields.Integer(required=True)


class ThreadRowSchema(ThreadHeadSchema):
    """Thread in a list."""

    other_organisations = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Names of the other organisations that take part: the first four."},
    )
    counterpart = fields.Nested(
        ThreadPersonSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "If the last message is from the viewer's organisation: the first participant of another one."
        },
    )


class MessageSchema(CamelSchema):
    """Message with its attachments."""

    id = Id(required=True)
    type = fields.String(required=True)
    created = fields.AwareDateTime(required=True)
    created_by = fields.Nested(ThreadPersonSchema, required=True)
    sample = fields.String(required=True)
    html = fields.String(required=True)
    attachments = fields.List(fields.Nested(AttachmentSchema), required=True)


class ThreadSubjectSchema(CamelSchema):
    """Subject of a thread: its name and its path."""

    name = fields.String(required=True)
    path = fields.String(required=True)


class ThreadSchema(ThreadHeadSchema):
    """Thread with its messages, oldest first, and its participants."""

    created = fields.AwareDateTime(required=True)
    messages = fields.List(fields.Nested(MessageSchema), required=True)
    older_count = fields.Integer(
        required=True, metadata={"description": "Number of older messages left out; `from` includes them."}
    )
    participants = fields.List(fields.Nested(ThreadPersonSchema), required=True)
    takes_part = fields.Boolean(required=True)
    may_reply = fields.Boolean(required=True)
    belongs_to = fields.Nested(
        ThreadSubjectSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "The non-conformance that the thread is about; null for a plain conversation."
        },
    )


class ThreadDetailQuerySchema(CamelSchema):
    """Range of messages to return of a long thread."""

    from_ = Id(
        load_default=None,
        data_key="from",
        metadata={"description": "Include all messages since this one; by default the newest 200."},
    )


class SendMessageSchema(CamelSchema):
    """Reply in a thread."""

    html = Html(required=True, error_messages={"required": EMPTY_SENTENCE})
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(
            max=MAX_ATTACHMENTS, error=f"At most {MAX_ATTACHMENTS} files can be attached."
        ),
    )


class TrashSchema(CamelSchema):
    """Deletion or restoration of a thread."""

    trash = fields.Boolean(required=True)


def thread_filter(query: Arguments) -> queries.ThreadFilter:
    """Return the filters of the thread list from its query parameters."""
    return queries.ThreadFilter(
        search=query["search"],
        subject=query["subject"],
        tags=query["tags"],
        of_tasks=query["filter_type_task"],
        of_rfis=query["filter_type_rfi"],
    )
