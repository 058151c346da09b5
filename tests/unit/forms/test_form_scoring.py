"""Scores checked against tests/vectors/scoring.json, and properties of the scores of any form.

The figures under `byHand` were calculated on paper from the documented rules, without looking at the results of
the program.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.forms.document.fields import FieldType
from app.forms.document.rules import visible
from app.forms.document.scoring import (
    Scoring,
    decimal_score,
    is_scored,
    percentage,
    scoring_of,
    weighted_mean,
)
from app.forms.document.walk import PlacedField, walk
from tests.fixtures.vectors import vectors
from tests.unit.forms.documents import answers, document, field, field_attrs, heading

SHEET = vectors("scoring")


def block_of(entry: dict[str, Any]) -> dict[str, Any]:
    return heading(2, entry["heading"]) if "heading" in entry else field(**entry)


def test_sheet_has_enough_cases() -> None:
    assert len(SHEET) >= 40
    assert all(case["byHand"] for case in SHEET)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in SHEET])
def test_case_matches_its_expected_scores(case: dict[str, Any]) -> None:
    scoring = scoring_of(walk(document(*map(block_of, case["fields"]))), case["values"])
    assert {score.placed.key: line_of(score) for score in scoring.fields} == case["expected"]["fields"]
    assert [
        [section.topic, score_text(section.score), str(section.weight)] for section in scoring.sections
    ] == case["expected"]["sections"]
    overall = None if scoring.overall is None else [score_text(scoring.overall), percentage(scoring.overall)]
    assert overall == case["expected"]["overall"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in SHEET if "working" in case])
def test_calculation_of_a_case_gives_its_result(case: dict[str, Any]) -> None:
    """Weight times points divided by the maximum points, summed, divided by the sum of the weights."""
    above, below = (part.strip("() ") for part in case["working"].split(") / ("))
    sum_of_shares = sum((fraction_of(term) for term in above.split(" + ")), Fraction(0))
    result = sum_of_shares / sum(map(Fraction, below.split(" + ")))
    assert case["expected"]["overall"][0] == score_text(result)


def fraction_of(term: str) -> Fraction:
    """Calculate a term such as `3*10/20` or `5/10`."""
    share, _, most = term.partition("/")
    weight, _, points = share.rpartition("*")
    return Fraction(weight or 1) * Fraction(points) / Fraction(most)


def line_of(score: Any) -> list[Any]:
    return [score.rule, str(score.points), str(score.most), str(score.weight), score_text(score.score)]


def score_text(score: Fraction | None) -> str | None:
    return None if score is None else str(decimal_score(score))


numbers = st.one_of(st.integers(0, 20), st.sampled_from([0.1, 0.5, 2.5, 1.25]))


@st.composite
def scored_forms(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Draw attributes of up to 8 fields with scoring rules, some with conditions, and answers."""
    names = [f"q{index}" for index in range(draw(st.integers(1, 8)))]
    attrs = []
    for index, name in enumerate(names):
        each = draw(field_attrs(name)) | {
            "topic": draw(st.sampled_from(["", "Quality", "Safety"])),
            "weight": draw(numbers),
            "scoring": draw(
                st.lists(
                    st.fixed_dictionaries(
                        {
                            "operator": st.sampled_from(["answered", "unanswered", "equals", "in"]),
                            "operand": st.sampled_from([True, "a", ["a", "b"], None]),
                            "points": st.one_of(numbers, st.just(-3)),
                        }
                    ),
                    max_size=3,
                )
            ),
        }
        if index and draw(st.booleans()):
            operator = draw(st.sampled_from(["answered", "unanswered"]))
            each["visibleWhen"] = {"field": draw(st.sampled_from(names[:index])), "operator": operator}
        attrs.append(each)
    return attrs, {name: draw(answers) for name in names}


def fields_of(attrs: list[dict[str, Any]]) -> list[PlacedField]:
    return walk(document(*({"type": "dvFieldBlock", "attrs": each} for each in attrs)))


