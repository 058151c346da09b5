"""Queries of tasks."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    DateTime,
    ScalarSelect,
    SQLColumnExpression,
    Text,
    and_,
    any_,
    bindparam,
    case,
    cast,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, Role, User, UserStatus, UserType
from app.extensions import db
from app.forms.public import DocForm
from app.kernel.clock import now
from app.kernel.db.pagination import Listing, ListQuery, Page, Sort
from app.kernel.db.statements import PLANNED_ONCE, AnySelect, shared_statement
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor, Permission
from app.messages.public import Message
from app.notifications.public import DueTask
from app.tasks.models import UserTask
from app.tasks.types import (
    AWARD_SUBJECT,
    DOCUMENT_SUBJECT,
    EVALUATION_SUBJECT,
    NCR_SUBJECT,
    REQUEST_SUBJECT,
    RFX_SUBJECT,
    SCHEDULE_SUBJECT,
    TaskStatus,
    TaskSubject,
    TaskType,
)

NO_DUE = datetime(9999, 1, 1, tzinfo=UTC)
"""Sort value of tasks without a due date: after all others."""

DUE = func.coalesce(
    func.timezone("UTC", cast(UserTask.due + 1, DateTime(timezone=False)), type_=DateTime(timezone=True)),
    UserTask.expires,
    NO_DUE,
    type_=DateTime(timezone=True),
)
"""The end of a task's own day, else the deadline of its subject."""

SORTS = ("id", "due")
"""Sort keys of open tasks; a minus prefix means descending. Tasks due at the same time are sorted newest first."""

LATEST_MESSAGES = 10
"""Number of messages that a task includes; the thread's own endpoint returns all."""


class OpenTask(NamedTuple):
    """A task with the other party and the title of its form."""

    task: UserTask
    other_party: Organisation
    form_title: str | None


class SubjectTask(NamedTuple):
    """A task with its assignee, its assigner and the latest messages of its thread."""

    task: UserTask
    organisation: Organisation
    """The assigned organisation."""
    assignee: User | None
    assigner: User | None
    messages: list[dict[str, object]] | None


def list_open_tasks(*, actor: Actor, query: ListQuery, sort: str = "-id") -> Page[OpenTask]:
    """Return the open tasks of the actor, including those for anyone at the organisation, sorted by one of `SORTS`.

    Answered tasks are not included: they wait for the assigner.
    """
    page = _open_tasks(sort).page(query, **actor.parameters, **moment())
    return page.map(lambda row: OpenTask(row.UserTask, row.Organisation, row.form_title))


@shared_statement
def _open_tasks(sort: str) -> Listing:
    stmt = (
        select(UserTask, Organisation, DocForm.title.label("form_title"))
        .join(Organisation, Organisation.id == other_party_id())
        .outerjoin(DocForm, DocForm.id == UserTask.doc_form_id)
    )
    descending = sort.startswith("-")
    order = [Sort(UserTask.id, descending)]
    if sort.removeprefix("-") == "due":
        order = [Sort(DUE, descending), Sort(UserTask.id, descending=True)]
    return Listing(stmt.where(waits_for_viewer()), order)


def other_party_id() -> ColumnElement[int]:
    """Return the id of the other party of a task; for a task within one organisation, of the supplier that it is about."""
    return case(
        (UserTask.organisation_id != VIEWER, UserTask.organisation_id),
        (UserTask.assigned_organisation_id != VIEWER, UserTask.assigned_organisation_id),
        else_=func.coalesce(UserTask.about_organisation_id, UserTask.organisation_id),
    )


def open_task_counts(*, limit: int) -> ScalarSelect[list[int]]:
    """Select [open tasks, responses to review, non-conformances] that wait for the viewer, counted in `limit` tasks.

    It is a subquery of a statement that is executed with `moment()`.
    """
    waiting = select(UserTask.type, UserTask.subject_type).where(waits_for_viewer()).limit(limit).subquery()
    responses = and_(waiting.c.type == TaskType.REVIEW, waiting.c.subject_type == RFX_SUBJECT)
    counts = func.json_build_array(
        func.count(),
        func.count().filter(responses),
        func.count().filter(
            waiting.c.subject_type == NCR_SUBJECT, waiting.c.type != TaskType.CORRECTIVE_ACTION
        ),
    )
    return select(counts).select_from(waiting).scalar_subquery()


