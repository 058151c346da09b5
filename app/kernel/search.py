"""Searching as typed: what somebody types is found however it is written."""

from typing import Any

from sqlalchemy import ColumnElement, func

ESCAPE = "/"


def holds(column: Any, text: str) -> ColumnElement[bool]:
    """Whether `column` holds `text` anywhere, in capitals or not, with accents or without: `muller` finds Müller.

    Both sides are folded by the database's `folded`, which the indexes of trigrams are made of.
    """
    literal = text
    for special in (ESCAPE, "%", "_"):
        literal = literal.replace(special, ESCAPE + special)
    return func.folded(column).like(func.folded(f"%{literal}%"), escape=ESCAPE)
