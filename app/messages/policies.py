"""Permission checks for sending messages and for reading threads without being a participant."""

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, SQLColumnExpression

from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ForbiddenError
from app.kernel.registry import current_registry

NOT_RELATED_SENTENCE = "Messages need a relationship above None with this organisation."

ThreadAccess = Callable[[Actor, int], bool]
"""Return True if `actor` may see the subject of the thread with this id."""


@dataclass(frozen=True, slots=True)
class ThreadSubject:
    """Object that a thread is about: its name, its path, and the template of the thread's mails.

    With `leads_mails=False` the mails link to the thread itself, since its messages are not shown at `path`.
    """

    name: str
    path: str
    template: str
    leads_mails: bool = True


SubjectFinder = Callable[[int], ThreadSubject | None]
"""Return the subject of the thread with this id; None if the thread belongs to another feature."""
TaskCondition = Callable[[SQLColumnExpression[int]], ColumnElement[bool]]
"""Build the condition that a thread, by the column of its id, is attached to a task."""


@dataclass
class ThreadHooks:
    """Functions of higher layers that threads need: access checks, subjects, and how tasks refer to threads."""

    accesses: list[ThreadAccess] = field(default_factory=list)
    """Users who pass one of these checks read the thread; to reply they need a permission, see `may_reply`."""
    subject_finders: list[SubjectFinder] = field(default_factory=list)
    task_condition: TaskCondition = field(init=False)


def may_see_subject(actor: Actor, thread_id: int) -> bool:
    """True if `actor` may see the object that the thread is about."""
    return any(access(actor, thread_id) for access in current_registry().hooks(ThreadHooks).accesses)


def thread_subject(thread_id: int) -> ThreadSubject | None:
    """Return the object that a thread is about; None for a plain conversation."""
    finders = current_registry().hooks(ThreadHooks).subject_finders
    return next((subject for finder in finders if (subject := finder(thread_id))), None)


def may_reply(actor: Actor, *, takes_part: bool) -> bool:
    """True if `actor` may reply in a visible thread: participants always, other readers with SEND_MESSAGES."""
    return takes_part or Permission.SEND_MESSAGES in actor.permissions


def check_may_start(actor: Actor, *, related: bool) -> None:
    """Raise ForbiddenError unless `actor` may start a thread with an organisation.

    `related` is True if there is a relationship above None between the two organisations, in either direction.
    """
    actor.demand(Permission.SEND_MESSAGES)
    if not related:
        raise ForbiddenError(NOT_RELATED_SENTENCE)
