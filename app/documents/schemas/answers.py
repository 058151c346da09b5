"""Schemas of the documents next to the file questions of an RFx."""

from marshmallow import fields

from app.documents.schemas.documents import DocumentTypeBriefSchema, RequirementSchema
from app.files.public import AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Id


class OfferedDocumentSchema(CamelSchema):
    """The newest own document of a type, a valid one first."""

    number = fields.String(required=True)
    valid_until = fields.Date(required=True, allow_none=True)
    has_ended = fields.Boolean(required=True)
    attachment = fields.Nested(AttachmentSchema, required=True, allow_none=True)


class OfferedTypeSchema(CamelSchema):
    """A type of document that questions of the RFx ask for."""

    document_type = fields.String(
        required=True, metadata={"description": "The attribute `documentType` of the questions."}
    )
    type = fields.Nested(DocumentTypeBriefSchema, required=True)
    document = fields.Nested(OfferedDocumentSchema, required=True, allow_none=True)
    requirement = fields.Nested(
        RequirementSchema,
        required=True,
        allow_none=True,
        metadata={"description": "What the requester of the RFx waits for."},
    )


class AnswerFileSchema(CamelSchema):
    """A file of an answer."""

    attachment_id = Id(required=True)
    type_name = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null for an own upload that is no document yet."},
    )
    valid_until = fields.Date(required=True, allow_none=True)


class AnswerDocumentsSchema(CamelSchema):
    """The documents next to the file questions of an RFx."""

    offers = fields.List(
        fields.Nested(OfferedTypeSchema),
        required=True,
        metadata={"description": "For users of the respondent with the permission ANSWER_RFX."},
    )
    files = fields.List(fields.Nested(AnswerFileSchema), required=True)
