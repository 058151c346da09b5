"""Search that ignores case and accents."""

from collections.abc import Sequence
from dataclasses import dataclass

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
"""Search results are counted up to this number; a larger exact number would help no user."""


def contains_text(
    column: SQLColumnExpression[str] | SQLColumnExpression[str | None], text: str
) -> ColumnElement[bool]:
    """Return the condition that `column` contains `text`, ignoring case and accents: `muller` matches Müller.

    Both sides are folded by the database function `folded`, on which the trigram indexes are built.
    """
    literal = text
    for special in (ESCAPE, "%", "_"):
        literal = literal.replace(special, ESCAPE + special)
    return func.folded(column).like(func.folded(f"%{literal}%"), escape=ESCAPE)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the ids, or None if there are more than SEARCH_CAP."""

    ids: Sequence[int] | None

    @property
    def total(self) -> int:
        """Return the number of results, up to SEARCH_CAP + 1."""
        return SEARCH_CAP + 1 if self.ids is None else len(self.ids)

    def among(self, key: SQLColumnExpression[int], matching: ColumnElement[bool]) -> ColumnElement[bool]:
        """Return the condition that the row with id `key` is a result; `matching` is the same condition without ids.

        Few results are looked up by id and then sorted. With many results, rows in list order soon fill a page.
        """
        if self.ids is None:
            return matching
        return key == any_(literal(self.ids, ARRAY(BigInteger)))


def find(parts: Sequence[Select[int]], **parameters: object) -> SearchResult:
    """Run each of `parts`, selects of ids that may overlap, in one statement.

    `parameters` are the values of the parts' own parameters.

    No index serves both sides of an OR over columns of two tables, so each part uses its own index and stops after
    SEARCH_CAP. If one part reaches it, the following parts are not run; put the cheapest first.
    """
    limited = [part.limit(SEARCH_CAP + 1).cte(f"part_{index}") for index, part in enumerate(parts)]
    is_open = [select(func.count()).select_from(part).scalar_subquery() <= SEARCH_CAP for part in limited]
    selects = [select(*part.c).where(*is_open[:index]) for index, part in enumerate(limited)]
    ids = set(db.session.execute(union_all(*selects), parameters).scalars())
    return SearchResult(None if len(ids) > SEARCH_CAP else sorted(ids))
