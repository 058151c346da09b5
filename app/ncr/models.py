"""Non-conformances: reports of a buyer about a supplier."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.model import Base, enum_column
from app.ncr.types import NcrSeverity, NcrStatus, NcrType


class NonConformance(Base):
    """One report (specification section 3, NonConformance). Deletion hides it; rows are never erased.

    Each has exactly one task (`user_task`, subject `ncr`), which has its assignee and thread.
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
    """The organisation that raised it and owns the relationship."""
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The supplier."""
    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"), index=True)
    event_date: Mapped[date]
    account_name: Mapped[str]
    type: Mapped[NcrType] = enum_column(NcrType)
    severity: Mapped[NcrSeverity] = enum_column(NcrSeverity)
    status: Mapped[NcrStatus] = enum_column(NcrStatus, default=NcrStatus.PENDING)
    status_before_deletion: Mapped[NcrStatus | None] = enum_column(NcrStatus)
    job_title: Mapped[str | None]
    job_ref: Mapped[str | None]
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    """The reporter: a user of the raising organisation, not necessarily the one who entered it."""
    reported_by_name: Mapped[str | None]
    """The person on whose behalf it was reported."""
    resolution_asked: Mapped[datetime | None]
    """Time of the open request of the assignee's organisation to resolve it; None if there is none."""
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """Optimistic-lock counter: a save must send the version it was based on."""
    edited_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The user who last changed its fields; None if they were never changed."""
    resolved: Mapped[datetime | None]
