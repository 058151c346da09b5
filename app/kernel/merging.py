"""Two people who save the same thing at once: nobody's words are replaced unseen."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marshmallow import fields

from app.kernel.clock import is_same_moment, moment_text
from app.kernel.errors import ConflictError
from app.kernel.sanitise import plain_text
from app.kernel.schemas import Moment, camel

SHOWN = 2000
"""How many characters of what is there now are told."""
CHANGED = (
    "Somebody else has changed this in the meantime. It says now: “{text}”. "
    "Save again to put yours in its place."
)
REPLACED = "Somebody else has changed this in the meantime, and nothing is saved. Save again to put yours in its place."
EMPTIED = "Somebody else has emptied this in the meantime. Save again to put yours in its place."


class BasedOn(fields.Dict):
    """What the fields of a form held when somebody began to change them, by their names in JSON."""

    def __init__(self) -> None:
        super().__init__(
            keys=fields.String(),
            values=fields.String(allow_none=True),
            load_default=None,
            allow_none=True,
            metadata={
                "description": "What the fields held when they were loaded. What was left so stays as it is now; "
                "409 with code `stale`, and `now`, where somebody else has changed the same."
            },
        )


class BasedOnSave(Moment):
    """When what is replaced as a whole had been saved last, as whoever replaces it loaded it (its `updated`)."""

    def __init__(self) -> None:
        super().__init__(
            load_default=None,
            allow_none=True,
            metadata={
                "description": "Its `updated` when it was loaded; 409 with code `stale`, and `now`, where somebody else "
                "has saved it since."
            },
        )


def check_version(*, based_on: datetime | None, updated: datetime) -> None:
    """Raise ConflictError with code `stale` unless what is to be replaced as a whole is as its writer loaded it.

    `now` is what a next save is based on. Without `based_on` nothing is asked.
    """
    if based_on and not is_same_moment(based_on, updated):
        raise ConflictError(REPLACED, code="stale", data={"now": {"updated": moment_text(updated)}})


def merge_changes(
    given: Mapping[str, Any], *, based_on: Mapping[str, Any] | None, stored: Mapping[str, Any]
) -> dict[str, Any]:
    """What to store of `given`, by the names of columns, where its writer had seen `based_on` and `stored` is there now.

    What the writer left as it was stays as it is now; without `based_on` all is stored as it is given. Raises
    ConflictError with code `stale` where both have changed the same: a sentence at each such field, and what it holds as
    `now`, which is what a next save is based on.
    """
    if based_on is None:
        return dict(given)
    kept = dict(given)
    differing: dict[str, Any] = {}
    for name, value in given.items():
        seen, now = based_on.get(camel(name), stored[name]), stored[name]
        if _text(value) == _text(seen):
            kept[name] = now
        elif _text(now) not in {_text(seen), _text(value)}:
            differing[name] = now
    if differing:
        raise ConflictError(
            code="stale",
            fields={camel(name): [_sentence(now)] for name, now in differing.items()},
            data={"now": {camel(name): now for name, now in differing.items()}},
        )
    return kept


def _text(value: Any) -> str:
    return "" if value is None else str(getattr(value, "value", value))


def _sentence(now: Any) -> str:
    text = plain_text(_text(now), SHOWN)
    return CHANGED.format(text=text) if text else EMPTIED
