"""Answers that cannot be stored: wrong JSON type, unknown option, or over a hard limit.

Typing mistakes are stored and marked as errors instead (see rules.py). The twin is
static_src/domain/questionnaire/rules/shapes.ts.
"""

from collections.abc import Mapping

from app.forms.document.answers import column_field
from app.forms.document.fields import Field, FieldType
from app.forms.document.text import is_storable
from app.kernel.reference import is_country, is_currency

TEXT_CAPS: Mapping[FieldType, int] = {
    FieldType.TEXT: 2_000,
    FieldType.TEXTAREA: 20_000,
    FieldType.NUMBER: 100,
    FieldType.DATE: 100,
    FieldType.EMAIL: 500,
    FieldType.URL: 2_000,
}
MAX_FILES = 20
MAX_ROWS = 200
MAX_STROKES = 200
MAX_STROKE_NUMBERS = 20_000
SIGNATURE_WIDTH, SIGNATURE_HEIGHT = 600, 200
MAX_SIGNER_NAME = 200

_SIGNATURE_KEYS = frozenset({"name", "strokes", "signedAt", "userId", "userName", "answersHash"})
_FILE_KEYS = frozenset({"attachmentId", "filename", "size", "contentType"})

_UNSTORABLE = "This has a character that cannot be kept. Remove it."
_BAD_FILE = "A file in this answer is not complete. Upload it again."
_BAD_SIGNATURE = "The signature could not be read. Sign again."


def shape_error(field: Field, value: object) -> str | None:
    """Return the sentence that explains why `value` cannot be stored as an answer to `field`; None if it can.

    The value None can always be stored.
    """
    if value is None:
        return None
    # Most answers are texts, so these come first; see `answered`.
    if field.type in TEXT_CAPS:
        return _text_error(field.type, value)
    match field.type:
        case FieldType.YESNO:
            return None if isinstance(value, bool) else "Choose Yes or No."
        case FieldType.SINGLE_CHOICE:
            return None if value in _option_values(field) else "Choose one of the options."
        case FieldType.MULTI_CHOICE:
            return _choices_error(field, value)
        case FieldType.COUNTRY:
            return None if isinstance(value, str) and is_country(value) else "Choose a country from the list."
        case FieldType.CURRENCY_AMOUNT:
            return _amount_error(value)
        case FieldType.FILE:
            return _files_error(value)
        case FieldType.TABLE:
            return _table_error(field, value)
        case _:
            return _signature_error(value)


def _option_values(field: Field) -> list[str]:
    return [option.value for option in field.options]


def _text_error(kind: FieldType, value: object) -> str | None:
    if not isinstance(value, str):
        return "Write the answer as text."
    if len(value) > TEXT_CAPS[kind]:
        return f"This is too long to keep: use at most {TEXT_CAPS[kind]:,} characters."
    return None if is_storable(value) else _UNSTORABLE


def _choices_error(field: Field, value: object) -> str | None:
    options = _option_values(field)
    if not isinstance(value, list) or any(choice not in options for choice in value):
        return "Choose from the options."
    return None if len(set(value)) == len(value) else "Choose each option once."


def _amount_error(value: object) -> str | None:
    if not isinstance(value, dict) or set(value) != {"currency", "amount"}:
        return "Give a currency and an amount."
    currency = value["currency"]
    if not isinstance(currency, str) or (currency != "" and not is_currency(currency)):
        return "Choose a currency from the list."
    return _text_error(FieldType.NUMBER, value["amount"])


def _files_error(value: object) -> str | None:
    if not isinstance(value, list):
        return "Upload the answer as files."
    if len(value) > MAX_FILES:
        return f"Upload at most {MAX_FILES} files."
    return None if all(_is_file(file) for file in value) else _BAD_FILE


def _is_file(file: object) -> bool:
    return (
        isinstance(file, dict)
        and set(file) == _FILE_KEYS
        and _is_whole(file["attachmentId"], 1)
        and file["filename"] != ""
        and _is_short_text(file["filename"], 255)
        and _is_whole(file["size"], 0)
        and _is_short_text(file["contentType"], 255)
    )


def _is_whole(value: object, least: int) -> bool:
    if isinstance(value, float):
        value = int(value) if value.is_integer() else None
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**53


def _is_short_text(value: object, cap: int) -> bool:
    return isinstance(value, str) and len(value) <= cap and is_storable(value)


def _table_error(field: Field, value: object) -> str | None:
    if not isinstance(value, list) or any(not isinstance(row, dict) for row in value):
        return "Write the answer as rows."
    if len(value) > MAX_ROWS:
        return f"This is too long to keep: use at most {MAX_ROWS} rows."
    columns = {column.name: column_field(column) for column in field.columns}
    for number, row in enumerate(value, start=1):
        for name, cell in row.items():
            if name not in columns:
                return f"Row {number} has a column that the table does not have."
            if error := shape_error(columns[name], cell):
                return f"Row {number}, {columns[name].label or name}: {error}"
    return None


def _signature_error(value: object) -> str | None:
    if (
        not isinstance(value, dict)
        or not set(value) <= _SIGNATURE_KEYS
        or not {"name", "strokes"} <= set(value)
    ):
        return _BAD_SIGNATURE
    name, strokes = value["name"], value["strokes"]
    if not isinstance(name, str) or not is_storable(name):
        return _BAD_SIGNATURE
    if len(name) > MAX_SIGNER_NAME:
        return f"Use at most {MAX_SIGNER_NAME} characters for the name."
    if not isinstance(strokes, list) or len(strokes) > MAX_STROKES or not all(_is_stroke(s) for s in strokes):
        return _BAD_SIGNATURE
    if sum(len(stroke) for stroke in strokes) > MAX_STROKE_NUMBERS:
        return "The drawn signature is too detailed to keep. Clear it and sign again."
    return None if all(_is_stamp(value[key]) for key in set(value) - {"name", "strokes"}) else _BAD_SIGNATURE


def _is_stroke(stroke: object) -> bool:
    if not isinstance(stroke, list) or len(stroke) < 2 or len(stroke) % 2:
        return False
    return all(
        isinstance(number, int | float)
        and not isinstance(number, bool)
        and 0 <= number <= (SIGNATURE_HEIGHT if index % 2 else SIGNATURE_WIDTH)
        for index, number in enumerate(stroke)
    )


def _is_stamp(stamp: object) -> bool:
    """Check a value that the server set on signing and the browser sends back; it is replaced, not trusted."""
    return stamp is None or _is_whole(stamp, 0) or _is_short_text(stamp, 300)
