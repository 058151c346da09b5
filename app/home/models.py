"""The layout of each user's Home."""

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.model import Base


class HomeLayout(Base):
    """The charts of one user, in their order; users without a row see the default charts."""

    __tablename__ = "home_layout"

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)
    charts: Mapped[list[str]]
