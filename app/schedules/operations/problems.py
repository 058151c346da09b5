"""Tasks about a round that is due and could not be sent, and the notification about a schedule that has ended."""

from collections.abc import Sequence
from html import escape

from app.accounts.public import User, super_users_of
from app.kernel.clock import zone_of
from app.notifications.public import NotificationKind, active_or_colleagues, notify
from app.schedules.operations.recording import record_event
from app.schedules.policies import PERMISSIONS
from app.schedules.queries.due import today_in
from app.schedules.queries.schedules import ScheduleRow
from app.schedules.types import ScheduleKind
from app.tasks.public import SCHEDULE_SUBJECT, TaskType, close_tasks, open_task

NO_OWNER = "The owner can no longer send this round. Choose who owns this schedule."
CHOOSE_OWNER = "Choose who owns this schedule"
NOT_SENT = "The next round could not be sent"


def report_no_owner(row: ScheduleRow) -> None:
    """Ask the Super Users, once, to choose another owner."""
    _report(row, NO_OWNER, title=CHOOSE_OWNER, users=super_users_of(row.schedule.organisation_id))


def report_problem(row: ScheduleRow, sentence: str) -> None:
    """Open a task for the owner with the reason why a round was not sent, once for each reason."""
    _report(row, sentence, title=NOT_SENT, users=owners(row)[:1])


def owners(row: ScheduleRow) -> list[User]:
    """Return the owner, or if suspended, the colleagues with the permission to own the schedule."""
    schedule = row.schedule
    return active_or_colleagues(
        user_id=schedule.owner_user_id,
        organisation_id=schedule.organisation_id,
        permission=PERMISSIONS[ScheduleKind(schedule.kind)],
    )


def notify_of_end(row: ScheduleRow) -> None:
    """Record the end of a schedule whose supplier has no relationship any longer, and notify its owner."""
    event = record_event("schedule.ended", actor=None, row=row)
    notify(
        event=event,
        kind=NotificationKind.SCHEDULE_ENDED,
        subject_type=SCHEDULE_SUBJECT,
        subject_id=row.schedule.id,
        users=owners(row),
    )


def close_problem(schedule_id: int) -> None:
    """Close the tasks about a round that was not sent."""
    close_tasks(actor=None, subject_type=SCHEDULE_SUBJECT, subject_id=schedule_id, types=[TaskType.REVIEW])


def _report(row: ScheduleRow, sentence: str, *, title: str, users: Sequence[User]) -> None:
    schedule = row.schedule
    if schedule.problem == sentence:
        return
    close_problem(schedule.id)
    schedule.problem = sentence
    today = today_in(zone_of(row.time_zone))
    assignees: list[int | None] = [user.id for user in users]
    for user_id in assignees or [None]:
        open_task(
            actor=None,
            type=TaskType.REVIEW,
            title=title,
            subject_type=SCHEDULE_SUBJECT,
            subject_id=schedule.id,
            subject_title=schedule.title,
            organisation_id=schedule.organisation_id,
            assigned_organisation_id=schedule.organisation_id,
            assigned_user_id=user_id,
            about_organisation_id=row.supplier_id,
            description_html=f"<p>{escape(sentence)}</p>",
            due=max(schedule.next_on or today, today),
        )
