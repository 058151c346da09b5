"""Schedules for tests, created through the API, and days of the job that sends their rounds."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import select

from app.accounts.models import User
from app.extensions import db
from app.kernel.clock import now, shifted
from app.schedules.jobs import run
from app.schedules.models import ScheduleOccurrence
from app.schedules.operations.saving import ScheduleValues, create_schedule
from app.schedules.types import Anchor, StartsFrom
from tests.factories.accounts import actor_of
from tests.fixtures.client import CheckedClient

SCHEDULE = "/api/schedule"


def in_days(days: int) -> date:
    """Return the day that many days from today, in UTC."""
    return now().date() + timedelta(days=days)


def schedule_json(**changes: Any) -> dict[str, Any]:
    """Return the values of a schedule: yearly, due in 100 days, opened 30 days before."""
    return {
        "everyMonths": 12,
        "anchor": "FIXED",
        "nextOn": in_days(100).isoformat(),
        "leadDays": 30,
        "startsFrom": "LAST_ANSWERS",
    } | changes


def repeat(client: CheckedClient, **body: Any) -> Any:
    """Create a schedule and return its JSON; `body` has the id of the RFx or assessment."""
    response = client.post(SCHEDULE, json=schedule_json(**body))
    assert response.status_code == 201, response.text
    return response.json


def add_schedule(user: User, *, rfx_id: int, next_on: date | None = None) -> int:
    """Create a yearly schedule without a request, and return its id; it is due in 100 days by default."""
    return create_schedule(
        actor=actor_of(user),
        rfx_id=rfx_id,
        assessment_id=None,
        values=ScheduleValues(
            every_months=12,
            anchor=Anchor.FIXED,
            next_on=next_on or in_days(100),
            lead_days=30,
            starts_from=StartsFrom.LAST_ANSWERS,
            contact_ids=None,
        ),
    )


def get(client: CheckedClient, schedule: Any) -> Any:
    return client.get(f"{SCHEDULE}/{schedule['id']}").json


def act(client: CheckedClient, schedule: Any, action: str, **body: Any) -> Any:
    """Post an action of a schedule, which succeeds, and return the schedule."""
    response = client.post(f"{SCHEDULE}/{schedule['id']}/{action}", json=body)
    assert response.status_code == 200, response.text
    return response.json


@contextmanager
def at(day: date) -> Iterator[None]:
    """Set the clock to eight in the morning (UTC) of a day."""
    with shifted(datetime.combine(day, time(8), tzinfo=now().tzinfo) - now()):
        yield


def run_on(day: date) -> None:
    """Run the hourly job on a day."""
    with at(day):
        run()
    db.session.expire_all()


def occurrences(schedule: Any) -> list[ScheduleOccurrence]:
    """Return the rounds of a schedule in their order."""
    stmt = select(ScheduleOccurrence).where(ScheduleOccurrence.schedule_id == schedule["id"])
    return list(db.session.execute(stmt.order_by(ScheduleOccurrence.occurrence)).scalars())
