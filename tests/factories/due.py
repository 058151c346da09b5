"""Due records for tests, on Wednesday 2 December 2026 at noon in UTC."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.accounts.models import Organisation, User
from app.extensions import db
from app.tasks import public as tasks
from tests.factories.accounts import actor_of

WEDNESDAY = datetime(2026, 12, 2, 12, tzinfo=UTC)
Rows = Callable[..., list[dict[str, Any]]]
"""A function that reads the list of a user, with filters."""


def day(offset: int) -> date:
    """Return the day `offset` days after the Wednesday."""
    return WEDNESDAY.date() + timedelta(days=offset)


def follow_up(
    buyer: User, assignee: User, *, title: str = "Insurance", anyone: bool = False, **fields: Any
) -> int:
    """Open a follow-up on an RFx id, which can be unused, and return the id of its task."""
    task = tasks.open_task(
        actor=actor_of(buyer),
        type=tasks.TaskType.FOLLOW_UP,
        title=title,
        subject_type=tasks.RFX_SUBJECT,
        subject_id=41,
        subject_title="Qualification",
        assigned_organisation_id=assignee.organisation_id,
        assigned_user_id=None if anyone else assignee.id,
        **fields,
    )
    return task.id


def name_of(user: User) -> str:
    return db.session.get_one(Organisation, user.organisation_id).name


def titles(rows: list[dict[str, Any]]) -> list[str]:
    return [row["title"] for row in rows]
