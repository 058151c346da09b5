"""Schemas of tasks (specification section 3, UserTask)."""

from marshmallow import fields

from app.accounts.public import PersonSchema
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema, PageParameters, SortBy
from app.tasks.queries import SORTS
from app.tasks.types import TaskStatus, TaskType


class TaskQuerySchema(ListQuerySchema):
    """The order and the requested page of the tasks."""

    sort = SortBy(SORTS, first="-id")


class TaskQuery(PageParameters):
    """The parsed parameters of `TaskQuerySchema`."""

    sort: str


class TaskRfxSchema(CamelSchema):
    """The RFx of a task."""

    id = Id(required=True)
    title = fields.String(required=True)


class TaskRequestSchema(CamelSchema):
    """The request of a task, which goes to several suppliers."""

    id = Id(required=True)
    title = fields.String(required=True)
    tab = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The tab of its page where the task is done; null for the first one."},
    )


class TaskNonConformanceSchema(CamelSchema):
    """The non-conformance of a task."""

    id = Id(required=True)


class TaskDocumentSchema(CamelSchema):
    """The requirement of a task about a document."""

    id = Id(required=True)


class TaskScheduleSchema(CamelSchema):
    """The schedule of a task about a round that could not be sent."""

    id = Id(required=True)


class TaskFieldSchema(CamelSchema):
    """The form or field that a task is about."""

    name = fields.String(required=True)


class TaskOrganisationSchema(CamelSchema):
    """An organisation in a task."""

    id = Id(required=True)
    name = fields.String(required=True)


class TaskRelationshipSchema(CamelSchema):
    """The relationship with the other party."""

    with_organisation = fields.Nested(TaskOrganisationSchema, required=True)


class TaskRowSchema(CamelSchema):
    """A task in the list of Home."""

    id = Id(required=True)
    type = fields.Enum(TaskType, by_value=True, required=True)
    status = fields.Enum(TaskStatus, by_value=True, required=True)
    title = fields.String(required=True)
    created = fields.AwareDateTime(required=True)
    due = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The day of the task (YYYY-MM-DD), else the deadline of its RFx (date-time)."
        },
    )
    non_conformance = fields.Nested(TaskNonConformanceSchema, required=True, allow_none=True)
    rfx = fields.Nested(TaskRfxSchema, required=True, allow_none=True)
    request = fields.Nested(TaskRequestSchema, required=True, allow_none=True)
    document = fields.Nested(TaskDocumentSchema, required=True, allow_none=True)
    schedule = fields.Nested(TaskScheduleSchema, required=True, allow_none=True)
    form_value = fields.Nested(TaskFieldSchema, required=True, allow_none=True)
    question = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The question of a follow-up; `formValue` has the form."},
    )
    relationship = fields.Nested(TaskRelationshipSchema, required=True)


class TaskAuthorSchema(CamelSchema):
    """The author of a message."""

    id = Id(required=True)
    name = fields.String(required=True)


class TaskMessageSchema(CamelSchema):
    """The beginning of a message."""

    id = Id(required=True)
    sample = fields.String(required=True)
    created = fields.String(required=True, metadata={"format": "date-time"})
    created_by = fields.Nested(TaskAuthorSchema, required=True)


class TaskThreadSchema(CamelSchema):
    """The conversation about a task, with the latest messages in it."""

    id = Id(required=True)
    messages = fields.List(fields.Nested(TaskMessageSchema), required=True)


class SubjectTaskSchema(CamelSchema):
    """A task on its subject, an RFx or a non-conformance."""

    id = Id(required=True)
    type = fields.Enum(TaskType, by_value=True, required=True)
    status = fields.Enum(TaskStatus, by_value=True, required=True)
    is_open = fields.Boolean(required=True)
    title = fields.String(required=True)
    form_value = fields.Nested(TaskFieldSchema, required=True, allow_none=True)
    field_key = fields.String(required=True, allow_none=True)
    doc_form_id = Id(required=True, allow_none=True)
    description_html = fields.String(required=True, allow_none=True)
    due = fields.Date(required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    closed = fields.AwareDateTime(required=True, allow_none=True)
    assigned_by = fields.Nested(PersonSchema, required=True, allow_none=True)
    assigned_to_user = fields.Nested(PersonSchema, required=True, allow_none=True)
    assigned_to_organisation = fields.Nested(TaskOrganisationSchema, required=True)
    message_thread = fields.Nested(TaskThreadSchema, required=True, allow_none=True)
