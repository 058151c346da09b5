"""Figures of non-conformances: counts, defective parts per million and costs by defect, month, supplier or part.

They count the rows that the list shows without a filter, of one party at a time. Each figure is one statement and
returns a bounded number of rows. Figures of what others raised contain no costs, which are internal to the raiser.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    DateTime,
    SQLColumnExpression,
    Text,
    and_,
    cast,
    exists,
    func,
    null,
    select,
    tuple_,
)

from app.accounts.public import Organisation
from app.extensions import db
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import Actor
from app.ncr.models import DefectCode, NonConformance
from app.ncr.types import (
    MAX_FIGURE_MONTHS,
    MAX_FIGURE_ROWS,
    UNDELETED_STATUSES,
    FigureFilter,
    FigureGroup,
    FigureParty,
)

MILLION = 1_000_000


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
    rows = db.session.execute(_statement(actor, group, filters, limit)).all()
    totals = [_row(row, filters.party, None) for row in rows if row.is_total]
    ungrouped = [_row(row, filters.party, None) for row in rows if not row.is_total and row.key is None]
    groups = [_row(row, filters.party, row.label) for row in rows if not row.is_total and row.key is not None]
    total = totals[0] if totals else _without_rows(None, filters.party)
    if group is FigureGroup.MONTH:
        by_month = {row.key: row for row in groups}
        months = [by_month.get(key) or _without_rows(key, filters.party) for key in months_between(filters)]
        return Figure(rows=months, ungrouped=None, total=total, has_more=False)
    return Figure(
        rows=groups[:limit],
        ungrouped=ungrouped[0] if ungrouped else None,
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


def _key(group: FigureGroup, party: FigureParty) -> SQLColumnExpression[str | None]:
    ncr = NonConformance
    match group:
        case FigureGroup.DEFECT:
            return cast(ncr.defect_code_id, Text)
        case FigureGroup.MONTH:
            # Without a time zone, which would take longer than the rest of the figure.
            month = func.date_trunc("month", cast(ncr.event_date, DateTime(timezone=False)))
            return cast(cast(month, Date), Text)
        case FigureGroup.SUPPLIER:
            return cast(
                ncr.with_organisation_id if party is FigureParty.RAISED else ncr.organisation_id, Text
            )
        case FigureGroup.PART:
            return func.lower(ncr.part_number)


def _statement(actor: Actor, group: FigureGroup, filters: FigureFilter, limit: int) -> AnySelect:
    ncr = NonConformance
    is_own = filters.party is FigureParty.RAISED
    has_quantities = and_(ncr.quantity_delivered.is_not(None), ncr.quantity_defective.is_not(None))
    counted = (
        select(
            _key(group, filters.party).label("key"),
            (ncr.part_number if group is FigureGroup.PART else cast(null(), Text)).label("label"),
            ncr.quantity_delivered.label("delivered"),
            ncr.quantity_defective.label("defective"),
            has_quantities.label("has_quantities"),
            (ncr.currency if is_own else cast(null(), Text)).label("currency"),
            (ncr.cost if is_own else cast(null(), BigInteger)).label("cost"),
        )
        .where(is_counted(actor, filters))
        .subquery("counted")
    )
    row = counted.c
    by_currency = (
        select(
            row.key,
            (func.grouping(row.key) == 1).label("is_total"),
            # Any spelling of the part, so compared as bytes, which is the fastest order.
            func.max(row.label.collate("C")).label("label"),
            row.currency,
            func.count().label("number"),
            func.sum(row.delivered).filter(row.has_quantities).label("delivered"),
            func.sum(row.defective).filter(row.has_quantities).label("defective"),
            func.sum(row.cost).label("cost"),
        )
        .group_by(func.grouping_sets(tuple_(row.key, row.currency), tuple_(row.currency)))
        .subquery("by_currency")
    )
    part = by_currency.c
    size = (MAX_FIGURE_MONTHS if group is FigureGroup.MONTH else limit) + 3
    total = func.sum(part.number)
    figures = (
        select(
            part.key, part.is_total, func.max(part.label).label("label"), total.label("number"),
            func.sum(part.delivered).label("delivered"), func.sum(part.defective).label("defective"),
            func.jsonb_object_agg(part.currency, cast(part.cost, Text))
            .filter(part.currency.is_not(None)).label("costs"),
        )
        .group_by(part.key, part.is_total)
        .order_by(part.is_total.desc(), part.key.is_not(None), total.desc(), part.key)
        .limit(size)
        .subquery("figures")
    )  # fmt: skip
    each = figures.c
    return select(
        each.key, _label(group, each.key, each.label).label("label"), each.is_total, each.number,
        each.delivered, each.defective, each.costs,
    ).order_by(each.number.desc(), each.key)  # fmt: skip


def _label(
    group: FigureGroup, key: ColumnElement[str], part: ColumnElement[str]
) -> SQLColumnExpression[str | None]:
    """Return the name of the record that the key of a group is the id of, or the part number."""
    match group:
        case FigureGroup.DEFECT:
            name = select(func.concat(DefectCode.code, " ", DefectCode.name))
            return name.where(DefectCode.id == cast(key, BigInteger)).scalar_subquery()
        case FigureGroup.SUPPLIER:
            return select(Organisation.name).where(Organisation.id == cast(key, BigInteger)).scalar_subquery()
        case _:
            return part


def _row(row: AnyRow, party: FigureParty, label: str | None) -> FigureRow:
    costs = {currency: Decimal(cost) for currency, cost in sorted((row.costs or {}).items())}
    return FigureRow(
        key=row.key,
        label=label,
        count=int(row.number),
        delivered=None if row.delivered is None else int(row.delivered),
        defective=None if row.defective is None else int(row.defective),
        costs=costs if party is FigureParty.RAISED else None,
    )


def _without_rows(key: str | None, party: FigureParty) -> FigureRow:
    costs: dict[str, Decimal] | None = {} if party is FigureParty.RAISED else None
    return FigureRow(key=key, label=None, count=0, delivered=None, defective=None, costs=costs)
