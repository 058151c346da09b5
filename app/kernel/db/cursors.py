"""Cursors of lists: the sort values and the id of a row as a text."""

import base64
import json
from collections.abc import Sequence
from datetime import date, datetime

from app.kernel.http.errors import InvalidError

CursorValue = str | int | float | bool | date | datetime
"""A sort value in a cursor."""


def encode_cursor(values: Sequence[object]) -> str:
    """Return the cursor after a row with these sort values."""
    plain = [_encode_value(value) for value in values]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, length: int) -> list[CursorValue]:
    """Decode a cursor of `length` values; raise InvalidError for any other text."""
    try:
        raw = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        values = [_decode_value(v) for v in raw]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InvalidError(fields={"cursor": ["This cursor is not valid."]}) from error
    if len(values) != length:
        raise InvalidError(fields={"cursor": ["This cursor is not valid."]})
    return values


def _encode_value(value: object) -> object:
    if isinstance(value, datetime):
        return {"t": value.isoformat()}
    return {"d": value.isoformat()} if isinstance(value, date) else value


def _decode_value(value: object) -> CursorValue:
    if isinstance(value, dict):
        return datetime.fromisoformat(value["t"]) if "t" in value else date.fromisoformat(value["d"])
    if not isinstance(value, str | int | float | bool):
        raise TypeError
    return value
