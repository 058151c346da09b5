"""Schemas of the documents that a guest sends by link, and of the details that were found in a file."""

from marshmallow import fields

from app.documents.schemas.documents import DocumentChangeSchema, DocumentTypeBriefSchema
from app.documents.types import ShownState
from app.files.public import AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Id


class GuestFileSchema(DocumentChangeSchema):
    """The file that a guest sends, with its details."""

    attachment_id = Id(required=True, metadata={"description": "An upload of the kind DOCUMENT."})


class SentDocumentSchema(CamelSchema):
    """The document that the buyer got last."""

    number = fields.String(required=True)
    valid_until = fields.Date(required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    attachment = fields.Nested(AttachmentSchema, required=True, allow_none=True)


class GuestRequirementSchema(CamelSchema):
    """A document that a guest is asked for."""

    id = Id(required=True)
    type = fields.Nested(DocumentTypeBriefSchema, required=True)
    site = fields.String(required=True)
    state = fields.Enum(ShownState, by_value=True, required=True)
    is_open = fields.Boolean(required=True, metadata={"description": "True if it waits for a document."})
    asked_by_name = fields.String(required=True, allow_none=True)
    due = fields.Date(required=True, allow_none=True)
    message = fields.String(required=True)
    reason = fields.String(required=True, metadata={"description": "Of the last rejection."})
    valid_until = fields.Date(
        required=True,
        allow_none=True,
        metadata={"description": "The end of the document that was accepted last."},
    )
    document = fields.Nested(SentDocumentSchema, required=True, allow_none=True)


class DocumentReadingSchema(CamelSchema):
    """Details that were found in a file: proposals, which are not stored with a document unless they are sent with it."""

    is_finished = fields.Boolean(required=True)
    issued_on = fields.Date(required=True, allow_none=True)
    valid_until = fields.Date(required=True, allow_none=True)
    number = fields.String(required=True)
