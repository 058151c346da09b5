"""Events of schedules, in the journal of the supplier."""

from app.events.public import EventLog, record
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.schedules.policies import next_text, schedules_path
from app.schedules.queries.schedules import ScheduleRow


def record_event(
    type: str, *, actor: Actor | None, row: ScheduleRow, extra: Arguments | None = None
) -> EventLog:
    """Record an event in the log of the buyer; the supplier sees nothing of a schedule. `actor` is None for jobs."""
    schedule = row.schedule
    args: Arguments = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    return record(
        type,
        organisation_id=schedule.organisation_id,
        user_id=actor.user_id if actor else None,
        relationship_id=schedule.relationship_id,
        scheduleId=schedule.id,
        scheduleTitle=schedule.title,
        schedulePath=schedules_path(schedule.id),
        supplierId=row.supplier_id,
        supplierName=row.supplier_name,
        next=next_text(schedule.next_on),
        **args,
        **(extra or {}),
    )
