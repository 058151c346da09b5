"""Due days of two follow-ups of the first supplier, so that its tab Due has an overdue entry and one of this week."""

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import select

from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.kernel import clock
from app.tasks.models import UserTask
from app.tasks.types import TaskStatus, TaskType

SUPPLIER = "Bergmann Präzision GmbH"
DUE_IN = (-1, 0)
"""Days from today."""


def plan_due_days(network: Network) -> Iterator[Story]:
    """Plan the due days, after all follow-ups were raised."""
    yield _set_due_days(network)


def _set_due_days(network: Network) -> Story:
    # Follow-ups that a scoring rule raised have no due day of their own.
    yield ago(0)
    tasks = db.session.scalars(
        select(UserTask)
        .where(
            UserTask.assigned_user_id == network.first_users[SUPPLIER].user_id,
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.status == TaskStatus.OPEN,
            UserTask.due.is_(None),
        )
        .order_by(UserTask.id.desc())
        .limit(len(DUE_IN))
    ).all()
    for task, days in zip(tasks, DUE_IN, strict=True):
        task.due = clock.now().date() + timedelta(days=days)
    db.session.flush()