def moment() -> dict[str, datetime]:
    """Return the current time as a parameter of statements about the viewer's open tasks."""
    return {"present_moment": now()}


def waits_for_viewer(task: type[UserTask] = UserTask) -> ColumnElement[bool]:
    """Return the condition for open tasks of the viewer and for anyone at the organisation; executed with `moment()`."""
    return and_(
        task.is_open,
        task.status == TaskStatus.OPEN,
        or_(
            task.expires.is_(None),
            task.expires > bindparam("present_moment", type_=task.expires.type),
        ),
        or_(
            task.assigned_user_id == VIEWER_USER,
            and_(
                task.assigned_organisation_id == VIEWER,
                task.assigned_user_id.is_(None),
            ),
        ),
    )


def task_of(*, actor: Actor, task_id: int) -> UserTask | None:
    """Return a task that is assigned to the actor, or to anyone at the actor's organisation, locked for a move."""
    task: UserTask | None = db.session.execute(
        select(UserTask)
        .where(
            UserTask.id == task_id,
            or_(
                UserTask.assigned_user_id == actor.user_id,
                and_(
                    UserTask.assigned_organisation_id == actor.organisation_id,
                    UserTask.assigned_user_id.is_(None),
                ),
            ),
        )
        .with_for_update()
    ).scalar()
    return task


def has_open_task(*, subject_type: TaskSubject, subject_id: int, type: TaskType) -> bool:
    """Return True if a subject has an open task of `type`."""
    is_there = exists().where(
        UserTask.subject_type == subject_type,
        UserTask.subject_id == subject_id,
        UserTask.type == type,
        UserTask.is_open,
    )
    return bool(db.session.execute(select(is_there)).scalar())


