"""Tasks as due records: the viewer's own ones, and follow-ups that wait for colleagues or for the other party."""

from collections.abc import Sequence

from sqlalchemy import (
    ColumnElement,
    Select,
    SQLColumnExpression,
    Text,
    and_,
    case,
    cast,
    func,
    literal,
    null,
    or_,
    select,
)

from app.accounts.public import GUEST_SAFE_NAME, Organisation
from app.due.public import DueColumns, DueSource
from app.kernel.db.statements import shared_alias
from app.kernel.http.auth import VIEWER, VIEWER_USER
from app.tasks.models import UserTask
from app.tasks.queries import is_document_review, other_party_id, waits_for_viewer
from app.tasks.types import (
    AWARD_SUBJECT,
    DOCUMENT_SUBJECT,
    DUTY_LABELS,
    EVALUATION_SUBJECT,
    NCR_SUBJECT,
    REQUEST_SUBJECT,
    SCHEDULE_SUBJECT,
    DutyKind,
    TaskStatus,
    TaskSubject,
    TaskType,
)

OwnTask = shared_alias(UserTask, "own_task")


def has_own_duty(subject_type: TaskSubject, subject_id: SQLColumnExpression[int]) -> ColumnElement[bool]:
    """Return the condition that the viewer has a due task on a subject, which is then listed instead of the subject."""
    # NOT IN is computed once, and the list is then read in the order of an index; NOT EXISTS is joined and sorted.
    own = select(OwnTask.subject_id).where(
        OwnTask.subject_type == subject_type,
        waits_for_viewer(OwnTask),
        or_(OwnTask.due.is_not(None), OwnTask.expires.is_not(None)),
    )
    return subject_id.in_(own)


def _own_tasks() -> Sequence[DueColumns]:
    """Select the open tasks of the viewer: by their own day, else by the deadline of their subject."""
    own = _tasks().where(waits_for_viewer())
    kind = case(
        (UserTask.type == TaskType.RFX, DutyKind.RFX.value),
        (UserTask.type == TaskType.FOLLOW_UP, DutyKind.FOLLOW_UP.value),
        (UserTask.type == TaskType.RFX_PART, DutyKind.PART.value),
        (UserTask.type == TaskType.CORRECTIVE_ACTION, DutyKind.CORRECTIVE_ACTION.value),
        (UserTask.subject_type == NCR_SUBJECT, DutyKind.NCR.value),
        (UserTask.type == TaskType.DOCUMENT, DutyKind.DOCUMENT.value),
        else_=DutyKind.TASK.value,
    )
    # An RFx has the same title for its assignee and for colleagues.
    is_rfx = UserTask.type == TaskType.RFX
    title = case((is_rfx, UserTask.subject_title), else_=UserTask.title)
    detail = case((is_rfx, null()), else_=func.nullif(UserTask.subject_title, UserTask.title))
    return [
        DueColumns(
            stmt=own.where(condition),
            id=UserTask.id,
            kind=kind,
            title=title,
            detail=detail,
            party=_party(),
            party_id=other_party_id(),
            owner_id=UserTask.assigned_user_id,
            path=_path(),
            due=due,
            is_day=is_day,
        )
        for due, is_day, condition in (
            (UserTask.due, True, UserTask.due.is_not(None)),
            (UserTask.expires, False, and_(UserTask.due.is_(None), UserTask.expires.is_not(None))),
        )
    ]


def _other_follow_ups() -> Sequence[DueColumns]:
    """Select the follow-ups of colleagues, and those that the viewer's organisation has sent and not closed."""
    follow_ups = _tasks().where(
        UserTask.type == TaskType.FOLLOW_UP, UserTask.is_open, UserTask.due.is_not(None)
    )
    of_colleagues = follow_ups.where(
        UserTask.assigned_organisation_id == VIEWER,
        UserTask.assigned_user_id != VIEWER_USER,
        UserTask.status == TaskStatus.OPEN,
    )
    sent = follow_ups.where(UserTask.organisation_id == VIEWER, UserTask.assigned_organisation_id != VIEWER)
    return [
        DueColumns(
            stmt=stmt,
            id=UserTask.id,
            kind=literal(DutyKind.FOLLOW_UP.value, Text),
            title=UserTask.title,
            detail=func.nullif(UserTask.subject_title, UserTask.title),
            party=_party(),
            party_id=other_party_id(),
            owner_id=owner_id,
            path=_path(),
            due=UserTask.due,
            is_day=True,
        )
        for stmt, owner_id in (
            (of_colleagues, UserTask.assigned_user_id),
            (sent, UserTask.assigned_by_user_id),
        )
    ]


DUTIES = (
    DueSource(
        name="task",
        kinds={
            kind.value: DUTY_LABELS[kind]
            for kind in (
                DutyKind.RFX,
                DutyKind.FOLLOW_UP,
                DutyKind.PART,
                DutyKind.NCR,
                DutyKind.TASK,
                DutyKind.DOCUMENT,
                DutyKind.CORRECTIVE_ACTION,
            )
        },
        columns=_own_tasks,
    ),
    DueSource(
        name="followUp",
        kinds={DutyKind.FOLLOW_UP.value: DUTY_LABELS[DutyKind.FOLLOW_UP]},
        columns=_other_follow_ups,
    ),
)


def _tasks() -> Select[int]:
    return select(UserTask.id).join(Organisation, Organisation.id == other_party_id())


def _party() -> ColumnElement[str]:
    return case((Organisation.is_placeholder, GUEST_SAFE_NAME), else_=Organisation.name)


def _path() -> ColumnElement[str]:
    """Return the path of the page where a task is done."""
    subject_id = cast(UserTask.subject_id, Text)
    request = func.concat("/rfx/request/", subject_id)
    return case(
        (
            UserTask.type == TaskType.CORRECTIVE_ACTION,
            func.concat("/ncr/", subject_id, "/correctiveAction"),
        ),
        (UserTask.subject_type == NCR_SUBJECT, func.concat("/ncr/", subject_id)),
        (UserTask.subject_type == REQUEST_SUBJECT, request),
        (UserTask.subject_type == EVALUATION_SUBJECT, func.concat(request, "?tab=evaluation")),
        (UserTask.subject_type == AWARD_SUBJECT, func.concat(request, "?tab=award")),
        (
            is_document_review(),
            func.concat(
                "/organisations/",
                cast(UserTask.about_organisation_id, Text),
                "/documents?requirement=",
                subject_id,
            ),
        ),
        (UserTask.subject_type == DOCUMENT_SUBJECT, func.concat("/setup/document?requirement=", subject_id)),
        (UserTask.subject_type == SCHEDULE_SUBJECT, func.concat("/rfx?tab=schedules&schedule=", subject_id)),
        (UserTask.type.in_((TaskType.REVIEW, TaskType.HANDOVER)), func.concat("/rfx/", subject_id)),
        else_=func.concat("/rfx/", subject_id, "/task/", cast(UserTask.id, Text)),
    )
