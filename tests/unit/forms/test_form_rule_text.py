"""Scoring rules as text."""

from typing import Any

import pytest

from app.forms.document.fields import field_from_attrs
from app.forms.document.rule_text import rule_text

OPTIONS = [{"value": "y", "label": "Yearly"}, {"value": "t", "label": "Every two years"}]


@pytest.mark.parametrize(
    ("kind", "operator", "operand", "expected"),
    [
        ("YESNO", "equals", True, "is “Yes”"),
        ("YESNO", "equals", False, "is “No”"),
        ("SINGLE_CHOICE", "equals", "y", "is “Yearly”"),
        ("SINGLE_CHOICE", "in", ["y", "t"], "is one of “Yearly”, “Every two years”"),
        ("MULTI_CHOICE", "equals", ["y", "t"], "is exactly “Yearly”, “Every two years”"),
        ("MULTI_CHOICE", "in", ["y", "gone"], "has any of “Yearly”, “gone”"),
        ("NUMBER", "between", ["95", 98], "is from 95 to 98"),
        ("NUMBER", "between", [None, "95"], "is 95 or less"),
        ("CURRENCY_AMOUNT", "between", ["1000000", None], "is 1,000,000 or more"),
        ("DATE", "between", ["2026-01-01", None], "is 1 Jan 2026 or later"),
        ("DATE", "between", [None, "2026-12-31"], "is 31 Dec 2026 or earlier"),
        ("COUNTRY", "equals", "GBR", "is “United Kingdom”"),
        ("TEXT", "equals", "ISO 9001", "is “ISO 9001”"),
        ("FILE", "answered", None, "is answered"),
        ("FILE", "unanswered", None, "is not answered"),
        ("NUMBER", "between", "broken", "is “broken”"),
    ],
)
def test_rule_as_text(kind: str, operator: str, operand: Any, expected: str) -> None:
    rule = {"operator": operator, "operand": operand, "points": 1}
    field = field_from_attrs({"name": "q", "type": kind, "options": OPTIONS, "scoring": [rule]})
    assert rule_text(field, field.scoring[0]) == expected


def test_missing_rule_as_text() -> None:
    assert rule_text(field_from_attrs({"name": "q"}), None) == "No rule applies"
