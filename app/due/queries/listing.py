"""The list of due records: one union of the selects of all sources, each limited to the viewer and to the rows of a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    DateTime,
    FromClause,
    Integer,
    Interval,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    null,
    or_,
    select,
    tuple_,
    union_all,
)

from app.accounts.public import User
from app.due.policies import (
    FIRST_MOMENT,
    DueColumns,
    DueHooks,
    DueSource,
    Window,
    calendar_window,
    clock_parameters,
    window_of,
)
from app.due.queries.parties import PartyMatch, has_party, match_parties
from app.due.types import CALENDAR_DAYS, CALENDAR_LATE_DAYS, COUNT_CAP, MAX_EVENTS, DuePeriod, OwnerScope
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.cursors import decode_cursor
from app.kernel.db.pagination import Listing, ListQuery, Page, Sort
from app.kernel.db.statements import AnySelect, shared_statement
from app.kernel.http.auth import VIEWER_USER, Actor
from app.kernel.http.errors import InvalidError, NotFoundError
from app.kernel.registry import current_registry

NO_KIND = "This is not a kind of due record."
INVALID_CURSOR = "This cursor is not valid."
PERIODS = tuple(DuePeriod)
ORDER = ("rank", "due_at", "kind", "id", "source")
"""The columns by which rows are sorted; all of them are in a cursor."""
BOUND_TYPES: dict[str, Date | DateTime] = {
    "first_day": Date(),
    "last_day": Date(),
    "after": DateTime(timezone=True),
    "until": DateTime(timezone=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DueFilter:
    """Filters of the list. `owner_id` is set for `OwnerScope.ONE` only; `party` is a part of the other party's name."""

    period: DuePeriod | None = None
    kind: str | None = None
    scope: OwnerScope = OwnerScope.ME
    owner_id: int | None = None
    party: str = ""


@dataclass(frozen=True, slots=True)
class DueOwner:
    """A user who is responsible for a due record."""

    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRow:
    """A due record. It is due on `due_day` if that is set, else at `due_at`."""

    source: str
    id: int
    kind: str
    title: str
    detail: str | None
    party: str
    period: DuePeriod
    due_day: date | None
    due_at: datetime
    owner: DueOwner | None
    """None for anyone at the organisation."""
    path: str


def list_due(*, actor: Actor, filters: DueFilter, query: ListQuery) -> Page[DueRow]:
    """Return a page of the due records that the actor may see, by due date, then by kind and id. One statement.

    The total is exact up to COUNT_CAP.

    Raises InvalidError for an unknown kind.
    """
    moment = now()
    window = window_of(filters.period, moment=moment, zone=actor.zone)
    return _page(actor, filters, query, window, moment)


def calendar_rows(*, actor: Actor) -> Sequence[DueRow]:
    """Return the records of the actor's calendar: due within 400 days, or late for at most 90 days; at most 1,000."""
    moment = now()
    window = calendar_window(moment=moment, zone=actor.zone, late_days=CALENDAR_LATE_DAYS, days=CALENDAR_DAYS)
    return _page(actor, DueFilter(), ListQuery(page_size=MAX_EVENTS), window, moment).rows


def count_due(*, actor: Actor, filters: DueFilter) -> dict[DuePeriod, int]:
    """Return the number of due records in each period, up to COUNT_CAP + 1; the filter by period is ignored. One statement."""
    moment = now()
    match, parameters = match_parties(filters.party)
    parameters |= _parameters(actor, filters, moment)
    for period in PERIODS:
        window = window_of(period, moment=moment, zone=actor.zone)
        parameters |= {f"{name}_{period.value}": value for name, value in asdict(window).items()}
    stmt = _counts(_sources(), filters.kind, filters.scope, match)
    counts = {row.rank: row.total for row in db.session.execute(stmt, parameters)}
    return {period: counts[rank] for rank, period in enumerate(PERIODS)}


def check_filters(*, actor: Actor, filters: DueFilter) -> DueOwner | None:
    """Return the colleague whose records the filters select, if any.

    Raises InvalidError for a kind that no source has, and NotFoundError for a user of another organisation.
    """
    if filters.kind is not None and filters.kind not in current_registry().hooks(DueHooks).kinds:
        raise InvalidError(fields={"kind": [NO_KIND]})
    if filters.owner_id is None:
        return None
    row = db.session.execute(
        select(User.id, User.name).where(
            User.id == filters.owner_id, User.organisation_id == actor.organisation_id
        )
    ).one_or_none()
    if row is None:
        raise NotFoundError
    return DueOwner(row.id, row.name)


