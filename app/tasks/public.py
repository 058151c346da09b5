"""What other features use of tasks."""

from typing import Any

from app.kernel.auth import Actor
from app.messages.public import bind_task_condition, thread_replied
from app.tasks.models import UserTask
from app.tasks.operations import (
    answer_by_fields,
    answer_by_reply,
    answer_task,
    close_task,
    close_tasks,
    open_task,
    reassign_task,
    reopen_task,
    reopen_tasks,
    set_expiry,
)
from app.tasks.queries import has_task, list_open_tasks, locked_task, moment, open_task_count, tasks_of
from app.tasks.schemas import SubjectTaskSchema, TaskRowSchema, subject_task, task_row
from app.tasks.types import NCR_SUBJECT, RFX_SUBJECT, TaskStatus, TaskType

bind_task_condition(has_task)


@thread_replied.connect
def _answer_tasks_of_thread(_sender: object, *, actor: Actor, thread_id: int, **_other: Any) -> None:
    answer_by_reply(actor=actor, thread_id=thread_id)


__all__ = [
    "NCR_SUBJECT",
    "RFX_SUBJECT",
    "SubjectTaskSchema",
    "TaskRowSchema",
    "TaskStatus",
    "TaskType",
    "UserTask",
    "answer_by_fields",
    "answer_task",
    "close_task",
    "close_tasks",
    "list_open_tasks",
    "locked_task",
    "moment",
    "open_task",
    "open_task_count",
    "reassign_task",
    "reopen_task",
    "reopen_tasks",
    "set_expiry",
    "subject_task",
    "task_row",
    "tasks_of",
]
