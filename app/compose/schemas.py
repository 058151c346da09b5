"""Schemas of new messages."""

from collections.abc import Mapping

from marshmallow import ValidationError, fields, post_load, validate

from app.compose.operations.recipients import RecipientChoice
from app.compose.types import NewGuest, NewMessageType
from app.files.public import MAX_ATTACHMENTS
from app.kernel.email_addresses import named_address
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import (
    SUBJECT_LIMIT,
    TAG_LIMIT,
    CamelSchema,
    Html,
    Id,
    Line,
    Moment,
    enum_list,
)
from app.kernel.sanitise import plain_text
from app.messages.public import ThreadSchema
from app.network.public import (
    OrganisationQuerySchema,
    RelationshipLevel,
    organisation_filter,
)

NO_BODY = "Please enter a message."
NO_SUBJECT = "A subject is required."
NO_TYPE = "Choose a type of message."
BAD_EMAIL = "This is not a valid e-mail address."
MAX_IDS = 200
MAX_CHOSEN = 1_000
"""Higher than the maximum number of suppliers, so that duplicates cause no separate error."""
MAX_PASTED = 100_000
MAX_DOCUMENTS = 20
TOO_MANY_DOCUMENTS = "At most 20 documents can be sent together."


class Body(Html):
    """The message: rich text that contains visible text."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> str:
        html = super()._deserialize(value, attr, data, **kwargs)
        if not plain_text(html):
            raise ValidationError(NO_BODY)
        return html


class GuestAddress(fields.String):
    """An e-mail address, optionally with a name: `Jo Park <jo@example.org>`."""

    def _deserialize(  # type: ignore[override]
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> NewGuest:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            name, email = named_address(text)
        except ValueError as error:
            raise ValidationError(BAD_EMAIL) from error
        return NewGuest(name=name, email=email)


class Subject(Line):
    """The subject, at most 300 characters."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> str:
        if isinstance(value, str) and not value.strip():
            raise ValidationError(NO_SUBJECT)
        return super()._deserialize(value, attr, data, **kwargs)


class ContentSchema(CamelSchema):
    """The content of a message or request: subject, text, documents, files and deadline."""

    subject = Subject(
        required=True, limit=SUBJECT_LIMIT, error_messages={"required": NO_SUBJECT, "null": NO_SUBJECT}
    )
    html = Body(required=True, error_messages={"required": NO_BODY, "null": NO_BODY})
    doc_form_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(max=MAX_DOCUMENTS, error=TOO_MANY_DOCUMENTS),
    )
    doc_form_bundle_id = Id(
        load_default=None,
        allow_none=True,
        metadata={"description": "The bundle to send as a whole; docFormIds are then its forms, or omitted."},
    )
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(
            max=MAX_ATTACHMENTS, error=f"At most {MAX_ATTACHMENTS} files can be attached."
        ),
    )
    deadline = Moment(load_default=None, allow_none=True)


class NewThreadSchema(ContentSchema):
    """The request of the New Message form (specification section 3, New thread payload fields)."""

    type = fields.String(
        required=True,
        validate=validate.OneOf(list(NewMessageType), error=NO_TYPE),
        error_messages={"required": NO_TYPE, "null": NO_TYPE},
    )
    rfx_type = fields.String(load_default=None, allow_none=True, validate=validate.OneOf(["RFI"]))
    to_organisation_ids = fields.List(Id(), load_default=list, validate=validate.Length(max=MAX_IDS))
    to_user_ids = fields.List(Id(), load_default=list, validate=validate.Length(max=MAX_IDS))
    to_emails = fields.List(GuestAddress(), load_default=list, validate=validate.Length(max=MAX_IDS))


class NewThreadResultSchema(ThreadSchema):
    """The first started thread, with the ids of all threads and, for RFI and NDA, of the RFxs and their request."""

    request_id = Id(required=True, allow_none=True)
    thread_ids = fields.List(Id(), required=True)
    rfx_ids = fields.List(Id(), required=True)


class RecipientsSchema(CamelSchema):
    """The recipients of a request. Each supplier gets one RFx, even if it was chosen in several ways."""

    organisation_ids = fields.List(Id(), load_default=list, validate=validate.Length(max=MAX_CHOSEN))
    user_ids = fields.List(Id(), load_default=list, validate=validate.Length(max=MAX_CHOSEN))
    tags = fields.List(
        Line(limit=TAG_LIMIT), load_default=list, validate=validate.Length(max=100),
        metadata={"description": "Suppliers with one of these tags."},
    )  # fmt: skip
    levels = enum_list(RelationshipLevel)
    filter = fields.Nested(
        OrganisationQuerySchema,
        load_default=None,
        allow_none=True,
        metadata={"description": "All that match this query of the organisations list."},
    )
    pasted = fields.String(
        load_default="",
        validate=validate.Length(max=MAX_PASTED, error="This list is too long."),
        metadata={
            "description": "Names and addresses, `Jo Park <jo@x.example>`, separated by line breaks, commas, "
            "semicolons or tabs; at most 500."
        },
    )

    @post_load
    def _choice(self, loaded: Arguments, **_kwargs: object) -> RecipientChoice:
        query = loaded.pop("filter")
        return RecipientChoice(**loaded, filter=organisation_filter(query) if query is not None else None)
