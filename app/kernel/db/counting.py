"""Counts of several lists in one statement.

The function of a list builds its statement and runs it. While `count_lists` calls it, it runs none: the selects of its ids
are collected instead, with all filters and the scope of the viewer, so a count cannot differ from its list.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from sqlalchemy import BindParameter, Select, func, literal, select, union, union_all
from sqlalchemy.sql import visitors

from app.extensions import db
from app.kernel.db.statements import AnySelect

if TYPE_CHECKING:
    from app.kernel.db.search import SearchResult

S = TypeVar("S", bound=AnySelect)


@dataclass
class Collected:
    """The selects of one list: of disjoint rows in `parts`, or of ids that may repeat in `searches`."""

    parts: list[AnySelect] = field(default_factory=list)
    searches: list[Select[int]] = field(default_factory=list)

    def add(self, parts: Sequence[AnySelect], matches: "SearchResult | None") -> None:
        """Collect the selects of a list: `parts`, or the selects of its search, which are restricted in the same way."""
        if matches is None:
            self.parts += parts
        else:
            self.searches += matches.parts


_collected: ContextVar[Collected | None] = ContextVar("collected", default=None)


def collecting() -> Collected | None:
    """Return the collector of this context; None if lists run as usual."""
    return _collected.get()


def with_values(stmt: S, parameters: Mapping[str, object]) -> S:
    """Replace the parameters of a select by their values: lists that are counted together have some of the same names."""

    def replace(element: object, **_options: object) -> BindParameter[object] | None:
        if isinstance(element, BindParameter) and element.key in parameters:
            return literal(parameters[element.key], element.type)
        return None

    return cast("S", visitors.replacement_traverse(stmt, {}, replace)) if parameters else stmt


@contextmanager
def _collected_counts() -> Iterator[Collected]:
    collected = Collected()
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)


def count_lists(lists: Sequence[Callable[[], object]], *, cap: int) -> list[int]:
    """Return the number of rows of each list, up to `cap` + 1, with one statement, or none without lists.

    Each of `lists` calls the function of a list, which must run its statements by `app.kernel.db.pagination` and
    `app.kernel.db.search` alone.
    """
    counts = []
    for fetch in lists:
        with _collected_counts() as collected:
            fetch()
        counts.append(_count(collected, cap).scalar_subquery())
    if not counts:
        return []
    return [int(count) for count in db.session.execute(select(*counts)).one()]


def _count(collected: Collected, cap: int) -> Select[int]:
    """Select the number of rows; each part stops after `cap` + 1 rows, in the index that serves it."""
    if collected.searches:
        results = [select(*part.limit(cap + 1).subquery().c) for part in collected.searches]
        rows = union(*results).subquery()
    else:
        limited = [
            select(literal(1).label("one")).select_from(_plain(part).limit(cap + 1).subquery())
            for part in collected.parts
        ]
        rows = union_all(*limited).subquery()
    return select(func.count()).select_from(select(literal(1)).select_from(rows).limit(cap + 1).subquery())


def _plain(part: AnySelect) -> AnySelect:
    """Drop the displayed columns and the order, which would be computed for every row."""
    return part.with_only_columns(literal(1).label("one"), maintain_column_froms=True).order_by(None)
