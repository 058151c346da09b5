"""The answer map: its vectors, and its properties for any two documents."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.forms.document.answers import answered
from app.forms.document.fields import field_from_attrs
from app.forms.document.mapping import FieldChange, answer_fault, map_fields, pair_forms
from app.forms.document.rules import rule_errors
from app.forms.document.walk import walk_forms
from tests.fixtures.vectors import vectors
from tests.unit.forms.documents import answers, document, documents, field

VECTORS = vectors("answer-map")


@pytest.mark.parametrize("case", [pytest.param(case, id=case["what"]) for case in VECTORS["maps"]])
def test_pairs_and_changes(case: dict[str, Any]) -> None:
    pairs = map_fields(walk_forms(case["old"]), walk_forms(case["new"]), dict(case["forms"]))
    assert [
        [pair.old and pair.old.key, pair.new and pair.new.key, pair.change.value] for pair in pairs
    ] == case["expected"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["what"]) for case in VECTORS["answers"]])
def test_answer_under_the_new_rules(case: dict[str, Any]) -> None:
    old, new = field_from_attrs(case["old"]), field_from_attrs(case["new"])
    assert answer_fault(old, new, case["value"]) == case["expected"]


def test_forms_pair_by_series() -> None:
    assert pair_forms([(1, "a"), (2, "b")], [(8, "c"), (7, "a")]) == {1: 7}


@given(documents(), documents(), documents(), documents(), st.sampled_from([{}, {1: 11}, {1: 11, 2: 12}]))
def test_every_field_of_both_sides_is_in_exactly_one_pair(
    first: Any, second: Any, third: Any, fourth: Any, forms: dict[int, int]
) -> None:
    old, new = walk_forms([(1, first), (2, second)]), walk_forms([(11, third), (12, fourth)])
    pairs = map_fields(old, new, forms)
    assert Counter(pair.old.index for pair in pairs if pair.old) == Counter(placed.index for placed in old)
    assert [pair.new.index for pair in pairs if pair.new] == [placed.index for placed in new]
    for pair in pairs:
        assert (pair.old is None) == (pair.change is FieldChange.NEW)
        assert (pair.new is None) == (pair.change is FieldChange.REMOVED)


@given(documents(), documents())
def test_a_document_is_the_same_as_itself(first: Any, second: Any) -> None:
    old, new = walk_forms([(1, first), (2, second)]), walk_forms([(11, first), (12, second)])
    pairs = map_fields(old, new, {1: 11, 2: 12})
    assert {pair.change for pair in pairs} <= {FieldChange.SAME}
    assert all(pair.old and pair.new and pair.old.index == pair.new.index for pair in pairs)


@given(documents(), st.randoms(use_true_random=False))
def test_shuffled_fields_stay_paired(payload: Any, random: Any) -> None:
    content = [node for node in payload["doc"]["content"] if node["type"] == "dvFieldBlock"]
    shuffled = random.sample(content, len(content))
    pairs = map_fields(walk_forms([(1, document(*content))]), walk_forms([(2, document(*shuffled))]), {1: 2})
    assert all(pair.old and pair.new and pair.old.field == pair.new.field for pair in pairs)
    assert {pair.change for pair in pairs} <= {FieldChange.SAME, FieldChange.REWORDED}
    assert content == [] or FieldChange.SAME in {pair.change for pair in pairs}


@given(documents(), documents(), answers)
def test_an_answer_that_is_right_has_no_error_in_the_new_field(first: Any, second: Any, value: Any) -> None:
    for pair in map_fields(walk_forms([(1, first)]), walk_forms([(2, second)]), {1: 2}):
        if pair.old is None or pair.new is None:
            continue
        fault = answer_fault(pair.old.field, pair.new.field, value)
        assert fault is None or fault.endswith(".")
        if fault is None and answered(pair.old.field, value):
            assert rule_errors(pair.new.field, value) == []


def test_the_key_of_a_shared_name_follows_its_form() -> None:
    shared = field("q", fid="fid-first-01")
    old = walk_forms([(1, document(shared)), (2, document(field("q", fid="fid-second-1")))])
    new = walk_forms([(3, document(field("q", fid="fid-second-1"))), (4, document(shared))])
    pairs = map_fields(old, new, {1: 4, 2: 3})
    assert [(pair.old and pair.old.key, pair.new and pair.new.key) for pair in pairs] == [
        ("2.q", "3.q"),
        ("1.q", "4.q"),
    ]


def test_a_thousand_fields_in_reverse_stay_paired() -> None:
    fields = [field(f"q{index}", fid=f"fid-{index:08d}") for index in range(1_000)]
    old = walk_forms([(1, document(*fields))])
    new = walk_forms([(2, document(*reversed(json.loads(json.dumps(fields)))))])
    changes = Counter(pair.change for pair in map_fields(old, new, {1: 2}))
    assert changes == {FieldChange.REWORDED: 999, FieldChange.SAME: 1}
