"""Schemas of the form of a non-conformance (specification section 3, NonConformance; section 5, NCR)."""

from datetime import date
from typing import Any, TypedDict

from marshmallow import ValidationError, fields, validate

from app.files.public import MAX_ATTACHMENTS
from app.kernel.http.schemas import SUBJECT_LIMIT, CamelSchema, Html, Id, Line
from app.ncr.operations.saving import NO_SUPPLIER
from app.ncr.types import (
    MAX_QUANTITY,
    MIN_EVENT_DATE,
    NOTE_LIMIT,
    PART_LIMIT,
    Disposition,
    NcrSeverity,
    NcrType,
)

NO_DATE = "A valid date is required."
EARLY_DATE = "The date must not be before 01/01/2000."
NO_ACCOUNT = "An 'Account Name' is required."
NO_SUMMARY = "A summary is required."
NO_QUANTITY = f"Enter a whole number from 0 to {MAX_QUANTITY:,}."
COST_LIMIT = 13
"""Characters of an amount: ten digits and two decimals."""


class RequiredLine(Line):
    """Required line of text with its own error text."""

    def __init__(self, error_text: str, **kwargs: Any) -> None:
        self.error_text = error_text
        super().__init__(error_messages={"required": error_text, "null": error_text}, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: object) -> str:
        if isinstance(value, str) and not value.strip():
            raise ValidationError(self.error_text)
        return super()._deserialize(value, attr, data, **kwargs)


class OptionalLine(Line):
    """Line of text that may be empty; an empty one is loaded as None."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(blank=True, load_default=None, allow_none=True, **kwargs)

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: object) -> Any:
        return super()._deserialize(value, attr, data, **kwargs) or None


class EventDate(fields.Date):
    """Day of the event, not before 01/01/2000."""

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: object) -> date:
        try:
            day: date = super()._deserialize(value, attr, data, **kwargs)
        except ValidationError as error:
            raise ValidationError(NO_DATE) from error
        if day < MIN_EVENT_DATE:
            raise ValidationError(EARLY_DATE)
        return day


def quantity() -> fields.Integer:
    """Return a field for a number of parts, which may be missing."""
    return fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(min=0, max=MAX_QUANTITY, error=NO_QUANTITY),
        error_messages={"invalid": NO_QUANTITY, "too_large": NO_QUANTITY},
    )


class NcrSaveSchema(CamelSchema):
    """Body of the form for a new non-conformance."""

    supplier_relationship_id = Id(
        required=True, error_messages={"required": NO_SUPPLIER, "null": NO_SUPPLIER}
    )
    title = RequiredLine(NO_SUMMARY, required=True, limit=SUBJECT_LIMIT)
    description = Html(load_default=None, allow_none=True)
    event_date = EventDate(required=True, error_messages={"required": NO_DATE, "null": NO_DATE})
    account_name = RequiredLine(NO_ACCOUNT, required=True)
    type = fields.Enum(NcrType, by_value=True, load_default=NcrType.QUALITY)
    severity = fields.Enum(NcrSeverity, by_value=True, load_default=NcrSeverity.MINOR)
    job_title = OptionalLine()
    job_ref = OptionalLine()
    created_by_id = Id(
        load_default=None,
        allow_none=True,
        metadata={"description": "The reporter, a user of the own organisation; null: the actor."},
    )
    reported_by_name = OptionalLine()
    assigned_to_organisation_id = Id(load_default=None, allow_none=True)
    assigned_to_user_id = Id(
        load_default=None, allow_none=True, metadata={"description": "Null: anyone at the organisation."}
    )
    due = fields.Date(
        load_default=None,
        allow_none=True,
        error_messages={"invalid": NO_DATE},
        metadata={"description": "The day by which it is to be resolved."},
    )
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(
            max=MAX_ATTACHMENTS, error=f"At most {MAX_ATTACHMENTS} files can be attached."
        ),
    )
    part_number = OptionalLine(limit=PART_LIMIT)
    batch = OptionalLine(limit=PART_LIMIT)
    order_ref = OptionalLine(limit=PART_LIMIT)
    quantity_delivered = quantity()
    quantity_checked = quantity()
    quantity_defective = quantity()
    defect_code_id = Id(load_default=None, allow_none=True)
    cost = OptionalLine(
        limit=COST_LIMIT, metadata={"description": "Internal. For example '1250.00'; needs a currency."}
    )
    currency = OptionalLine(limit=3, metadata={"description": "Internal. A code of ISO 4217."})
    disposition = fields.Enum(
        Disposition, by_value=True, load_default=None, allow_none=True, metadata={"description": "Internal."}
    )
    internal_note = OptionalLine(
        limit=NOTE_LIMIT, breaks=True, metadata={"description": "Only the own organisation sees it."}
    )


class NcrSaveBody(TypedDict):
    """Loaded `NcrSaveSchema`."""

    supplier_relationship_id: int
    title: str
    description: str | None
    event_date: date
    account_name: str
    type: NcrType
    severity: NcrSeverity
    job_title: str | None
    job_ref: str | None
    created_by_id: int | None
    reported_by_name: str | None
    assigned_to_organisation_id: int | None
    assigned_to_user_id: int | None
    due: date | None
    attachment_ids: list[int]
    part_number: str | None
    batch: str | None
    order_ref: str | None
    quantity_delivered: int | None
    quantity_checked: int | None
    quantity_defective: int | None
    defect_code_id: int | None
    cost: str | None
    currency: str | None
    disposition: Disposition | None
    internal_note: str | None


class NcrChangeSchema(NcrSaveSchema):
    """Body of the form for a change."""

    version = fields.Integer(
        load_default=None,
        strict=True,
        validate=validate.Range(min=1, max=2**31 - 1),
        metadata={
            "description": "Version that was loaded for editing. Without it the save overwrites all changes "
            "since then."
        },
    )


class NcrChangeBody(NcrSaveBody):
    """Loaded `NcrChangeSchema`."""

    version: int | None
