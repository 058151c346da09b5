"""Saved views, and the view with which a list opens."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base
from app.kernel.http.json_types import Arguments


class SavedView(Base):
    """Filters of a list under a name. Its owner sees it and, if it is shared, the whole organisation."""

    __tablename__ = "saved_view"
    __table_args__ = (
        Index("ix_saved_view_organisation_list", "organisation_id", "list"),
        Index(
            "uq_saved_view_name", "owner_user_id", "list", text("lower(name)"),
            unique=True, postgresql_where=text("deleted is null"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    owner_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    list: Mapped[str]
    """The name of the list (`ListKind.name`)."""
    name: Mapped[str]
    params: Mapped[Arguments]
    """The filters as in the address of the list."""
    is_shared: Mapped[bool] = mapped_column(default=False)
    is_pinned: Mapped[bool] = mapped_column(default=False)
    """True if Home shows it with its count."""
    position: Mapped[int]
    """Its place among the views of its owner for this list, from 0."""
    created: Mapped[datetime] = mapped_column(default=now)
    deleted: Mapped[datetime | None]
    """Set for a day after the deletion, while it can be restored."""


class StartView(Base):
    """The view with which a list opens for one user, if its address has no filters."""

    __tablename__ = "start_view"
    __table_args__ = (Index("ix_start_view_view_id", "view_id"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)
    list: Mapped[str] = mapped_column(primary_key=True)
    view_id: Mapped[int] = mapped_column(ForeignKey("saved_view.id", ondelete="CASCADE"))
