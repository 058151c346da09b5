"""The allowed moves of a task."""

from app.kernel.errors import ConflictError
from app.tasks.types import TRANSITIONS, TaskMove, TaskStatus

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