def _page(
    actor: Actor, filters: DueFilter, query: ListQuery, window: Window, moment: datetime
) -> Page[DueRow]:
    is_after = query.cursor is not None
    match, parameters = match_parties(filters.party)
    listing = _listing(_sources(), filters.kind, filters.scope, match, is_after=is_after)
    parameters |= _parameters(actor, filters, moment) | asdict(window)
    if query.cursor is not None:
        parameters |= _cursor_start(query.cursor, actor)
    return listing.page(query, **parameters).map(
        lambda row: DueRow(
            source=row.source,
            id=row.id,
            kind=row.kind,
            title=row.title,
            detail=row.detail,
            party=row.party,
            period=PERIODS[row.rank],
            due_day=row.due_day,
            due_at=row.due_at,
            owner=None if row.owner_id is None else DueOwner(row.owner_id, row.owner_name),
            path=row.path,
        )
    )


def _sources() -> tuple[DueSource, ...]:
    return tuple(current_registry().hooks(DueHooks).sources)


def _parameters(actor: Actor, filters: DueFilter, moment: datetime) -> dict[str, object]:
    return {
        **actor.parameters,
        **clock_parameters(moment=moment, zone=actor.zone),
        "owner_id": filters.owner_id,
    }


@shared_statement
def _listing(
    sources: Sequence[DueSource],
    kind: str | None,
    scope: OwnerScope,
    match: PartyMatch | None,
    *,
    is_after: bool,
) -> Listing:
    """Build the list; `is_after` for pages by cursor, whose branches start after the last row seen.

    Each branch is read in the order of its own due date and stops after the rows that the page can need.
    """
    branches, counted = [], []
    for source, columns in _columns(sources, kind):
        stmt = columns.stmt.where(
            _in_window(columns, _bounds()), *_conditions(columns, kind=kind, scope=scope, match=match)
        )
        counted.append(
            select(
                stmt.with_only_columns(columns.id, maintain_column_froms=True)
                .order_by(columns.due)
                .limit(COUNT_CAP + 1)
                .subquery()
            )
        )
        keys = (_rank(columns), _due_at(columns), columns.kind, columns.id, literal(source.name, Text))
        limit: ColumnElement[int] = bindparam("page_rows", type_=Integer)
        if is_after:
            last = tuple_(
                bindparam("after_0", type_=Integer),
                bindparam("after_1", type_=DateTime(timezone=True)),
                bindparam("after_2", type_=Text),
                bindparam("after_3", type_=BigInteger),
                bindparam("after_4", type_=Text),
            )
            stmt = stmt.where(_from_cursor(columns), tuple_(*keys) > last)
        else:
            limit = limit + bindparam("page_offset", type_=Integer)
        branch: AnySelect = (
            stmt.with_only_columns(
                keys[0].label("rank"),
                keys[1].label("due_at"),
                keys[2].label("kind"),
                keys[3].label("id"),
                keys[4].label("source"),
                columns.title.label("title"),
                columns.detail.label("detail"),
                columns.party.label("party"),
                columns.owner_id.label("owner_id"),
                columns.path.label("path"),
                (columns.due if columns.is_day else cast(null(), Date)).label("due_day"),
                maintain_column_froms=True,
            )
            .order_by(columns.due, columns.kind, columns.id)
            .limit(limit)
        )
        branches.append(select(branch.subquery()))
    rows = union_all(*branches).subquery("due")
    stmt = select(*rows.c, User.name.label("owner_name")).outerjoin(User, User.id == rows.c.owner_id)
    order = [Sort(rows.c[name]) for name in ORDER]
    all_ids = union_all(*counted).subquery("counted")
    return Listing(stmt, order, counted=select(all_ids.c.id), cap=COUNT_CAP)


@shared_statement
def _counts(
    sources: Sequence[DueSource], kind: str | None, scope: OwnerScope, match: PartyMatch | None
) -> AnySelect:
    # With the windows as rows, the branches are planned once instead of once a period: planning takes most of the time.
    windows = _windows()
    branches = [
        select(
            columns.stmt.with_only_columns(columns.id, maintain_column_froms=True)
            .where(
                _in_window(columns, dict(windows.c)),
                *_conditions(columns, kind=kind, scope=scope, match=match),
            )
            .correlate(windows)
            # Without an order, the limit makes a scan of the whole table look cheap if few rows match.
            .order_by(columns.due)
            .limit(COUNT_CAP + 1)
            .subquery()
        )
        for _source, columns in _columns(sources, kind)
    ]
    limited = select(union_all(*branches).subquery()).limit(COUNT_CAP + 1).subquery()
    count = select(func.count()).select_from(limited).scalar_subquery()
    return select(windows.c.rank, count.label("total"))


