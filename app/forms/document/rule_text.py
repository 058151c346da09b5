"""Scoring rules as text, for the users who configure them."""

from collections.abc import Sequence

from app.forms.document.dates import medium_date, parse_date
from app.forms.document.export_text import option_label
from app.forms.document.fields import CHOICE_TYPES, Field, FieldType, Operator, ScoringRule, bound_text
from app.forms.document.numbers import grouped
from app.kernel.reference import country_name

NO_RULE = "No rule applies"


def rule_text(field: Field, rule: ScoringRule | None) -> str:
    """Describe a rule as the end of a sentence about the answer: `is “Yes”`, `is from 95 to 98`.

    None means that the answer met no rule of the field.
    """
    if rule is None:
        return NO_RULE
    operand = rule.operand
    several = field.type is FieldType.MULTI_CHOICE
    match rule.operator:
        case Operator.ANSWERED:
            return "is answered"
        case Operator.UNANSWERED:
            return "is not answered"
        case Operator.BETWEEN if isinstance(operand, list) and len(operand) == 2:
            return _between(field, operand)
        case Operator.IN if isinstance(operand, list):
            return f"{'has any of' if several else 'is one of'} {_quoted_list(field, operand)}"
        case Operator.EQUALS if several:
            return f"is exactly {_quoted_list(field, operand if isinstance(operand, list) else [operand])}"
        case _:
            return f"is {_quoted_list(field, [operand])}"


def _between(field: Field, operand: Sequence[object]) -> str:
    low, high = (None if bound is None else _operand_text(field, bound) for bound in operand)
    is_date = field.type is FieldType.DATE
    if low is None:
        return f"is {high} or {'earlier' if is_date else 'less'}"
    if high is None:
        return f"is {low} or {'later' if is_date else 'more'}"
    return f"is from {low} to {high}"


def _quoted_list(field: Field, operands: Sequence[object]) -> str:
    return ", ".join(f"“{_operand_text(field, operand)}”" for operand in operands)


def _operand_text(field: Field, operand: object) -> str:
    """Format one operand like an answer to the field."""
    if isinstance(operand, bool):
        return "Yes" if operand else "No"
    text = bound_text(operand) or ""
    if field.type in CHOICE_TYPES:
        return option_label(field.options, text)
    if field.type is FieldType.COUNTRY:
        return country_name(text)
    if field.type is FieldType.DATE:
        day = parse_date(text)
        return medium_date(day) if day else text
    return grouped(text)
