"""The layout of each user's Home."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.model import Base


class HomeLayout(Base):
    """The layout of one user's Home; users without a row see the default charts and the first steps."""

    __tablename__ = "home_layout"

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)
    charts: Mapped[list[str] | None]
    """The charts in their order; None for the default charts."""
    steps_hidden: Mapped[datetime | None]
    """Time at which the first steps were hidden, by the user or because all were done."""
