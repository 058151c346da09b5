"""States and limits of evaluations."""

from enum import StrEnum

EVALUATION_GRANT = "RFX_EVALUATION"
"""Subject of the grants of guests who evaluate; its id is the id of the request."""

MAX_CRITERIA = 20
MAX_EVALUATORS = 30
MAX_NAME = 100
MAX_TEXT = 2000
"""Letters of a comment, a reason and a description."""
HIGHEST_MARK = 10
ALL_WEIGHTS = 100
SPREAD = 2
"""Marks of one supplier for one criterion that differ by more need a consensus."""


class EvaluationState(StrEnum):
    """PREPARING while criteria may change, OPEN while evaluators mark, then CLOSED permanently."""

    PREPARING = "PREPARING"
    OPEN = "OPEN"
    CLOSED = "CLOSED"


class EvaluationMove(StrEnum):
    """The moves of an evaluation."""

    OPEN = "open"
    CLOSE = "close"


S = EvaluationState
TRANSITIONS: dict[tuple[EvaluationState, EvaluationMove], EvaluationState] = {
    (S.PREPARING, EvaluationMove.OPEN): S.OPEN,
    (S.OPEN, EvaluationMove.CLOSE): S.CLOSED,
}


class CriterionSource(StrEnum):
    """The source of a criterion's values: marks of evaluators, or the score of the form."""

    MARKS = "MARKS"
    SCORE = "SCORE"
