"""The calendar link of each user."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base


class CalendarFeed(Base):
    """The link to a user's calendar of due records, at most one for each user. Only the hash of its token is stored."""

    __tablename__ = "calendar_feed"

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    created: Mapped[datetime] = mapped_column(default=now)
    last_read: Mapped[datetime | None]
    """Time of the last read by a calendar program, exact to the hour."""
