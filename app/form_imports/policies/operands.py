"""Operators and operands of conditions: an answer as the file names it, as the answer of its question."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from app.form_imports.policies.answer_types import CHOICE_TYPES
from app.form_imports.policies.items import Choice, Clause, Question
from app.form_imports.policies.texts import fold, is_no, is_yes
from app.forms.public import FieldType, parse_date, parse_decimal

Comparison = tuple[str, object]
"""An operator of conditions and its operand."""
_MEASURED = frozenset({FieldType.NUMBER, FieldType.CURRENCY_AMOUNT, FieldType.DATE})
_OTHER = frozenset({"other", "others", "andere", "anderes", "sonstige", "sonstiges", "autre", "autres", "otro", "otra", "otros",
                    "altro", "altri"})  # fmt: skip
_STRICT = {"atLeast": "greaterThan", "atMost": "lessThan"}


def comparisons(clause: Clause, other: Question) -> list[Comparison]:
    """Return the comparisons of a clause, of which one is enough; empty if the question has no such answer."""
    if clause.operator in ("answered", "unanswered"):
        return [(clause.operator, None)]
    if clause.operator not in ("equals", "notEquals", "in"):
        return _ordered(clause, other)
    answers = _answers(clause, other)
    is_several = other.type is FieldType.MULTI_CHOICE
    if not answers or (clause.operator == "notEquals" and (is_several or len(answers) > 1)):
        return []
    if clause.operator == "notEquals":
        return [("notEquals", answers[0])]
    if len(answers) > 1:
        return [("in", answers)]
    return [("contains" if is_several else "equals", answers[0])]


def _answers(clause: Clause, other: Question) -> list[object]:
    """Return the answers of the question that the values of a clause name; empty if one of them is no answer."""
    whole = answers_named(other, clause.whole) if clause.whole else []
    if whole:
        return whole
    named = [answers_named(other, value) for value in clause.values]
    return list(dict.fromkeys(answer for each in named for answer in each)) if all(named) else []


def answers_named(question: Question, text: str) -> list[object]:
    """Return the answers that a text names: one, or the choices that begin with the same yes, no or other."""
    value = _value(question, text)
    if value is not None:
        return [value]
    if question.type not in CHOICE_TYPES:
        return []
    firsts = [(choice.label, (fold(choice.label).split() or [""])[0]) for choice in question.choices]
    agreeing = [label for label, first in firsts if first.isalpha() and is_yes(first)]
    refusing = [label for label, first in firsts if first.isalpha() and is_no(first)]
    if agreeing and refusing and (is_yes(text) or is_no(text)):
        return [*(agreeing if is_yes(text) else refusing)]
    other = [label for label, first in firsts if first in _OTHER]
    return [*other] if fold(text) in _OTHER and len(other) == 1 else []


def _ordered(clause: Clause, other: Question) -> list[Comparison]:
    """Return the comparisons with a bound. A bound that is included is the next smaller or larger one, or a second comparison."""
    value = _value(other, clause.values[0]) if other.type in _MEASURED else None
    if not isinstance(value, str):
        return []
    strict = _STRICT.get(clause.operator)
    if strict is None:
        return [(clause.operator, value)]
    step = -1 if strict == "greaterThan" else 1
    if other.type is FieldType.DATE:
        day = parse_date(value)
        return [(strict, (day + timedelta(days=step)).isoformat())] if day else []
    if other.is_whole and Decimal(value) == int(Decimal(value)):
        return [(strict, str(int(Decimal(value)) + step))]
    return [(strict, value), ("equals", value)]


def _value(question: Question, text: str) -> object | None:
    """Return an answer as conditions compare it; a choice is its label, which is replaced by its value later."""
    if question.type is FieldType.YESNO:
        text = choice_of(question.choices, text) or text
        return True if is_yes(text) else False if is_no(text) else None
    if question.type in CHOICE_TYPES:
        return choice_of(question.choices, text)
    if question.type in (FieldType.NUMBER, FieldType.CURRENCY_AMOUNT):
        return text if parse_decimal(text) is not None else None
    if question.type is FieldType.DATE:
        day = parse_date(text)
        return day.isoformat() if day else None
    if question.type in (FieldType.FILE, FieldType.TABLE, FieldType.FORMSIGNATURE):
        return None
    return text or None


def choice_of(choices: Sequence[Choice], text: str) -> str | None:
    """Return the label of the choice that a text names, by its label or its name; else the only one that means the same."""
    plain = fold(text)
    for choice in choices:
        if plain in (fold(choice.label), fold(choice.name)) and plain:
            return choice.label
    for has_meaning in (is_yes, is_no):
        meant = [choice.label for choice in choices if has_meaning(choice.label)]
        if has_meaning(text) and len(meant) == 1:
            return meant[0]
    return None
