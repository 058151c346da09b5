"""Tasks in JSON (specification section 3, UserTask)."""

from collections.abc import Sequence
from typing import Any

from marshmallow import fields

from app.accounts.public import Organisation, PersonSchema, person
from app.kernel.schemas import CamelSchema, Id, ListQuerySchema
from app.tasks.models import UserTask
from app.tasks.types import NCR_SUBJECT, RFX_SUBJECT, TaskStatus, TaskType


class TaskQuerySchema(ListQuerySchema):
    """Which page of the tasks."""


class TaskRfxSchema(CamelSchema):
    """The RFx of a task."""

    id = Id(required=True)
    title = fields.String(required=True)


class TaskNonConformanceSchema(CamelSchema):
    """The non-conformance of a task."""

    id = Id(required=True)


class TaskFieldSchema(CamelSchema):
    """The form or field that a task is about."""

    name = fields.String(required=True)


class TaskOrganisationSchema(CamelSchema):
    """An organisation in a task."""

    id = Id(required=True)
    name = fields.String(required=True)


class TaskRelationshipSchema(CamelSchema):
    """The other end."""

    with_organisation = fields.Nested(TaskOrganisationSchema, required=True)


class TaskRowSchema(CamelSchema):
    """A task in the list of Home."""

    id = Id(required=True)
    type = fields.Enum(TaskType, by_value=True, required=True)
    status = fields.Enum(TaskStatus, by_value=True, required=True)
    title = fields.String(required=True)
    created = fields.AwareDateTime(required=True)
    due = fields.Date(required=True, allow_none=True)
    non_conformance = fields.Nested(TaskNonConformanceSchema, required=True, allow_none=True)
    rfx = fields.Nested(TaskRfxSchema, required=True, allow_none=True)
    form_value = fields.Nested(TaskFieldSchema, required=True, allow_none=True)
    question = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "What a follow-up is about: the question, beside the form in `formValue`."},
    )
    relationship = fields.Nested(TaskRelationshipSchema, required=True)


class TaskAuthorSchema(CamelSchema):
    """Who wrote a message."""

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
    """A task where it belongs: on an RFx or a non-conformance."""

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


def task_row(task: UserTask, other_end: Organisation, form_title: str | None) -> dict[str, Any]:
    """A row of `list_open_tasks` as `TaskRowSchema` dumps it."""
    of_rfx = task.subject_type == RFX_SUBJECT
    on_field = of_rfx and task.type == TaskType.FOLLOW_UP and form_title is not None
    return {
        "id": task.id,
        "type": TaskType(task.type),
        "status": TaskStatus(task.status),
        "title": task.title,
        "created": task.created,
        "due": task.due,
        "non_conformance": {"id": task.subject_id} if task.subject_type == NCR_SUBJECT else None,
        "rfx": {"id": task.subject_id, "title": task.subject_title} if of_rfx else None,
        "form_value": {"name": form_title or task.title} if of_rfx else None,
        "question": task.title if on_field else None,
        "relationship": {"with_organisation": other_end},
    }


def subject_task(row: Sequence[Any]) -> dict[str, Any]:
    """A row of `tasks_of` as `SubjectTaskSchema` dumps it."""
    task, organisation, assignee, asker, messages = row
    thread_id = task.message_thread_id
    return {
        "id": task.id,
        "type": TaskType(task.type),
        "status": TaskStatus(task.status),
        "is_open": task.is_open,
        "title": task.title,
        "form_value": {"name": task.title} if task.subject_type == RFX_SUBJECT else None,
        "field_key": task.field_key,
        "doc_form_id": task.doc_form_id,
        "description_html": task.description_html,
        "due": task.due,
        "created": task.created,
        "closed": task.closed,
        "assigned_by": person(asker) if asker else None,
        "assigned_to_user": person(assignee) if assignee else None,
        "assigned_to_organisation": organisation,
        "message_thread": {"id": thread_id, "messages": messages or []} if thread_id else None,
    }
