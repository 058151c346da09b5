"""Schemas of non-conformances (specification section 3, NonConformance; section 5, NCR)."""

from datetime import date
from typing import Any, TypedDict

from marshmallow import ValidationError, fields, validate

from app.accounts.public import PersonSchema
from app.files.public import MAX_ATTACHMENTS, AttachmentSchema
from app.kernel.json_types import Arguments
from app.kernel.schemas import (
    SUBJECT_LIMIT,
    CamelSchema,
    Html,
    Id,
    Line,
    ListQuerySchema,
    QuerySchema,
    SortBy,
    due_filter,
    enum_list,
)
from app.messages.public import MessageSchema
from app.ncr.operations.saving import NO_SUPPLIER
from app.ncr.queries import (
    SORTS,
    NcrFilter,
)
from app.ncr.types import MIN_EVENT_DATE, NcrSeverity, NcrStatus, NcrType

NO_DATE = "A valid date is required."
EARLY_DATE = "The date must not be before 01/01/2000."
NO_ACCOUNT = "An 'Account Name' is required."
NO_SUMMARY = "A summary is required."


class NcrQuerySchema(ListQuerySchema):
    """Filters of the list; without a status all except deleted ones match."""

    search = fields.String(load_default="", validate=validate.Length(max=300))
    supplier_name = fields.String(load_default="", validate=validate.Length(max=200))
    relationship_id = Id(load_default=None)
    pending = fields.Boolean(load_default=False)
    in_progress = fields.Boolean(load_default=False)
    resolved = fields.Boolean(load_default=False)
    deleted = fields.Boolean(
        load_default=False, metadata={"description": "Only the raising organisation sees deleted ones."}
    )
    critical = fields.Boolean(load_default=False)
    major = fields.Boolean(load_default=False)
    minor = fields.Boolean(load_default=False)
    types = enum_list(NcrType)
    due = due_filter()
    sort = SortBy(SORTS, first="-ref")


class NcrSearchSchema(QuerySchema):
    """Search text of suggestions."""

    search = fields.String(load_default="", validate=validate.Length(max=200))


class AccountNameSchema(CamelSchema):
    """Account name that was used before."""

    name = fields.String(required=True)


class NcrPeopleQuerySchema(QuerySchema):
    """Relationship whose supplier's users are listed in addition to the own users."""

    relationship_id = Id(load_default=None)


class NcrOrganisationSchema(CamelSchema):
    """Party of a non-conformance."""

    id = Id(required=True)
    name = fields.String(required=True)


class NcrRelationshipSchema(CamelSchema):
    """Raiser and supplier; `id` is the relationship of the raiser."""

    id = Id(required=True)
    organisation = fields.Nested(NcrOrganisationSchema, required=True)
    with_organisation = fields.Nested(NcrOrganisationSchema, required=True)


class NcrStatusInfoSchema(CamelSchema):
    """Label, icon and style of a status."""

    label = fields.String(required=True)
    icon = fields.String(required=True)
    style = fields.String(required=True)


class NcrRowSchema(CamelSchema):
    """A non-conformance in a list."""

    id = Id(required=True)
    title = fields.String(required=True)
    event_date = fields.Date(required=True)
    account_name = fields.String(required=True)
    type = fields.Enum(NcrType, by_value=True, required=True)
    severity = fields.Enum(NcrSeverity, by_value=True, required=True)
    status = fields.Enum(NcrStatus, by_value=True, required=True)
    status_info = fields.Nested(NcrStatusInfoSchema, required=True)
    supplier_relationship = fields.Nested(NcrRelationshipSchema, required=True)
    is_raiser = fields.Boolean(required=True)
    resolution_asked = fields.AwareDateTime(required=True, allow_none=True)
    due = fields.Date(required=True, allow_none=True)


class NcrThreadSchema(CamelSchema):
    """Activity thread; its id is null before the first progress update."""

    id = Id(required=True, allow_none=True)
    messages = fields.List(fields.Nested(MessageSchema), required=True)
    message_count = fields.Integer(required=True)


