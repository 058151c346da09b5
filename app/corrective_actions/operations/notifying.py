"""Notifications of the buyer about what the supplier has sent."""

from app.corrective_actions.queries.actions import ActionContext
from app.events.public import EventLog
from app.kernel.http.auth import Permission
from app.notifications.public import NotificationKind, active_or_colleagues, notify
from app.tasks.public import NCR_SUBJECT


def notify_sent(event: EventLog, context: ActionContext) -> None:
    """Notify the user who asked, or the colleagues who manage non-conformances if that user is not active."""
    action = context.action
    users = active_or_colleagues(
        user_id=action.asked_by_user_id,
        organisation_id=action.organisation_id,
        permission=Permission.MANAGE_NCRS,
    )
    notify(
        event=event,
        kind=NotificationKind.CORRECTIVE_STEP_SENT,
        subject_type=NCR_SUBJECT,
        subject_id=action.ncr_id,
        users=users,
        is_task=True,
        mails_at_once=True,
    )
