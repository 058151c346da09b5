"""Non-conformances in the search over all types."""

from collections.abc import Iterator

from sqlalchemy import FromClause, Select, or_, select

from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.ncr.models import NonConformance
from app.ncr.queries.ncrs import Raiser, Supplier, party_ids, words_match
from app.ncr.types import STATUS_INFO, UNDELETED_STATUSES
from app.search.public import NUMBER, Match, Rank, SearchRow, SearchTerm, SearchType


def _visible() -> list[Select[int]]:
    """Select the non-conformances that the list shows without a filter."""
    is_listed = NonConformance.status.in_(UNDELETED_STATUSES)
    return [party_ids(VIEWER, raised=raised).where(is_listed) for raised in (True, False)]


def _matches(term: SearchTerm) -> Iterator[Match]:
    for ids in _visible():
        if term.is_number:
            yield Match(ids.where(NonConformance.id == NUMBER), Rank.EXACT)
        yield Match(ids.where(or_(*words_match(term.words))))
        yield Match(ids.where(contains_text(Supplier.name, term.words)), Rank.RELATED)


def _rows(ids: FromClause) -> AnySelect:
    return (
        select(
            NonConformance.id, NonConformance.title, NonConformance.status, NonConformance.organisation_id,
            Raiser.name.label("raiser_name"), Supplier.name.label("supplier_name"),
        )
        .join(ids, ids.c.id == NonConformance.id)
        .join(Raiser, Raiser.id == NonConformance.organisation_id)
        .join(Supplier, Supplier.id == NonConformance.with_organisation_id)
    )  # fmt: skip


def _row(row: AnyRow, actor: Actor) -> SearchRow:
    is_raised = row.organisation_id == actor.organisation_id
    return SearchRow(
        id=row.id,
        number=row.id,
        title=row.title,
        detail=row.supplier_name if is_raised else row.raiser_name,
        url=f"/ncr/{row.id}",
        badge=STATUS_INFO[row.status],
    )


NCRS = SearchType(
    name="ncr",
    label="Non-Conformances",
    icon="ncr",
    order=60,
    list_path="/ncr",
    key=NonConformance.id,
    visible=_visible,
    matches=lambda term: list(_matches(term)),
    rows=_rows,
    row=_row,
    list_search="/ncr?search=",
)
