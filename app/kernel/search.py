"""Searching as typed: what somebody types is found however it is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Select,
    SQLColumnExpression,
    any_,
    func,
    literal,
    select,
    union_all,
)

from app.extensions import db

ESCAPE = "/"
SEARCH_CAP = 1_000
"""What a search finds is counted up to this: of more, the exact number helps nobody."""


def contains_text(column: Any, text: str) -> ColumnElement[bool]:
    """Whether `column` holds `text` anywhere, in capitals or not, with accents or without: `muller` finds Müller.

    Both sides are folded by the database's `folded`, which the indexes of trigrams are made of.
    """
    literal = text
    for special in (ESCAPE, "%", "_"):
        literal = literal.replace(special, ESCAPE + special)
    return func.folded(column).like(func.folded(f"%{literal}%"), escape=ESCAPE)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found: the ids, or None where they are more than SEARCH_CAP."""

    ids: Sequence[int] | None

    @property
    def total(self) -> int:
        """How many were found, up to one more than SEARCH_CAP."""
        return SEARCH_CAP + 1 if self.ids is None else len(self.ids)

    def among(self, key: SQLColumnExpression[int], matching: ColumnElement[bool]) -> ColumnElement[bool]:
        """The condition that a row, whose id is `key`, was found; `matching` says the same without the ids.

        Few are looked up by their ids and then put in order. Of many, a page is soon met in the order of its list.
        """
        if self.ids is None:
            return matching
        return key == any_(literal(self.ids, ARRAY(BigInteger)))


def find(parts: Sequence[Select[int]], **given: Any) -> Found:
    """Ask each of `parts`, selects of ids that may overlap, for what it finds: one statement.

    `given` are the values of the parts' own parameters.

    No index serves both sides of an OR over two columns of two tables; each part is served by its own, and stops after
    SEARCH_CAP. Where one has found as many, those behind it are not run: the cheapest goes first.
    """
    limited = [part.limit(SEARCH_CAP + 1).cte(f"part_{place}") for place, part in enumerate(parts)]
    is_open = [select(func.count()).select_from(part).scalar_subquery() <= SEARCH_CAP for part in limited]
    asked = [select(*part.c).where(*is_open[:place]) for place, part in enumerate(limited)]
    ids = set(db.session.execute(union_all(*asked), given).scalars())
    return Found(None if len(ids) > SEARCH_CAP else sorted(ids))
