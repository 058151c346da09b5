"""Schemas of types of documents, documents and requirements."""

from datetime import date

from marshmallow import fields, validate

from app.accounts.public import Email, PersonSchema
from app.documents.types import (
    GRACE_DAYS,
    ISSUER_LIMIT,
    MAX_AMOUNT,
    MAX_GRACE_DAYS,
    MAX_MONTHS,
    MAX_PAIRS,
    MAX_REMIND_DAYS,
    MAX_REMINDERS,
    MESSAGE_LIMIT,
    NAME_LIMIT,
    NUMBER_LIMIT,
    REASON_LIMIT,
    REMIND_DAYS,
    SCOPE_LIMIT,
    SITE_LIMIT,
    DocumentField,
    ShownState,
    Validity,
)
from app.files.public import AttachmentSchema
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, enum_list

NO_DAYS = f"Enter up to {MAX_REMINDERS} numbers of days from 0 to {MAX_REMIND_DAYS}."
NO_DATE = "Enter a date."
FIRST_DAY = date(1900, 1, 1)


def day(*, required: bool = False, description: str = "") -> fields.Date:
    """Return a field for a day from 1900 on; null and omitted unless `required`."""
    options = {"required": True} if required else {"load_default": None, "allow_none": True}
    return fields.Date(
        error_messages={"invalid": NO_DATE, "format": NO_DATE},
        validate=validate.Range(min=FIRST_DAY, error=NO_DATE),
        metadata={"description": description} if description else {},
        **options,
    )


class DocumentTypeSaveSchema(CamelSchema):
    """The editable values of a type of document."""

    name = Line(required=True, limit=NAME_LIMIT)
    standard = Line(load_default="", blank=True, limit=NAME_LIMIT)
    validity = fields.Enum(Validity, by_value=True, required=True)
    months = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(1, MAX_MONTHS, error=f"Enter 1 to {MAX_MONTHS} months."),
        metadata={"description": "Required for the validity MONTHS."},
    )
    fields_ = enum_list(DocumentField, data_key="fields")
    remind_days = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, MAX_REMIND_DAYS, error=NO_DAYS)),
        load_default=lambda: list(REMIND_DAYS),
        validate=validate.Length(max=MAX_REMINDERS, error=NO_DAYS),
        metadata={"description": "Days before the end on which the contacts are reminded."},
    )
    grace_days = fields.Integer(
        load_default=GRACE_DAYS,
        strict=True,
        validate=validate.Range(0, MAX_GRACE_DAYS, error=f"Enter 0 to {MAX_GRACE_DAYS} days."),
        metadata={"description": "Days after the end on which the contacts are reminded again; 0 for never."},
    )


class DocumentTypeBriefSchema(CamelSchema):
    """The type of a document or requirement."""

    id = Id(required=True)
    code = fields.String(
        required=True, allow_none=True, metadata={"description": "Of shipped types only, such as ISO9001."}
    )
    name = fields.String(required=True)
    standard = fields.String(required=True)
    validity = fields.Enum(Validity, by_value=True, required=True)
    months = fields.Integer(required=True, allow_none=True)
    fields_ = fields.List(
        fields.Enum(DocumentField, by_value=True), required=True, data_key="fields", attribute="fields"
    )


class DocumentTypeSchema(DocumentTypeBriefSchema):
    """A type of document that the organisation can ask for, or that a customer asks it for."""

    remind_days = fields.List(fields.Integer(), required=True)
    grace_days = fields.Integer(required=True)
    is_shipped = fields.Boolean(required=True)
    is_own = fields.Boolean(required=True, metadata={"description": "False for a customer's own type."})
    is_used = fields.Boolean(
        required=True, metadata={"description": "True if the organisation has asked a supplier for it."}
    )
    archived = fields.Boolean(required=True)


