"""Names of evaluations for other features."""

from app.evaluations.queries.results import EvaluationResults, results_of
from app.evaluations.queries.rows import (
    conflicts_of,
    consensus_of,
    criteria_of,
    evaluators_of,
    stored_evaluation,
    user_ids_with_conflict,
)
from app.evaluations.types import CriterionSource, EvaluationState

__all__ = [
    "CriterionSource",
    "EvaluationResults",
    "EvaluationState",
    "conflicts_of",
    "consensus_of",
    "criteria_of",
    "evaluators_of",
    "results_of",
    "stored_evaluation",
    "user_ids_with_conflict",
]
