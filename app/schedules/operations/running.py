"""Runs of schedules: by the hourly job for rounds that are due, and by hand."""

from app.extensions import db
from app.kernel.clock import now, zone_of
from app.kernel.db.session import savepoint
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ProblemError
from app.kernel.registry import current_registry
from app.schedules.models import Schedule, ScheduleOccurrence
from app.schedules.operations.problems import close_problem, notify_of_end, report_no_owner, report_problem
from app.schedules.operations.sending import send_round
from app.schedules.policies import (
    LAST_OPEN,
    PERMISSIONS,
    coming_day,
    day_after_close,
    demand_active,
    may_manage,
    opens_on,
)
from app.schedules.queries.due import claimed_schedule, closed_rounds, today_in
from app.schedules.queries.schedules import schedule_for, schedule_row
from app.schedules.types import LIVE_STATES, Anchor, ScheduleKind, ScheduleState


def run_now(*, actor: Actor, schedule_id: int) -> ScheduleOccurrence:
    """Send the next round before its day, in the name of the actor; the round after it is planned as usual.

    Raises ForbiddenError without the permission to send, ConflictError if the schedule is not active, or if its day is
    counted from the closing of a round that is still open.
    """
    row = schedule_for(actor=actor, schedule_id=schedule_id, lock=True)
    schedule = row.schedule
    actor.demand(PERMISSIONS[ScheduleKind(schedule.kind)])
    demand_active(schedule)
    if schedule.anchor == Anchor.AFTER_CLOSE and row.last_closed is None:
        raise ConflictError(LAST_OPEN, code="roundOpen")
    occurrence = send_round(actor=actor, row=row)
    close_problem(schedule.id)
    return occurrence


def run_if_due(schedule_id: int) -> bool:
    """Send the next round of a schedule in the name of its owner, if it is due; if two workers try, only one sends it.

    If the owner may no longer send it, or a form or contact is not available, the round waits with a task, and the next
    run of the job tries again. Returns True if a round was sent.
    """
    schedule = claimed_schedule(schedule_id)
    if schedule is None:
        return False
    row = schedule_row(schedule_id)
    opening = opens_on(schedule)
    if opening is None or opening > today_in(zone_of(row.time_zone)):
        return False
    actor = _owner(schedule)
    if actor is None:
        report_no_owner(row)
        return False
    had_problem = schedule.problem is not None
    try:
        with savepoint():
            send_round(actor=actor, row=row)
    except ProblemError as error:
        report_problem(row, error.sentence)
        return False
    if had_problem:
        close_problem(schedule_id)
    return True


def plan_closed_rounds() -> int:
    """Set the next day of the schedules whose last round has closed; two statements for any number. Returns the number."""
    rows = closed_rounds()
    plans = []
    for row in rows:
        zone = zone_of(row.time_zone)
        day = day_after_close(row.closed, row.every_months, zone)
        plans.append({"id": row.schedule_id, "next_on": coming_day(day, row.lead_days, today_in(zone))})
    if plans:
        db.session.bulk_update_mappings(Schedule.__mapper__, plans)
    return len(plans)


def end_without_relationship(schedule_id: int) -> None:
    """End a schedule whose supplier is at level None, and notify its owner."""
    schedule = db.session.get(Schedule, schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.state not in LIVE_STATES:
        return
    schedule.state, schedule.ended = ScheduleState.ENDED, now()
    close_problem(schedule_id)
    notify_of_end(schedule_row(schedule_id))


def _owner(schedule: Schedule) -> Actor | None:
    """Return the owner as an actor; None if they are gone, suspended, or may no longer send the round."""
    actor = current_registry().actor_sources.by_user_id(schedule.owner_user_id)
    if actor is None or actor.organisation_id != schedule.organisation_id:
        return None
    return actor if may_manage(actor, ScheduleKind(schedule.kind)) else None
