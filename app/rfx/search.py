"""RFxs in the search over all types."""

from collections.abc import Iterator

from sqlalchemy import FromClause, func, select

from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.network.public import Relationship
from app.rfx.models import Rfx
from app.rfx.policies.access import name_of_row
from app.rfx.policies.states import status_now
from app.rfx.queries.lists import other_party_conditions, party_ids
from app.rfx.queries.rfxs import Asked, Assessed, Requester, Respondent, assessed_relationship
from app.rfx.types import STATUS_INFO
from app.search.public import NUMBER, Match, Rank, SearchRow, SearchTerm, SearchType


def _matches(term: SearchTerm) -> Iterator[Match]:
    for sent in (True, False):
        ids = party_ids(VIEWER, sent=sent)
        if term.is_number:
            yield Match(ids.where(Rfx.id == NUMBER), Rank.EXACT)
        yield Match(ids.where(contains_text(Rfx.title, term.words)))
        for condition in other_party_conditions(term.words, sent=sent):
            yield Match(ids.where(condition), Rank.RELATED)


def _rows(ids: FromClause) -> AnySelect:
    return (
        select(
            Rfx.id, Rfx.title, Rfx.status, Rfx.type, Rfx.organisation_id, Rfx.recipient_user_id,
            Rfx.assessment_closed, Rfx.deadline, Rfx.is_sealed, Rfx.withdrawn_reason, Rfx.reopened_fields,
            Requester.name.label("requester_name"), Respondent.name.label("respondent_name"),
            Respondent.is_placeholder.label("to_guest"), Asked.name.label("asked_name"),
            Asked.email.label("asked_email"), Assessed.name.label("assessed_name"),
        )
        .join(ids, ids.c.id == Rfx.id)
        .join(Requester, Requester.id == Rfx.organisation_id)
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(Asked, Asked.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .outerjoin(Relationship, assessed_relationship())
        .outerjoin(Assessed, Assessed.id == Relationship.with_organisation_id)
    )  # fmt: skip


def _row(row: AnyRow, actor: Actor) -> SearchRow:
    is_sent = row.organisation_id == actor.organisation_id
    return SearchRow(
        id=row.id,
        number=row.id,
        title=row.title,
        detail=(row.assessed_name or name_of_row(row)) if is_sent else row.requester_name,
        url=f"/rfx/{row.id}",
        badge=STATUS_INFO[status_now(row)],
    )


RFXS = SearchType(
    name="rfx",
    label="RFxs",
    icon="rfx",
    order=20,
    list_path="/rfx",
    key=Rfx.id,
    visible=lambda: [party_ids(VIEWER, sent=True), party_ids(VIEWER, sent=False)],
    matches=lambda term: list(_matches(term)),
    rows=_rows,
    row=_row,
    list_search="/rfx?search=",
)
