"""Queries of tasks."""

from collections.abc import Sequence
from datetime import UTC, datetime
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

from app.accounts.public import Organisation, User
from app.extensions import db
from app.forms.public import DocForm
from app.kernel.auth import VIEWER, VIEWER_USER, Actor
from app.kernel.clock import now
from app.kernel.pagination import Listing, ListQuery, Page, Sort
from app.kernel.statements import AnySelect, shared_statement
from app.messages.public import Message
from app.tasks.models import UserTask
from app.tasks.types import TaskStatus, TaskType

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
    other_party = case(
        (UserTask.organisation_id != VIEWER, UserTask.organisation_id),
        (UserTask.assigned_organisation_id != VIEWER, UserTask.assigned_organisation_id),
        else_=func.coalesce(UserTask.about_organisation_id, UserTask.organisation_id),
    )
    stmt = (
        select(UserTask, Organisation, DocForm.title.label("form_title"))
        .join(Organisation, Organisation.id == other_party)
        .outerjoin(DocForm, DocForm.id == UserTask.doc_form_id)
    )
    descending = sort.startswith("-")
    order = [Sort(UserTask.id, descending)]
    if sort.removeprefix("-") == "due":
        order = [Sort(DUE, descending), Sort(UserTask.id, descending=True)]
    return Listing(stmt.where(_waits_for_viewer()), order)


def open_task_count(*, limit: int) -> ScalarSelect[int]:
    """Count the viewer's open tasks, as a subquery of a statement that is executed with `moment()`.

    Counting stops at `limit`.
    """
    waiting = select(UserTask.id).where(_waits_for_viewer()).limit(limit).subquery()
    return select(func.count()).select_from(waiting).scalar_subquery()


def moment() -> dict[str, datetime]:
    """Return the current time as a parameter of statements about the viewer's open tasks."""
    return {"present_moment": now()}


def _waits_for_viewer() -> ColumnElement[bool]:
    return and_(
        UserTask.is_open,
        UserTask.status == TaskStatus.OPEN,
        or_(
            UserTask.expires.is_(None),
            UserTask.expires > bindparam("present_moment", type_=UserTask.expires.type),
        ),
        or_(
            UserTask.assigned_user_id == VIEWER_USER,
            and_(
                UserTask.assigned_organisation_id == VIEWER,
                UserTask.assigned_user_id.is_(None),
            ),
        ),
    )


def tasks_of(
    *, subject_type: str, subject_ids: Sequence[int], type: TaskType | None = None, open_only: bool = False
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


def locked_task(*, task_id: int, subject_type: str, subject_id: int) -> UserTask | None:
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
