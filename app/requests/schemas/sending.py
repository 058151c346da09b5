"""Schemas of sending a request."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from marshmallow import fields, validate

from app.compose.public import (
    MAX_DOCUMENTS,
    TOO_MANY_DOCUMENTS,
    ContentSchema,
    RecipientChoice,
    RecipientsSchema,
)
from app.files.public import AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Id, Moment
from app.requests.schemas.requests import RequestFormSchema, RequestSchema
from app.rfx.public import RequestType


class NewRequestSchema(ContentSchema):
    """A new request: its content, its recipients, and when it is sent."""

    type = fields.Enum(RequestType, by_value=True, required=True)
    recipients = fields.Nested(RecipientsSchema, required=True)
    is_sealed = fields.Boolean(
        load_default=False,
        metadata={"description": "Answers are readable only after the deadline, which is required then."},
    )
    links_need_code = fields.Boolean(
        load_default=False,
        metadata={"description": "Guests confirm their links with a code that they get by mail."},
    )
    send_at = Moment(
        load_default=None,
        allow_none=True,
        metadata={"description": "The time of sending; without it the request is sent now."},
    )
    carries_answers = fields.Boolean(
        load_default=False,
        metadata={
            "description": "Each supplier that has submitted one of these documents gets its last answers to confirm."
        },
    )
    previous_rfx_id = Id(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The submitted RFx whose answers its respondent, the only recipient, gets to confirm."
        },
    )


class NewRequestBody(TypedDict):
    """Loaded `NewRequestSchema`."""

    type: RequestType
    subject: str
    html: str
    recipients: RecipientChoice
    doc_form_ids: Sequence[int]
    doc_form_bundle_id: int | None
    attachment_ids: Sequence[int]
    deadline: datetime | None
    is_sealed: bool
    links_need_code: bool
    send_at: datetime | None
    carries_answers: bool
    previous_rfx_id: int | None


class PartnerSchema(CamelSchema):
    """An organisation by name."""

    id = Id(required=True)
    name = fields.String(required=True)


class AddSuppliersSchema(CamelSchema):
    """More suppliers for a request."""

    recipients = fields.Nested(RecipientsSchema, required=True)


class AddSuppliersBody(TypedDict):
    """Loaded `AddSuppliersSchema`."""

    recipients: RecipientChoice


class PreviewRecipientsSchema(AddSuppliersSchema):
    """Recipients to check, of a new request or in addition to an existing one."""

    request_id = Id(load_default=None, allow_none=True)
    doc_form_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(max=MAX_DOCUMENTS, error=TOO_MANY_DOCUMENTS),
        metadata={
            "description": "The documents of the request, to count the suppliers with earlier answers."
        },
    )


class PreviewRecipientsBody(AddSuppliersBody):
    """Loaded `PreviewRecipientsSchema`."""

    request_id: int | None
    doc_form_ids: Sequence[int]


class RecipientProblemSchema(CamelSchema):
    """An entry that gets no RFx."""

    line = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The line of the pasted list, from 1; null for an organisation."},
    )
    text = fields.String(required=True)
    sentence = fields.String(required=True)


class RecipientPreviewSchema(CamelSchema):
    """The recipients that a request would go to. Nothing has been sent."""

    total = fields.Integer(required=True, metadata={"description": "The number of RFxs."})
    organisations = fields.Integer(required=True)
    people = fields.Integer(required=True, metadata={"description": "Addressed users of the organisations."})
    guests = fields.Integer(required=True)
    duplicates = fields.Integer(
        required=True, metadata={"description": "Entries that repeat another one. They are sent once."}
    )
    present = fields.Integer(
        required=True, metadata={"description": "Entries that have the request already. They are left out."}
    )
    unrelated = fields.Integer(
        required=True,
        metadata={
            "description": "Organisations that match the filter but have no relationship with the user's, up to 1,000. "
            "They are left out."
        },
    )
    problems = fields.List(fields.Nested(RecipientProblemSchema), required=True)
    errors = fields.List(fields.String(), required=True)
    can_send = fields.Boolean(
        required=True,
        metadata={"description": "False while a line or a chosen organisation has a problem."},
    )
    in_background = fields.Boolean(
        required=True, metadata={"description": "True if sending continues after the response."}
    )
    with_answers = fields.Integer(
        required=True,
        metadata={"description": "The number of suppliers that have submitted one of the documents before."},
    )


class StartedRequestSchema(RequestSchema):
    """A request whose sending was started."""

    bulk_job_id = Id(
        required=True,
        allow_none=True,
        metadata={
            "description": "The bulk job that sends to many suppliers; null if the request was sent to all."
        },
    )


class RequestCopySchema(CamelSchema):
    """The content of an earlier request, for a new one."""

    type = fields.String(required=True, validate=validate.OneOf(list(RequestType)))
    title = fields.String(required=True)
    message_html = fields.String(required=True)
    doc_forms = fields.List(
        fields.Nested(RequestFormSchema),
        required=True,
        metadata={"description": "Newest published revisions."},
    )
    missing = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Titles of documents that can no longer be sent."},
    )
    deadline = fields.DateTime(
        required=True, allow_none=True, metadata={"description": "Null if it has passed."}
    )
    is_sealed = fields.Boolean(required=True)
    links_need_code = fields.Boolean(required=True)
    attachments = fields.List(fields.Nested(AttachmentSchema), required=True)


class NewRoundSchema(RequestCopySchema):
    """The content of a new round of an RFx, with its respondent: an organisation or a guest."""

    organisation = fields.Nested(PartnerSchema, required=True, allow_none=True)
    guest = fields.String(
        required=True, allow_none=True, metadata={"description": "`Jo Park <jo@x.example>`."}
    )
    submitted = fields.DateTime(required=True, allow_none=True)


class SendArgsSchema(CamelSchema):
    """The arguments of the bulk action: the request that is sent."""

    request_id = Id(required=True)
