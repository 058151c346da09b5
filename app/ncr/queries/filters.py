"""Filters of the list of non-conformances, and the conditions of those on part, defect, disposition and day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, func

from app.kernel.db.deadlines import DueFilter
from app.kernel.http.auth import Actor
from app.ncr.models import NonConformance
from app.ncr.queries.recurrence import is_recurring
from app.ncr.types import Disposition, FigureParty, NcrSeverity, NcrStatus, NcrType


@dataclass(frozen=True, slots=True, kw_only=True)
class NcrFilter:
    """Filters of the list; empty ones are not applied, and without statuses deleted non-conformances are hidden."""

    search: str = ""
    party: FigureParty | None = None
    """None for both: those that the viewer's organisation raised, and those that others raised about it."""
    supplier_name: str = ""
    relationship_id: int | None = None
    statuses: Sequence[NcrStatus] = ()
    severities: Sequence[NcrSeverity] = ()
    types: Sequence[NcrType] = ()
    part_number: str = ""
    """A whole part number, in any case."""
    defect_code_id: int | None = None
    dispositions: Sequence[Disposition] = ()
    """Internal, so only non-conformances that the viewer's organisation raised match."""
    recurring: bool = False
    event_from: date | None = None
    event_to: date | None = None
    due: DueFilter | None = None


def fact_conditions(actor: Actor, filters: NcrFilter) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions on part, defect, disposition, recurrence and the day of the event."""
    if filters.part_number:
        yield func.lower(NonConformance.part_number) == func.lower(filters.part_number)
    if filters.defect_code_id is not None:
        yield NonConformance.defect_code_id == filters.defect_code_id
    if filters.dispositions:
        yield NonConformance.organisation_id == actor.organisation_id
        yield NonConformance.disposition.in_(filters.dispositions)
    if filters.recurring:
        yield is_recurring()
    if filters.event_from is not None:
        yield NonConformance.event_date >= filters.event_from
    if filters.event_to is not None:
        yield NonConformance.event_date <= filters.event_to
