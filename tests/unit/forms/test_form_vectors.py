"""Test vectors shared by the server and the browser
(static_src/domain/questionnaire/rules/vectors.test.ts).
"""

from typing import Any

import pytest

from app.forms.document.answers import answered, canonical
from app.forms.document.conditions import is_condition_met
from app.forms.document.export_text import value_text
from app.forms.document.fields import Operator, field_from_attrs
from app.forms.document.pattern import compile_pattern, pattern_fault
from app.forms.document.rules import completion, rule_errors, validity, visible
from app.forms.document.shapes import shape_error
from app.forms.document.walk import walk_forms
from tests.fixtures.vectors import vectors

VECTORS = vectors("form-rules")

BY_FIELD = {
    "shapeError": shape_error,
    "ruleErrors": rule_errors,
    "answered": answered,
    "canonical": canonical,
    "valueText": value_text,
}


def cases(group: str) -> list[Any]:
    return [pytest.param(case, id=f"{group}-{index}") for index, case in enumerate(VECTORS[group])]


def test_there_are_enough_vectors() -> None:
    assert sum(len(group) for group in VECTORS.values()) >= 150


@pytest.mark.parametrize(
    ("group", "case"),
    [
        pytest.param(group, case, id=f"{group}-{i}")
        for group in BY_FIELD
        for i, case in enumerate(VECTORS[group])
    ],
)
def test_answer_of_one_field(group: str, case: dict[str, Any]) -> None:
    assert BY_FIELD[group](field_from_attrs(case["field"]), case["value"]) == case["expected"]


@pytest.mark.parametrize("case", cases("holds"))
def test_comparison(case: dict[str, Any]) -> None:
    field, operator = field_from_attrs(case["field"]), Operator(case["operator"])
    assert is_condition_met(field, operator, case["operand"], case["value"]) is case["expected"]


@pytest.mark.parametrize("case", cases("pattern"))
def test_pattern(case: dict[str, Any]) -> None:
    assert compile_pattern(case["pattern"]).matches(case["text"]) is case["expected"]


@pytest.mark.parametrize("case", cases("patternFault"))
def test_unsupported_pattern(case: dict[str, Any]) -> None:
    assert pattern_fault(case["pattern"]) == case["expected"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["what"]) for case in VECTORS["forms"]])
def test_whole_forms(case: dict[str, Any]) -> None:
    fields = walk_forms([(form_id, payload) for form_id, payload in case["forms"]])
    assert [
        {
            "key": placed.key,
            "formIndex": placed.form_index,
            "sectionIndex": placed.section_index,
            "sectionTitle": placed.section_title,
        }
        for placed in fields
    ] == case["walk"]
    assert [placed.index for placed in fields] == list(range(len(fields)))
    for answers in case["cases"]:
        values = answers["values"]
        writable = answers.get("writable", [placed.key for placed in fields])
        progress = completion(fields, values, writable)
        result = validity(fields, values, writable)
        assert sorted(visible(fields, values)) == answers["visible"]
        assert {
            "answered": progress.answered,
            "total": progress.total,
            "percent": progress.percent,
        } == answers["completion"]
        assert {"valid": result.valid, "errors": dict(result.errors)} == answers["validity"]
        assert list(result.errors) == [p.key for p in fields if p.key in result.errors]
