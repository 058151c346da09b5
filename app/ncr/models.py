"""Non-conformances: what a buyer reports about a supplier."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.model import Base
from app.ncr.types import NcrStatus


class NonConformance(Base):
    """One report (specification section 3, NonConformance). Hidden when deleted, never erased.

    Its one task (`user_task`, subject `ncr`) lives as long as it does: assignee and thread stand there.
    """

    __tablename__ = "non_conformance"
    __table_args__ = (
        Index("ix_non_conformance_organisation", "organisation_id", "id"),
        Index("ix_non_conformance_date", "organisation_id", "event_date", "id"),
        Index("ix_non_conformance_title", "organisation_id", func.lower(text("title")), "id"),
        Index("ix_non_conformance_severity", "organisation_id", "severity", "id"),
        Index("ix_non_conformance_status", "organisation_id", "status", "id"),
        Index("ix_non_conformance_with_organisation", "with_organisation_id", "id"),
        Index(
            "ix_non_conformance_open", "organisation_id", "severity", "event_date",
            postgresql_where=text("status in ('PENDING', 'INPROGRESS')"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    description_html: Mapped[str | None]
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """Who raised it and keeps the relationship."""
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The supplier that it is about."""
    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"), index=True)
    event_date: Mapped[date]
    account_name: Mapped[str]
    type: Mapped[str]
    severity: Mapped[str]
    status: Mapped[str] = mapped_column(default=NcrStatus.PENDING)
    status_before_deletion: Mapped[str | None]
    job_title: Mapped[str | None]
    job_ref: Mapped[str | None]
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    """Who reported it: a user of the raising organisation, whoever typed it in."""
    reported_by_name: Mapped[str | None]
    """On whose behalf."""
    resolution_asked: Mapped[datetime | None]
    """When the assignee's organisation last asked for it to be resolved; None once that is settled."""
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """Counts how often its fields were saved: who saves names the one that the work began with."""
    edited_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """Who saved its fields last; None as long as nobody has changed them."""
    resolved: Mapped[datetime | None]
