"""Registrations of notifications: endpoints, the daily mail, and accepted invitations."""

from datetime import timedelta

from app.accounts.public import AcceptedInvitation, invitation_accepted, user_erased
from app.kernel.http.auth import Permission
from app.kernel.registry import Registry
from app.notifications import api, jobs
from app.notifications.mails import mail_accepted, mailed_at_once
from app.notifications.operations.deleting import delete_of_user
from app.notifications.operations.notifying import notify
from app.notifications.queries import active_or_colleagues
from app.notifications.types import USER_SUBJECT, NotificationKind


def register(registry: Registry) -> None:
    """Register the endpoints, the jobs, and the notification of inviters."""
    registry.add_api(api.blueprint)
    registry.add_job("notifications.mailDaily", jobs.mail_daily, every=timedelta(minutes=10))
    registry.add_job("notifications.forgetOld", jobs.purge, every=timedelta(hours=6))
    registry.connect(invitation_accepted, _notify_inviter)
    registry.connect(user_erased, _delete_of_user)


def _delete_of_user(_app: object, *, user_id: int) -> None:
    delete_of_user(user_id=user_id)


def _notify_inviter(_app: object, *, accepted: AcceptedInvitation) -> None:
    """Notify the inviter of an accepted invitation; for an inactive inviter, the users who may invite."""
    inviter, kind = accepted.inviter, NotificationKind.INVITATION_ACCEPTED
    users = active_or_colleagues(
        user_id=inviter.id,
        organisation_id=inviter.organisation_id,
        permission=Permission.MANAGE_USERS
        if inviter.organisation_id == accepted.organisation.id
        else Permission.MANAGE_RELATIONSHIPS,
    )
    notified = notify(
        event=accepted.event,
        kind=kind,
        subject_type=USER_SUBJECT,
        subject_id=accepted.user.id,
        users=users,
    )
    recipients = [user for user in users if user.id in notified]
    mail_accepted(
        user=accepted.user,
        organisation=accepted.organisation,
        to=mailed_at_once(kind=kind, users=recipients, notified=notified),
    )
