"""Answers as text for exports, PDFs and mails.

The twin for the read-only view is static_src/domain/questionnaire/rules/value-text.ts; shared test vectors check that
both behave the same.
"""

import re
from collections.abc import Mapping

from app.forms.document.answers import answered, column_field, is_empty_row
from app.forms.document.dates import medium_date, parse_date
from app.forms.document.fields import Field, FieldType, Option
from app.forms.document.numbers import grouped
from app.kernel.reference import country_name

_YEAR = re.compile("[12][0-9]{3}")


def value_text(field: Field, value: object) -> str:
    """Format an answer on one or more lines; an empty string if there is no answer.

    Options are shown by label, dates as `3 Nov 2026`, numbers as `1,250 kg`, amounts as `GBP 1,250.50`,
    multiple choices and files separated by commas, table rows on one line each, a signature by name and date.
    """
    return ", ".join(value_parts(field, value))


def value_parts(field: Field, value: object) -> list[str]:
    """Split an answer into parts: choices, files, or a signature's name and date. Other answers have one part or none.

    Each part has its own text direction, so a date next to a right-to-left name keeps its order.
    """
    if not answered(field, value):
        return []
    match field.type:
        case FieldType.MULTI_CHOICE if isinstance(value, list):
            chosen = [option.label for option in field.options if option.value in value]
            return chosen + [str(choice) for choice in value if not _is_option(field.options, choice)]
        case FieldType.FILE if isinstance(value, list):
            return [str(file.get("filename", "")) for file in value if isinstance(file, dict)]
        case FieldType.FORMSIGNATURE if isinstance(value, dict):
            return signature_parts(value)
        case _:
            return [_one_part(field, value)]


def _one_part(field: Field, value: object) -> str:
    match field.type:
        case FieldType.YESNO:
            return "Yes" if value else "No"
        case FieldType.SINGLE_CHOICE:
            return option_label(field.options, value)
        case FieldType.COUNTRY:
            return country_name(str(value))
        case FieldType.DATE:
            day = parse_date(str(value))
            return medium_date(day) if day else str(value)
        case FieldType.TEXT:
            return _affixed(field, str(value))
        case FieldType.NUMBER:
            return _affixed(field, str(value) if _is_year(field) else grouped(str(value)))
        case FieldType.CURRENCY_AMOUNT if isinstance(value, dict):
            return f"{value.get('currency') or ''} {grouped(str(value['amount']))}".strip()
        case FieldType.TABLE:
            return "\n".join("; ".join(cells) for cells in table_rows(field, value))
        case _:
            return str(value)


def signature_parts(value: Mapping[str, object]) -> list[str]:
    """Return the name of a signature, followed by its date if it has one."""
    signed = value.get("signedAt")
    day = parse_date(signed[:10]) if isinstance(signed, str) else None
    return [str(value["name"]), *([medium_date(day)] if day else [])]


def table_rows(field: Field, value: object) -> list[list[str]]:
    """Return the non-empty rows of a TABLE answer, with one text per column."""
    return [
        [value_text(column_field(column), row.get(column.name)) for column in field.columns]
        for row in (value if isinstance(value, list) else ())
        if not is_empty_row(field, row)
    ]


def option_label(options: tuple[Option, ...], value: object) -> str:
    """Return the label of an option, or the value itself if the form no longer has this option."""
    return next((option.label for option in options if option.value == value), str(value))


def _is_year(field: Field) -> bool:
    """Return True if the limits of a NUMBER allow years only, which are written without separators."""
    return all(limit is not None and _YEAR.fullmatch(limit) for limit in (field.min, field.max))


def _is_option(options: tuple[Option, ...], value: object) -> bool:
    return any(option.value == value for option in options)


def _affixed(field: Field, text: str) -> str:
    """Add prefix and suffix: `98.4%`, `£ 20`, `12 days`. Only `%` and `°` follow the number without a space."""
    before = f"{field.prefix} " if field.prefix else ""
    after = field.suffix if field.suffix in ("", "%", "°") else f" {field.suffix}"
    return f"{before}{text}{after}"
