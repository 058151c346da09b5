"""What other features use of tasks."""

from app.tasks.models import UserTask
from app.tasks.operations import (
    answer_by_fields,
    answer_task,
    close_task,
    close_tasks,
    open_task,
    reassign_task,
    reopen_task,
    reopen_tasks,
    set_expiry,
)
from app.tasks.queries import list_open_tasks, locked_task, moment, open_task_count, tasks_of
from app.tasks.schemas import SubjectTaskSchema, TaskRowSchema, subject_task, task_row
from app.tasks.types import NCR_SUBJECT, RFX_SUBJECT, TaskMail, TaskStatus, TaskType

__all__ = [
    "NCR_SUBJECT",
    "RFX_SUBJECT",
    "SubjectTaskSchema",
    "TaskMail",
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
