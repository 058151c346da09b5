"""Lists: the first pages by number, the following ones by cursor (keyset), with a bounded total.

A cursor contains the sort values and the id of the last row seen, so that page 10,000 costs as much as page 1, and
rows added meanwhile cause no duplicates or gaps.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    SQLColumnExpression,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    literal,
    null,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.sql import coercions, roles
from sqlalchemy.types import TypeEngine

from app.extensions import db
from app.kernel.db.counting import collecting, with_values
from app.kernel.db.cursors import CursorValue, decode_cursor, encode_cursor
from app.kernel.db.search import SEARCH_CAP, SearchResult
from app.kernel.db.statements import AnyRow, AnySelect, compile_once
from app.kernel.http.errors import InvalidError

COUNT_CAP = 10_000
DEEPEST_OFFSET = 20_000
TOTAL = "list_total"

T = TypeVar("T")
U = TypeVar("U")
R = TypeVar("R", bound=NamedTuple)
AnyColumn = SQLColumnExpression[Any]
AnyElement = ColumnElement[Any]


@dataclass(frozen=True, slots=True)
class ListQuery:
    """The requested page of a list. `cursor` takes precedence over `page`."""

    page: int = 1
    page_size: int = 10
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort column. It must be selected and not null (use coalesce if it may be)."""

    column: AnyColumn
    descending: bool = False


@dataclass(frozen=True, slots=True)
class WithGaps:
    """A sort column whose missing values are `gap`, which is less than all its other values."""

    column: AnyColumn
    gap: object

    def is_gap(self) -> ColumnElement[bool]:
        at_gap: ColumnElement[bool] = self.column == self.gap
        return at_gap


Sorts = Mapping[str, Sequence[AnyColumn | WithGaps]]
"""The sort orders of a list: the columns by name."""


def sorting(sort: str, by: Sorts, unique: AnyColumn) -> list[Sort]:
    """Return the columns of the order `sort`, then the `unique` column; a leading minus makes all of them descending.

    Rows without a value come last in both directions. All columns have the same direction, so one index serves them.
    """
    descending = sort.startswith("-")
    columns: list[AnyColumn] = []
    for column in by[sort.removeprefix("-")]:
        if isinstance(column, WithGaps):
            # In descending order the gaps, which are less than all other values, already come last.
            columns += [column.column] if descending else [column.is_gap(), column.column]
        else:
            columns.append(column)
    return [Sort(column, descending) for column in (*columns, unique)]


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """The rows of one page and the total of the list, which is exact up to 10,000 and `capped` above.

    In searches it is exact up to 1,000 (SEARCH_CAP).
    """

    rows: Sequence[T]
    total: int
    capped: bool
    page: int
    page_size: int
    next_cursor: str | None

    def map(self, convert: Callable[[T], U]) -> "Page[U]":
        """Return this page with each row converted."""
        return Page(
            rows=[convert(row) for row in self.rows],
            total=self.total,
            capped=self.capped,
            page=self.page,
            page_size=self.page_size,
            next_cursor=self.next_cursor,
        )

    def records(self: "AnyPage", kind: type[R]) -> "Page[R]":
        """Return this page with each row as the named tuple `kind`, without the columns that `fetch_page` appends.

        It also saves time where every column is read: attribute access on a SQLAlchemy `Row` is slow.
        """
        width = len(kind._fields)
        return self.map(lambda row: kind._make(row[:width]))

    def header(self) -> dict[str, object]:
        return {
            "total": self.total,
            "capped": self.capped,
            "page": self.page,
            "pageSize": self.page_size,
            "nextCursor": self.next_cursor,
        }


AnyPage = Page[Any]
"""A page of rows whose columns are read by name."""