class NcrTaskSchema(CamelSchema):
    """Task of a non-conformance: assignee, attachments and activity thread."""

    id = Id(required=True)
    is_open = fields.Boolean(required=True)
    assigned_to_user = fields.Nested(PersonSchema, required=True, allow_none=True)
    assigned_to_organisation = fields.Nested(NcrOrganisationSchema, required=True)
    attachments = fields.List(fields.Nested(AttachmentSchema), required=True)
    message_thread = fields.Nested(NcrThreadSchema, required=True)


class NcrActionsSchema(CamelSchema):
    """Actions that the viewer may take now."""

    edit = fields.Boolean(required=True)
    progress = fields.Boolean(required=True)
    statuses = fields.List(fields.Enum(NcrStatus, by_value=True), required=True)
    ask_resolution = fields.Boolean(required=True)
    delete = fields.Boolean(required=True)
    restore = fields.Boolean(required=True)


class NcrSchema(NcrRowSchema):
    """A non-conformance with all its details."""

    description = fields.String(required=True, allow_none=True)
    event_timestamp = fields.AwareDateTime(
        required=True, metadata={"description": "The start of the day of the event, in UTC."}
    )
    job_title = fields.String(required=True, allow_none=True)
    job_ref = fields.String(required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)
    version = fields.Integer(required=True, metadata={"description": "Number of saves of its fields."})
    resolved = fields.AwareDateTime(required=True, allow_none=True)
    created_by = fields.Nested(PersonSchema, required=True)
    reported_by_name = fields.String(required=True, allow_none=True)
    user_task = fields.Nested(NcrTaskSchema, required=True)
    actions = fields.Nested(NcrActionsSchema, required=True)


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


class NcrProgressSchema(CamelSchema):
    """A progress update."""

    status = fields.Enum(NcrStatus, by_value=True, load_default=None, allow_none=True)
    html = Html(load_default="")
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(
            max=MAX_ATTACHMENTS, error=f"At most {MAX_ATTACHMENTS} files can be attached."
        ),
    )
    asks_resolution = fields.Boolean(
        load_default=False, metadata={"description": "The supplier asks the raiser to resolve it."}
    )


class NcrProgressBody(TypedDict):
    """Loaded `NcrProgressSchema`."""

    status: NcrStatus | None
    html: str
    attachment_ids: list[int]
    asks_resolution: bool


class NcrDeletedSchema(CamelSchema):
    """Delete or restore."""

    deleted = fields.Boolean(required=True)


class NcrDeletedBody(TypedDict):
    """Loaded `NcrDeletedSchema`."""

    deleted: bool


class NcrExportSchema(CamelSchema):
    """Request for the PDF: nothing to choose."""


class NcrPersonSchema(PersonSchema):
    """User who can be the reporter or, with `mayBeAssigned`, the assignee."""

    may_be_assigned = fields.Boolean(required=True)


class NcrPeopleSchema(NcrOrganisationSchema):
    """One of the two parties with its users."""

    users = fields.List(fields.Nested(NcrPersonSchema), required=True)


STATUS_FLAGS = {
    "pending": NcrStatus.PENDING,
    "in_progress": NcrStatus.INPROGRESS,
    "resolved": NcrStatus.RESOLVED,
    "deleted": NcrStatus.DELETED,
}


SEVERITY_FLAGS = {
    "critical": NcrSeverity.CRITICAL,
    "major": NcrSeverity.MAJOR,
    "minor": NcrSeverity.MINOR,
}


def ncr_filter(query: Arguments) -> NcrFilter:
    """Build the filter of the list from its query."""
    return NcrFilter(
        search=query["search"],
        supplier_name=query["supplier_name"],
        relationship_id=query["relationship_id"],
        statuses=[status for name, status in STATUS_FLAGS.items() if query[name]],
        severities=[severity for name, severity in SEVERITY_FLAGS.items() if query[name]],
        types=query["types"],
        due=query["due"],
    )
