"""Deleting what belongs to one user alone."""

from sqlalchemy import delete

from app.extensions import db
from app.notifications.models import MailSetting, Notification


def delete_of_user(*, user_id: int) -> None:
    """Delete the notifications and the choices of mails of a user whose personal data is erased."""
    for model in (Notification, MailSetting):
        db.session.execute(delete(model).where(model.user_id == user_id))