def due_tasks(first: date, last: date) -> list[DueTask]:
    """Return the open tasks that are due from the first to the last day, for the daily mail of each assignee.

    A task for anyone at an organisation is in the mail of each user who may do it. Requests (RFX) are left out,
    because they have reminders of their own.
    """
    permission = case(
        (UserTask.subject_type == NCR_SUBJECT, Permission.MANAGE_NCRS.value),
        (is_document_review(), Permission.MANAGE_RELATIONSHIPS.value),
        (UserTask.type.in_([TaskType.REVIEW, TaskType.HANDOVER]), Permission.SEND_RFX.value),
        else_=Permission.ANSWER_RFX.value,
    )
    may_do = or_(
        User.id == UserTask.assigned_user_id,
        and_(UserTask.assigned_user_id.is_(None), permission == any_(Role.permissions)),
    )
    rows = db.session.execute(
        select(UserTask, User.id.label("user_id"))
        .join(User, User.organisation_id == UserTask.assigned_organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .where(
            UserTask.is_open,
            UserTask.status == TaskStatus.OPEN,
            UserTask.type != TaskType.RFX,
            UserTask.due.between(first, last),
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
            may_do,
        )
        .order_by(UserTask.due, UserTask.id)
    )
    return [
        DueTask(
            user_id=row.user_id,
            text=_name_of(row.UserTask),
            due=row.UserTask.due,
            path=_path_of(row.UserTask),
        )
        for row in rows
        if row.UserTask.due is not None
    ]


def is_document_review() -> ColumnElement[bool]:
    """Return the condition for tasks to review a document."""
    return and_(UserTask.subject_type == DOCUMENT_SUBJECT, UserTask.type == TaskType.REVIEW)


def _name_of(task: UserTask) -> str:
    """Return the name of a task with its subject, for mails."""
    return task.title if task.title == task.subject_title else f"{task.title} ({task.subject_title})"


def _path_of(task: UserTask) -> str:
    """Return the path of the page where a task is done."""
    if task.subject_type == NCR_SUBJECT:
        page = f"/ncr/{task.subject_id}"
        return f"{page}/correctiveAction" if task.type == TaskType.CORRECTIVE_ACTION else page
    if task.subject_type == REQUEST_SUBJECT:
        return f"/rfx/request/{task.subject_id}"
    if task.subject_type == EVALUATION_SUBJECT:
        return f"/rfx/request/{task.subject_id}?tab=evaluation"
    if task.subject_type == AWARD_SUBJECT:
        return f"/rfx/request/{task.subject_id}?tab=award"
    if task.subject_type == DOCUMENT_SUBJECT:
        page = "/setup/document"
        if task.type == TaskType.REVIEW:
            page = f"/organisations/{task.about_organisation_id}/documents"
        return f"{page}?requirement={task.subject_id}"
    if task.subject_type == SCHEDULE_SUBJECT:
        return f"/rfx?tab=schedules&schedule={task.subject_id}"
    rfx = f"/rfx/{task.subject_id}"
    return rfx if task.type in (TaskType.REVIEW, TaskType.HANDOVER) else f"{rfx}/task/{task.id}"


def tasks_of(
    *,
    subject_type: TaskSubject,
    subject_ids: Sequence[int],
    type: TaskType | None = None,
    open_only: bool = False,
) -> Sequence[SubjectTask]:
    """Return the tasks of subjects, oldest first.

    The caller has checked that its viewer may
    see the subjects.
    """
    stmt = _tasks_of_subjects(type, open_only=open_only)
    rows = db.session.execute(stmt, {"subject_type": subject_type, "subjects": list(subject_ids)})
    return [SubjectTask(*row) for row in rows]


@shared_statement
def _tasks_of_subjects(type: TaskType | None, *, open_only: bool) -> AnySelect:
    assignee, assigner = aliased(User), aliased(User)
    stmt = (
        select(UserTask, Organisation, assignee, assigner, _latest_messages())
        .join(Organisation, Organisation.id == UserTask.assigned_organisation_id)
        .outerjoin(assignee, assignee.id == UserTask.assigned_user_id)
        .outerjoin(assigner, assigner.id == UserTask.assigned_by_user_id)
        .where(
            UserTask.subject_type == bindparam("subject_type", type_=Text),
            UserTask.subject_id == any_(bindparam("subjects", type_=ARRAY(BigInteger))),
        )
        .order_by(UserTask.id)
        .execution_options(**PLANNED_ONCE)
    )
    if type is not None:
        stmt = stmt.where(UserTask.type == type)
    if open_only:
        stmt = stmt.where(UserTask.is_open)
    return stmt


def _latest_messages() -> ScalarSelect[list[dict[str, object]] | None]:
    """Select the latest messages in the thread of a task: [{id, sample, created, created_by}], in order."""
    latest = (
        select(
            Message.id, Message.sample, Message.created, User.id.label("by_id"), User.name.label("by_name")
        )
        .join(User, User.id == Message.created_by_user_id)
        .where(Message.thread_id == UserTask.message_thread_id)
        .order_by(Message.id.desc())
        .limit(LATEST_MESSAGES)
        .correlate(UserTask)
        .subquery("latest")
    )
    author = func.json_build_object("id", latest.c.by_id, "name", latest.c.by_name)
    created = func.date_trunc("milliseconds", latest.c.created)
    message = func.json_build_object(
        "id", latest.c.id, "sample", latest.c.sample, "created", created, "created_by", author
    )
    return select(func.json_agg(aggregate_order_by(message, latest.c.id.asc()))).scalar_subquery()


def locked_task(*, task_id: int, subject_type: TaskSubject, subject_id: int) -> UserTask | None:
    """Return a task of a subject, locked for a move, or None."""
    task: UserTask | None = db.session.execute(
        select(UserTask)
        .where(
            UserTask.id == task_id,
            UserTask.subject_type == subject_type,
            UserTask.subject_id == subject_id,
        )
        .with_for_update()
    ).scalar()
    return task


def has_task(thread_id: SQLColumnExpression[int]) -> ColumnElement[bool]:
    """Return the condition that a thread is attached to a task of the viewer.

    A request is a task of the respondent only. A question or a non-conformance is a task of both parties, since each
    waits for the other in turn.
    """
    return exists().where(
        UserTask.message_thread_id == thread_id,
        or_(UserTask.type != TaskType.RFX, UserTask.assigned_organisation_id == VIEWER),
    )
