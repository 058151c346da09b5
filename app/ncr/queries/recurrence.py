"""Recurrences: non-conformances of the same supplier, part number and defect code within 365 days.

The first of such a series is the first occurrence. The number is computed when it is read, so that edits, deletions
and merges of suppliers change it at once.
"""

from sqlalchemy import ColumnElement, Select, and_, func, literal, or_, select

from app.kernel.db.statements import shared_alias
from app.ncr.models import NonConformance
from app.ncr.types import MAX_OCCURRENCE, RECURRENCE_DAYS, NcrStatus

Earlier = shared_alias(NonConformance, "earlier")


def _earlier() -> Select[int]:
    """Select the earlier non-conformances of the same series, for a row of `NonConformance` in the outer statement."""
    ncr = NonConformance
    return (
        select(literal(1).label("one"))
        .select_from(Earlier)
        .where(
            Earlier.defect_code_id == ncr.defect_code_id,
            Earlier.with_organisation_id == ncr.with_organisation_id,
            func.lower(Earlier.part_number) == func.lower(ncr.part_number),
            Earlier.status != NcrStatus.DELETED,
            Earlier.event_date >= ncr.event_date - RECURRENCE_DAYS,
            or_(
                Earlier.event_date < ncr.event_date,
                and_(Earlier.event_date == ncr.event_date, Earlier.id < ncr.id),
            ),
        )
        .correlate(ncr)
    )


def occurrence() -> ColumnElement[int]:
    """Return the number of the occurrence, from 1 to MAX_OCCURRENCE, for a row of `NonConformance`."""
    earlier = _earlier().limit(MAX_OCCURRENCE - 1).subquery()
    return (select(func.count() + 1).select_from(earlier).correlate(NonConformance)).scalar_subquery()


def is_recurring() -> ColumnElement[bool]:
    """Return the condition for non-conformances that are at least the second occurrence."""
    return and_(
        NonConformance.defect_code_id.is_not(None),
        NonConformance.part_number.is_not(None),
        _earlier().exists(),
    )
