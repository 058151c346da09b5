"""Forms: each row is one revision of a form."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.forms.types import DocFormStatus
from app.kernel.clock import now
from app.kernel.model import Base


class DocForm(Base):
    """One revision of a form (specification section 3, DocForm). Revisions of a form share `series_id`.

    `doc` is the stored document; `html` is derived from it on saving. A published revision never changes.
    """

    __tablename__ = "doc_form"
    __table_args__ = (
        UniqueConstraint("series_id", "revision"),
        Index("ix_doc_form_organisation", "organisation_id", "title", "id"),
        Index("uq_doc_form_latest", "series_id", unique=True, postgresql_where=text("is_latest")),
        Index("uq_doc_form_in_use", "series_id", unique=True, postgresql_where=text("is_in_use")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    series_id: Mapped[str]
    """A UUID: the same for all revisions of one form."""
    revision: Mapped[int] = mapped_column(default=0)
    title: Mapped[str]
    type: Mapped[str]
    status: Mapped[str] = mapped_column(default=DocFormStatus.DRAFT)
    is_latest: Mapped[bool] = mapped_column(default=True)
    is_in_use: Mapped[bool] = mapped_column(default=False)
    """The newest published revision: what is sent."""
    is_archived: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int] = mapped_column(default=1)
    doc: Mapped[dict[str, Any]]
    html: Mapped[str]
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)
