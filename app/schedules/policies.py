"""Rules of schedules without database access: permissions, days, states."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.kernel.clock import format_day
from app.kernel.dates import add_months
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.schedules.models import Schedule
from app.schedules.types import (
    DAYS_OF_MONTH,
    MAX_MONTHS,
    Anchor,
    FormSetJson,
    ScheduleKind,
    ScheduleState,
    TemplateJson,
)

NO_DAY = "Choose the day on which the next round is due."
PAST_DAY = "This day is already over. Choose a later one."
FAR_DAY = f"Choose a day within the next {MAX_MONTHS} months."
LONG_LEAD = "Open it at most {days} days before it is due, so that two rounds don't overlap."
ENDED = "This schedule has ended."
HELD = "This schedule is on hold. Resume it first."
NOT_HELD = "This schedule is not on hold."
NO_DAY_YET = "The day of the next round is known once the last one is closed."
LAST_OPEN = "The last round is still open. Close it first."

PERMISSIONS = {
    ScheduleKind.RFX: Permission.SEND_RFX,
    ScheduleKind.ASSESSMENT: Permission.MANAGE_ASSESSMENTS,
}
"""The permission to manage the schedules of a kind, and to own one: the same as for sending by hand."""


def may_manage(actor: Actor, kind: ScheduleKind) -> bool:
    """Return True if the actor may create, change and run schedules of a kind."""
    return actor.may(PERMISSIONS[kind])


def schedules_path(schedule_id: int) -> str:
    """Return the path of the page that shows a schedule."""
    return f"/rfx?tab=schedules&schedule={schedule_id}"


def first_day_after(first_on: date, every_months: int, after: date) -> date:
    """Return the first day of a series that is later than `after`.

    All days are counted from the first one: a series on the 31st is on the last day of shorter months and on the 31st
    again, and 29 February is on the 28th only in common years.
    """
    months = (after.year - first_on.year) * 12 + after.month - first_on.month
    count = max(months // every_months, 0)
    while (day := add_months(first_on, count * every_months)) <= after:
        count += 1
    return day


def day_after_close(closed: datetime, every_months: int, zone: ZoneInfo) -> date:
    """Return the day of the next round after one that closed at `closed`, counted in the zone of the organisation."""
    return add_months(closed.astimezone(zone).date(), every_months)


def coming_day(day: date, lead_days: int, today: date) -> date:
    """Return `day`, or if it is over, the day on which a round that opens today is due."""
    return day if day > today else today + timedelta(days=lead_days)


def opens_on(schedule: Schedule) -> date | None:
    """Return the day on which the next round is sent."""
    return None if schedule.next_on is None else schedule.next_on - timedelta(days=schedule.lead_days)


def due_day(schedule: Schedule, today: date) -> date:
    """Return the day on which a round that is sent today is due: its planned day if it opens today or before.

    A round that is sent early, or after its day, has `lead_days` from today.
    """
    opening = opens_on(schedule)
    if schedule.next_on is not None and opening is not None and opening <= today < schedule.next_on:
        return schedule.next_on
    return today + timedelta(days=schedule.lead_days)


def day_after_round(schedule: Schedule, today: date) -> date | None:
    """Return the day of the round after the next one; None if it depends on the closing of the next one."""
    if schedule.anchor == Anchor.AFTER_CLOSE or schedule.first_on is None:
        return None
    return first_day_after(schedule.first_on, schedule.every_months, max(schedule.next_on or today, today))


def check_day(anchor: Anchor, first_on: date | None, today: date) -> None:
    """Raise InvalidError if a FIXED schedule has no day, or one that is over or more than five years away."""
    if anchor is Anchor.AFTER_CLOSE:
        return
    if first_on is None:
        raise InvalidError(fields={"nextOn": [NO_DAY]})
    if first_on <= today:
        raise InvalidError(fields={"nextOn": [PAST_DAY]})
    if first_on > add_months(today, MAX_MONTHS):
        raise InvalidError(fields={"nextOn": [FAR_DAY]})


def check_lead(every_months: int, lead_days: int) -> None:
    """Raise InvalidError if a round would open before the previous one is due."""
    most = every_months * DAYS_OF_MONTH - 1
    if lead_days > most:
        raise InvalidError(fields={"leadDays": [LONG_LEAD.format(days=most)]})


def demand_live(schedule: Schedule) -> None:
    """Raise ConflictError for an ended schedule."""
    if schedule.state == ScheduleState.ENDED:
        raise ConflictError(ENDED, code="scheduleEnded")


def demand_active(schedule: Schedule) -> None:
    """Raise ConflictError for an ended schedule, and for one that is on hold."""
    demand_live(schedule)
    if schedule.state == ScheduleState.HELD:
        raise ConflictError(HELD, code="scheduleHeld")


def demand_held(schedule: Schedule) -> None:
    """Raise ConflictError unless the schedule is on hold."""
    demand_live(schedule)
    if schedule.state != ScheduleState.HELD:
        raise ConflictError(NOT_HELD)


def form_key(template: TemplateJson) -> str:
    """Return the series of all forms of a template, sorted."""
    return " ".join(sorted({series for forms in form_sets(template) for series in forms["series"]}))


def form_sets(template: TemplateJson) -> Iterable[FormSetJson]:
    """Return the sets of forms of a template."""
    return [forms for forms in (template["forms"], template["internal"]) if forms is not None]


def next_text(next_on: date | None) -> str:
    """Return the day of the next round for a sentence: `next: 1 Mar 2027`."""
    return "next: after closing" if next_on is None else f"next: {format_day(next_on)}"
