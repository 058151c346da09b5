"""Rules and conditions of questions in words, for people who see no form."""

from collections.abc import Mapping

from app.forms.public import (
    Condition,
    Field,
    FieldType,
    Operator,
    ScoringRule,
    medium_date,
    parse_date,
    rule_text,
)

COMPARED = {
    Operator.NOT_EQUALS: "is not",
    Operator.CONTAINS: "contains",
    Operator.GREATER_THAN: "is more than",
    Operator.LESS_THAN: "is less than",
}


def conditions_in_words(field: Field, others: Mapping[str, tuple[str, Field]]) -> str:
    """Return the conditions of a field as a sentence; `others` has the number and the field by name."""
    if field.visible_when is None:
        return ""
    parts = [
        f"question {others[condition.field][0]} {_comparison(others[condition.field][1], condition)}"
        for condition in field.conditions
        if condition.field in others
    ]
    joined = (" or " if field.visible_when.is_any else " and ").join(parts)
    return f"Only if {joined}." if joined else ""


def _comparison(other: Field, condition: Condition) -> str:
    if condition.operator in COMPARED:
        positive = rule_text(other, ScoringRule(operator=Operator.EQUALS, operand=condition.value))
        return f"{COMPARED[condition.operator]} {positive.removeprefix('is exactly ').removeprefix('is ')}"
    return rule_text(other, ScoringRule(operator=condition.operator, operand=condition.value))


def rules_in_words(field: Field) -> str:
    """Return the limits of a field as sentences."""
    parts = [field.hint.strip()] if field.hint.strip() else []
    is_day = field.type is FieldType.DATE
    low, high = (_bound(bound, is_day=is_day) for bound in (field.min, field.max))
    noun = {FieldType.MULTI_CHOICE: " options", FieldType.FILE: " files", FieldType.TABLE: " rows"}.get(
        field.type, ""
    )
    if low and high:
        parts.append(f"From {low} to {high}{noun}.")
    elif low:
        parts.append(f"{low} or later." if is_day else f"At least {low}{noun}.")
    elif high:
        parts.append(f"{high} or earlier." if is_day else f"At most {high}{noun}.")
    if field.max_length:
        parts.append(f"At most {field.max_length:,} characters.")
    if field.max_rows and field.type is FieldType.TABLE:
        parts.append(f"At most {field.max_rows} rows.")
    return " ".join(parts)


def _bound(bound: str | None, *, is_day: bool) -> str:
    day = parse_date(bound) if bound and is_day else None
    return medium_date(day) if day else bound or ""