class Listing:
    """A select with an order, from which pages are read.

    The statements of a page are built on first use and cached: a list whose shape never changes is built once, and each
    request only binds the values of its parameters.
    """

    def __init__(
        self,
        stmt: AnySelect,
        sort: Sequence[Sort],
        *,
        counted: AnySelect | None = None,
        certain: AnySelect | None = None,
        searched: bool = False,
        matches: SearchResult | None = None,
        cap: int = COUNT_CAP,
    ) -> None:
        """Define a list. `sort` must end with a unique column. The total is exact up to `cap`.

        `counted` has as many rows as `stmt`, but is cheaper.

        `certain` selects some of the rows by their own index: if they alone exceed the cap, nothing else is counted.
        A list that was `searched` is counted separately, and only if the first page does not contain all results. The
        result of `find`, to which `stmt` is restricted, is passed as `matches` and already has its count.
        """
        self.stmt = stmt
        self.sort = sort
        self.counted = stmt if counted is None else counted
        self.certain = certain
        self.searched = searched
        self.matches = matches
        self.cap = cap if matches is None else SEARCH_CAP

    def page(self, query: ListQuery, **parameters: object) -> AnyPage:
        """Return one page; `parameters` are the values of the select's own parameters.

        One statement returns the rows and the total up to the cap. A second one counts for pages behind the last one, and
        for searches whose first page does not contain all results. Raises InvalidError if the cursor is not valid.
        """
        collected = collecting()
        if collected is not None:
            collected.add([with_values(self.counted, parameters)], self.matches)
            return _empty_page(query)
        page_parameters: dict[str, object] = {"page_rows": query.page_size + 1}
        if query.cursor:
            stmt = self._after
            last = _last_seen(self.sort, query.cursor)
            page_parameters |= {f"after_{index}": value for index, value in enumerate(last)}
        else:
            stmt = self._at
            page_parameters["page_offset"] = _offset(query)
        rows = db.session.execute(stmt, parameters | page_parameters).all()
        count = partial(self.total, **parameters)
        return _page_of(rows, keys=len(self.sort), query=query, count=count, cap=self.cap)

    def prepare(self) -> None:
        """Build and compile the statements, so that threads can share this list."""
        for statement in (self._count, self._at, self._after):
            compile_once(statement)

    def total(self, **parameters: object) -> int:
        """Return the number of rows, up to one more than the cap."""
        if self.matches is not None:
            return self.matches.total
        return db.session.execute(self._count, parameters).scalar_one()

    @cached_property
    def _count(self) -> Select[int]:
        counted = _capped_count(self.counted, self.cap)
        if self.certain is None:
            return counted
        enough = _capped_count(self.certain, self.cap).scalar_subquery() > self.cap
        return select(case((enough, literal(self.cap + 1)), else_=counted.scalar_subquery()))

    @cached_property
    def _rows(self) -> AnySelect:
        keys: list[Any] = [s.column.label(f"sort_{i}") for i, s in enumerate(self.sort)]
        total: AnyElement = null() if self.searched or self.matches else self._count.scalar_subquery()
        ordered = self.stmt.add_columns(total.label(TOTAL), *keys).order_by(*map(_ordered, self.sort))
        return ordered.limit(bindparam("page_rows", type_=Integer))

    @cached_property
    def _at(self) -> AnySelect:
        return self._rows.offset(bindparam("page_offset", type_=Integer))

    @cached_property
    def _after(self) -> AnySelect:
        last = [bindparam(f"after_{index}", type_=_type_of(s)) for index, s in enumerate(self.sort)]
        return self._rows.where(_rows_after(self.sort, last))


def fetch_page(
    stmt: AnySelect,
    *,
    sort: Sequence[Sort],
    query: ListQuery,
    matches: SearchResult | None = None,
) -> AnyPage:
    """Return one page of a select that is built for this request only; see `Listing`."""
    return Listing(stmt, sort, matches=matches).page(query)


def fetch_merged_page(
    branches: Sequence[Select[int]],
    *,
    key: SQLColumnExpression[int],
    rows: Callable[[Subquery], AnySelect],
    query: ListQuery,
    sort: Sequence[AnyColumn] = (),
    descending: bool = True,
    matches: SearchResult | None = None,
) -> AnyPage:
    """Return one page of several disjoint selects of ids, highest id first; `rows` selects the displayed columns.

    Each branch is read in the order of its own index and stops after the rows that the page can need; one select with
    an OR, or an order over the union, would not. `sort`, one expression for each branch, precedes the id; both have the
    same direction, so that one index serves them. Statements as in `Listing.page`.

    The result of a search, to which the branches are restricted, is passed as `matches` and already has its count.
    """
    collected = collecting()
    if collected is not None:
        collected.add(branches, matches)
        return _empty_page(query)
    offset = 0 if query.cursor else _offset(query)
    parts = [_union_part(stmt.limit(COUNT_CAP + 1), "counted") for stmt in branches]
    count = select(func.count()).select_from(union_all(*parts).limit(COUNT_CAP + 1).subquery())
    total: ColumnElement[int] = count.scalar_subquery() if matches is None else literal(matches.total)
    limited_branches = []
    for index, stmt in enumerate(branches):
        keys = [Sort(expression, descending) for expression in (*sort[index : index + 1], key)]
        after = stmt.add_columns(*(sort_key.column.label("sort_0") for sort_key in keys[:-1]))
        if query.cursor:
            last = _last_seen(keys, query.cursor)
            typed = [literal(value, _type_of(s)) for s, value in zip(keys, last, strict=True)]
            after = after.where(_rows_after(keys, typed))
        limited_branches.append(
            _union_part(after.order_by(*map(_ordered, keys)).limit(offset + query.page_size + 1), "branch")
        )
    ids = union_all(*limited_branches).subquery("ids")
    order = [ids.c.sort_0, ids.c.id] if sort else [ids.c.id]
    page = rows(ids).add_columns(
        total.label(TOTAL),
        *(column.label(f"sort_{index}") for index, column in enumerate(order)),
    )
    ordered = page.order_by(*(_ordered(Sort(column, descending)) for column in order))
    fetched = db.session.execute(ordered.offset(offset).limit(query.page_size + 1)).all()
    if matches is not None:
        return _page_of(fetched, keys=len(order), query=query, count=lambda: matches.total, cap=SEARCH_CAP)
    return _page_of(
        fetched, keys=len(order), query=query, count=lambda: db.session.execute(count).scalar_one()
    )


