"""Evaluations of requests: criteria, evaluators with their marks, and consensus."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.evaluations.types import CriterionSource, EvaluationState
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class Evaluation(Base):
    """The evaluation of the suppliers of a request; a request has one at most."""

    __tablename__ = "evaluation"

    request_id: Mapped[int] = mapped_column(ForeignKey("rfx_request.id"), primary_key=True)
    state: Mapped[EvaluationState] = enum_column(EvaluationState, default=EvaluationState.PREPARING)
    due: Mapped[date | None]
    """The day until which evaluators are asked to mark. The round stays open after it."""
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    updated: Mapped[datetime] = mapped_column(default=now)
    """Time of the last change of the criteria or of `due`: the base of the next one."""
    opened: Mapped[datetime | None]
    opened_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    closed: Mapped[datetime | None]
    closed_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """None if it closed automatically, after the last evaluator finished."""
    closing_reason: Mapped[str | None]


class EvaluationCriterion(Base):
    """A criterion with its weight in percent."""

    __tablename__ = "evaluation_criterion"
    __table_args__ = (
        Index("ix_evaluation_criterion_request", "request_id", "position"),
        CheckConstraint("weight BETWEEN 0 AND 100", name="weight_range"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[int] = mapped_column(ForeignKey("evaluation.request_id"))
    position: Mapped[int]
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="", server_default=text("''"))
    weight: Mapped[int]
    source: Mapped[CriterionSource] = enum_column(CriterionSource)
    section_id: Mapped[str | None]
    """Section of the comparison whose score the criterion takes; None for the score of the whole RFx, and for marks."""


class Evaluator(Base):
    """A user who marks: a colleague of the requester, or a guest with a grant."""

    __tablename__ = "evaluator"
    __table_args__ = (
        UniqueConstraint("request_id", "user_id"),
        Index("ix_evaluator_user", "user_id", "request_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[int] = mapped_column(ForeignKey("evaluation.request_id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    added: Mapped[datetime] = mapped_column(default=now)
    added_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    invited: Mapped[datetime | None]
    """Time of the first mail: the opening of the evaluation, or the later addition."""
    reminded: Mapped[datetime | None]
    finished: Mapped[datetime | None]
    removed: Mapped[datetime | None]
    """The marks of removed evaluators do not count."""


class EvaluationMark(Base):
    """Mark of one evaluator for one supplier and criterion, with an optional comment."""

    __tablename__ = "evaluation_mark"
    __table_args__ = (
        CheckConstraint("mark BETWEEN 0 AND 10", name="mark_range"),
        Index("ix_evaluation_mark_criterion", "criterion_id", "rfx_id"),
    )

    evaluator_id: Mapped[int] = mapped_column(ForeignKey("evaluator.id"), primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    criterion_id: Mapped[int] = mapped_column(ForeignKey("evaluation_criterion.id"), primary_key=True)
    mark: Mapped[int | None]
    """None for a comment without a mark."""
    comment: Mapped[str] = mapped_column(default="", server_default=text("''"))
    iteration: Mapped[int] = mapped_column(default=1)
    """Number of saves: each save names the one that it is based on."""
    updated: Mapped[datetime] = mapped_column(default=now)


class EvaluationConflict(Base):
    """A conflict of interest: the evaluator does not mark this supplier."""

    __tablename__ = "evaluation_conflict"

    evaluator_id: Mapped[int] = mapped_column(ForeignKey("evaluator.id"), primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    declared: Mapped[datetime] = mapped_column(default=now)


class EvaluationConsensus(Base):
    """The mark that replaces the mean of the marks of a supplier for a criterion."""

    __tablename__ = "evaluation_consensus"
    __table_args__ = (CheckConstraint("mark BETWEEN 0 AND 10", name="mark_range"),)

    criterion_id: Mapped[int] = mapped_column(ForeignKey("evaluation_criterion.id"), primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    mark: Mapped[int]
    reason: Mapped[str]
    settled: Mapped[datetime] = mapped_column(default=now)
    settled_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))


class EvaluatedSupplier(Base):
    """A supplier that had submitted when the evaluation closed, with its scores at that time.

    Later changes of the RFx do not change a closed evaluation.
    """

    __tablename__ = "evaluated_supplier"

    request_id: Mapped[int] = mapped_column(ForeignKey("evaluation.request_id"), primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    scores: Mapped[dict[str, str]] = mapped_column(JSONB, default=dict, server_default=text("'{}'"))
    """Score in percent, as a decimal string, by the id of each criterion that takes a score."""
