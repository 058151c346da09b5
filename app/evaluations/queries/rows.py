"""Rows of one evaluation. The caller has checked the access; each function runs one statement."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import ColumnElement, and_, exists, select

from app.accounts.public import User
from app.evaluations.models import (
    EvaluatedSupplier,
    Evaluation,
    EvaluationConflict,
    EvaluationConsensus,
    EvaluationCriterion,
    EvaluationMark,
    Evaluator,
)
from app.extensions import db
from app.rfx.public import Rfx, RfxStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatorRow:
    """An evaluator who is not removed, with the user."""

    evaluator: Evaluator
    user: User


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A consensus with the name of the user who settled it."""

    consensus: EvaluationConsensus
    user_name: str


def stored_evaluation(request_id: int, *, lock: bool = False, shared: bool = False) -> Evaluation | None:
    """Return the evaluation of a request or None; with `lock` its row is locked, with `shared` against moves only."""
    evaluation: Evaluation | None = db.session.get(
        Evaluation,
        request_id,
        with_for_update={"read": True} if shared else (lock or None),
        populate_existing=True,
    )
    return evaluation


def criteria_of(request_id: int) -> Sequence[EvaluationCriterion]:
    """Return the criteria in their order."""
    return db.session.execute(
        select(EvaluationCriterion)
        .where(EvaluationCriterion.request_id == request_id)
        .order_by(EvaluationCriterion.position)
    ).scalars().all()  # fmt: skip


def evaluators_of(request_id: int) -> list[EvaluatorRow]:
    """Return the evaluators who are not removed, the first added first."""
    rows = db.session.execute(
        select(Evaluator, User)
        .join(User, User.id == Evaluator.user_id)
        .where(is_active_in(request_id))
        .order_by(Evaluator.id),
        execution_options={"populate_existing": True},
    )
    return [EvaluatorRow(evaluator=evaluator, user=user) for evaluator, user in rows]


def is_active_in(request_id: int) -> ColumnElement[bool]:
    """Return the condition for evaluators of a request who are not removed."""
    return and_(Evaluator.request_id == request_id, Evaluator.removed.is_(None))


def marks_of(request_id: int, *, evaluator_id: int | None = None) -> Sequence[EvaluationMark]:
    """Return the marks of the evaluators who are not removed, or of one of them."""
    stmt = (
        select(EvaluationMark)
        .join(Evaluator, Evaluator.id == EvaluationMark.evaluator_id)
        .where(is_active_in(request_id))
        .order_by(EvaluationMark.evaluator_id)
    )
    if evaluator_id is not None:
        stmt = stmt.where(Evaluator.id == evaluator_id)
    return db.session.execute(stmt, execution_options={"populate_existing": True}).scalars().all()


def conflicts_of(request_id: int) -> dict[int, set[int]]:
    """Return the ids of the RFxs with a conflict of interest, by evaluator who is not removed."""
    conflicts: dict[int, set[int]] = defaultdict(set)
    rows = db.session.execute(
        select(EvaluationConflict.evaluator_id, EvaluationConflict.rfx_id)
        .join(Evaluator, Evaluator.id == EvaluationConflict.evaluator_id)
        .where(is_active_in(request_id))
    )
    for evaluator_id, rfx_id in rows:
        conflicts[evaluator_id].add(rfx_id)
    return conflicts


def consensus_of(request_id: int) -> dict[tuple[int, int], Settled]:
    """Return the settled marks by RFx and criterion."""
    rows = db.session.execute(
        select(EvaluationConsensus, User.name)
        .join(EvaluationCriterion, EvaluationCriterion.id == EvaluationConsensus.criterion_id)
        .join(User, User.id == EvaluationConsensus.settled_by_user_id)
        .where(EvaluationCriterion.request_id == request_id),
        execution_options={"populate_existing": True},
    )
    return {
        (consensus.rfx_id, consensus.criterion_id): Settled(consensus=consensus, user_name=name)
        for consensus, name in rows
    }


def stored_scores(request_id: int) -> dict[int, Mapping[int, Decimal]]:
    """Return the stored scores of the suppliers of a closed evaluation, by RFx and criterion."""
    rows = db.session.execute(
        select(EvaluatedSupplier.rfx_id, EvaluatedSupplier.scores)
        .where(EvaluatedSupplier.request_id == request_id)
        .order_by(EvaluatedSupplier.rfx_id)
    )
    return {
        rfx_id: {int(criterion_id): Decimal(score) for criterion_id, score in scores.items()}
        for rfx_id, scores in rows
    }


def submitted_rfx_ids(request_id: int) -> list[int]:
    """Return the ids of the RFxs that are submitted now."""
    return list(
        db.session.execute(
            select(Rfx.id)
            .where(Rfx.request_id == request_id, Rfx.status == RfxStatus.COMPLETED)
            .order_by(Rfx.id)
        ).scalars()
    )


def user_ids_with_conflict(request_id: int) -> set[int]:
    """Return the ids of the users who have declared a conflict of interest, also of removed evaluators."""
    declared = exists().where(EvaluationConflict.evaluator_id == Evaluator.id)
    return set(
        db.session.execute(
            select(Evaluator.user_id).where(Evaluator.request_id == request_id, declared)
        ).scalars()
    )
