"""Names of evaluations for other features."""

from app.evaluations.policies.scoring import EvaluatedResult
from app.evaluations.queries.results import EvaluationResults, results_of
from app.evaluations.queries.rows import user_ids_with_conflict

__all__ = ["EvaluatedResult", "EvaluationResults", "results_of", "user_ids_with_conflict"]
