"""Checks of a field's attributes: types, lengths and consistency."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from app.forms.document.answers import measure
from app.forms.document.dates import parse_date
from app.forms.document.faults import Report, Severity
from app.forms.document.fields import (
    ATTRIBUTE_DEFAULTS,
    CHOICE_TYPES,
    CONDITION_OPERATORS,
    COUNTED_TYPES,
    RANGED_TYPES,
    SCORING_OPERATORS,
    TEXT_TYPES,
    ColumnType,
    Field,
    FieldType,
    Operator,
    WritableBy,
    bound_text,
)
from app.forms.document.numbers import parse_decimal
from app.forms.document.pattern import MAX_PATTERN_LENGTH, pattern_fault
from app.forms.document.shapes import MAX_FILES, MAX_ROWS, TEXT_CAPS
from app.forms.document.text import trimmed

MAX_OPTIONS = 300
MAX_COLUMNS = 12
MAX_SCORING_RULES = 50
MAX_POINTS = 1_000
MIN_CONDITIONS = 2
MAX_CONDITIONS = 10

_REFUSED, _UNFINISHED = Severity.REFUSED, Severity.UNFINISHED

_FID = re.compile(r"[A-Za-z0-9-]{8,36}")
_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")
_DOCUMENT_TYPE = re.compile(r"[A-Z0-9]*")

TEXT_LIMITS: Mapping[str, int] = {
    "label": 2_000,
    "hint": 5_000,
    "prefix": 20,
    "suffix": 20,
    "pattern": MAX_PATTERN_LENGTH,
    "topic": 200,
    "documentType": 40,
    "sourceKey": 100,
}
_FLAGS = ("required", "isRelationshipField", "showInSummary")
_COMPARABLE = frozenset(FieldType) - {FieldType.FILE, FieldType.TABLE, FieldType.FORMSIGNATURE}
_ORDERED = frozenset({FieldType.NUMBER, FieldType.DATE, FieldType.CURRENCY_AMOUNT})
_CONTAINING = TEXT_TYPES | {FieldType.EMAIL, FieldType.URL, FieldType.MULTI_CHOICE}
_OPERATOR_TYPES: Mapping[Operator, frozenset[FieldType]] = {
    Operator.EQUALS: _COMPARABLE,
    Operator.NOT_EQUALS: _COMPARABLE,
    Operator.IN: _COMPARABLE,
    Operator.CONTAINS: _CONTAINING,
    Operator.GREATER_THAN: _ORDERED,
    Operator.LESS_THAN: _ORDERED,
    Operator.BETWEEN: _ORDERED,
}


def name_fault(name: object) -> str | None:
    """Return the sentence that explains why `name` is not a valid field name; None if it is valid."""
    if not isinstance(name, str) or not name:
        return "A field needs a name."
    if name.startswith("__"):
        return f"The name '{name}' is reserved: names may not start with two underscores."
    if not _NAME.fullmatch(name):
        return f"The name '{name}' may hold only letters, digits and underscores, at most 64 of them."
    return None


def check_attribute_types(attrs: Mapping[str, object], report: Report) -> None:
    """Report attributes that `field_from_attrs` could not read and values over a limit, all with severity REFUSED."""
    for unknown in sorted(set(attrs) - set(ATTRIBUTE_DEFAULTS)):
        if attrs[unknown] is not None:
            report(f"has an unknown attribute '{unknown}'.", _REFUSED)
    values = {name: value for name, value in attrs.items() if value is not None}
    if not isinstance(values.get("fid"), str) or not _FID.fullmatch(str(values["fid"])):
        report("needs an identifier (fid) of 8 to 36 letters, digits and hyphens.", _REFUSED)
    _check_texts(values, TEXT_LIMITS, report)
    for name in _FLAGS:
        if not isinstance(values.get(name, False), bool):
            report(f"has {name} as something other than true or false.", _REFUSED)
    _check_member(values, "type", FieldType, report)
    _check_member(values, "writableBy", WritableBy, report)
    for name in ("min", "max"):
        if not _is_bound(values.get(name, "")):
            report(f"has {name} as something other than a number or a text.", _REFUSED)
    _check_whole(values, "maxLength", 1, TEXT_CAPS[FieldType.TEXTAREA], report)
    _check_whole(values, "maxRows", 1, MAX_ROWS, report)
    _check_whole(values, "questionId", 1, 2**53, report)
    if not _DOCUMENT_TYPE.fullmatch(str(values.get("documentType", ""))):
        report("has a document type that is neither a code nor an id.", _REFUSED)
    if not _is_number(values.get("weight", 1), 0, MAX_POINTS):
        report(f"has a weight that is no number from 0 to {MAX_POINTS:,}.", _REFUSED)
    _check_options(values, report)
    _check_columns(values, report)
    _check_visible_when(values.get("visibleWhen"), report)
    _check_scoring_types(values.get("scoring", []), report)


def check_consistency(field: Field, report: Report) -> None:
    """Report problems of a readable field that the author must resolve before the form can be published."""
    if not trimmed(field.label):
        report("needs a label.", _UNFINISHED)
    if field.type in RANGED_TYPES:
        _check_range(field, report)
    if field.type in TEXT_TYPES:
        if field.pattern and (fault := pattern_fault(field.pattern)):
            report(f"has a pattern that cannot be used. {fault}", _UNFINISHED)
        if field.max_length is not None and field.max_length > TEXT_CAPS[field.type]:
            report(f"may be at most {TEXT_CAPS[field.type]:,} characters long.", _UNFINISHED)
    if field.type in CHOICE_TYPES:
        _check_choices([option.value for option in field.options], [o.label for o in field.options], report)
    if field.type == FieldType.TABLE:
        _check_table(field, report)
    for rule in field.scoring:
        if fault := operand_fault(field, rule.operator, rule.operand):
            report(f"has a scoring rule that cannot be used. {fault}", _UNFINISHED)


def operand_fault(field: Field, operator: Operator, operand: object) -> str | None:
    """Return the sentence that explains why answers to `field` cannot be compared like this; None if they can."""
    if operator in (Operator.ANSWERED, Operator.UNANSWERED):
        return None
    if field.type not in _OPERATOR_TYPES[operator]:
        return f"'{operator}' does not suit the type {field.type}."
    if operator in (Operator.IN, Operator.BETWEEN):
        if not isinstance(operand, list) or not operand:
            return f"'{operator}' needs a list of values."
        if operator is Operator.BETWEEN:
            return _between_fault(field, operand)
        return next((fault for item in operand if (fault := _single_fault(field, item))), None)
    if (
        field.type == FieldType.MULTI_CHOICE
        and operator is not Operator.CONTAINS
        and isinstance(operand, list)
    ):
        return next((fault for item in operand if (fault := _single_fault(field, item))), None)
    return _single_fault(field, operand)


def _check_texts(values: Mapping[str, object], limits: Mapping[str, int], report: Report) -> None:
    for name, limit in limits.items():
        text = values.get(name, "")
        if not isinstance(text, str):
            report(f"has {name} as something other than a text.", _REFUSED)
        elif len(text) > limit:
            report(f"has a {name} of more than {limit:,} characters.", _REFUSED)


def _check_member(
    values: Mapping[str, object], name: str, members: type[FieldType | WritableBy], report: Report
) -> None:
    value = values.get(name)
    if value is not None and (not isinstance(value, str) or value not in set(members)):
        report(f"has an unknown {name} '{_shown(value)}'.", _REFUSED)


def _check_whole(values: Mapping[str, object], name: str, least: int, most: int, report: Report) -> None:
    value = values.get(name, least)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        report(f"has a {name} that is no whole number from {least} to {most:,}.", _REFUSED)


def _check_options(values: Mapping[str, object], report: Report) -> None:
    options = _objects(values.get("options", []), "options", MAX_OPTIONS, {"value", "label"}, report)
    for option in options:
        _check_texts(
            {name: text for name, text in option.items() if text is not None}, _OPTION_LIMITS, report
        )


_OPTION_LIMITS = {"value": 100, "label": 300}


def _check_columns(values: Mapping[str, object], report: Report) -> None:
    keys = {"name", "label", "type", "required", "options"}
    for column in _objects(values.get("columns", []), "columns", MAX_COLUMNS, keys, report):
        set_values = {name: value for name, value in column.items() if value is not None}
        if fault := name_fault(set_values.get("name")):
            report(f"has a column that cannot be used. {fault}", _REFUSED)
        _check_texts(set_values, {"label": 200}, report)
        if not isinstance(set_values.get("required", False), bool):
            report("has a column with required as something other than true or false.", _REFUSED)
        kind = set_values.get("type", ColumnType.TEXT)
        if not isinstance(kind, str) or kind not in set(ColumnType):
            report(f"has a column of an unknown type '{_shown(kind)}'.", _REFUSED)
        _check_options(set_values, report)


def _check_visible_when(stored: object, report: Report) -> None:
    """Check one condition, or `all` or `any` of several."""
    groups = [name for name in ("all", "any") if isinstance(stored, dict) and name in stored]
    if not groups or not isinstance(stored, dict):
        if stored is not None:
            _check_condition(stored, report)
        return
    name, conditions = groups[0], stored[groups[0]]
    if len(stored) > 1:
        report(f"has a visibleWhen with something in addition to '{name}'.", _REFUSED)
    elif not isinstance(conditions, list) or not MIN_CONDITIONS <= len(conditions) <= MAX_CONDITIONS:
        report(
            f"has a visibleWhen whose '{name}' is no list of {MIN_CONDITIONS} to {MAX_CONDITIONS} conditions.",
            _REFUSED,
        )
    elif any(isinstance(condition, dict) and {"all", "any"} & set(condition) for condition in conditions):
        report("has 'all' or 'any' within another one; conditions cannot be nested.", _REFUSED)
    else:
        for condition in conditions:
            _check_condition(condition, report)


def _check_condition(condition: object, report: Report) -> None:
    if not isinstance(condition, dict) or not set(condition) <= {"field", "operator", "value"}:
        report("has a visibleWhen that is no condition (field, operator, value).", _REFUSED)
        return
    if not isinstance(condition.get("field"), str):
        report("has a condition that names no field.", _REFUSED)
    if not _is_operator(condition.get("operator"), CONDITION_OPERATORS):
        report(f"has a condition with an unknown operator '{_shown(condition.get('operator'))}'.", _REFUSED)
    if not _is_operand(condition.get("value")):
        report(
            "has a condition with a value that is no text, number, true, false or list of these.", _REFUSED
        )


def _check_scoring_types(scoring: object, report: Report) -> None:
    keys = {"operator", "operand", "points", "followUp"}
    for rule in _objects(scoring, "scoring", MAX_SCORING_RULES, keys, report):
        if not _is_operator(rule.get("operator"), SCORING_OPERATORS):
            report(f"has a scoring rule with an unknown operator '{_shown(rule.get('operator'))}'.", _REFUSED)
        if not _is_operand(rule.get("operand")):
            report(
                "has a scoring rule with an operand that is no text, number, true, false or list.", _REFUSED
            )
        if not _is_number(rule.get("points", 0), -MAX_POINTS, MAX_POINTS):
            report(
                f"has a scoring rule whose points are no number from -{MAX_POINTS:,} to {MAX_POINTS:,}.",
                _REFUSED,
            )
        _check_texts({"followUp": rule.get("followUp") or ""}, {"followUp": 1_000}, report)


def _objects(
    value: object, name: str, most: int, keys: set[str], report: Report
) -> Sequence[Mapping[str, object]]:
    if not isinstance(value, list) or any(
        not isinstance(item, dict) or not set(item) <= keys for item in value
    ):
        report(f"has {name} that are no list of objects with {', '.join(sorted(keys))}.", _REFUSED)
        return []
    if len(value) > most:
        report(f"has more than {most} {name}.", _REFUSED)
        return []
    return value


def _check_range(field: Field, report: Report) -> None:
    is_count = field.type in COUNTED_TYPES
    parse: Callable[[str], object] = (
        _count if is_count else parse_date if field.type == FieldType.DATE else parse_decimal
    )
    kind = "whole number" if is_count else "date (YYYY-MM-DD)" if field.type == FieldType.DATE else "number"
    for name, bound in (("min", field.min), ("max", field.max)):
        if bound is not None and parse(bound) is None:
            report(f"has a {name} '{_shown(bound)}' that is no {kind}.", _UNFINISHED)
            return
    low, high = _bound_measure(field, field.min), _bound_measure(field, field.max)
    if low is not None and high is not None and low > high:
        report(f"has a lowest value ({field.min}) above its highest ({field.max}).", _UNFINISHED)
    if field.type == FieldType.FILE and high is not None and high > MAX_FILES:
        report(f"may take at most {MAX_FILES} files.", _UNFINISHED)
    if (
        field.type == FieldType.TABLE
        and low is not None
        and field.max_rows is not None
        and low > field.max_rows
    ):
        report(f"asks for at least {field.min} rows and allows {field.max_rows}.", _UNFINISHED)
    if field.type == FieldType.MULTI_CHOICE and low is not None and low > len(field.options):
        report(f"asks for at least {field.min} choices and has {len(field.options)} options.", _UNFINISHED)


def _bound_measure(field: Field, bound: str | None) -> Decimal | None:
    """Return a bound as the number to compare by; for counted types this is the count."""
    if bound is None:
        return None
    return parse_decimal(bound) if field.type in COUNTED_TYPES else measure(field, bound)


def _check_choices(values: Sequence[str], labels: Sequence[str], report: Report) -> None:
    if not values:
        report("needs options to choose from.", _UNFINISHED)
    if any(not trimmed(value) for value in values):
        report("has an option without a value.", _UNFINISHED)
    if any(not trimmed(label) for label in labels):
        report("has an option without a label.", _UNFINISHED)
    for value in sorted({value for value in values if value and values.count(value) > 1}):
        report(f"has the option value '{value}' more than once.", _UNFINISHED)


def _check_table(field: Field, report: Report) -> None:
    if not field.columns:
        report("needs columns.", _UNFINISHED)
    names = [column.name for column in field.columns]
    for name in sorted({name for name in names if names.count(name) > 1}):
        report(f"has the column '{name}' more than once.", _UNFINISHED)
    for column in field.columns:
        if not trimmed(column.label):
            report(f"has a column '{column.name}' without a label.", _UNFINISHED)
        if column.type == ColumnType.SINGLE_CHOICE:
            _check_choices(
                [option.value for option in column.options], [o.label for o in column.options], report
            )


def _single_fault(field: Field, operand: object) -> str | None:
    match field.type:
        case FieldType.YESNO:
            return None if isinstance(operand, bool) else "Compare with true or false."
        case FieldType.SINGLE_CHOICE | FieldType.MULTI_CHOICE:
            is_option = operand in [option.value for option in field.options]
            return None if is_option else f"'{_shown(operand)}' is not among the options of '{field.name}'."
        case FieldType.NUMBER | FieldType.CURRENCY_AMOUNT:
            return (
                None
                if measure(field, bound_text(operand)) is not None
                else f"'{_shown(operand)}' is no number."
            )
        case FieldType.DATE:
            return (
                None
                if measure(field, operand) is not None
                else f"'{_shown(operand)}' is no date (YYYY-MM-DD)."
            )
        case _:
            return None if isinstance(operand, str) and trimmed(operand) else "Compare with a text."


def _between_fault(field: Field, operand: Sequence[object]) -> str | None:
    if len(operand) != 2 or operand == [None, None]:
        return "'between' needs a lower and an upper value."
    for item in operand:
        if item is not None and (fault := _single_fault(field, item)):
            return fault
    low, high = (_bound_measure(field, bound_text(item)) for item in operand)
    return (
        "The lower value is above the upper one."
        if low is not None and high is not None and low > high
        else None
    )


def _count(bound: str) -> int | None:
    return int(bound) if bound.isascii() and bound.isdigit() and len(bound) <= 4 else None


def _is_bound(value: object) -> bool:
    return (isinstance(value, str) and len(value) <= 40) or _is_number(value, -1e15, 1e15)


def _is_number(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _is_operator(value: object, operators: frozenset[Operator]) -> bool:
    return isinstance(value, str) and value in {str(operator) for operator in operators}


def _is_operand(value: object, *, nested: bool = False) -> bool:
    if isinstance(value, list):
        return (
            not nested and len(value) <= MAX_OPTIONS and all(_is_operand(item, nested=True) for item in value)
        )
    if isinstance(value, str):
        return len(value) <= 500
    return value is None or isinstance(value, bool) or _is_number(value, -1e15, 1e15)


def _shown(value: object) -> str:
    return str(value)[:60]