def _empty_page(query: ListQuery) -> AnyPage:
    return Page(rows=[], total=0, capped=False, page=query.page, page_size=query.page_size, next_cursor=None)


def _offset(query: ListQuery) -> int:
    """Return the number of rows before a page by number; raise InvalidError if that is too many to skip."""
    offset = (query.page - 1) * query.page_size
    if offset > DEEPEST_OFFSET:
        raise InvalidError("Go on with the cursor of the page before: page numbers end here.")
    return offset


def _page_of(
    fetched: Sequence[AnyRow],
    *,
    keys: int,
    query: ListQuery,
    count: Callable[[], int],
    cap: int = COUNT_CAP,
) -> AnyPage:
    """Build a `Page` from up to `page_size + 1` rows; the extra row means that there is a next page.

    The last `keys` columns are the sort values; the total is in the column before them. If it is null and the first page
    contains all rows, their number is the total; otherwise `count` returns it.
    """
    rows = fetched[: query.page_size]
    has_more = len(fetched) > query.page_size
    total: int | None = fetched[0][-keys - 1] if fetched else None
    if total is None:
        has_all_rows = not has_more and not query.cursor and query.page == 1
        total = len(fetched) if has_all_rows else count()
    return Page(
        rows=rows,
        total=min(total, cap),
        capped=total > cap,
        page=query.page,
        page_size=query.page_size,
        next_cursor=encode_cursor(list(rows[-1])[-keys:]) if has_more else None,
    )


def _capped_count(stmt: AnySelect, cap: int) -> Select[int]:
    """Select the number of rows, up to one more than `cap`, without the joins that only serve displayed columns."""
    plain = stmt.with_only_columns(literal(1), maintain_column_froms=True).order_by(None)
    return select(func.count()).select_from(plain.limit(cap + 1).subquery())


def _ordered(sort: Sort) -> AnyElement:
    return sort.column.desc() if sort.descending else sort.column.asc()


def _union_part(stmt: AnySelect, name: str) -> AnySelect:
    """Wrap a limited branch in its own select, since a branch of a union cannot have a limit."""
    part = stmt.subquery(name)
    return select(*part.c)


def _last_seen(sort: Sequence[Sort], cursor: str) -> list[CursorValue]:
    """Return the sort values of the last row seen; raise InvalidError if their types do not match `sort`."""
    values = decode_cursor(cursor, len(sort))
    if not all(isinstance(value, _type_of(s).python_type) for s, value in zip(sort, values, strict=True)):
        raise InvalidError(fields={"cursor": ["This cursor is not valid."]})
    return values


def _type_of(sort: Sort) -> TypeEngine[Any]:
    kind: TypeEngine[Any] = coercions.expect(roles.ExpressionElementRole, sort.column).type
    return kind


def _rows_after(sort: Sequence[Sort], last: Sequence[AnyElement]) -> ColumnElement[bool]:
    """Select rows after `last` in the order of `sort`: (a, b) > (x, y), with a direction for each column.

    If all columns have the same direction, this is one row comparison, which can use an index.
    """
    if len({s.descending for s in sort}) == 1:
        row = tuple_(*(s.column for s in sort))
        return row < tuple_(*last) if sort[0].descending else row > tuple_(*last)
    branches = []
    for i, s in enumerate(sort):
        beyond = s.column < last[i] if s.descending else s.column > last[i]
        branches.append(
            and_(*(e.column == value for e, value in zip(sort[:i], last[:i], strict=True)), beyond)
        )
    return or_(*branches)
