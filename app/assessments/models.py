"""Assessments of suppliers."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, Numeric, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.assessments.types import AssessmentStatus, AssessmentType
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class Assessment(Base):
    """Assessment of a supplier by a buyer, visible to the buyer only (specification section 3, Assessment).

    Its surveys are RFxs that refer to it. Closing fixes its scores, by the scoring rules of that day.
    """

    __tablename__ = "assessment"
    __table_args__ = (
        Index("ix_assessment_organisation", "organisation_id", "id"),
        Index("ix_assessment_relationship", "relationship_id", "id"),
        Index("ix_assessment_with_organisation", "with_organisation_id", "id"),
        Index(
            "ix_assessment_due", "organisation_id", "deadline", "id",
            postgresql_where=text("status in ('NEW', 'INPROGRESS')"),
        ),
        Index(
            "ix_assessment_created_by_due", "created_by_user_id", "deadline", "id",
            postgresql_where=text("status in ('NEW', 'INPROGRESS')"),
        ),
        Index(
            "ix_assessment_completed", "relationship_id", "type", "completed_date",
            postgresql_where=text("status = 'COMPLETED'"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"))
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The supplier."""
    type: Mapped[AssessmentType] = enum_column(AssessmentType)
    title: Mapped[str]
    status: Mapped[AssessmentStatus] = enum_column(AssessmentStatus, default=AssessmentStatus.NEW)
    deadline: Mapped[datetime | None]
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    completed_date: Mapped[datetime | None]
    closed_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    previous_score: Mapped[Decimal | None] = mapped_column(Numeric(12, 6))
    """Score of the previous completed assessment of its type, from 0 to 1; set when this one is closed."""
    completed_score: Mapped[Decimal | None] = mapped_column(Numeric(12, 6))
    """From 0 to 1; None while it is open and if nothing was scored."""
    scoreboard: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    """Snapshot of 'Scoring & Reports' at closing."""
