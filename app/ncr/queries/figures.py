"""Figures of non-conformances: counts, defective parts per million and costs by defect, month, supplier or part.

They count the rows that the list shows without a filter, of one party at a time. Each figure is one statement, or three
if it can have as many groups as rows: the first chooses the most frequent groups, the second sums only these, and the
third sums all rows. Figures of what others raised contain no costs, which are internal to the raiser.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Date,
    DateTime,
    SQLColumnExpression,
    Subquery,
    Text,
    and_,
    any_,
    cast,
    exists,
    func,
    literal,
    null,
    select,
)

from app.accounts.public import Organisation
from app.extensions import db
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import Actor
from app.ncr.models import DefectCode, NonConformance
from app.ncr.types import (
    MAX_FIGURE_ROWS,
    UNDELETED_STATUSES,
    FigureFilter,
    FigureGroup,
    FigureParty,
)

MILLION = 1_000_000
MANY_GROUPS = frozenset({FigureGroup.SUPPLIER, FigureGroup.PART})
"""The groups whose number is only limited by the number of rows."""
Key = int | str | date
"""The value that a group has in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One group. Quantities count only the non-conformances that have both; they are None if no row has them.

    `key` is the id of the defect code or organisation, the first day of the month, or the part number in lower case;
    None for non-conformances without one. `costs` are amounts by currency, None for what others raised.
    """

    key: str | None
    label: str | None
    count: int
    delivered: int | None
    defective: int | None
    costs: Mapping[str, Decimal] | None

    @property
    def ppm(self) -> float | None:
        """Return the defective parts per million delivered ones; None without deliveries."""
        if not self.delivered or self.defective is None:
            return None
        return round(self.defective * MILLION / self.delivered, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """The groups, the most frequent first or by month, the rows without a group, and the total of all rows."""

    rows: Sequence[FigureRow]
    ungrouped: FigureRow | None
    total: FigureRow
    has_more: bool
    """True if there are more groups."""


def first_party(actor: Actor) -> FigureParty:
    """Return the party whose figures are shown first: RAISED, unless the organisation has only received some."""
    has_raised, has_received = db.session.execute(
        select(
            exists().where(_is_of(actor, FigureParty.RAISED)),
            exists().where(_is_of(actor, FigureParty.RECEIVED)),
        )
    ).one()
    return FigureParty.RECEIVED if has_received and not has_raised else FigureParty.RAISED


def figure_of(
    *, actor: Actor, group: FigureGroup, filters: FigureFilter, limit: int = MAX_FIGURE_ROWS
) -> Figure:
    """Return the figure of a group with at most `limit` rows.

    The caller has checked that the months are at most MAX_FIGURE_MONTHS.
    """
    if group in MANY_GROUPS:
        chosen = _most_frequent(actor, group, filters, limit + 1)
        sums = db.session.execute(_sums(actor, group, filters, chosen)).all()
        sums_of_all = db.session.execute(_sums_of_all(actor, group, filters)).all()
    else:
        sums = sums_of_all = db.session.execute(_sums(actor, group, filters)).all()
    by_key: dict[str, list[AnyRow]] = defaultdict(list)
    for row in sums:
        if row.key is not None:
            by_key[str(row.key)].append(row)
    total = _joined(None, sums_of_all, filters.party)
    if group is FigureGroup.MONTH:
        months = [_joined(key, by_key[key], filters.party) for key in months_between(filters)]
        return Figure(rows=months, ungrouped=None, total=total, has_more=False)
    groups = [_joined(key, rows, filters.party) for key, rows in by_key.items()]
    groups.sort(key=lambda row: (-row.count, row.key))
    without_key = [row for row in sums_of_all if row.is_ungrouped]
    return Figure(
        rows=groups[:limit],
        ungrouped=_joined(None, without_key, filters.party) if without_key else None,
        total=total,
        has_more=len(groups) > limit,
    )


def months_between(filters: FigureFilter) -> Iterator[str]:
    """Yield the first day of each month of the period, as `2026-03-01`."""
    first = filters.start.year * 12 + filters.start.month - 1
    last = filters.end.year * 12 + filters.end.month - 1
    for number in range(first, last + 1):
        yield date(number // 12, number % 12 + 1, 1).isoformat()


def is_counted(actor: Actor, filters: FigureFilter) -> ColumnElement[bool]:
    """Return the condition for the non-conformances that figures count."""
    return and_(_is_of(actor, filters.party), NonConformance.event_date.between(filters.start, filters.end))


def _is_of(actor: Actor, party: FigureParty) -> ColumnElement[bool]:
    is_listed = NonConformance.status.in_(UNDELETED_STATUSES)
    if actor.is_guest:
        return NonConformance.id.is_(None)
    if party is FigureParty.RAISED:
        return and_(NonConformance.organisation_id == actor.organisation_id, is_listed)
    return and_(
        NonConformance.with_organisation_id == actor.organisation_id,
        NonConformance.organisation_id != actor.organisation_id,
        is_listed,
    )


def _key(group: FigureGroup, party: FigureParty) -> ColumnElement[Any]:
    ncr = NonConformance
    match group:
        case FigureGroup.DEFECT:
            return ncr.defect_code_id.expression
        case FigureGroup.MONTH:
            # Without a time zone, which would take longer than the rest of the figure.
            return cast(func.date_trunc("month", cast(ncr.event_date, DateTime(timezone=False))), Date)
        case FigureGroup.SUPPLIER:
            supplier = ncr.with_organisation_id if party is FigureParty.RAISED else ncr.organisation_id
            return supplier.expression
        case FigureGroup.PART:
            return func.lower(ncr.part_number, type_=Text)


def _most_frequent(actor: Actor, group: FigureGroup, filters: FigureFilter, limit: int) -> Sequence[Key]:
    """Return the keys of the most frequent groups."""
    counted = select(_key(group, filters.party).label("key")).where(is_counted(actor, filters)).subquery()
    key = counted.c.key
    return db.session.scalars(
        select(key).where(key.is_not(None)).group_by(key).order_by(func.count().desc(), key).limit(limit)
    ).all()


def _sums(
    actor: Actor, group: FigureGroup, filters: FigureFilter, chosen: Sequence[Key] | None = None
) -> AnySelect:
    """Select the sums by group, of all groups or of the `chosen` ones, and currency.

    The statement groups once, without GROUPING SETS, so that PostgreSQL can use several processes.
    """
    key = _key(group, filters.party)
    conditions = [] if chosen is None else [key == any_(literal(chosen, ARRAY(key.type)))]
    part = NonConformance.part_number.expression if group is FigureGroup.PART else cast(null(), Text)
    counted = _counted(actor, filters, *conditions, key=key, label=part)
    # Any spelling of the part, so compared as bytes, which is the fastest order.
    label = func.max(counted.c.label.collate("C")).label("label")
    sums = _summed(counted, counted.c.key, label).group_by(counted.c.key)
    each = sums.subquery("sums").c
    return select(
        each.key, each.key.is_(None).label("is_ungrouped"), each.currency,
        _label(group, each.key, each.label).label("label"), each.number, each.delivered, each.defective, each.cost,
    )  # fmt: skip


def _sums_of_all(actor: Actor, group: FigureGroup, filters: FigureFilter) -> AnySelect:
    """Select the sums by currency of all rows with a group and of all rows without one."""
    counted = _counted(actor, filters, is_ungrouped=_key(group, filters.party).is_(None))
    is_ungrouped = counted.c.is_ungrouped
    return _summed(counted, is_ungrouped, cast(null(), Text).label("label")).group_by(is_ungrouped)


def _counted(
    actor: Actor,
    filters: FigureFilter,
    *conditions: ColumnElement[bool],
    **columns: SQLColumnExpression[object],
) -> Subquery:
    """Return a subquery of the counted rows: `columns`, the quantities and the costs."""
    ncr = NonConformance
    is_own = filters.party is FigureParty.RAISED
    return (
        select(
            *(column.label(name) for name, column in columns.items()),
            ncr.quantity_delivered.label("delivered"),
            ncr.quantity_defective.label("defective"),
            and_(ncr.quantity_delivered.is_not(None), ncr.quantity_defective.is_not(None)).label(
                "has_quantities"
            ),
            (ncr.currency if is_own else cast(null(), Text)).label("currency"),
            (ncr.cost if is_own else cast(null(), BigInteger)).label("cost"),
        )
        .where(is_counted(actor, filters), *conditions)
        .subquery("counted")
    )


def _summed(counted: Subquery, *columns: SQLColumnExpression[object]) -> AnySelect:
    """Select `columns` and the sums of the rows of `_counted` by currency."""
    row = counted.c
    return select(
        *columns,
        row.currency,
        func.count().label("number"),
        func.sum(row.delivered).filter(row.has_quantities).label("delivered"),
        func.sum(row.defective).filter(row.has_quantities).label("defective"),
        func.sum(row.cost).label("cost"),
    ).group_by(row.currency)


def _label(
    group: FigureGroup, key: ColumnElement[int], part: ColumnElement[str]
) -> SQLColumnExpression[str | None]:
    """Return the name of the record that the key of a group is the id of, or the part number."""
    match group:
        case FigureGroup.DEFECT:
            name = select(func.concat(DefectCode.code, " ", DefectCode.name))
            return name.where(DefectCode.id == key).scalar_subquery()
        case FigureGroup.SUPPLIER:
            return select(Organisation.name).where(Organisation.id == key).scalar_subquery()
        case _:
            return part


def _joined(key: str | None, rows: Sequence[AnyRow], party: FigureParty) -> FigureRow:
    """Join the sums of a group, or of all groups without a `key`, which differ in their currency."""
    costs: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        if row.currency is not None:
            costs[row.currency] += row.cost
    return FigureRow(
        key=key,
        label=None
        if key is None
        else max((row.label for row in rows if row.label is not None), default=None),
        count=sum(row.number for row in rows),
        delivered=_sum([row.delivered for row in rows]),
        defective=_sum([row.defective for row in rows]),
        costs=dict(sorted(costs.items())) if party is FigureParty.RAISED else None,
    )


def _sum(values: Sequence[int | None]) -> int | None:
    present = [int(value) for value in values if value is not None]
    return sum(present) if present else None
