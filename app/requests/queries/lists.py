"""The list of requests of an organisation."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    Subquery,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
)

from app.accounts.public import User
from app.kernel.clock import now
from app.kernel.db.deadlines import DueFilter, is_due_moment
from app.kernel.db.pagination import AnyColumn, ListQuery, Page, fetch_merged_page
from app.kernel.db.search import contains_text, number_in
from app.kernel.http.auth import Actor
from app.rfx.public import OPEN_STATUSES, RequestState, Rfx, RfxRequest, RfxRequestRecipient, RfxStatus

SORTS = ("date", "title", "deadline")
"""Sort keys of the list; a minus prefix means descending."""
NEVER = datetime(9999, 12, 31, tzinfo=UTC)
"""The sort value of requests without a deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFilter:
    """Filters of the list of requests."""

    search: str = ""
    state: RequestState | None = None
    due: DueFilter | None = None


class RequestListRow(Protocol):
    """A request with the numbers of its suppliers."""

    @property
    def id(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def created(self) -> datetime: ...
    @property
    def sent_date(self) -> datetime | None: ...
    @property
    def send_at(self) -> datetime | None: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def created_by_user_id(self) -> int: ...
    @property
    def creator_name(self) -> str: ...
    @property
    def is_sealed(self) -> bool: ...
    @property
    def seal_opened(self) -> datetime | None: ...
    @property
    def suppliers(self) -> int: ...
    @property
    def unsent(self) -> int: ...
    @property
    def submitted(self) -> int: ...
    @property
    def late(self) -> int: ...
    @property
    def next_deadline(self) -> datetime | None: ...


def list_requests(
    *, actor: Actor, filters: RequestFilter, query: ListQuery, sort: str = "-date"
) -> Page[RequestListRow]:
    """Return a page of the requests of the actor's organisation with the numbers of their suppliers.

    `date` is the order of creation. A guest, whose organisation is a placeholder, sees none.
    """
    name, descending = sort.removeprefix("-"), sort.startswith("-")
    expressions: dict[str, list[AnyColumn]] = {
        "date": [],
        "title": [func.lower(RfxRequest.title)],
        "deadline": [func.coalesce(RfxRequest.deadline, literal(NEVER))],
    }
    return fetch_merged_page(
        [select(RfxRequest.id).where(*_conditions(actor, filters))],
        key=RfxRequest.id,
        rows=_rows_of,
        query=query,
        sort=expressions[name],
        descending=descending,
    )


def _conditions(actor: Actor, filters: RequestFilter) -> Iterator[ColumnElement[bool]]:
    yield RfxRequest.organisation_id == actor.organisation_id
    if actor.is_guest:
        yield literal(value=False)
    if filters.search:
        number = number_in(filters.search)
        in_title = contains_text(RfxRequest.title, filters.search)
        yield in_title if number is None else or_(in_title, RfxRequest.id == number)
    if filters.state is not None:
        yield RfxRequest.state == filters.state
    if filters.due is not None:
        is_due = and_(Rfx.status.in_(OPEN_STATUSES), is_due_moment(Rfx.deadline, filters.due, now()))
        if filters.due is DueFilter.LATE:
            is_due = or_(is_due, _has_expired())
        yield exists().where(Rfx.request_id == RfxRequest.id, is_due)


def _has_expired() -> ColumnElement[bool]:
    """Return the condition for RFxs that expired after their deadline; withdrawn ones have the same status."""
    return and_(Rfx.status == RfxStatus.EXPIRED, Rfx.withdrawn_reason.is_(None))


def _rows_of(ids: Subquery) -> Select[*tuple[object, ...]]:
    """Select the columns of the list for the requests with these ids."""
    present = now()
    is_open = and_(Rfx.status.in_(OPEN_STATUSES), or_(Rfx.deadline.is_(None), Rfx.deadline > present))
    is_late = or_(and_(Rfx.status.in_(OPEN_STATUSES), Rfx.deadline <= present), _has_expired())
    counts = (
        select(
            func.count().label("suppliers"),
            func.count().filter(Rfx.status == RfxStatus.COMPLETED).label("submitted"),
            func.count().filter(is_late).label("late"),
            func.min(Rfx.deadline).filter(is_open).label("next_deadline"),
        )
        .where(Rfx.request_id == RfxRequest.id)
        .correlate(RfxRequest)
        .lateral("counts")
    )
    unsent = (
        select(func.count(type_=BigInteger))
        .select_from(RfxRequestRecipient)
        .where(RfxRequestRecipient.request_id == RfxRequest.id, RfxRequestRecipient.rfx_id.is_(None))
        .correlate(RfxRequest)
        .scalar_subquery()
    )
    return (
        select(
            RfxRequest.id, RfxRequest.type, RfxRequest.title, RfxRequest.state, RfxRequest.created,
            RfxRequest.sent_date, RfxRequest.send_at, RfxRequest.deadline, RfxRequest.is_sealed,
            RfxRequest.seal_opened, RfxRequest.created_by_user_id, User.name.label("creator_name"),
            counts.c.suppliers, counts.c.submitted, counts.c.late, counts.c.next_deadline, unsent.label("unsent"),
        )
        .select_from(ids)
        .join(RfxRequest, RfxRequest.id == ids.c.id)
        .join(User, User.id == RfxRequest.created_by_user_id)
        .join(counts, literal(value=True))
    )  # fmt: skip
