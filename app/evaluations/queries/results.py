"""Results of a closed evaluation: score and rank of each supplier."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.evaluations.policies.scoring import (
    CriterionValue,
    EvaluatedResult,
    marked_value,
    ranked_results,
    scored_value,
)
from app.evaluations.queries.rows import (
    consensus_of,
    criteria_of,
    marks_of,
    stored_evaluation,
    stored_scores,
)
from app.evaluations.types import CriterionSource, EvaluationState


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationResults:
    """Results of the evaluated suppliers, the best first."""

    results: Sequence[EvaluatedResult]

    @property
    def by_rfx(self) -> Mapping[int, EvaluatedResult]:
        """Return the results by RFx id; suppliers that were not evaluated have none."""
        return {result.rfx_id: result for result in self.results}


def results_of(request_id: int) -> EvaluationResults | None:
    """Return the results of a request; None while its evaluation is not closed. The caller has checked the access."""
    evaluation = stored_evaluation(request_id)
    if evaluation is None or evaluation.state != EvaluationState.CLOSED:
        return None
    return closed_results(request_id)


def closed_results(request_id: int) -> EvaluationResults:
    """Return the results of a closed evaluation, in four statements."""
    criteria, scores = criteria_of(request_id), stored_scores(request_id)
    settled = consensus_of(request_id)
    marks: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for row in marks_of(request_id):
        if row.mark is not None:
            marks[row.rfx_id, row.criterion_id][row.evaluator_id] = row.mark
    values: dict[int, list[CriterionValue]] = {}
    for rfx_id, own_scores in scores.items():
        values[rfx_id] = [
            scored_value(
                criterion_id=criterion.id, weight=criterion.weight, percent=own_scores.get(criterion.id)
            )
            if criterion.source is CriterionSource.SCORE
            else marked_value(
                criterion_id=criterion.id,
                weight=criterion.weight,
                marks=marks.get((rfx_id, criterion.id), {}),
                consensus=each.consensus.mark if (each := settled.get((rfx_id, criterion.id))) else None,
            )
            for criterion in criteria
        ]
    return EvaluationResults(results=ranked_results(values))
