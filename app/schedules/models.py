"""Schedules of RFxs and assessments that repeat, and their rounds."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.schedules.types import Anchor, OccurrenceState, ScheduleKind, ScheduleState, StartsFrom, TemplateJson


class Schedule(Base):
    """A repetition of an RFx or assessment for one supplier, visible to the buyer only."""

    __tablename__ = "schedule"
    __table_args__ = (
        CheckConstraint("every_months between 1 and 60", name="months"),
        CheckConstraint("(anchor = 'FIXED') = (first_on is not null)", name="first_day"),
        Index("ix_schedule_organisation", "organisation_id", "id"),
        Index(
            "uq_schedule_forms",
            "relationship_id",
            "kind",
            "form_key",
            unique=True,
            postgresql_where=text("state <> 'ENDED'"),
        ),
        # For the job: the rounds to open, and the rounds whose day is not known yet.
        Index(
            "ix_schedule_opening",
            text("(next_on - lead_days)"),
            "id",
            postgresql_where=text("state = 'ACTIVE' and next_on is not null"),
        ),
        Index("ix_schedule_unplanned", "id", postgresql_where=text("state <> 'ENDED' and next_on is null")),
        # For Due.
        Index(
            "ix_schedule_due",
            "organisation_id",
            "next_on",
            "id",
            postgresql_where=text("state = 'ACTIVE' and next_on is not null"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"))
    kind: Mapped[ScheduleKind] = enum_column(ScheduleKind)
    title: Mapped[str]
    """The title of each round."""
    template: Mapped[TemplateJson] = mapped_column(JSONB)
    form_key: Mapped[str]
    """The series of all its forms, sorted: a supplier has one schedule for the same forms."""
    every_months: Mapped[int] = mapped_column(Integer)
    anchor: Mapped[Anchor] = enum_column(Anchor)
    first_on: Mapped[date | None]
    """The chosen day of a FIXED schedule, from which all others are counted, so that the 31st does not drift."""
    next_on: Mapped[date | None]
    """The day on which the next round is due; None until the last one of an AFTER_CLOSE schedule has closed."""
    lead_days: Mapped[int] = mapped_column(Integer)
    """Number of days before `next_on` on which the round is sent."""
    starts_from: Mapped[StartsFrom] = enum_column(StartsFrom)
    state: Mapped[ScheduleState] = enum_column(ScheduleState, default=ScheduleState.ACTIVE)
    problem: Mapped[str | None]
    """The reason why the next round waits although it is due; a task has the same text."""
    owner_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    """The user in whose name the rounds are sent."""
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    updated: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    ended: Mapped[datetime | None]


class ScheduleOccurrence(Base):
    """A round of a schedule: the RFx or assessment that it began with (occurrence 0), and those sent or skipped since."""

    __tablename__ = "schedule_occurrence"
    __table_args__ = (
        UniqueConstraint("schedule_id", "occurrence"),
        Index("ix_schedule_occurrence_rfx", "rfx_id", postgresql_where=text("rfx_id is not null")),
        Index(
            "ix_schedule_occurrence_assessment",
            "assessment_id",
            postgresql_where=text("assessment_id is not null"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    schedule_id: Mapped[int] = mapped_column(ForeignKey("schedule.id"))
    occurrence: Mapped[int] = mapped_column(Integer)
    state: Mapped[OccurrenceState] = enum_column(OccurrenceState)
    due_on: Mapped[date | None]
    rfx_id: Mapped[int | None] = mapped_column(ForeignKey("rfx.id"))
    assessment_id: Mapped[int | None] = mapped_column(ForeignKey("assessment.id"))
    reason: Mapped[str | None]
    """The reason for a skipped round."""
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
