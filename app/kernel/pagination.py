"""Lists: a page by number for the first ones, by cursor (keyset) for going on, with a bounded total.

A cursor holds the sort values and the id of the last row seen, so that page 10,000 costs what page 1
costs and rows added meanwhile neither repeat nor hide others.
"""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    SQLColumnExpression,
    Subquery,
    and_,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.sql import coercions, roles

from app.extensions import db
from app.kernel.errors import InvalidError

COUNT_CAP = 10_000
DEEPEST_OFFSET = 20_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListQuery:
    """Which page of a list is wanted. `cursor` wins over `page`."""

    page: int = 1
    page_size: int = 10
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort column. It must be part of the select and not be null (coalesce it where it may be)."""

    column: SQLColumnExpression[Any]
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Rows of one page and what is known of the whole: `total` is exact up to 10,000, else `capped`."""

    rows: Sequence[T]
    total: int
    capped: bool
    page: int
    page_size: int
    next_cursor: str | None

    def header(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "capped": self.capped,
            "page": self.page,
            "pageSize": self.page_size,
            "nextCursor": self.next_cursor,
        }


def fetch_page(stmt: Select[*tuple[Any, ...]], *, sort: Sequence[Sort], query: ListQuery) -> Page[Any]:
    """Run `stmt` for one page, in the order of `sort`, whose last column must be unique.

    Two statements: the rows, and the total up to 10,000. Raises InvalidError for a cursor that is not ours.
    """
    # Counted without what is shown of the rows, so that the joins that only show something are left out.
    counted = (
        stmt.with_only_columns(literal(1), maintain_column_froms=True).order_by(None).limit(COUNT_CAP + 1)
    )
    total = db.session.execute(select(func.count()).select_from(counted.subquery())).scalar_one()
    rows_stmt = stmt
    keys: list[Any] = [s.column.label(f"sort_{i}") for i, s in enumerate(sort)]
    rows_stmt = rows_stmt.add_columns(*keys)
    if query.cursor:
        rows_stmt = rows_stmt.where(_after(sort, decode_cursor(query.cursor, len(sort))))
    elif query.page > 1:
        offset = (query.page - 1) * query.page_size
        if offset > DEEPEST_OFFSET:
            raise InvalidError("Go on with the cursor of the page before: page numbers end here.")
        rows_stmt = rows_stmt.offset(offset)
    ordered = rows_stmt.order_by(*map(_ordered, sort))
    rows = db.session.execute(ordered.limit(query.page_size + 1)).all()
    more = len(rows) > query.page_size
    rows = rows[: query.page_size]
    next_cursor = encode_cursor(list(rows[-1])[-len(sort) :]) if more else None
    return Page(
        rows=rows,
        total=min(total, COUNT_CAP),
        capped=total > COUNT_CAP,
        page=query.page,
        page_size=query.page_size,
        next_cursor=next_cursor,
    )


def fetch_merged_page(
    branches: Sequence[Select[int]],
    *,
    key: SQLColumnExpression[int],
    rows: Callable[[Subquery], Select[*tuple[Any, ...]]],
    query: ListQuery,
    sort: Sequence[SQLColumnExpression[Any]] = (),
    descending: bool = True,
) -> Page[Row[Any]]:
    """One page of several selects of ids that don't overlap, highest id first; `rows` selects what is shown of them.

    Each branch is read in the order of its own index and stops after what the page can need, which one select
    with an OR, or over their union, does not. With `sort`, one expression for each branch, that comes before the id;
    both go the same way, so that one index serves both. Two statements: the rows, and the total up to 10,000.
    """
    offset = 0 if query.cursor else (query.page - 1) * query.page_size
    if offset > DEEPEST_OFFSET:
        raise InvalidError("Go on with the cursor of the page before: page numbers end here.")
    parts = [_part(stmt.limit(COUNT_CAP + 1), "counted") for stmt in branches]
    counted = union_all(*parts).limit(COUNT_CAP + 1).subquery()
    total = db.session.execute(select(func.count()).select_from(counted)).scalar_one()
    wanted = []
    for place, stmt in enumerate(branches):
        keys = [Sort(each, descending) for each in (*sort[place : place + 1], key)]
        after = stmt.add_columns(*(each.column.label("sort_0") for each in keys[:-1]))
        if query.cursor:
            after = after.where(_after(keys, decode_cursor(query.cursor, len(keys))))
        wanted.append(
            _part(after.order_by(*map(_ordered, keys)).limit(offset + query.page_size + 1), "wanted")
        )
    ids = union_all(*wanted).subquery("ids")
    by = [ids.c.sort_0, ids.c.id] if sort else [ids.c.id]
    page = rows(ids).add_columns(*(column.label(f"sort_{place}") for place, column in enumerate(by)))
    ordered = page.order_by(*(_ordered(Sort(column, descending)) for column in by))
    found = db.session.execute(ordered.offset(offset).limit(query.page_size + 1)).all()
    more = len(found) > query.page_size
    found = found[: query.page_size]
    return Page(
        rows=found,
        total=min(total, COUNT_CAP),
        capped=total > COUNT_CAP,
        page=query.page,
        page_size=query.page_size,
        next_cursor=encode_cursor(list(found[-1])[-len(by) :]) if more else None,
    )


def _ordered(sort: Sort) -> ColumnElement[Any]:
    return sort.column.desc() if sort.descending else sort.column.asc()


def _part(stmt: Select[*tuple[Any, ...]], name: str) -> Select[*tuple[Any, ...]]:
    """A limited branch as a part of a union, which takes limits only in a select of its own."""
    part = stmt.subquery(name)
    return select(*part.c)


def encode_cursor(values: Sequence[Any]) -> str:
    """The cursor behind a row with these sort values."""
    plain = [
        {"t": v.isoformat()}
        if isinstance(v, datetime)
        else {"d": v.isoformat()}
        if isinstance(v, date)
        else v
        for v in values
    ]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, length: int) -> list[Any]:
    """Read a cursor of `length` values; raises InvalidError where it is not one of ours."""
    try:
        raw = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        values = [_revive(v) for v in raw]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InvalidError(fields={"cursor": ["This cursor is not valid."]}) from error
    if len(values) != length:
        raise InvalidError(fields={"cursor": ["This cursor is not valid."]})
    return values


def _revive(value: Any) -> Any:
    if isinstance(value, dict):
        return datetime.fromisoformat(value["t"]) if "t" in value else date.fromisoformat(value["d"])
    if not isinstance(value, str | int | float | bool):
        raise TypeError
    return value


def _after(sort: Sequence[Sort], values: Sequence[Any]) -> ColumnElement[bool]:
    """Rows behind `values` in the order of `sort`: (a, b) > (x, y), with a direction for each column.

    Where all go the same way it is one comparison of rows, which an index is entered with.
    """
    typed = []
    for s, value in zip(sort, values, strict=True):
        kind = coercions.expect(roles.ExpressionElementRole, s.column).type
        if not isinstance(value, kind.python_type):
            raise InvalidError(fields={"cursor": ["This cursor is not valid."]})
        typed.append(literal(value, kind))
    if len({s.descending for s in sort}) == 1:
        row, last = tuple_(*(s.column for s in sort)), tuple_(*typed)
        return row < last if sort[0].descending else row > last
    branches = []
    for i, s in enumerate(sort):
        beyond = s.column < literal(values[i]) if s.descending else s.column > literal(values[i])
        branches.append(
            and_(*(e.column == literal(v) for e, v in zip(sort[:i], values[:i], strict=True)), beyond)
        )
    return or_(*branches)
