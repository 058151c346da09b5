"""Schemas of non-conformances (specification section 3, NonConformance; section 5, NCR)."""

from typing import TypedDict

from marshmallow import fields, validate

from app.accounts.public import PersonSchema
from app.files.public import MAX_ATTACHMENTS, AttachmentSchema
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import (
    CamelSchema,
    Html,
    Id,
    ListQuerySchema,
    QuerySchema,
    SortBy,
    StatusInfoSchema,
    due_filter,
    enum_list,
)
from app.messages.public import MessageSchema
from app.ncr.queries.filters import NcrFilter
from app.ncr.queries.ncrs import SORTS
from app.ncr.types import (
    EIGHT_D_PDF,
    PART_LIMIT,
    PDF,
    Disposition,
    FigureParty,
    NcrSeverity,
    NcrStatus,
    NcrType,
)


class NcrQuerySchema(ListQuerySchema):
    """Filters of the list; without a status all except deleted ones match."""

    search = fields.String(load_default="", validate=validate.Length(max=300))
    party = fields.Enum(
        FigureParty,
        by_value=True,
        load_default=None,
        metadata={"description": "Those that the own organisation raised, or those about it."},
    )
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
    part_number = fields.String(
        load_default="",
        validate=validate.Length(max=PART_LIMIT),
        metadata={"description": "A whole part number, in any case."},
    )
    defect_code_id = Id(load_default=None)
    dispositions = enum_list(
        Disposition, metadata={"description": "Only non-conformances of the own organisation have one."}
    )
    recurring = fields.Boolean(
        load_default=False,
        metadata={"description": "The same supplier, part and defect had one within the 365 days before."},
    )
    event_from = fields.Date(load_default=None)
    event_to = fields.Date(load_default=None)
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


class RecurrenceSchema(CamelSchema):
    """A recurrence: at least the second of the same supplier, part and defect within 365 days."""

    label = fields.String(required=True, metadata={"description": "For example 'Third time'."})
    text = fields.String(required=True)


class NcrRowSchema(CamelSchema):
    """A non-conformance in a list."""

    id = Id(required=True)
    title = fields.String(required=True)
    event_date = fields.Date(required=True)
    account_name = fields.String(required=True)
    type = fields.Enum(NcrType, by_value=True, required=True)
    severity = fields.Enum(NcrSeverity, by_value=True, required=True)
    status = fields.Enum(NcrStatus, by_value=True, required=True)
    status_info = fields.Nested(StatusInfoSchema, required=True)
    supplier_relationship = fields.Nested(NcrRelationshipSchema, required=True)
    is_raiser = fields.Boolean(required=True)
    resolution_asked = fields.AwareDateTime(required=True, allow_none=True)
    due = fields.Date(required=True, allow_none=True)
    part_number = fields.String(required=True, allow_none=True)
    recurrence = fields.Nested(RecurrenceSchema, required=True, allow_none=True)


class NcrDefectSchema(CamelSchema):
    """Defect of a non-conformance."""

    id = Id(required=True)
    code = fields.String(required=True)
    name = fields.String(required=True)


class NcrInternalSchema(CamelSchema):
    """Values that only the raising organisation sees."""

    cost = fields.String(required=True, allow_none=True, metadata={"description": "For example '1250.00'."})
    currency = fields.String(required=True, allow_none=True)
    disposition = fields.Enum(Disposition, by_value=True, required=True, allow_none=True)
    note = fields.String(required=True, allow_none=True)


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
    ask_corrective_action = fields.Boolean(required=True)
    delete = fields.Boolean(required=True)
    restore = fields.Boolean(required=True)


class CorrectiveActionBriefSchema(CamelSchema):
    """The corrective action of a non-conformance."""

    id = Id(required=True)
    method = fields.String(required=True, metadata={"description": "The name of the method."})
    state_info = fields.Nested(StatusInfoSchema, required=True)
    next_due = fields.Date(required=True, allow_none=True)
    responsible = fields.String(
        required=True, allow_none=True, metadata={"description": "Null: anyone at the supplier."}
    )
    is_withdrawn = fields.Boolean(required=True)
    path = fields.String(required=True)


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
    batch = fields.String(required=True, allow_none=True)
    order_ref = fields.String(required=True, allow_none=True)
    quantity_delivered = fields.Integer(required=True, allow_none=True)
    quantity_checked = fields.Integer(required=True, allow_none=True)
    quantity_defective = fields.Integer(required=True, allow_none=True)
    defect_code = fields.Nested(NcrDefectSchema, required=True, allow_none=True)
    internal = fields.Nested(
        NcrInternalSchema, metadata={"description": "Only for the raising organisation."}
    )
    user_task = fields.Nested(NcrTaskSchema, required=True)
    corrective_action = fields.Nested(CorrectiveActionBriefSchema, required=True, allow_none=True)
    actions = fields.Nested(NcrActionsSchema, required=True)


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
    """Request for the PDF."""

    format = fields.String(
        load_default=PDF,
        validate=validate.OneOf([PDF, EIGHT_D_PDF]),
        metadata={
            "description": "`8d` has only the corrective action, with the facts of the non-conformance."
        },
    )


class NcrExportBody(TypedDict):
    """Loaded `NcrExportSchema`."""

    format: str


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
        party=query["party"],
        supplier_name=query["supplier_name"],
        relationship_id=query["relationship_id"],
        statuses=[status for name, status in STATUS_FLAGS.items() if query[name]],
        severities=[severity for name, severity in SEVERITY_FLAGS.items() if query[name]],
        types=query["types"],
        part_number=query["part_number"],
        defect_code_id=query["defect_code_id"],
        dispositions=query["dispositions"],
        recurring=query["recurring"],
        event_from=query["event_from"],
        event_to=query["event_to"],
        due=query["due"],
    )
