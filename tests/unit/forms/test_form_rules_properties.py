"""Properties of the rules for any form and any answers."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.forms.document.answers import answered, canonical
from app.forms.document.export_text import value_text
from app.forms.document.fields import WritableBy, field_from_attrs
from app.forms.document.html import to_html
from app.forms.document.normalise import normalise, without_scoring
from app.forms.document.pattern import compile_pattern, pattern_fault
from app.forms.document.rules import completion, rule_errors, validity, visible, writable_keys
from app.forms.document.schema import check_document
from app.forms.document.shapes import shape_error
from app.forms.document.walk import walk
from tests.unit.forms.documents import answers, documents, field_attrs


@st.composite
def answered_documents(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    payload = draw(documents())
    return payload, {placed.key: draw(answers) for placed in walk(payload)}


@given(documents())
def test_valid_document_stays_valid_when_normalised(payload: dict[str, Any]) -> None:
    assert check_document(payload) == []
    stored = normalise(payload)
    assert check_document(stored) == []
    assert normalise(stored) == stored
    assert json.loads(json.dumps(stored)) == stored


@given(answered_documents())
def test_normalising_does_not_change_results(form: tuple[dict[str, Any], dict[str, Any]]) -> None:
    payload, values = form
    before, after = walk(payload), walk(normalise(payload))
    keys = [placed.key for placed in before]
    assert keys == [placed.key for placed in after]
    assert visible(before, values) == visible(after, values)
    assert validity(before, values, keys) == validity(after, values, keys)
    assert completion(before, values, keys) == completion(after, values, keys)


@given(answered_documents())
def test_rules_never_fail_and_are_consistent(form: tuple[dict[str, Any], dict[str, Any]]) -> None:
    payload, values = form
    fields = walk(payload)
    shown, writable = visible(fields, values), writable_keys(fields, WritableBy.RESPONDENT)
    progress, result = completion(fields, values, writable), validity(fields, values, writable)
    assert 0 <= progress.answered <= progress.total <= len(fields)
    assert 0 <= progress.percent <= 100
    assert (progress.percent == 100) == (progress.answered == progress.total)
    assert result.valid == (not result.errors)
    assert set(result.errors) <= shown & writable
    assert all(field.key in shown for field in fields if field.field.visible_when is None)
    for placed in fields:
        value = values[placed.key]
        assert isinstance(value_text(placed.field, value), str)
        if shape_error(placed.field, value):
            assert rule_errors(placed.field, value) == [shape_error(placed.field, value)]
        if placed.field.required and not answered(placed.field, value):
            assert rule_errors(placed.field, value)


@given(answered_documents())
def test_hidden_answers_have_no_effect(form: tuple[dict[str, Any], dict[str, Any]]) -> None:
    payload, values = form
    fields = walk(payload)
    shown = visible(fields, values)
    keys = [placed.key for placed in fields]
    without = {key: value for key, value in values.items() if key in shown}
    assert visible(fields, without) == shown
    assert completion(fields, without, keys) == completion(fields, values, keys)
    assert validity(fields, without, keys) == validity(fields, values, keys)


@given(field_attrs("q0"), answers)
def test_canonical_answers_stay_canonical(attrs: dict[str, Any], value: object) -> None:
    field = field_from_attrs(attrs)
    stored = canonical(field, value)
    assert canonical(field, stored) == stored
    if shape_error(field, value) is None:
        assert shape_error(field, stored) is None
        assert answered(field, stored) == answered(field, value)


@given(documents())
def test_html_shows_each_field_once_and_no_scoring(payload: dict[str, Any]) -> None:
    html = to_html(normalise(payload))
    assert html.count("<dv-field ") == len(walk(payload))
    assert ' scoring="' not in html
    assert ' weight="' not in html
    for placed in walk(without_scoring(payload)):
        assert placed.field.scoring == ()
        assert placed.field.weight == 1


@given(answers)
def test_any_json_is_checked_without_an_exception(payload: object) -> None:
    assert check_document(payload) != []
    assert check_document({"schemaVersion": 1, "doc": payload}) != []
    assert check_document({"schemaVersion": 1, "doc": {"type": "doc", "content": [payload]}}) != []
    for name in ("label", "options", "columns", "visibleWhen", "scoring", "min", "pattern", "fid", "weight"):
        node = {
            "type": "dvFieldBlock",
            "attrs": {"fid": "fid-00000", "name": "q", "label": "Q", name: payload},
        }
        check_document({"schemaVersion": 1, "doc": {"type": "doc", "content": [node]}})


@given(st.text("ab01.[]^-\\dw()|?*+{},2$", max_size=25), st.text("ab01-\n", max_size=15))
def test_any_pattern_is_rejected_or_matches(pattern: str, text: str) -> None:
    if pattern_fault(pattern) is None:
        assert compile_pattern(pattern).matches(text) in (True, False)
