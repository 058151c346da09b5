"""Comparison of an answer with the operand of a condition (`visibleWhen`) or of a scoring rule.

The twin is static_src/domain/questionnaire/rules/conditions.ts.
"""

from app.forms.document.answers import answered, measure
from app.forms.document.fields import Field, FieldType, Operator, bound_text
from app.forms.document.text import folded

_MEASURED = frozenset({FieldType.NUMBER, FieldType.CURRENCY_AMOUNT, FieldType.DATE})
_EXACT = frozenset({FieldType.SINGLE_CHOICE, FieldType.COUNTRY})


def is_condition_met(field: Field, operator: Operator, operand: object, value: object) -> bool:
    """True if `value`, an answer to `field`, meets the condition.

    An unanswered field meets only `unanswered` and `notEquals`. Text is compared without outer white space and case,
    numbers and dates by value, an amount without its currency. For MULTI_CHOICE, `equals` requires exactly the chosen
    options, `in` any of them, `contains` the one option. `between` takes [low, high], both inclusive; null is open.
    """
    if operator is Operator.NOT_EQUALS:
        return not is_condition_met(field, Operator.EQUALS, operand, value)
    if operator is Operator.UNANSWERED:
        return not answered(field, value)
    if not answered(field, value):
        return False
    match operator:
        case Operator.ANSWERED:
            return True
        case Operator.EQUALS:
            return _equals(field, operand, value)
        case Operator.IN:
            return isinstance(operand, list) and _is_in(field, operand, value)
        case Operator.CONTAINS:
            return _contains(field, operand, value)
        case Operator.GREATER_THAN:
            return _order(field, operand, value) == 1
        case Operator.LESS_THAN:
            return _order(field, operand, value) == -1
        case Operator.BETWEEN:
            return _is_between(field, operand, value)


def _equals(field: Field, operand: object, value: object) -> bool:
    if field.type == FieldType.YESNO:
        return isinstance(operand, bool) and operand is value
    if field.type in _MEASURED:
        return _order(field, operand, value) == 0
    if field.type == FieldType.MULTI_CHOICE:
        options = operand if isinstance(operand, list) else [operand]
        return isinstance(value, list) and _same_texts(options, value)
    if not isinstance(operand, str) or not isinstance(value, str):
        return False
    return operand == value if field.type in _EXACT else folded(operand) == folded(value)


def _same_texts(options: list[object], chosen: list[object]) -> bool:
    return {text for text in options if isinstance(text, str)} == {
        text for text in chosen if isinstance(text, str)
    }


def _is_in(field: Field, operand: list[object], value: object) -> bool:
    if field.type == FieldType.MULTI_CHOICE:
        texts = [text for text in operand if isinstance(text, str)]
        return isinstance(value, list) and any(choice in texts for choice in value)
    return any(_equals(field, item, value) for item in operand)


def _contains(field: Field, operand: object, value: object) -> bool:
    if not isinstance(operand, str):
        return False
    if field.type == FieldType.MULTI_CHOICE:
        return isinstance(value, list) and operand in value
    return isinstance(value, str) and folded(operand) in folded(value)


def _order(field: Field, operand: object, value: object) -> int | None:
    """Return -1, 0 or 1 if the answer is below, at or above the operand; None if either has no number."""
    number, bound = measure(field, value), measure(field, bound_text(operand))
    if number is None or bound is None:
        return None
    return (number > bound) - (number < bound)


def _is_between(field: Field, operand: object, value: object) -> bool:
    if not isinstance(operand, list) or len(operand) != 2:
        return False
    low, high = operand
    above_low = low is None or _order(field, low, value) in (0, 1)
    return above_low and (high is None or _order(field, high, value) in (-1, 0))
