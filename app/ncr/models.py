"""Non-conformances: reports of a buyer about a supplier. Defect codes: the buyer's names of defects."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, Numeric, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.ncr.types import Disposition, NcrSeverity, NcrStatus, NcrType


class DefectCode(Base):
    """A defect that an organisation reports, with its short code. Codes in use are archived instead of deleted."""

    __tablename__ = "defect_code"
    __table_args__ = (
        Index("uq_defect_code_code", "organisation_id", func.lower(text("code")), unique=True),
        Index("ix_defect_code_organisation", "organisation_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    code: Mapped[str]
    name: Mapped[str]
    archived: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    created: Mapped[datetime] = mapped_column(default=now)


class NonConformance(Base):
    """One report (specification section 3, NonConformance). Deletion hides it; rows are never erased.

    Each has exactly one task (`user_task`, subject `ncr`), which has its assignee and thread.
    """

    __tablename__ = "non_conformance"
    __table_args__ = (
        Index("ix_non_conformance_organisation", "organisation_id", "id"),
        # With the columns that figures count, so that they read the index alone.
        Index(
            "ix_non_conformance_date", "organisation_id", "event_date", "id",
            postgresql_include=[
                "status", "with_organisation_id", "defect_code_id", "part_number", "quantity_delivered",
                "quantity_defective", "currency", "cost",
            ],
        ),
        Index("ix_non_conformance_title", "organisation_id", func.lower(text("title")), "id"),
        Index("ix_non_conformance_severity", "organisation_id", "severity", "id"),
        Index("ix_non_conformance_status", "organisation_id", "status", "id"),
        Index("ix_non_conformance_with_organisation", "with_organisation_id", "id"),
        Index(
            "ix_non_conformance_open", "organisation_id", "severity", "event_date",
            postgresql_where=text("status in ('PENDING', 'INPROGRESS')"),
        ),
        # Recurrences: the earlier ones of the same supplier, part and defect.
        Index(
            "ix_non_conformance_defect", "defect_code_id", "with_organisation_id", func.lower(text("part_number")),
            "event_date", "id", postgresql_where=text("defect_code_id is not null"),
        ),
        Index(
            "ix_non_conformance_part", "organisation_id", func.lower(text("part_number")), "id",
            postgresql_where=text("part_number is not null"),
        ),
        CheckConstraint("(cost IS NULL) = (currency IS NULL)", name="cost"),
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
    part_number: Mapped[str | None]
    batch: Mapped[str | None]
    order_ref: Mapped[str | None]
    quantity_delivered: Mapped[int | None] = mapped_column(Integer)
    quantity_checked: Mapped[int | None] = mapped_column(Integer)
    quantity_defective: Mapped[int | None] = mapped_column(Integer)
    defect_code_id: Mapped[int | None] = mapped_column(ForeignKey("defect_code.id"))
    """A code of the raising organisation."""
    cost: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    """Internal, like currency, disposition and note: only the raising organisation sees it."""
    currency: Mapped[str | None]
    disposition: Mapped[Disposition | None] = enum_column(Disposition)
    internal_note: Mapped[str | None]
    resolution_asked: Mapped[datetime | None]
    """Time of the open request of the assignee's organisation to resolve it; None if there is none."""
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """Optimistic-lock counter: a save must send the version it was based on."""
    edited_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The user who last changed its fields; None if they were never changed."""
    resolved: Mapped[datetime | None]