def results(scoring: Scoring) -> tuple[Any, ...]:
    """Return the results of a scoring, independent of the order of fields."""
    return (
        scoring.overall,
        {section.topic: (section.score, section.weight) for section in scoring.sections},
        {score.placed.key: (score.rule, score.points, score.most) for score in scoring.fields},
    )


@given(scored_forms(), st.randoms(use_true_random=False))
def test_order_of_fields_does_not_matter(
    form: tuple[list[dict[str, Any]], dict[str, Any]], random: Any
) -> None:
    attrs, values = form
    shuffled = random.sample(attrs, len(attrs))
    assert results(scoring_of(fields_of(attrs), values)) == results(scoring_of(fields_of(shuffled), values))


@given(scored_forms(), answers)
def test_hidden_and_unscored_fields_do_not_count(
    form: tuple[list[dict[str, Any]], dict[str, Any]], other: Any
) -> None:
    attrs, values = form
    fields = fields_of(attrs)
    before, shown_keys = scoring_of(fields, values), visible(fields, values)
    counted = {score.placed.key for score in before.fields}
    assert counted == {
        placed.key for placed in fields if placed.key in shown_keys and is_scored(placed.field)
    }
    for placed in fields:
        if placed.key not in shown_keys:
            assert results(scoring_of(fields, {**values, placed.key: other})) == results(before)
    conditions = {each["visibleWhen"]["field"] for each in attrs if each.get("visibleWhen")}
    relevant = [each for each in attrs if each["name"] in counted | conditions]
    assert results(scoring_of(fields_of(relevant), values)) == results(before)


@given(scored_forms())
def test_unanswered_field_scores_only_with_an_unanswered_rule(
    form: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    attrs, _ = form
    for score in scoring_of(fields_of(attrs), {}).fields:
        rule = score.counted_rule
        assert score.points == 0 if rule is None else rule.operator == "unanswered"


@given(scored_forms(), st.integers(1, 50))
def test_only_the_proportion_of_weights_matters(
    form: tuple[list[dict[str, Any]], dict[str, Any]], factor: int
) -> None:
    attrs, values = form
    heavier = [{**each, "weight": float(Decimal(str(each["weight"])) * factor)} for each in attrs]
    assert scoring_of(fields_of(heavier), values).overall == scoring_of(fields_of(attrs), values).overall


@given(scored_forms())
def test_overall_score_is_the_weighted_mean_of_its_sections(
    form: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    scoring = scoring_of(*[fields_of(form[0]), form[1]])
    mean_of_sections = weighted_mean(
        (section.score, section.weight) for section in scoring.sections if section.score is not None
    )
    assert scoring.overall == mean_of_sections
    scores = [score.score for score in scoring.fields if score.weight]
    if scoring.overall is not None:
        assert min(scores) <= scoring.overall <= max(scores) <= 1


@given(scored_forms())
def test_scores_of_any_answers_are_rounded_correctly(
    form: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    scoring = scoring_of(*[fields_of(form[0]), form[1]])
    if scoring.overall is not None:
        assert abs(Fraction(decimal_score(scoring.overall)) - scoring.overall) <= Fraction(1, 2_000_000)
        assert abs(percentage(scoring.overall) - scoring.overall * 100) <= Fraction(1, 2)


@given(st.integers(-5_000, 5_000))
def test_halves_are_rounded_up(half_percents: int) -> None:
    exact = Fraction(half_percents, 200)
    expected = Decimal(half_percents).scaleb(0) / 2
    assert percentage(exact) == int(expected.quantize(Decimal(1), "ROUND_HALF_UP"))


def test_every_field_type_can_be_scored() -> None:
    for kind in FieldType:
        attrs = {
            "fid": "f",
            "name": "q",
            "type": str(kind),
            "scoring": [{"operator": "unanswered", "points": 3}],
        }
        assert scoring_of(fields_of([attrs]), {}).overall == 1
