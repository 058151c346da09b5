"""Figures of non-conformances on a supplier's page: open ones by severity, and recurring defects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import BigInteger, Text, cast, func, null, select, union_all

from app.extensions import db
from app.kernel.clock import now
from app.ncr.models import DefectCode, NonConformance
from app.ncr.policies import series_text
from app.ncr.types import OPEN_STATUSES, RECURRENCE_DAYS, NcrSeverity, NcrStatus

MAX_SERIES = 3
"""Recurring defects that a supplier's page shows."""


@dataclass(frozen=True, slots=True)
class Series:
    """Part and defect that recurred at a supplier in the last 365 days."""

    part_number: str
    defect_code_id: int
    text: str
    """For example "Third time: part 4711, defect 'Burr'"."""


@dataclass(frozen=True, slots=True)
class SupplierNcrs:
    """Numbers of open non-conformances by severity, the worst first, without zeros, and the recurring defects."""

    open: Mapping[NcrSeverity, int]
    recurring: Sequence[Series]


def ncrs_of_relationship(*, relationship_id: int) -> SupplierNcrs:
    """Return the figures of a supplier, in one statement; recurring defects are the most frequent ones, at most MAX_SERIES.

    The caller has checked that the relationship belongs to the actor's organisation.
    """
    ncr, number = NonConformance, func.count()
    none = cast(null(), Text)
    open_counts = (
        select(
            ncr.severity.label("severity"), none.label("part"), cast(null(), BigInteger).label("code_id"),
            none.label("defect"), number.label("number"),
        )
        .where(ncr.relationship_id == relationship_id, ncr.status.in_(OPEN_STATUSES))
        .group_by(ncr.severity)
    )  # fmt: skip
    part = func.max(ncr.part_number)
    series = (
        select(none.label("severity"), part.label("part"), ncr.defect_code_id.label("code_id"),
               DefectCode.name.label("defect"), number.label("number"))
        .join(DefectCode, DefectCode.id == ncr.defect_code_id)
        .where(
            ncr.relationship_id == relationship_id,
            ncr.part_number.is_not(None),
            ncr.status != NcrStatus.DELETED,
            ncr.event_date >= now().date() - timedelta(days=RECURRENCE_DAYS),
        )
        .group_by(func.lower(ncr.part_number), ncr.defect_code_id, DefectCode.name)
        .having(number > 1)
        .order_by(number.desc(), part, ncr.defect_code_id)
        .limit(MAX_SERIES)
        .subquery()
    )  # fmt: skip
    rows = db.session.execute(union_all(open_counts, select(*series.c))).all()
    counts = {row.severity: row.number for row in rows if row.severity is not None}
    return SupplierNcrs(
        open={severity: counts[severity] for severity in NcrSeverity if severity in counts},
        recurring=[
            Series(row.part, row.code_id, series_text(row.number, part=row.part, defect=row.defect))
            for row in sorted(rows, key=lambda row: -row.number)
            if row.severity is None
        ],
    )
