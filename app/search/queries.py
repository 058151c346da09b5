"""The search over all types: one statement for each, with its rows and its count."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import structlog
from psycopg.errors import QueryCanceled
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Integer,
    any_,
    bindparam,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.exc import OperationalError

from app.extensions import db
from app.kernel.db.statements import AnyRow, AnySelect, shared_statement
from app.kernel.http.auth import Actor
from app.kernel.registry import current_registry
from app.search.policies import Match, SearchHooks, SearchRow, SearchTerm, SearchType, may_find
from app.search.types import COUNT_CAP, TIME_LIMIT, Rank

log = structlog.get_logger(__name__)

RECENT = bindparam("recent", type_=ARRAY(BigInteger))
LIMIT = bindparam("row_limit", type_=Integer)


@dataclass(frozen=True, slots=True)
class SearchGroup:
    """The results of one type: the first rows, and their number up to COUNT_CAP + 1."""

    type: SearchType
    rows: Sequence[SearchRow]
    total: int
    has_exact: bool = False


@dataclass(slots=True)
class SearchResult:
    """The results of a search, in the order of the types, with exact matches first. `skipped` types took too long."""

    groups: list[SearchGroup] = field(default_factory=list)
    skipped: list[SearchType] = field(default_factory=list)


RecentKey = tuple[str, int]
"""Type and id of a record that the user has viewed."""


def search_records(
    *, actor: Actor, text: str, types: Sequence[str], limit: int, recent: Sequence[RecentKey]
) -> SearchResult:
    """Search the lists that the actor may see for `text`, in all types or in some.

    Exact matches come first, then records of `recent`, then the best matches, the newest first. One statement for each
    type, each limited to TIME_LIMIT.
    """
    term = SearchTerm.of(text)
    parameters = {**actor.parameters, **term.parameters(text), LIMIT.key: limit}

    def run(search_type: SearchType) -> SearchGroup:
        ids = [record_id for name, record_id in recent if name == search_type.name]
        rows = _run(_matching(search_type, term, has_recent=bool(ids)), parameters | {RECENT.key: ids})
        shown = [search_type.row(row, actor) for row in rows]
        if not shown:
            return SearchGroup(search_type, shown, 0)
        return SearchGroup(search_type, shown, rows[0].total, has_exact=rows[0].rank == Rank.EXACT)

    result = _search([each for each in _types(actor) if not types or each.name in types], run)
    result.groups.sort(key=lambda group: not group.has_exact)
    return result


def recent_records(
    *, actor: Actor, recent: Sequence[RecentKey]
) -> tuple[list[tuple[SearchType, SearchRow]], SearchResult]:
    """Return the rows of the records in `recent` that the actor still sees, in this order, with their types.

    The second value has the types that took too long.
    """
    names = {name for name, _ in recent}

    def run(search_type: SearchType) -> SearchGroup:
        ids = [record_id for name, record_id in recent if name == search_type.name]
        rows = _run(_viewed(search_type), {**actor.parameters, RECENT.key: ids})
        return SearchGroup(search_type, [search_type.row(row, actor) for row in rows], len(rows))

    result = _search([each for each in _types(actor) if each.name in names], run)
    rows = {(group.type.name, row.id): (group.type, row) for group in result.groups for row in group.rows}
    return [rows[key] for key in dict.fromkeys(recent) if key in rows], result


def _types(actor: Actor) -> list[SearchType]:
    types = current_registry().hooks(SearchHooks).types.values()
    return sorted((each for each in types if may_find(actor, each)), key=lambda each: each.order)


def _search(types: Sequence[SearchType], run: Callable[[SearchType], SearchGroup]) -> SearchResult:
    result = SearchResult()
    with _time_limit() as limited:
        for search_type in types:
            try:
                group = run(search_type)
            except OperationalError as error:
                if not isinstance(error.orig, QueryCanceled):
                    raise
                limited.renew()
                log.warning("search_skipped", type=search_type.name)
                result.skipped.append(search_type)
            else:
                if group.rows:
                    result.groups.append(group)
    return result


def _run(stmt: AnySelect, parameters: Mapping[str, object]) -> Sequence[AnyRow]:
    return db.session.execute(stmt, parameters).all()


@dataclass(frozen=True, slots=True)
class _Limited:
    """A savepoint after which every statement has a time limit."""

    def begin(self) -> None:
        self._send(
            f"SAVEPOINT search; SET LOCAL statement_timeout = {TIME_LIMIT // TIME_LIMIT.resolution // 1000}"
        )

    def renew(self) -> None:
        """Make the transaction usable again after a statement has failed. This also resets the limit, so set it again."""
        self._send("ROLLBACK TO SAVEPOINT search; RELEASE SAVEPOINT search")
        self.begin()

    def end(self) -> None:
        """Reset the limit to the value before the savepoint. Searches only read, so nothing is lost."""
        self._send("ROLLBACK TO SAVEPOINT search; RELEASE SAVEPOINT search")

    def _send(self, statements: str) -> None:
        # The driver's cursor: without parameters it sends several statements in one round trip.
        with closing(db.session.connection().connection.cursor()) as cursor:
            cursor.execute(statements)


@contextmanager
def _time_limit() -> Iterator[_Limited]:
    limited = _Limited()
    limited.begin()
    yield limited
    limited.end()


@shared_statement
def _matching(search_type: SearchType, term: SearchTerm, *, has_recent: bool) -> AnySelect:
    """Select the first rows of a type that match, each with the `total`, up to COUNT_CAP + 1.

    Each part uses its own index, as in `find`, and is not run if an earlier one has reached the cap.
    """
    key = search_type.key
    matches = search_type.matches(term)
    stmts = [_ranked(match) for match in matches]
    if has_recent:
        # If there are many matches, only some are read; the best ones that the user has viewed are always among them.
        viewed = [_ranked(match) for match in matches if match.rank is not Rank.RELATED]
        stmts = [stmt.where(key == any_(RECENT)) for stmt in viewed] + stmts
    parts = [stmt.limit(COUNT_CAP + 1).cte(f"part_{index}") for index, stmt in enumerate(stmts)]
    is_open = [select(func.count()).select_from(part).scalar_subquery() <= COUNT_CAP for part in parts]
    matching = union_all(*(select(*part.c).where(*is_open[:index]) for index, part in enumerate(parts))).cte(
        "found"
    )
    record_id = matching.c[0]
    hits = (
        select(record_id.label("id"), func.min(matching.c.rank).label("rank")).group_by(record_id).cte("hits")
    )
    viewed_first = [func.array_position(RECENT, hits.c.id).asc().nulls_last()] if has_recent else []
    order = (hits.c.rank != Rank.EXACT, *viewed_first, hits.c.rank, hits.c.id.desc())
    place = func.row_number().over(order_by=order).label("place")
    first = select(hits.c.id, hits.c.rank, place).order_by(place).limit(LIMIT).cte("first")
    total = select(func.least(func.count(), COUNT_CAP + 1)).select_from(hits).scalar_subquery()
    return search_type.rows(first).add_columns(first.c.rank, total.label("total")).order_by(first.c.place)


def _ranked(match: Match) -> AnySelect:
    rank = literal(match.rank.value, Integer) if isinstance(match.rank, Rank) else match.rank
    return match.stmt.add_columns(rank.label("rank"))


@shared_statement
def _viewed(search_type: SearchType) -> AnySelect:
    """Select the rows of RECENT that the viewer sees."""
    visible = [stmt.where(search_type.key == any_(RECENT)) for stmt in search_type.visible()]
    matching = union_all(*visible).cte("matching")
    ids = select(matching.c[0].label("id")).distinct().cte("first")
    return search_type.rows(ids).add_columns(null().label("total"))
