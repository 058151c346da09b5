"""Threads, their messages and participants."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.messages.types import MessageType, ThreadType


class MessageThread(Base):
    """Conversation between two organisations (specification section 3, MessageThread)."""

    __tablename__ = "message_thread"
    __table_args__ = (
        Index("ix_message_thread_last_activity", "last_activity", "id"),
        Index("ix_message_thread_last_message", "last_message_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[ThreadType] = enum_column(ThreadType)
    subject: Mapped[str]
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    last_activity: Mapped[datetime] = mapped_column(default=now)
    last_message_id: Mapped[int | None] = mapped_column(ForeignKey("message.id", use_alter=True))
    message_count: Mapped[int] = mapped_column(default=0)


class ThreadParticipant(Base):
    """User in a thread, with the user's tags: inbox, new, trash."""

    __tablename__ = "thread_participant"
    __table_args__ = (
        UniqueConstraint("thread_id", "user_id"),
        Index("ix_thread_participant_user", "user_id", "last_activity", "thread_id"),
        Index(
            "ix_thread_participant_new",
            "user_id",
            "last_activity",
            "thread_id",
            postgresql_where=text("tags @> '{new}'::text[]"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    thread_id: Mapped[int] = mapped_column(ForeignKey("message_thread.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    tags: Mapped[list[str]]
    last_activity: Mapped[datetime]
    """Copy of the thread's column, so that listing a user's threads is one index scan."""
    mail_due: Mapped[datetime | None]
    """Time at which the mail about new messages is sent; messages within 5 minutes share one mail."""
    mailed_message_id: Mapped[int | None]


class Message(Base):
    """Message of a thread; never edited or deleted."""

    __tablename__ = "message"
    __table_args__ = (
        Index("ix_message_thread_id", "thread_id", "id"),
        Index("ix_message_created_by_user", "created_by_user_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    thread_id: Mapped[int] = mapped_column(ForeignKey("message_thread.id"))
    type: Mapped[MessageType] = enum_column(MessageType, default=MessageType.MESSAGE)
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    html: Mapped[str]
    sample: Mapped[str]
