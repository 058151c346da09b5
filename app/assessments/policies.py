"""Rules of assessments that need no database."""

from datetime import datetime

from app.assessments.types import OPEN_STATUSES, TRANSITIONS, AssessmentMove, AssessmentStatus
from app.kernel.auth import Actor, Permission
from app.kernel.clock import now
from app.kernel.errors import ConflictError, InvalidError

PAST_DEADLINE = "The deadline must be in the future."
COMPLETED = "This assessment is completed: nothing of it can be changed any more."


def status_after(status: str, move: AssessmentMove) -> AssessmentStatus:
    """Return the status after `move`; raises ConflictError with a sentence if the transition is not allowed."""
    new_status = TRANSITIONS.get((AssessmentStatus(status), move))
    if new_status is None:
        raise ConflictError(COMPLETED, code="assessmentCompleted")
    return new_status


def is_open(status: str) -> bool:
    """Return True if surveys can be added, reminded of and changed."""
    return AssessmentStatus(status) in OPEN_STATUSES


def demand_open(status: str) -> None:
    """Raise ConflictError if the assessment is completed."""
    if not is_open(status):
        raise ConflictError(COMPLETED, code="assessmentCompleted")


def demand_future(deadline: datetime | None) -> None:
    """Raise InvalidError at the field for a deadline that has passed."""
    if deadline is not None and deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})


def may_manage(actor: Actor) -> bool:
    """Return True if the actor may start, change and close assessments of its organisation."""
    return actor.may(Permission.MANAGE_ASSESSMENTS)
