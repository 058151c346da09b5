"""Validation errors as sentences for users: the texts of the library are for programmers."""

import re
from collections.abc import Mapping

from app.kernel.http.errors import InvalidError
from app.kernel.http.schemas import camel

REQUIRED = "this is required."
LIBRARY_TEXTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"Missing data for required field\.|Field may not be null\.", REQUIRED),
        (r"Unknown field\.", "this field does not exist."),
        (r"Not a valid (string|utf-8 string)\.", "this must be a text."),
        (r"Not a valid integer\.", "this must be a whole number."),
        (r"Not a valid number\.|Number too large\.|Special numeric values .*", "this must be a number."),
        (r"Not a valid boolean\.", "this must be true or false."),
        (r"Not a valid (list|tuple)\.", "this must be a list."),
        (r"Not a valid datetime\.", "this must be a date with its time."),
        (r"Not a valid mapping type\.|Invalid type\.|Invalid input( type)?\.", "this must be an object."),
        (r"Not a valid (.+)\.", r"this must be a valid \1."),
        (r"Must be (.*)", r"this must be \1"),
        (r"Length must be (.*)", r"its length must be \1"),
        (r"Longer than maximum length (\d+)\.", r"its length must be at most \1."),
        (r"Shorter than minimum length (\d+)\.", r"its length must be at least \1."),
    )
)
"""The texts of the library, and our text after the field's name and a colon."""


def schema_error(data: Mapping[str, object]) -> InvalidError:
    """Return the error for a request with the validation errors in `data["messages"]`, by location and field."""
    messages = data.get("messages") or {}
    errors: dict[str, list[str]] = {}
    for location in messages.values() if isinstance(messages, dict) else []:
        _collect(location, "", errors)
    if not errors:
        return InvalidError("The request could not be understood: it must be valid JSON.")
    return InvalidError(
        fields={name: [_sentence(name, text) for text in texts] for name, texts in errors.items()}
    )


def _collect(messages: object, path: str, errors: dict[str, list[str]]) -> None:
    if isinstance(messages, dict):
        for key, value in messages.items():
            name = camel(str(key)) if str(key) != "_schema" else ""
            _collect(value, ".".join(p for p in (path, name) if p), errors)
    elif isinstance(messages, list):
        for message in messages:
            if isinstance(message, dict):
                _collect(message, path, errors)
            else:
                errors.setdefault(path or "request", []).append(str(message))


def _sentence(name: str, text: str) -> str:
    """Return our own sentences unchanged, and the library's as the field's name with our text."""
    for pattern, replacement in LIBRARY_TEXTS:
        match = pattern.fullmatch(text)
        if match:
            return f"{name}: {match.expand(replacement)}"
    return text