def _columns(sources: Sequence[DueSource], kind: str | None) -> Iterator[tuple[DueSource, DueColumns]]:
    for source in sources:
        if kind is None or kind in source.kinds:
            for columns in source.columns():
                yield source, columns


def _conditions(
    columns: DueColumns, *, kind: str | None, scope: OwnerScope, match: PartyMatch | None
) -> Iterator[ColumnElement[bool]]:
    if kind is not None:
        yield columns.kind == kind
    if scope is OwnerScope.ME:
        is_own = columns.owner_id == VIEWER_USER
        yield is_own if columns.has_owner else or_(columns.owner_id.is_(None), is_own)
    if scope is OwnerScope.ONE:
        yield columns.owner_id == bindparam("owner_id", type_=BigInteger)
    if match is not None:
        yield has_party(columns, match)


def _bounds(suffix: str = "") -> dict[str, ColumnElement[date]]:
    """Return the bounds of a window as parameters whose names end with `suffix`."""
    return {name: bindparam(f"{name}{suffix}", type_=type_) for name, type_ in BOUND_TYPES.items()}


def _windows() -> FromClause:
    """Return the windows of all periods as rows with the rank of the period."""
    windows = [
        select(
            literal(rank, Integer).label("rank"),
            *(bound.label(name) for name, bound in _bounds(f"_{period.value}").items()),
        )
        for rank, period in enumerate(PERIODS)
    ]
    return union_all(*windows).subquery("windows")


def _in_window(columns: DueColumns, bounds: Mapping[str, ColumnElement[date]]) -> ColumnElement[bool]:
    """Return the condition that a record is due in the window with these bounds, by the names of `Window`."""
    if columns.is_day:
        return columns.due.between(bounds["first_day"], bounds["last_day"])
    return and_(columns.due > bounds["after"], columns.due <= bounds["until"])


def _from_cursor(columns: DueColumns) -> ColumnElement[bool]:
    """Return a condition on the due column alone that all rows after the cursor fulfil, so that an index serves it."""
    if columns.is_day:
        return columns.due >= bindparam("from_day", type_=Date)
    return columns.due >= bindparam("from_moment", type_=DateTime(timezone=True))


def _cursor_start(cursor: str, actor: Actor) -> dict[str, object]:
    """Return the values for `_from_cursor`, which include a day that the zone's offset may be wrong by."""
    due_at = decode_cursor(cursor, len(ORDER))[ORDER.index("due_at")]
    if not isinstance(due_at, datetime) or due_at.tzinfo is None:
        raise InvalidError(fields={"cursor": [INVALID_CURSOR]})
    start = max(due_at, FIRST_MOMENT + timedelta(days=2)) - timedelta(days=2)
    return {"from_moment": start, "from_day": start.astimezone(actor.zone).date()}


def _due_at(columns: DueColumns) -> ColumnElement[datetime]:
    """Return the moment until which a record is to be done: the end of its day in the viewer's time zone.

    The zone's current offset is used, because the database may not know every zone. It differs by an hour on the other
    side of a clock change, which only matters for the order of a day and a moment near midnight.
    """
    moment = DateTime(timezone=True)
    if not columns.is_day:
        return cast(columns.due, moment)
    next_day = cast(columns.due, Date) + 1
    end: ColumnElement[datetime] = func.timezone(
        "UTC", cast(next_day, DateTime(timezone=False)), type_=moment
    )
    return end - bindparam("zone_offset", type_=Interval)


def _rank(columns: DueColumns) -> ColumnElement[int]:
    """Return the index of the row's period in PERIODS."""
    if columns.is_day:
        today, sunday = bindparam("today", type_=Date), bindparam("sunday", type_=Date)
        return case((columns.due < today, 0), (columns.due <= sunday, 1), else_=2)
    moment = DateTime(timezone=True)
    present, week_end = bindparam("present_moment", type_=moment), bindparam("week_end", type_=moment)
    return case((columns.due <= present, 0), (columns.due <= week_end, 1), else_=2)
