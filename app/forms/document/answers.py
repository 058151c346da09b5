"""Presence, comparable number and stored form of an answer, for every field type.

The twin is static_src/domain/questionnaire/rules/answers.ts.
"""

from decimal import Decimal

from app.forms.document.dates import parse_date
from app.forms.document.fields import Column, Field, FieldType
from app.forms.document.numbers import canonical_decimal, parse_decimal
from app.forms.document.text import is_web_address, trimmed

_TEXT_VALUES = frozenset(
    {
        FieldType.TEXT, FieldType.TEXTAREA, FieldType.NUMBER, FieldType.DATE, FieldType.SINGLE_CHOICE,
        FieldType.COUNTRY, FieldType.EMAIL, FieldType.URL,
    }
)  # fmt: skip
"""Types whose answer is one text."""


def answered(field: Field, value: object) -> bool:
    """True if `value` is a non-blank answer to `field`, even an invalid or unfinished one."""
    # Most answers are texts, and every page with a form asks this for each field twice: one look-up takes a third of the
    # time of comparing with each member of the enum.
    if field.type in _TEXT_VALUES:
        return _has_text(value)
    match field.type:
        case FieldType.YESNO:
            return isinstance(value, bool)
        case FieldType.MULTI_CHOICE | FieldType.FILE:
            return isinstance(value, list) and len(value) > 0
        case FieldType.TABLE:
            return isinstance(value, list) and any(not is_empty_row(field, row) for row in value)
        case FieldType.CURRENCY_AMOUNT:
            return isinstance(value, dict) and _has_text(value.get("amount"))
        case _:
            return isinstance(value, dict) and _has_text(value.get("name"))


def is_empty_row(field: Field, row: object) -> bool:
    """True if no column of a TABLE row is answered; empty rows are neither checked nor exported."""
    return not isinstance(row, dict) or not any(
        answered(column_field(column), row.get(column.name)) for column in field.columns
    )


def column_field(column: Column) -> Field:
    """Convert a TABLE column to a field, so that its cells are handled like answers."""
    return Field(
        fid="",
        name=column.name,
        label=column.label,
        type=FieldType(column.type),
        required=column.required,
        options=column.options,
    )


def measure(field: Field, value: object) -> Decimal | None:
    """Return the number to compare an answer by, or None: an amount without its currency, a date as its ordinal."""
    if field.type == FieldType.CURRENCY_AMOUNT and isinstance(value, dict):
        value = value.get("amount")
    if not isinstance(value, str):
        return None
    if field.type == FieldType.DATE:
        day = parse_date(value)
        return Decimal(day.toordinal()) if day else None
    if field.type in (FieldType.NUMBER, FieldType.CURRENCY_AMOUNT):
        return parse_decimal(trimmed(value))
    return None


def canonical(field: Field, value: object) -> object:
    """Convert a typed answer to its stored form: ISO dates, plain decimals, trimmed addresses, None for blank.

    Invalid dates, numbers and addresses are returned unchanged, so that the author can see and correct them.
    """
    if field.type == FieldType.TABLE and isinstance(value, list):
        return [_canonical_row(field, row) for row in value] or None
    if field.type == FieldType.CURRENCY_AMOUNT and isinstance(value, dict):
        amount = value.get("amount")
        return {**value, "amount": canonical_decimal(amount)} if isinstance(amount, str) else value
    if isinstance(value, list):
        return value or None
    if not isinstance(value, str):
        return value
    plain = trimmed(value)
    if not plain:
        return None
    match field.type:
        case FieldType.NUMBER:
            return canonical_decimal(plain)
        case FieldType.DATE:
            day = parse_date(plain)
            return day.isoformat() if day else value
        case FieldType.EMAIL:
            return plain
        case FieldType.URL:
            completed = f"https://{plain}"
            return completed if ":" not in plain and is_web_address(completed) else plain
        case _:
            return value


def _canonical_row(field: Field, row: object) -> object:
    if not isinstance(row, dict):
        return row
    columns = {column.name: column_field(column) for column in field.columns}
    return {name: canonical(columns[name], cell) if name in columns else cell for name, cell in row.items()}


def _has_text(value: object) -> bool:
    return isinstance(value, str) and trimmed(value) != ""