class DocumentChangeSchema(CamelSchema):
    """The details of a document."""

    number = Line(load_default="", blank=True, limit=NUMBER_LIMIT)
    issuer = Line(load_default="", blank=True, limit=ISSUER_LIMIT)
    scope = Line(load_default="", blank=True, breaks=True, limit=SCOPE_LIMIT)
    sites = Line(load_default="", blank=True, breaks=True, limit=SCOPE_LIMIT)
    issued_on = day()
    valid_until = day(description="The last valid day; without it, months are counted from `issuedOn`.")
    amount = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(1, MAX_AMOUNT, error="Enter the sum insured in whole units."),
        metadata={"description": "Sum insured, in whole units of `currency`."},
    )
    currency = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(equal=3, error="This is not a currency."),
        metadata={"description": "ISO 4217"},
    )
    is_date_confirmed = fields.Boolean(
        load_default=False,
        metadata={"description": "Accepts an end over 30 years away (error `dateUnconfirmed`)."},
    )


class NewDocumentSchema(DocumentChangeSchema):
    """A new document with its file."""

    type_id = Id(required=True)
    attachment_id = Id(required=True, metadata={"description": "An upload of the kind DOCUMENT."})
    supersedes_id = Id(
        load_default=None, allow_none=True, metadata={"description": "The earlier document that it replaces."}
    )
    send_to_customers = fields.Boolean(
        load_default=False,
        metadata={"description": "True to send it to the customers whose document it replaces."},
    )


class CustomerSchema(CamelSchema):
    """A customer that received a document."""

    id = Id(required=True)
    name = fields.String(required=True)


