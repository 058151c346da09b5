"""Hand-overs of RFxs to another contact of the respondent."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.delegation.types import HandoverState
from app.kernel.clock import now
from app.kernel.model import Base, enum_column


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
