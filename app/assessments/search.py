"""Assessments in the search over all types."""

from collections.abc import Iterator

from sqlalchemy import FromClause, Select, select

from app.accounts.public import Organisation
from app.assessments.models import Assessment
from app.assessments.types import STATUS_INFO
from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.search.public import NUMBER, Match, Rank, SearchRow, SearchTerm, SearchType


def _assessments() -> Select[int]:
    return (
        select(Assessment.id)
        .join(Organisation, Organisation.id == Assessment.with_organisation_id)
        .where(Assessment.organisation_id == VIEWER)
    )


def _matches(term: SearchTerm) -> Iterator[Match]:
    if term.is_number:
        yield Match(_assessments().where(Assessment.id == NUMBER), Rank.EXACT)
    yield Match(_assessments().where(contains_text(Assessment.title, term.words)))
    yield Match(_assessments().where(contains_text(Organisation.name, term.words)), Rank.RELATED)


def _rows(ids: FromClause) -> AnySelect:
    return (
        select(Assessment.id, Assessment.title, Assessment.status, Organisation.name.label("supplier_name"))
        .join(ids, ids.c.id == Assessment.id)
        .join(Organisation, Organisation.id == Assessment.with_organisation_id)
    )


def _row(row: AnyRow, _actor: Actor) -> SearchRow:
    return SearchRow(
        id=row.id,
        number=row.id,
        title=row.title,
        detail=row.supplier_name,
        url=f"/assessment/{row.id}",
        badge=STATUS_INFO[row.status],
    )


ASSESSMENTS = SearchType(
    name="assessment",
    label="Assessments",
    icon="assessment",
    order=50,
    list_path="/assessment",
    key=Assessment.id,
    visible=lambda: [_assessments()],
    matches=lambda term: list(_matches(term)),
    rows=_rows,
    row=_row,
    list_search="/assessment?search=",
)
