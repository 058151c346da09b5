"""Requests to many suppliers in the search over all types."""

from collections.abc import Iterator

from sqlalchemy import FromClause, Select, func, select

from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.kernel.numbers import counted
from app.rfx.public import RequestState, Rfx, RfxRequest
from app.search.public import NUMBER, Match, Rank, SearchRow, SearchTerm, SearchType

STATUS_INFO = {
    RequestState.SCHEDULED: {"label": "Scheduled", "icon": "clock", "style": "none"},
    RequestState.OPEN: {"label": "Open", "icon": "in-progress", "style": "info"},
    RequestState.EVALUATING: {"label": "Evaluating", "icon": "pending", "style": "wait"},
    RequestState.AWARDED: {"label": "Awarded", "icon": "completed", "style": "ok"},
    RequestState.CANCELLED: {"label": "Cancelled", "icon": "declined", "style": "none"},
}


def _requests() -> Select[int]:
    return select(RfxRequest.id).where(RfxRequest.organisation_id == VIEWER)


def _matches(term: SearchTerm) -> Iterator[Match]:
    if term.is_number:
        yield Match(_requests().where(RfxRequest.id == NUMBER), Rank.EXACT)
    yield Match(_requests().where(contains_text(RfxRequest.title, term.words)))


def _rows(ids: FromClause) -> AnySelect:
    suppliers = (
        select(func.count()).where(Rfx.request_id == RfxRequest.id).correlate(RfxRequest).scalar_subquery()
    )
    return select(RfxRequest.id, RfxRequest.title, RfxRequest.state, suppliers.label("suppliers")).join(
        ids, ids.c.id == RfxRequest.id
    )


def _row(row: AnyRow, _actor: Actor) -> SearchRow:
    return SearchRow(
        id=row.id,
        number=row.id,
        title=row.title,
        detail=counted(row.suppliers, "supplier"),
        url=f"/rfx/request/{row.id}",
        badge=STATUS_INFO[row.state],
    )


REQUESTS = SearchType(
    name="request",
    label="Requests",
    icon="send",
    order=30,
    list_path="/rfx?tab=requests",
    key=RfxRequest.id,
    visible=lambda: [_requests()],
    matches=lambda term: list(_matches(term)),
    rows=_rows,
    row=_row,
    list_search="/rfx?tab=requests&search=",
)
