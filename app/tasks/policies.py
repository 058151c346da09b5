"""The allowed moves of a task, and the hooks for its subject."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.kernel.http.auth import Permission
from app.kernel.http.errors import ConflictError
from app.tasks.types import (
    AWARD_SUBJECT,
    DOCUMENT_SUBJECT,
    EVALUATION_SUBJECT,
    NCR_SUBJECT,
    REQUEST_SUBJECT,
    RFX_SUBJECT,
    SCHEDULE_SUBJECT,
    TRANSITIONS,
    TaskMove,
    TaskStatus,
)

REVIEW_PERMISSIONS: Mapping[str, Permission] = {
    RFX_SUBJECT: Permission.SEND_RFX,
    NCR_SUBJECT: Permission.MANAGE_NCRS,
    REQUEST_SUBJECT: Permission.SEND_RFX,
    EVALUATION_SUBJECT: Permission.SEND_RFX,
    AWARD_SUBJECT: Permission.SEND_RFX,
    DOCUMENT_SUBJECT: Permission.MANAGE_RELATIONSHIPS,
    SCHEDULE_SUBJECT: Permission.SEND_RFX,
}
"""The permission to finish a review task that is for anyone at the organisation, by the type of its subject."""


@dataclass
class TaskHooks:
    """Functions of the features that the subjects of tasks belong to."""

    owner_finders: dict[str, Callable[[int], int]] = field(default_factory=dict)
    """By type of subject: returns the id of the user who sent the subject with this id."""


IMPOSSIBLE = {
    TaskMove.ANSWER: "This task can't be answered: it is no longer open.",
    TaskMove.CLOSE: "This task is closed already.",
    TaskMove.REOPEN: "This task is open already.",
}


def status_after(status: str, move: TaskMove) -> TaskStatus:
    """Return the status after `move`; raise ConflictError if it is not possible from `status`."""
    after = TRANSITIONS.get((TaskStatus(status), move))
    if after is None:
        raise ConflictError(IMPOSSIBLE[move])
    return after
