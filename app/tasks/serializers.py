"""Serializers of tasks."""

from app.accounts.public import GUEST_SAFE_NAME, serialize_person
from app.kernel.clock import optional_moment_text
from app.tasks.models import UserTask
from app.tasks.queries import OpenTask, SubjectTask
from app.tasks.types import (
    AWARD_SUBJECT,
    DOCUMENT_SUBJECT,
    EVALUATION_SUBJECT,
    NCR_SUBJECT,
    REQUEST_SUBJECT,
    RFX_SUBJECT,
    SCHEDULE_SUBJECT,
    TaskStatus,
    TaskType,
)

REQUEST_TABS: dict[str, str | None] = {
    REQUEST_SUBJECT: None,
    EVALUATION_SUBJECT: "evaluation",
    AWARD_SUBJECT: "award",
}
"""The tab of a request's page where a task is done, by subject; None for the first one."""
WITHOUT_FORM = (TaskType.REVIEW, TaskType.HANDOVER)
"""Types of tasks on an RFx that are not about answering a form."""


def serialize_task_row(row: OpenTask) -> dict[str, object]:
    """Serialize a row of `list_open_tasks` for `TaskRowSchema`."""
    task, other_party, form_title = row
    of_rfx = task.subject_type == RFX_SUBJECT
    on_field = of_rfx and task.type == TaskType.FOLLOW_UP and form_title is not None
    return {
        "id": task.id,
        "type": TaskType(task.type),
        "status": TaskStatus(task.status),
        "title": task.title,
        "created": task.created,
        "due": _due_text(task),
        "non_conformance": {"id": task.subject_id} if task.subject_type == NCR_SUBJECT else None,
        "rfx": {"id": task.subject_id, "title": task.subject_title} if of_rfx else None,
        "request": {
            "id": task.subject_id,
            "title": task.subject_title,
            "tab": REQUEST_TABS[task.subject_type],
        }
        if task.subject_type in REQUEST_TABS
        else None,
        "document": {"id": task.subject_id} if task.subject_type == DOCUMENT_SUBJECT else None,
        "schedule": {"id": task.subject_id} if task.subject_type == SCHEDULE_SUBJECT else None,
        "form_value": {"name": form_title or task.title}
        if of_rfx and task.type not in WITHOUT_FORM
        else None,
        "question": task.title if on_field else None,
        "relationship": {
            "with_organisation": {
                "id": other_party.id,
                "name": GUEST_SAFE_NAME if other_party.is_placeholder else other_party.name,
            }
        },
    }


def _due_text(task: UserTask) -> str | None:
    if task.due is not None:
        return task.due.isoformat()
    return optional_moment_text(task.expires)


def serialize_subject_task(row: SubjectTask) -> dict[str, object]:
    """Serialize a row of `tasks_of` for `SubjectTaskSchema`."""
    task, organisation, assignee, assigner, messages = row
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
        "assigned_by": serialize_person(assigner) if assigner else None,
        "assigned_to_user": serialize_person(assignee) if assignee else None,
        "assigned_to_organisation": organisation,
        "message_thread": {"id": thread_id, "messages": messages or []} if thread_id else None,
    }
