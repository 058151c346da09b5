"""Pairs of suppliers that look alike, verdicts on them, and merges."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.duplicates.types import Verdict
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.http.json_types import Arguments


class DuplicatePair(Base):
    """Two suppliers in one network that look alike, as the last comparison found them."""

    __tablename__ = "duplicate_pair"
    __table_args__ = (
        UniqueConstraint("organisation_id", "first_id", "second_id"),
        CheckConstraint("first_id < second_id", name="order"),
        Index("ix_duplicate_pair_score", "organisation_id", "score", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The owner of the network."""
    first_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    second_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    reasons: Mapped[list[str]]
    """Members of `Reason`, the strongest first."""
    similarity: Mapped[int] = mapped_column(Integer)
    """Similarity of the names in percent."""
    is_certain: Mapped[bool]
    score: Mapped[int] = mapped_column(Integer)
    """The order of the list, the highest first."""


class DuplicateVerdict(Base):
    """A decision about a pair, which hides it from the list for all users of the organisation."""

    __tablename__ = "duplicate_verdict"
    __table_args__ = (CheckConstraint("first_id < second_id", name="order"),)

    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    first_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    second_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    verdict: Mapped[Verdict] = enum_column(Verdict)
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))


class DuplicateScan(Base):
    """The last comparison of all suppliers of a network."""

    __tablename__ = "duplicate_scan"

    organisation_id: Mapped[int] = mapped_column(
        ForeignKey("organisation.id"), primary_key=True, autoincrement=False
    )
    requested: Mapped[datetime]
    """Time of the last request; the comparison is running or waiting if it is later than `finished`."""
    finished: Mapped[datetime | None]
    suppliers: Mapped[int] = mapped_column(Integer, default=0)
    """Number of suppliers that were compared."""


class MergeLog(Base):
    """A merge of one supplier (`gone`) into another, with everything that its undo restores."""

    __tablename__ = "merge_log"
    __table_args__ = (
        Index("ix_merge_log_survivor", "organisation_id", "survivor_id", "id"),
        Index("ix_merge_log_purge", "created", postgresql_where=text("moves <> '{}'::jsonb")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The owner of the network."""
    survivor_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    gone_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    gone_name: Mapped[str]
    moves: Mapped[Arguments]
    """The changed rows with their former values (`app.duplicates.operations.moves`); empty once the undo has expired."""
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    undone: Mapped[datetime | None]
    undone_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))


class OrganisationAlias(Base):
    """The survivor that the address of a merged organisation leads to, for the users of one organisation."""

    __tablename__ = "organisation_alias"

    old_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    for_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
