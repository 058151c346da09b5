"""Tasks of users."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.tasks.types import TaskStatus, TaskSubject, TaskType


class UserTask(Base):
    """A task for a user, or for anyone at an organisation (specification section 3, UserTask).

    `subject_type` and `subject_id` identify its subject (a `TaskSubject`), which belongs to a feature above
    this one; `title` and `subject_title` repeat its names for lists.
    """

    __tablename__ = "user_task"
    __table_args__ = (
        Index("ix_user_task_assignee", "assigned_user_id", "id", postgresql_where=text("is_open")),
        Index(
            "ix_user_task_organisation", "assigned_organisation_id", "id", postgresql_where=text("is_open")
        ),
        # For lists of records that are due or late.
        Index(
            "ix_user_task_due",
            "organisation_id",
            "due",
            "subject_id",
            postgresql_where=text("is_open and due is not null"),
        ),
        Index(
            "ix_user_task_assigned_due",
            "assigned_organisation_id",
            "due",
            "subject_id",
            postgresql_where=text("is_open and due is not null"),
        ),
        Index(
            "ix_user_task_follow_up_due",
            "organisation_id",
            "due",
            "id",
            postgresql_where=text("is_open and due is not null and type = 'FOLLOW_UP'"),
        ),
        Index(
            "ix_user_task_assignee_due",
            "assigned_user_id",
            "due",
            postgresql_where=text("is_open and due is not null"),
        ),
        Index("ix_user_task_due_day", "due", postgresql_where=text("is_open and due is not null")),
        Index("ix_user_task_subject", "subject_type", "subject_id", "id"),
        Index(
            "ix_user_task_message_thread_id",
            "message_thread_id",
            postgresql_where=text("message_thread_id is not null"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[TaskType] = enum_column(TaskType)
    status: Mapped[TaskStatus] = enum_column(TaskStatus, default=TaskStatus.OPEN)
    is_open: Mapped[bool] = mapped_column(default=True)
    title: Mapped[str]
    subject_type: Mapped[TaskSubject] = enum_column(TaskSubject)
    subject_id: Mapped[int]
    subject_title: Mapped[str]
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The organisation that assigned the task."""
    assigned_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    assigned_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """None means anyone at the organisation."""
    about_organisation_id: Mapped[int | None] = mapped_column(ForeignKey("organisation.id"))
    """The supplier that an internal task is about; None for tasks between two organisations."""
    assigned_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    message_thread_id: Mapped[int | None] = mapped_column(ForeignKey("message_thread.id"))
    doc_form_id: Mapped[int | None] = mapped_column(ForeignKey("doc_form.id"))
    field_key: Mapped[str | None]
    description_html: Mapped[str | None]
    due: Mapped[date | None]
    expires: Mapped[datetime | None]
    """The deadline of its subject. After it the task counts as closed, even before the job that closes it has run."""
    created: Mapped[datetime] = mapped_column(default=now)
    closed: Mapped[datetime | None]
