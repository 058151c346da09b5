"""Who may write to whom, and who may see a thread beside its participants."""

from collections.abc import Callable
from dataclasses import dataclass

from app.kernel.auth import Actor, Permission
from app.kernel.errors import ForbiddenError
from app.kernel.mail import MailTemplate

NOT_RELATED_SENTENCE = "Messages need a relationship above None with this organisation."

ThreadAccess = Callable[[Actor, int], bool]
"""May `actor` see what the thread with this id belongs to?"""

_accesses: list[ThreadAccess] = []


def register_thread_access(access: ThreadAccess) -> None:
    """Let those who may see what a thread belongs to (an RFx, a non-conformance) read it, and reply in it.

    A reply needs the permission to send messages then, see `may_reply`.
    """
    if access not in _accesses:
        _accesses.append(access)


def may_see_subject(actor: Actor, thread_id: int) -> bool:
    """May `actor` see what the thread belongs to, by the word of a feature that keeps it?"""
    return any(access(actor, thread_id) for access in _accesses)


@dataclass(frozen=True, slots=True)
class ThreadSubject:
    """What a thread belongs to, as far as its readers are led there: its name, its path, and the mail's template.

    Its mails lead there too, unless what was written is read and answered in the thread itself.
    """

    name: str
    path: str
    template: MailTemplate
    leads_mails: bool = True


SubjectFinder = Callable[[int], ThreadSubject | None]
_finders: list[SubjectFinder] = []


def register_thread_subject(finder: SubjectFinder) -> None:
    """Let the feature that keeps the subjects of threads name them; `finder` answers None for threads of others."""
    if finder not in _finders:
        _finders.append(finder)


def thread_subject(thread_id: int) -> ThreadSubject | None:
    """What a thread belongs to, by the word of the feature that keeps it; None for a plain conversation."""
    return next((found for finder in _finders if (found := finder(thread_id))), None)


def may_reply(actor: Actor, *, takes_part: bool) -> bool:
    """May `actor` reply in a thread that it sees? Who takes part always may, others if they may send messages."""
    return takes_part or Permission.SEND_MESSAGES in actor.permissions


def check_may_start(actor: Actor, *, related: bool) -> None:
    """Raise ForbiddenError unless `actor` may start a thread with an organisation.

    `related` is whether a relationship above None stands between the two, in either direction.
    """
    actor.demand(Permission.SEND_MESSAGES)
    if not related:
        raise ForbiddenError(NOT_RELATED_SENTENCE)