class DocumentSchema(CamelSchema):
    """A document as its customers see it."""

    id = Id(required=True)
    type = fields.Nested(DocumentTypeBriefSchema, required=True)
    number = fields.String(required=True)
    issuer = fields.String(required=True)
    scope = fields.String(required=True)
    sites = fields.String(required=True)
    issued_on = fields.Date(required=True, allow_none=True)
    valid_until = fields.Date(required=True, allow_none=True, metadata={"description": "Null: no end."})
    amount = fields.Integer(required=True, allow_none=True)
    currency = fields.String(required=True, allow_none=True)
    attachment = fields.Nested(AttachmentSchema, required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    created_by = fields.Nested(PersonSchema, required=True)


class ShelfDocumentSchema(DocumentSchema):
    """One of the organisation's own documents."""

    supersedes_id = Id(required=True, allow_none=True)
    superseded_by_id = Id(required=True, allow_none=True)
    customers = fields.List(
        fields.Nested(CustomerSchema),
        required=True,
        metadata={"description": "Those who have it. It can't be changed or deleted then."},
    )


class DocumentQuerySchema(ListQuerySchema):
    """Filters of the own documents."""

    search = Line(
        load_default="",
        blank=True,
        metadata={"description": "Part of the type, number, issuer, scope or sites."},
    )
    type_id = Id(load_default=None)
    superseded = fields.Boolean(
        load_default=False, metadata={"description": "True lists documents that were replaced too."}
    )


class RequirementQuerySchema(ListQuerySchema):
    """Filters of what customers want."""

    states = enum_list(ShownState)


class PartySchema(CamelSchema):
    """The buyer or the supplier of a requirement."""

    id = Id(required=True)
    name = fields.String(required=True)
    logo_url = fields.String(required=True, allow_none=True)


class RequirementActionsSchema(CamelSchema):
    """Actions that the viewer can take now."""

    ask = fields.Boolean(required=True)
    submit = fields.Boolean(required=True)
    accept = fields.Boolean(required=True)
    reject = fields.Boolean(required=True)
    waive = fields.Boolean(required=True)


class RequirementSchema(CamelSchema):
    """A type of document that a buyer wants from a supplier."""

    id = Id(required=True)
    relationship_id = Id(
        required=True, allow_none=True, metadata={"description": "Null for the supplier, who can't see it."}
    )
    buyer = fields.Nested(PartySchema, required=True)
    supplier = fields.Nested(PartySchema, required=True)
    type = fields.Nested(DocumentTypeBriefSchema, required=True)
    site = fields.String(required=True, metadata={"description": "Empty for the whole supplier."})
    state = fields.Enum(
        ShownState,
        by_value=True,
        required=True,
        metadata={"description": "Today, in the viewer's time zone."},
    )
    valid_until = fields.Date(
        required=True,
        allow_none=True,
        metadata={"description": "The end of the document that was accepted last."},
    )
    document = fields.Nested(
        DocumentSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The document that was submitted last."},
    )
    asked_on = fields.Date(required=True, allow_none=True)
    asked_of = fields.Nested(
        PersonSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null: everyone with the permission ANSWER_RFX."},
    )
    asked_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    due = fields.Date(required=True, allow_none=True)
    message = fields.String(required=True)
    reviewed_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    reviewed = fields.AwareDateTime(required=True, allow_none=True)
    reason = fields.String(required=True, metadata={"description": "Of the last rejection."})
    waived_until = fields.Date(required=True, allow_none=True)
    waiver_reason = fields.String(
        required=True, allow_none=True, metadata={"description": "For the buyer only."}
    )
    offers = fields.List(
        fields.Nested(DocumentSchema),
        required=True,
        metadata={
            "description": "For the supplier: its valid documents of the type, newest first, at most 10 of them."
        },
    )
    actions = fields.Nested(RequirementActionsSchema, required=True)


class SummaryRowSchema(CamelSchema):
    """A requirement in the summary of a supplier."""

    id = Id(required=True)
    type = fields.String(required=True, metadata={"description": "The name of the type."})
    site = fields.String(required=True)
    state = fields.Enum(ShownState, by_value=True, required=True)
    valid_until = fields.Date(required=True, allow_none=True)
    waived_until = fields.Date(required=True, allow_none=True)


class DocumentSummarySchema(CamelSchema):
    """The requirements of a supplier that need attention first, and the number of all."""

    rows = fields.List(fields.Nested(SummaryRowSchema), required=True)
    total = fields.Integer(required=True)


class RequirementDetailSchema(RequirementSchema):
    """A requirement with all documents that were submitted for it, the latest first."""

    documents = fields.List(fields.Nested(DocumentSchema), required=True)


class DocumentRequestSchema(CamelSchema):
    """A request to suppliers for documents."""

    relationship_ids = fields.List(Id(), required=True, validate=validate.Length(min=1, max=MAX_PAIRS))
    type_ids = fields.List(Id(), required=True, validate=validate.Length(min=1, max=MAX_PAIRS))
    site = Line(load_default="", blank=True, limit=SITE_LIMIT)
    message = Line(load_default="", blank=True, breaks=True, limit=MESSAGE_LIMIT)
    due = day(description="By default in 14 days.")
    user_id = Id(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "The contact, if one supplier is asked; by default everyone with the permission ANSWER_RFX."
        },
    )
    email = Email(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=320),
        metadata={"description": "Instead of `userId`: a person without an account, who gets a link."},
    )
    name = Line(
        load_default=None,
        allow_none=True,
        blank=True,
        metadata={"description": "The name of the person with this e-mail address."},
    )


class SkippedSchema(CamelSchema):
    """A pair that was not asked for: it is under review, waived, or valid for long."""

    relationship_id = Id(required=True)
    type_id = Id(required=True)
    state = fields.Enum(ShownState, by_value=True, required=True)


class AskedSchema(CamelSchema):
    """The result of a request."""

    requirement_ids = fields.List(Id(), required=True)
    skipped = fields.List(fields.Nested(SkippedSchema), required=True)


class SubmissionSchema(CamelSchema):
    """The own document to submit."""

    document_id = Id(required=True)


class RejectionSchema(CamelSchema):
    """The reason of a rejection, which the supplier gets."""

    reason = Line(required=True, blank=True, breaks=True, limit=REASON_LIMIT)


class WaiverSchema(CamelSchema):
    """The last day and the reason of a waiver, which the supplier does not see."""

    until = day(required=True)
    reason = Line(required=True, blank=True, breaks=True, limit=REASON_LIMIT)
