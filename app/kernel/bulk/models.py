"""Tables of bulk jobs."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.model import Base, enum_column
from app.kernel.http.json_types import Arguments


class BulkState(StrEnum):
    """QUEUED -> RUNNING -> DONE; a job that can be undone may continue to UNDOING -> UNDONE."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    UNDOING = "UNDOING"
    UNDONE = "UNDONE"


class BulkOutcome(StrEnum):
    """The result of one row. UNDONE and NOT_UNDONE are the results of an undo of a row that was DONE."""

    DONE = "DONE"
    UNCHANGED = "UNCHANGED"
    FAILED = "FAILED"
    GONE = "GONE"
    UNDONE = "UNDONE"
    NOT_UNDONE = "NOT_UNDONE"


OPEN_STATES = (BulkState.QUEUED, BulkState.RUNNING, BulkState.UNDOING)


class BulkJob(Base):
    """One action of one user on up to 5,000 rows."""

    __tablename__ = "bulk_job"
    __table_args__ = (
        Index("ix_bulk_job_created", "created"),
        # One open job for each user.
        Index(
            "uq_bulk_job_open",
            "user_id",
            unique=True,
            postgresql_where=text("state in ('QUEUED', 'RUNNING', 'UNDOING')"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int]
    user_id: Mapped[int]
    kind: Mapped[str]
    selection: Mapped[Arguments]
    """The request's `ids` or `filter`; the rows have the result."""
    args: Mapped[Arguments]
    """The arguments of the action as JSON, which its schema loads."""
    total: Mapped[int]
    done: Mapped[int]
    """Number of rows that the current run or undo has processed."""
    state: Mapped[BulkState] = enum_column(BulkState)
    created: Mapped[datetime]
    finished: Mapped[datetime | None]
    undo_until: Mapped[datetime | None]
    """None if the action cannot be undone or has changed no row."""


class BulkRow(Base):
    """One row of a bulk job, in the order of `position` (from 0)."""

    __tablename__ = "bulk_row"
    __table_args__ = (Index("ix_bulk_row_outcome", "job_id", "outcome", "position"),)

    job_id: Mapped[int] = mapped_column(ForeignKey("bulk_job.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    subject_id: Mapped[int | None]
    """The record; None until the job has created it."""
    label: Mapped[str]
    data: Mapped[Arguments]
    """Values that the action stored for this row when the job was started."""
    outcome: Mapped[BulkOutcome | None] = enum_column(BulkOutcome)
    """None until the row is processed."""
    message: Mapped[str]
    before: Mapped[Arguments | None] = mapped_column(JSONB(none_as_null=True))
    """The values that an undo restores."""
    url: Mapped[str | None]
