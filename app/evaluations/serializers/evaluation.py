"""Serializer of an evaluation: each viewer gets only the marks that are open to them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.accounts.public import User, UserType, picture_url, serialize_person
from app.evaluations.models import EvaluationCriterion, EvaluationMark
from app.evaluations.policies.progress import count_marks, label_of, missing_marks
from app.evaluations.policies.scoring import CriterionValue
from app.evaluations.queries.access import EvaluationAccess
from app.evaluations.queries.results import closed_results
from app.evaluations.queries.rows import (
    EvaluatorRow,
    Settled,
    conflicts_of,
    consensus_of,
    criteria_of,
    evaluators_of,
    marks_of,
    stored_scores,
)
from app.evaluations.queries.suppliers import criterion_scores, evaluated_rfxs
from app.evaluations.types import CriterionSource, EvaluationState
from app.extensions import db
from app.kernel.http.auth import Permission
from app.requests.public import scored_sections
from app.rfx.public import OPEN_STATUSES, ComparedRfx

Json = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loaded:
    """Rows that the parts of the response share."""

    criteria: Sequence[EvaluationCriterion]
    rfxs: Sequence[ComparedRfx]
    conflicts: Mapping[int, Collection[int]]
    marks: Sequence[EvaluationMark]

    @property
    def marked_criteria(self) -> list[EvaluationCriterion]:
        return [criterion for criterion in self.criteria if criterion.source is CriterionSource.MARKS]

    @property
    def entered(self) -> set[tuple[int, int, int]]:
        return {
            (row.evaluator_id, row.rfx_id, row.criterion_id) for row in self.marks if row.mark is not None
        }


def serialize_evaluation(access: EvaluationAccess) -> Json:
    """Serialize an evaluation for a dump by `EvaluationSchema`.

    Until it is closed no viewer gets marks of others: owners get the number of marks of each evaluator. Guests get their own
    marks only, also afterwards. While the answers are sealed there are no suppliers and no scores.
    """
    request, evaluation, actor = access.request, access.evaluation, access.actor
    state = evaluation.state if evaluation else EvaluationState.PREPARING
    is_closed = state is EvaluationState.CLOSED
    may_manage = actor.may(Permission.SEND_RFX) and not actor.is_guest
    is_sealed = request.is_sealed and request.seal_opened is None
    every = evaluated_rfxs(access)
    criteria = criteria_of(request.id)
    scores: Mapping[int, Mapping[int, object]]
    if is_closed:
        scores = stored_scores(request.id)
        rfxs = [rfx for rfx in every.all if rfx.id in scores]
    else:
        rfxs = [] if is_sealed else list(every.submitted)
        scores = criterion_scores(access, criteria, rfxs)
    loaded = _Loaded(
        criteria=criteria, rfxs=rfxs, conflicts=conflicts_of(request.id), marks=marks_of(request.id)
    )
    shows_evaluators = may_manage or (is_closed and not actor.is_guest)
    evaluators = evaluators_of(request.id) if shows_evaluators else []
    closed_by = (
        db.session.get(User, evaluation.closed_by_user_id)
        if evaluation and evaluation.closed_by_user_id and not actor.is_guest
        else None
    )
    return {
        "state": state,
        "updated": evaluation.updated if evaluation else None,
        "due": evaluation.due if evaluation else None,
        "opened": evaluation.opened if evaluation else None,
        "closed": evaluation.closed if evaluation else None,
        "closed_by": closed_by.name if closed_by else None,
        "closing_reason": evaluation.closing_reason if evaluation and not actor.is_guest else None,
        "is_sealed": is_sealed,
        "may_manage": may_manage,
        "criteria": criteria,
        "sections": scored_sections(access.context)
        if may_manage and state is EvaluationState.PREPARING
        else [],
        "suppliers": [_supplier(rfx, scores.get(rfx.id, {})) for rfx in rfxs],
        "waiting_count": sum(rfx.status in OPEN_STATUSES for rfx in every.all),
        "own": _own(access, loaded),
        "evaluators": [_evaluator(row, loaded) for row in evaluators],
        "results": _results(request.id, loaded, evaluators) if is_closed and not actor.is_guest else [],
    }


def serialize_mark(mark: EvaluationMark) -> Json:
    """Serialize an own mark for a dump by `OwnMarkSchema`."""
    return {
        "rfx_id": mark.rfx_id,
        "criterion_id": mark.criterion_id,
        "mark": mark.mark,
        "comment": mark.comment,
        "iteration": mark.iteration,
    }


def _supplier(rfx: ComparedRfx, scores: Mapping[int, object]) -> Json:
    return {
        "rfx_id": rfx.id,
        "name": rfx.name,
        "is_guest": rfx.is_guest,
        "logo_url": picture_url(*rfx.logo),
        "scores": [
            {"criterion_id": criterion_id, "percent": int(str(score))}
            for criterion_id, score in scores.items()
        ],
    }


def _own(access: EvaluationAccess, loaded: _Loaded) -> Json | None:
    evaluator = access.evaluator
    if evaluator is None or access.evaluation is None or access.evaluation.state is EvaluationState.PREPARING:
        return None
    return {
        "finished": evaluator.finished,
        "marks": [serialize_mark(row) for row in loaded.marks if row.evaluator_id == evaluator.id],
        "conflicts": sorted(loaded.conflicts.get(evaluator.id, ())),
    }


def _evaluator(row: EvaluatorRow, loaded: _Loaded) -> Json:
    evaluator, user = row.evaluator, row.user
    conflicts = loaded.conflicts.get(evaluator.id, ())
    count = count_marks(
        rfx_ids=[rfx.id for rfx in loaded.rfxs],
        criterion_ids=[criterion.id for criterion in loaded.marked_criteria],
        conflicts=conflicts,
        entered={
            (mark.rfx_id, mark.criterion_id)
            for mark in loaded.marks
            if mark.evaluator_id == evaluator.id and mark.mark is not None
        },
    )
    return {
        "id": evaluator.id,
        "user": serialize_person(user),
        "name": label_of(user),
        "email": user.email,
        "is_guest": user.type == UserType.GUEST,
        "invited": evaluator.invited,
        "reminded": evaluator.reminded,
        "finished": evaluator.finished,
        "entered": count.entered,
        "total": count.total,
        "conflicts": sorted(conflicts),
    }


def _results(request_id: int, loaded: _Loaded, evaluators: Sequence[EvaluatorRow]) -> list[Json]:
    settled, entered = consensus_of(request_id), loaded.entered
    names = {row.evaluator.id: label_of(row.user) for row in evaluators}
    cells: dict[tuple[int, int], list[EvaluationMark]] = defaultdict(list)
    for mark in loaded.marks:
        cells[mark.rfx_id, mark.criterion_id].append(mark)
    return [
        {
            "rfx_id": result.rfx_id,
            "score": _text(result.score),
            "rank": result.rank,
            "values": [
                _value(
                    value,
                    cells.get((result.rfx_id, value.criterion_id), []),
                    settled.get((result.rfx_id, value.criterion_id)),
                )
                for value in result.values
            ],
            "missing": missing_marks(
                rfx_id=result.rfx_id,
                criteria=loaded.marked_criteria,
                evaluators=names,
                conflicts=loaded.conflicts,
                entered=entered,
            ),
        }
        for result in closed_results(request_id).results
    ]


def _value(value: CriterionValue, marks: Sequence[EvaluationMark], settled: Settled | None) -> Json:
    return {
        "criterion_id": value.criterion_id,
        "weight": value.weight,
        "percent": _text(value.percent),
        "mean": _text(value.mean),
        "is_spread": value.is_spread,
        "marks": [
            {"evaluator_id": mark.evaluator_id, "mark": mark.mark, "comment": mark.comment} for mark in marks
        ],
        "consensus": None
        if settled is None
        else {
            "mark": settled.consensus.mark,
            "reason": settled.consensus.reason,
            "settled": settled.consensus.settled,
            "settled_by": settled.user_name,
        },
    }


def _text(number: object) -> str | None:
    return None if number is None else str(number)
