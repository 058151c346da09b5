"""Assigning, answering and closing tasks."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, select, update

from app.accounts.public import Organisation, User
from app.events.public import EventLog, record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.registry import current_registry
from app.messages.public import MessageThread
from app.network.public import Merge, MergeHooks, Moves, Reference, Relationship
from app.notifications.public import NotificationKind, active_or_colleagues, mark_task_read, notify
from app.tasks.models import UserTask
from app.tasks.policies import REVIEW_PERMISSIONS, TaskHooks, status_after
from app.tasks.queries import task_of
from app.tasks.types import (
    AWARD_SUBJECT,
    DOCUMENT_SUBJECT,
    RFX_SUBJECT,
    TaskMove,
    TaskStatus,
    TaskSubject,
    TaskType,
)

NOT_BY_HAND = "This task is closed by answering or resolving it."
DECIDE_AWARD = "Approve the award or send it back. That closes this task."
REVIEW_DOCUMENT = "Accept or reject the document. That closes this task."
REVIEW_ANSWERS = "Accept each answer of the part or ask about it. That closes this task."


def open_task(
    *,
    actor: Actor | None,
    type: TaskType,
    title: str,
    subject_type: TaskSubject,
    subject_id: int,
    subject_title: str,
    assigned_organisation_id: int,
    assigned_user_id: int | None = None,
    organisation_id: int | None = None,
    about_organisation_id: int | None = None,
    message_thread_id: int | None = None,
    doc_form_id: int | None = None,
    field_key: str | None = None,
    description_html: str | None = None,
    due: date | None = None,
    expires: datetime | None = None,
) -> UserTask:
    """Assign a task to a user, or with `assigned_user_id` None to anyone at an organisation.

    `title` is the name of the form or field, or the title of the non-conformance. The assigning organisation is the
    actor's unless `organisation_id` is set, as for tasks that a rule assigns (`actor` None); `about_organisation_id`
    is the supplier that a task within one organisation is about. After `expires` the task no longer counts as open.
    The caller has checked that the actor may assign tasks on this subject to these users.
    """
    assigner_id = organisation_id or (actor.organisation_id if actor else None)
    if assigner_id is None:
        raise ValueError("a task needs an organisation that asks")
    task = UserTask(
        type=type,
        title=title,
        subject_type=subject_type,
        subject_id=subject_id,
        subject_title=subject_title,
        organisation_id=assigner_id,
        assigned_organisation_id=assigned_organisation_id,
        assigned_user_id=assigned_user_id,
        about_organisation_id=about_organisation_id,
        assigned_by_user_id=actor.user_id if actor else None,
        message_thread_id=message_thread_id,
        doc_form_id=doc_form_id,
        field_key=field_key,
        description_html=description_html,
        due=due,
        expires=expires,
    )
    db.session.add(task)
    db.session.flush()
    _record("task.created", actor, task)
    return task


def open_tasks(*, tasks: Sequence[UserTask]) -> None:
    """Store tasks of types whose opening is not recorded (all but follow-ups), in one statement."""
    db.session.add_all(tasks)
    db.session.flush()


def close_all_tasks(
    *, subject_type: TaskSubject, subject_ids: Collection[int], types: Collection[TaskType]
) -> None:
    """Close the open tasks of `types` on many subjects; for types whose closing is not recorded (all but follow-ups)."""
    db.session.execute(
        update(UserTask)
        .where(
            UserTask.subject_type == subject_type,
            UserTask.subject_id.in_(subject_ids),
            UserTask.type.in_(types),
            UserTask.is_open,
        )
        .values(status=TaskStatus.CLOSED, is_open=False, closed=now())
    )


def reassign_task(
    *,
    task: UserTask,
    title: str,
    assigned_organisation_id: int,
    assigned_user_id: int | None,
    about_organisation_id: int | None = None,
) -> None:
    """Assign a task to another user, or with `assigned_user_id` None to anyone at an organisation; Home shows `title`."""
    task.title = task.subject_title = title
    task.about_organisation_id = about_organisation_id
    task.assigned_organisation_id, task.assigned_user_id = assigned_organisation_id, assigned_user_id


def answer_task(*, actor: Actor, task: UserTask, by_message: bool = False) -> None:
    """Mark a task answered: it no longer waits for its assignee. Raises ConflictError if it is not open.

    Its assigner is notified; a mail is not needed if the answer is a message (`by_message`), which has its own.
    """
    _move(task, TaskMove.ANSWER)
    event = _record("task.answered", actor, task)
    if event is not None:
        notify(
            event=event,
            kind=NotificationKind.FOLLOW_UP_ANSWERED,
            subject_type=task.subject_type,
            subject_id=task.subject_id,
            users=active_or_colleagues(
                user_id=task.assigned_by_user_id or _owner_id(task),
                organisation_id=task.organisation_id,
                permission=Permission.SEND_RFX,
            ),
            mails_at_once=not by_message,
        )


def _owner_id(task: UserTask) -> int:
    """Return the id of the user who sent the subject of a task, for tasks that a rule assigned."""
    return current_registry().hooks(TaskHooks).owner_finders[task.subject_type](task.subject_id)


def finish_task(*, actor: Actor, task_id: int) -> None:
    """Close a review task by hand, for its assignee or, without one, for a colleague with the fitting permission.

    Raises NotFoundError for tasks of others, ConflictError for closed tasks and for tasks of other types.
    """
    task = task_of(actor=actor, task_id=task_id)
    if task is None:
        raise NotFoundError
    if task.type != TaskType.REVIEW:
        raise ConflictError(REVIEW_ANSWERS if task.type == TaskType.REVIEW_PART else NOT_BY_HAND)
    if task.subject_type == AWARD_SUBJECT:
        raise ConflictError(DECIDE_AWARD)
    if task.subject_type == DOCUMENT_SUBJECT:
        raise ConflictError(REVIEW_DOCUMENT)
    if task.assigned_user_id is None:
        actor.demand(REVIEW_PERMISSIONS[task.subject_type])
    close_task(actor=actor, task=task)
    mark_task_read(subject_type=task.subject_type, subject_id=task.subject_id)


def hand_over_task(
    *, subject_type: TaskSubject, subject_id: int, type: TaskType, from_user_id: int, to_user_id: int
) -> UserTask | None:
    """Assign the open task of a user on a subject to another user of the same organisation; return the task.

    If the user has none, because colleagues were asked, the first open one is handed over; None if there is none.
    """
    tasks = _locked(subject_type, subject_id, [type], is_open=True)
    own = [task for task in tasks if task.assigned_user_id == from_user_id]
    task = next(iter([*own, *tasks]), None)
    if task is not None:
        task.assigned_user_id = to_user_id
        db.session.flush()
    return task


def close_task(*, actor: Actor | None, task: UserTask) -> None:
    """Close a task; without `actor` the product closes it. Raises ConflictError if it is closed."""
    _move(task, TaskMove.CLOSE)
    _record("task.closed", actor, task)


def reopen_task(*, task: UserTask) -> None:
    """Reopen an answered or closed task. Raises ConflictError if the task is open."""
    _move(task, TaskMove.REOPEN)


def answer_by_fields(
    *, actor: Actor, subject_type: TaskSubject, subject_id: int, field_keys: Sequence[str]
) -> None:
    """Mark the open follow-up tasks on these fields answered, because the assignees have changed the answers."""
    tasks = (
        db.session.execute(
            select(UserTask)
            .where(
                UserTask.subject_type == subject_type,
                UserTask.subject_id == subject_id,
                UserTask.type == TaskType.FOLLOW_UP,
                UserTask.status == TaskStatus.OPEN,
                UserTask.field_key.in_(field_keys),
            )
            .order_by(UserTask.id)
            .with_for_update()
        )
        .scalars()
        .all()
    )
    for task in tasks:
        answer_task(actor=actor, task=task)


def close_tasks(
    *,
    actor: Actor | None,
    subject_type: TaskSubject,
    subject_id: int,
    types: Sequence[TaskType],
    assigned_user_id: int | None = None,
) -> int:
    """Close the open tasks of `types` on a subject, or the tasks of one user; return their number.

    `actor` is None for jobs. The notifications about review tasks are then read.
    """
    tasks = [
        task
        for task in _locked(subject_type, subject_id, types, is_open=True)
        if assigned_user_id in (None, task.assigned_user_id)
    ]
    for task in tasks:
        _move(task, TaskMove.CLOSE)
        _record("task.closed", actor, task)
    if any(task.type == TaskType.REVIEW for task in tasks):
        mark_task_read(subject_type=subject_type, subject_id=subject_id)
    db.session.flush()
    return len(tasks)


def reopen_tasks(*, subject_type: TaskSubject, subject_id: int, types: Sequence[TaskType]) -> int:
    """Reopen the closed tasks of `types` on a subject; return their number."""
    tasks = _locked(subject_type, subject_id, types, is_open=False)
    for task in tasks:
        _move(task, TaskMove.REOPEN)
    db.session.flush()
    return len(tasks)


def answer_by_reply(*, actor: Actor, thread_id: int) -> None:
    """Mark the follow-up tasks of a thread answered if the actor belongs to the assigned organisation."""
    tasks = (
        db.session.execute(
            select(UserTask)
            .where(
                UserTask.message_thread_id == thread_id,
                UserTask.type == TaskType.FOLLOW_UP,
                UserTask.status == TaskStatus.OPEN,
                UserTask.assigned_organisation_id == actor.organisation_id,
                UserTask.organisation_id != actor.organisation_id,
            )
            .with_for_update()
        )
        .scalars()
        .all()
    )
    for task in tasks:
        answer_task(actor=actor, task=task, by_message=True)


def set_expiry(
    *, subject_type: TaskSubject, subject_id: int, types: Sequence[TaskType], expires: datetime | None
) -> None:
    """Set the expiry of the tasks of `types` on a subject; None removes it."""
    db.session.execute(
        update(UserTask)
        .where(
            UserTask.subject_type == subject_type,
            UserTask.subject_id == subject_id,
            UserTask.type.in_(types),
        )
        .values(expires=expires)
    )


def _locked(
    subject_type: TaskSubject, subject_id: int, types: Sequence[TaskType], *, is_open: bool
) -> Sequence[UserTask]:
    return (
        db.session.execute(
            select(UserTask)
            .where(
                UserTask.subject_type == subject_type,
                UserTask.subject_id == subject_id,
                UserTask.type.in_(types),
                UserTask.is_open.is_(is_open),
            )
            .order_by(UserTask.id)
            .with_for_update()
        )
        .scalars()
        .all()
    )


def _move(task: UserTask, move: TaskMove) -> None:
    task.status = status_after(task.status, move)
    task.is_open = task.status != TaskStatus.CLOSED
    task.closed = None if task.is_open else now()


def _record(type: str, actor: Actor | None, task: UserTask) -> EventLog | None:
    """Record follow-up tasks in the logs of both organisations, and in the journal of the assigner's relationship.

    Returns the event of the assigner. Other tasks are not recorded, since they open and close with their subject.
    Guests have no log.
    """
    if task.type != TaskType.FOLLOW_UP or task.subject_type != RFX_SUBJECT:
        return None
    author = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    if actor is not None and actor.is_guest:
        del author["byUserId"]
    args: dict[str, Any] = {
        **author, "taskId": task.id, "taskTitle": task.title, "rfxId": task.subject_id, "rfxTitle": task.subject_title,
    }  # fmt: skip
    if type == "task.answered" and actor is not None and not actor.is_guest:
        args["answeredByName"] = actor.organisation_name
    events = {}
    parties = db.session.execute(
        select(Organisation.id, Relationship.id)
        .outerjoin(
            Relationship,
            and_(
                Relationship.organisation_id == Organisation.id,
                Relationship.with_organisation_id == task.assigned_organisation_id,
            ),
        )
        .where(
            Organisation.id.in_([task.organisation_id, task.assigned_organisation_id]),
            ~Organisation.is_placeholder,
        )
    ).all()
    for organisation_id, relationship_id in parties:
        events[organisation_id] = record(
            type,
            organisation_id=organisation_id,
            user_id=actor.user_id if actor else None,
            relationship_id=relationship_id if organisation_id == task.organisation_id else None,
            **args,
        )
    return events.get(task.organisation_id)


def register_merging(hooks: MergeHooks) -> None:
    """Register the columns of tasks, and the step for assignees who stay behind when two suppliers are merged."""
    thread = (UserTask.message_thread_id, MessageThread.id)
    hooks.references += [
        Reference(
            column=UserTask.assigned_organisation_id,
            nouns=("task", "tasks"),
            owner=UserTask.organisation_id,
            parent=thread,
        ),
        Reference(column=UserTask.organisation_id, owner=UserTask.assigned_organisation_id, parent=thread),
        Reference(column=UserTask.about_organisation_id, owner=UserTask.organisation_id),
    ]
    hooks.steps.append(_release_assignees)


def _release_assignees(moves: Moves, merge: Merge) -> None:
    """Leave the tasks of users who stay to all users of the survivor."""
    if merge.moves_people:
        return
    staying = select(User.id).where(User.organisation_id == merge.gone_id)
    moves.update(
        UserTask,
        (UserTask.assigned_organisation_id == merge.gone_id) & UserTask.assigned_user_id.in_(staying),
        {"assigned_user_id": None},
    )
