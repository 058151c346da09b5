"""The arithmetic of an evaluation: means, weights, ranks, spread, missing marks."""

from dataclasses import dataclass
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from app.evaluations.policies.progress import count_marks, missing_marks
from app.evaluations.policies.scoring import (
    CriterionValue,
    marked_value,
    ranked_results,
    score_of,
    scored_value,
)


def marked(weight: int, *marks: int, consensus: int | None = None) -> CriterionValue:
    return marked_value(criterion_id=1, weight=weight, marks=dict(enumerate(marks)), consensus=consensus)


def test_value_of_marks_is_ten_times_their_mean() -> None:
    assert marked(60, 7, 8, 8).percent == Decimal("76.67")
    assert marked(60, 7, 8, 8).mean == Decimal("7.67")
    assert marked(60).percent is None


def test_consensus_replaces_the_mean() -> None:
    value = marked(60, 2, 9, consensus=6)
    assert (value.percent, value.mean, value.is_spread) == (Decimal("60.00"), Decimal("5.50"), True)


def test_marks_spread_if_they_differ_by_more_than_two() -> None:
    assert not marked(1, 5, 7).is_spread
    assert marked(1, 5, 8).is_spread
    assert not marked(1, 5).is_spread


def test_score_weighs_only_criteria_that_have_a_value() -> None:
    form = scored_value(criterion_id=2, weight=30, percent=Decimal(50))
    empty = scored_value(criterion_id=3, weight=10, percent=None)
    assert score_of([marked(60, 10), form, empty]) == Decimal("83.33")
    assert score_of([empty]) is None
    assert score_of([marked(0, 10)]) is None


def test_equal_scores_share_a_rank_and_the_next_rank_is_left_out() -> None:
    results = ranked_results({1: [marked(1, 5)], 2: [marked(1, 9)], 3: [marked(1, 9)], 4: [marked(1)]})
    assert [(result.rfx_id, result.rank) for result in results] == [(2, 1), (3, 1), (1, 3), (4, None)]


@given(st.lists(st.tuples(st.integers(1, 100), st.lists(st.integers(0, 10), min_size=1)), min_size=1))
def test_score_is_between_the_lowest_and_the_highest_value(rows: list[tuple[int, list[int]]]) -> None:
    values = [marked(weight, *marks) for weight, marks in rows]
    percents = [value.percent for value in values if value.percent is not None]
    score = score_of(values)
    assert score is not None
    assert min(percents) <= score <= max(percents)


@dataclass
class Named:
    id: int
    name: str


def test_missing_marks_are_named_without_suppliers_in_conflict() -> None:
    criteria = [Named(1, "Price"), Named(2, "Quality")]
    names = {7: "Ada Lovelace", 8: "Vera"}
    sentences = missing_marks(
        rfx_id=3, criteria=criteria, evaluators=names, conflicts={8: {3}}, entered={(7, 3, 2)}
    )
    assert sentences == ["No mark from Ada Lovelace for Price"]


def test_progress_counts_neither_conflicts_nor_marks_of_other_suppliers() -> None:
    count = count_marks(rfx_ids=[1, 2], criterion_ids=[5, 6], conflicts={2}, entered={(1, 5), (2, 5), (9, 6)})
    assert (count.entered, count.total, count.missing) == (1, 2, 1)
