"""Hand-overs of RFxs to another contact of the respondent, and the parts that the requester's colleagues review."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.delegation.types import HandoverState, ReviewStatus
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class RfxHandover(Base):
    """Hand-over of an RFx by one contact to another; a guest's to a foreign mail domain waits for the requester.

    The answers stay with the names of their authors.
    """

    __tablename__ = "rfx_handover"
    __table_args__ = (
        Index("ix_rfx_handover_rfx", "rfx_id", "id"),
        Index("uq_rfx_handover_pending", "rfx_id", unique=True, postgresql_where=text("state = 'PENDING'")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    state: Mapped[HandoverState] = enum_column(HandoverState)
    from_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    to_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The new contact; None until the hand-over is done."""
    name: Mapped[str]
    email: Mapped[str]
    note: Mapped[str] = mapped_column(default="", server_default=text("''"))
    created: Mapped[datetime] = mapped_column(default=now)
    decided: Mapped[datetime | None]
    decided_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The requester's user who confirmed or declined; None if no confirmation was needed."""
    reason: Mapped[str | None]
    """The requester's reason for declining."""


class RfxReviewPart(Base):
    """Part of a submitted RFx whose answers a colleague of the requester reviews.

    `keys` are value keys of the RFx. The table is separate from the parts of the respondent, so that no query for the
    respondent can return a row of it.
    """

    __tablename__ = "rfx_review_part"
    __table_args__ = (
        Index("ix_rfx_review_part_rfx", "rfx_id", "id"),
        Index("ix_rfx_review_part_reviewer", "reviewer_user_id", "rfx_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    title: Mapped[str]
    keys: Mapped[list[str]]
    reviewer_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    note: Mapped[str] = mapped_column(default="", server_default=text("''"))
    due: Mapped[date | None]
    status: Mapped[ReviewStatus] = enum_column(ReviewStatus, default=ReviewStatus.ASKED)
    asked_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    task_id: Mapped[int] = mapped_column(ForeignKey("user_task.id"))
    """The task of the reviewer."""
    created: Mapped[datetime] = mapped_column(default=now)
    done: Mapped[datetime | None]
