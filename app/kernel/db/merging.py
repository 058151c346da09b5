"""Merging of concurrent saves: no user overwrites another user's change without seeing it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marshmallow import fields

from app.kernel.clock import is_same_moment, moment_text
from app.kernel.http.errors import ConflictError
from app.kernel.http.schemas import Moment, camel
from app.kernel.sanitise import plain_text

MAX_SHOWN = 2000
"""Number of characters of the stored text that the error shows."""
CHANGED = (
    "Someone else has changed this in the meantime. It says now: “{text}”. "
    "Save again to put yours in its place."
)
REPLACED = "Someone else has changed this in the meantime, and nothing is saved. Save again to put yours in its place."
EMPTIED = "Someone else has emptied this in the meantime. Save again to put yours in its place."


class BasedOn(fields.Dict):
    """The values of a form's fields when the user started to edit, by JSON name."""

    def __init__(self) -> None:
        super().__init__(
            keys=fields.String(),
            values=fields.String(allow_none=True),
            load_default=None,
            allow_none=True,
            metadata={
                "description": "The fields when they were loaded. Unchanged fields keep the stored value; "
                "409 with code `stale`, and `now`, if another user has changed the same field."
            },
        )


class BasedOnSave(Moment):
    """The `updated` value of a record that is replaced as a whole, as the user loaded it."""

    def __init__(self) -> None:
        super().__init__(
            load_default=None,
            allow_none=True,
            metadata={
                "description": "The loaded `updated`; 409 with code `stale`, and `now`, if another user "
                "has saved it meanwhile."
            },
        )


def check_version(*, based_on: datetime | None, updated: datetime) -> None:
    """Raise ConflictError with code `stale` if the record was saved since the user loaded it.

    `now` in the response is the base of the next save. No check without `based_on`.
    """
    if based_on and not is_same_moment(based_on, updated):
        raise ConflictError(REPLACED, code="stale", data={"now": {"updated": moment_text(updated)}})


def merge_changes(
    submitted: Mapping[str, object], *, based_on: Mapping[str, object] | None, stored: Mapping[str, object]
) -> dict[str, Any]:
    """Merge a form's fields (by column name): `submitted` by the user, loaded as `based_on`, now `stored` in the row.

    Returns the values to store. A field that the user did not change keeps its stored value; without `based_on` all of
    `submitted` is stored. If both users changed a field differently, raises ConflictError with code `stale`: a
    sentence for each such field, and its stored value in `now`, the base of the next save.
    """
    if based_on is None:
        return dict(submitted)
    merged = dict(submitted)
    conflicts: dict[str, object] = {}
    for name, value in submitted.items():
        base, current = based_on.get(camel(name), stored[name]), stored[name]
        if _text(value) == _text(base):
            merged[name] = current
        elif _text(current) not in {_text(base), _text(value)}:
            conflicts[name] = current
    if conflicts:
        raise ConflictError(
            code="stale",
            fields={camel(name): [_sentence(current)] for name, current in conflicts.items()},
            data={"now": {camel(name): current for name, current in conflicts.items()}},
        )
    return merged


def _text(value: object) -> str:
    return "" if value is None else str(getattr(value, "value", value))


def _sentence(current: object) -> str:
    text = plain_text(_text(current), MAX_SHOWN)
    return CHANGED.format(text=text) if text else EMPTIED
