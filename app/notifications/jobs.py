"""Periodic jobs of notifications."""

from app.kernel.db.session import commit
from app.notifications.operations import daily_mail, notifying


def mail_daily() -> None:
    """Write the daily mails that are due, in one transaction each, so that a killed worker repeats at most one."""
    for user_id, due in daily_mail.daily_mails_due().items():
        daily_mail.send_daily_mail(user_id=user_id, due=due)
        commit()


def purge() -> None:
    """Delete old notifications."""
    notifying.purge_notifications()
