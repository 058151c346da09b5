"""The names of tasks that other features use."""

from app.tasks.duties import has_own_duty
from app.tasks.models import UserTask
from app.tasks.operations import (
    answer_by_fields,
    answer_task,
    close_all_tasks,
    close_task,
    close_tasks,
    hand_over_task,
    open_task,
    open_tasks,
    reassign_task,
    reopen_task,
    reopen_tasks,
    set_expiry,
)
from app.tasks.policies import TaskHooks
from app.tasks.queries import (
    has_open_task,
    list_open_tasks,
    locked_task,
    moment,
    open_task_counts,
    tasks_of,
)
from app.tasks.schemas import SubjectTaskSchema, TaskRowSchema
from app.tasks.serializers import serialize_subject_task, serialize_task_row
from app.tasks.types import (
    AWARD_SUBJECT,
    DOCUMENT_SUBJECT,
    DUTY_LABELS,
    EVALUATION_SUBJECT,
    NCR_SUBJECT,
    REQUEST_SUBJECT,
    RFX_SUBJECT,
    SCHEDULE_SUBJECT,
    DutyKind,
    TaskMail,
    TaskStatus,
    TaskType,
)

__all__ = [
    "AWARD_SUBJECT",
    "DOCUMENT_SUBJECT",
    "DUTY_LABELS",
    "EVALUATION_SUBJECT",
    "NCR_SUBJECT",
    "REQUEST_SUBJECT",
    "RFX_SUBJECT",
    "SCHEDULE_SUBJECT",
    "DutyKind",
    "SubjectTaskSchema",
    "TaskHooks",
    "TaskMail",
    "TaskRowSchema",
    "TaskStatus",
    "TaskType",
    "UserTask",
    "answer_by_fields",
    "answer_task",
    "close_all_tasks",
    "close_task",
    "close_tasks",
    "hand_over_task",
    "has_open_task",
    "has_own_duty",
    "list_open_tasks",
    "locked_task",
    "moment",
    "open_task",
    "open_task_counts",
    "open_tasks",
    "reassign_task",
    "reopen_task",
    "reopen_tasks",
    "serialize_subject_task",
    "serialize_task_row",
    "set_expiry",
    "tasks_of",
]
