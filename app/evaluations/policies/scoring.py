"""Arithmetic of an evaluation: the value of each criterion, the score and the rank. Needs no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from app.evaluations.types import HIGHEST_MARK, SPREAD

TWO_PLACES = Decimal("0.01")
PERCENT_OF_MARK = Decimal(100) / HIGHEST_MARK


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionValue:
    """Value of a supplier for a criterion, in percent with two decimals; None without marks or without a score.

    `marks` are the counted marks by evaluator id. `consensus` replaces their mean. `is_spread` is True if the marks differ
    by more than SPREAD.
    """

    criterion_id: int
    weight: int
    percent: Decimal | None
    marks: Mapping[int, int]
    consensus: int | None = None

    @property
    def mean(self) -> Decimal | None:
        """Return the mean mark with two decimals, for display."""
        return _rounded(mean_of(list(self.marks.values()))) if self.marks else None

    @property
    def is_spread(self) -> bool:
        return bool(self.marks) and max(self.marks.values()) - min(self.marks.values()) > SPREAD


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedResult:
    """Result of one supplier: the score from 0 to 100 with two decimals, and the rank, which equal scores share.

    Both are None if no criterion has a value.
    """

    rfx_id: int
    score: Decimal | None
    rank: int | None
    values: Sequence[CriterionValue]


def marked_value(
    *, criterion_id: int, weight: int, marks: Mapping[int, int], consensus: int | None
) -> CriterionValue:
    """Return the value of a criterion with marks: the consensus, else the mean, times 10."""
    mark = Decimal(consensus) if consensus is not None else mean_of(list(marks.values())) if marks else None
    return CriterionValue(
        criterion_id=criterion_id,
        weight=weight,
        percent=None if mark is None else _rounded(mark * PERCENT_OF_MARK),
        marks=marks,
        consensus=consensus,
    )


def scored_value(*, criterion_id: int, weight: int, percent: Decimal | None) -> CriterionValue:
    """Return the value of a criterion that takes the score of the form."""
    return CriterionValue(
        criterion_id=criterion_id,
        weight=weight,
        percent=None if percent is None else _rounded(percent),
        marks={},
    )


def mean_of(marks: Sequence[int]) -> Decimal:
    """Return the mean of one or more marks."""
    return Decimal(sum(marks)) / len(marks)


def score_of(values: Sequence[CriterionValue]) -> Decimal | None:
    """Return the weighted mean of the criteria that have a value; None if their weights are 0."""
    counted = [(value.weight, value.percent) for value in values if value.percent is not None]
    weights = sum(weight for weight, _ in counted)
    if not weights:
        return None
    return _rounded(sum((weight * percent for weight, percent in counted), Decimal(0)) / weights)


def ranked_results(values_by_rfx: Mapping[int, Sequence[CriterionValue]]) -> list[EvaluatedResult]:
    """Return the results, the best first; suppliers with equal scores share a rank, and the next rank is left out."""
    scores = {rfx_id: score_of(values) for rfx_id, values in values_by_rfx.items()}
    descending = sorted((score for score in scores.values() if score is not None), reverse=True)
    results = [
        EvaluatedResult(
            rfx_id=rfx_id,
            score=score,
            rank=None if score is None else descending.index(score) + 1,
            values=values_by_rfx[rfx_id],
        )
        for rfx_id, score in scores.items()
    ]
    return sorted(results, key=lambda result: (result.rank is None, result.rank or 0, result.rfx_id))


def _rounded(number: Decimal) -> Decimal:
    return number.quantize(TWO_PLACES, ROUND_HALF_UP)
