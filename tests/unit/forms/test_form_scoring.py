"""Scores by hand: the worked sheet of tests/vectors/scoring.json, and what must hold of every form's scores.

Each case of the sheet has its figures worked out on paper, from the rules as the product states them and without
looking at what the program says, under `byHand`.
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


def test_the_sheet_is_long_enough() -> None:
    assert len(SHEET) >= 40
    assert all(case["byHand"] for case in SHEET)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in SHEET])
def test_a_worked_case(case: dict[str, Any]) -> None:
    found = scoring_of(walk(document(*map(block_of, case["fields"]))), case["values"])
    assert {score.placed.key: line_of(score) for score in found.fields} == case["expected"]["fields"]
    assert [[section.topic, shown(section.score), str(section.weight)] for section in found.sections] == case[
        "expected"
    ]["sections"]
    overall = None if found.overall is None else [shown(found.overall), percentage(found.overall)]
    assert overall == case["expected"]["overall"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in SHEET if "working" in case])
def test_the_working_of_a_case_leads_to_its_result(case: dict[str, Any]) -> None:
    """Weight times points by the most points, added up, by the sum of the weights: as one would do it on paper."""
    above, below = (part.strip("() ") for part in case["working"].split(") / ("))
    sum_of_shares = sum((worked(term) for term in above.split(" + ")), Fraction(0))
    result = sum_of_shares / sum(map(Fraction, below.split(" + ")))
    assert case["expected"]["overall"][0] == shown(result)


def worked(term: str) -> Fraction:
    """`3*10/20` or `5/10`."""
    share, _, most = term.partition("/")
    weight, _, points = share.rpartition("*")
    return Fraction(weight or 1) * Fraction(points) / Fraction(most)


def line_of(score: Any) -> list[Any]:
    return [score.rule, str(score.points), str(score.most), str(score.weight), shown(score.score)]


def shown(score: Fraction | None) -> str | None:
    return None if score is None else str(decimal_score(score))


numbers = st.one_of(st.integers(0, 20), st.sampled_from([0.1, 0.5, 2.5, 1.25]))


@st.composite
def scored_forms(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Attributes of up to 8 fields with rules of their own, some under conditions, and answers to them."""
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
    """What a scoring says, without regard to order."""
    return (
        scoring.overall,
        {section.topic: (section.score, section.weight) for section in scoring.sections},
        {score.placed.key: (score.rule, score.points, score.most) for score in scoring.fields},
    )


@given(scored_forms(), st.randoms(use_true_random=False))
def test_the_order_of_fields_does_not_matter(
    form: tuple[list[dict[str, Any]], dict[str, Any]], random: Any
) -> None:
    attrs, values = form
    shuffled = random.sample(attrs, len(attrs))
    assert results(scoring_of(fields_of(attrs), values)) == results(scoring_of(fields_of(shuffled), values))


@given(scored_forms(), answers)
def test_hidden_and_unscored_fields_count_nowhere(
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
    kept = [each for each in attrs if each["name"] in counted | conditions]
    assert results(scoring_of(fields_of(kept), values)) == results(before)


@given(scored_forms())
def test_what_is_not_answered_gets_points_by_its_own_rule_alone(
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
def test_the_overall_score_is_the_mean_of_its_sections_by_their_weight(
    form: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    found = scoring_of(*[fields_of(form[0]), form[1]])
    of_sections = weighted_mean(
        (section.score, section.weight) for section in found.sections if section.score is not None
    )
    assert found.overall == of_sections
    scores = [score.score for score in found.fields if score.weight]
    if found.overall is not None:
        assert min(scores) <= found.overall <= max(scores) <= 1


@given(scored_forms())
def test_a_score_is_told_without_an_error_whatever_was_answered(
    form: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    found = scoring_of(*[fields_of(form[0]), form[1]])
    if found.overall is not None:
        assert abs(Fraction(decimal_score(found.overall)) - found.overall) <= Fraction(1, 2_000_000)
        assert abs(percentage(found.overall) - found.overall * 100) <= Fraction(1, 2)


@given(st.integers(-5_000, 5_000))
def test_halves_go_up(half_percents: int) -> None:
    exact = Fraction(half_percents, 200)
    expected = Decimal(half_percents).scaleb(0) / 2
    assert percentage(exact) == int(expected.quantize(Decimal(1), "ROUND_HALF_UP"))


def test_every_kind_of_field_can_be_scored() -> None:
    for kind in FieldType:
        attrs = {
            "fid": "f",
            "name": "q",
            "type": str(kind),
            "scoring": [{"operator": "unanswered", "points": 3}],
        }
        assert scoring_of(fields_of([attrs]), {}).overall == 1
