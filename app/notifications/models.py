"""Notifications, each user's choice of mails, and the reminders that were sent."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, Integer, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.notifications.types import Delivery, NotificationKind


class Notification(Base):
    """An event that concerns one user, written in the transaction of the event.

    `subject_type` and `subject_id` identify the record that the event is about, which may belong to a feature above
    this one. Lists combine the notifications of one kind about one subject.
    """

    __tablename__ = "notification"
    __table_args__ = (
        # Events are numbered in their order, so this index also serves the newest notifications.
        UniqueConstraint("user_id", "event_id"),
        Index("ix_notification_unread", "user_id", "event_id", postgresql_where=text("read_at is null")),
        Index(
            "ix_notification_task", "subject_type", "subject_id",
            postgresql_where=text("is_task and read_at is null"),
        ),
        Index("ix_notification_daily_mail", "user_id", postgresql_where=text("awaits_daily_mail")),
        Index("ix_notification_created", "created"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    event_id: Mapped[int]
    """The event, without a foreign key (docs/adr/0011): events stay longer than notifications."""
    kind: Mapped[NotificationKind] = enum_column(NotificationKind)
    subject_type: Mapped[str]
    subject_id: Mapped[int]
    is_task: Mapped[bool] = mapped_column(default=False)
    """True if the user also has a task because of this event. The count of the bell leaves it out."""
    read_at: Mapped[datetime | None]
    awaits_daily_mail: Mapped[bool] = mapped_column(default=False)
    created: Mapped[datetime] = mapped_column(default=now)


class MailSetting(Base):
    """The delivery that one user has chosen for one kind; without a row the default applies."""

    __tablename__ = "mail_setting"

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)
    kind: Mapped[NotificationKind] = enum_column(NotificationKind, primary_key=True)
    delivery: Mapped[Delivery] = enum_column(Delivery)


class ReminderStep(Base):
    """A reminder of a user, at one step before the end or due day of a subject. It is sent once."""

    __tablename__ = "reminder_step"
    __table_args__ = (UniqueConstraint("subject_type", "subject_id", "step", "user_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    subject_type: Mapped[str]
    subject_id: Mapped[int]
    step: Mapped[int] = mapped_column(Integer)
    """Number of days before the end; below 0 after it."""
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
