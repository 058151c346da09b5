"""Queries of the event log, always restricted to the viewer's own organisation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Date,
    ScalarSelect,
    Text,
    all_,
    any_,
    bindparam,
    cast,
    false,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by

from app.events.models import EventLog
from app.events.policies import PERSONAL_TYPES, demand_journal
from app.extensions import db
from app.kernel.auth import VIEWER, VIEWER_USER, Actor
from app.kernel.clock import now
from app.kernel.pagination import Listing, ListQuery, Page, Sort, fetch_merged_page, fetch_page
from app.kernel.statements import AnyRow, shared_statement

OWN_EVENTS_CAP = 1_000
"""The own events are counted up to this number."""
NEWEST_FIRST = (Sort(EventLog.created, descending=True), Sort(EventLog.id, descending=True))


@dataclass(frozen=True, slots=True)
class EventFilter:
    """The filter of events; empty attributes are not applied."""

    created_by_user_id: int | None = None
    relationship_id: int | None = None
    subject_user_id: int | None = None
    types: Sequence[str] = ()
    ignored_types: Sequence[str] = ()


def list_events(*, actor: Actor, filters: EventFilter, query: ListQuery) -> Page[EventLog]:
    """Return events of the actor's organisation, newest first (page size 10 by the specification).

    Without a relationship or a user these are the actor's own. The journal of a relationship has the actions of all
    users on it; the journal of a user has actions by and on the user. Sign-ins and views are in no journal
    (`PERSONAL_TYPES`). Raises NotFoundError for a relationship of another organisation and for a user of another one.
    """
    if filters.relationship_id is not None:
        demand_journal(actor, "relationship", filters.relationship_id)
    if filters.subject_user_id is not None:
        demand_journal(actor, "user", filters.subject_user_id)
        return _journal_of_user(actor, filters, query)
    if filters.relationship_id is None:
        return _page_of_own_events(actor, filters, query)
    conditions = [*_conditions(actor, filters), EventLog.type.not_in(PERSONAL_TYPES)]
    page = fetch_page(select(EventLog).where(*conditions), sort=NEWEST_FIRST, query=query)
    return page.map(_event)


def _page_of_own_events(actor: Actor, filters: EventFilter, query: ListQuery) -> Page[EventLog]:
    listing = _own_events(
        of_types=bool(filters.types),
        without_types=bool(filters.ignored_types),
        is_empty=filters.created_by_user_id not in {None, actor.user_id},
    )
    page = listing.page(
        query, types=list(filters.types), ignored_types=list(filters.ignored_types), **actor.parameters
    )
    return page.map(_event)


@shared_statement
def _own_events(*, of_types: bool, without_types: bool, is_empty: bool) -> Listing:
    """List the viewer's own events. Events of other users are never shown here: `is_empty` is for requests of them."""
    conditions = [EventLog.organisation_id == VIEWER, EventLog.created_by_user_id == VIEWER_USER]
    if of_types:
        conditions.append(EventLog.type == any_(bindparam("types", type_=ARRAY(Text))))
    if without_types:
        conditions.append(EventLog.type != all_(bindparam("ignored_types", type_=ARRAY(Text))))
    if is_empty:
        conditions.append(false())
    # No user needs the exact number of their own events, and Home reads two of these lists.
    return Listing(select(EventLog).where(*conditions), NEWEST_FIRST, cap=OWN_EVENTS_CAP)


def _journal_of_user(actor: Actor, filters: EventFilter, query: ListQuery) -> Page[EventLog]:
    person_id = filters.subject_user_id
    conditions = [*_conditions(actor, filters), EventLog.type.not_in(PERSONAL_TYPES)]
    by_them = EventLog.created_by_user_id == person_id
    by_others = EventLog.created_by_user_id.is_distinct_from(person_id)
    branches = (
        select(EventLog.id).where(by_them, *conditions),
        select(EventLog.id).where(EventLog.subject_user_id == person_id, by_others, *conditions),
    )
    page = fetch_merged_page(
        branches,
        key=EventLog.id,
        sort=(EventLog.created, EventLog.created),
        rows=lambda ids: select(EventLog).join(ids, ids.c.id == EventLog.id),
        query=query,
    )
    return page.map(_event)


def _event(row: AnyRow) -> EventLog:
    event: EventLog = row.EventLog
    return event


def _conditions(actor: Actor, filters: EventFilter) -> list[ColumnElement[bool]]:
    conditions = [EventLog.organisation_id == actor.organisation_id]
    if filters.created_by_user_id is not None:
        is_own = filters.created_by_user_id == actor.user_id
        conditions.append(EventLog.created_by_user_id == actor.user_id if is_own else false())
    if filters.relationship_id is not None:
        conditions.append(EventLog.relationship_id == filters.relationship_id)
    if filters.types:
        conditions.append(EventLog.type.in_(filters.types))
    if filters.ignored_types:
        conditions.append(EventLog.type.not_in(filters.ignored_types))
    return conditions


def count_own_events(*, actor: Actor, type: str, since: datetime, without: str) -> int:
    """Count the actor's events of `type` since a time, except those that have an argument `without`."""
    return db.session.execute(
        select(func.count()).where(
            EventLog.created_by_user_id == actor.user_id,
            EventLog.created > since,
            EventLog.type == type,
            ~EventLog.args.has_key(without),
        )
    ).scalar_one()


def latest_events(
    *, limit: int, ignored_types: Sequence[str] = ()
) -> ScalarSelect[list[dict[str, object]] | None]:
    """Select the latest events of the viewer's organisation, newest first, as JSON ({id, type}) in a subquery."""
    latest = (
        select(EventLog.id, EventLog.type, EventLog.created)
        .where(EventLog.organisation_id == VIEWER, EventLog.type.not_in(ignored_types))
        .order_by(EventLog.created.desc(), EventLog.id.desc())
        .limit(limit)
        .subquery()
    )
    event_json = func.json_build_object("id", latest.c.id, "type", latest.c.type)
    return select(
        func.json_agg(aggregate_order_by(event_json, latest.c.created.desc(), latest.c.id.desc()))
    ).scalar_subquery()


def events_about(
    *, actor: Actor, argument: str, value: int, types: Sequence[str], since: datetime, limit: int
) -> Sequence[EventLog]:
    """Return events of `types` in the log of the actor's organisation whose argument `argument` is `value`, oldest first.

    Reads the log from `since` on, so it is meant for jobs. The caller has checked that `actor` may see the record.
    """
    return (
        db.session.execute(
            select(EventLog)
            .where(
                EventLog.organisation_id == actor.organisation_id,
                EventLog.created >= since,
                EventLog.type.in_(types),
                EventLog.args[argument].as_integer() == value,
            )
            .order_by(EventLog.created, EventLog.id)
            .limit(limit)
        )
        .scalars()
        .all()
    )


def events_by_day(*, days: int) -> list[tuple[date, int]]:
    """Return the number of events on each of the last `days` days (UTC), today last, for admins."""
    today = now().date()
    day = cast(func.timezone("UTC", EventLog.created), Date)
    since = datetime.combine(today - timedelta(days=days - 1), time(), UTC)
    rows = db.session.execute(select(day, func.count()).where(EventLog.created >= since).group_by(day))
    counts: dict[date, int] = dict(rows.all())
    return [(d, counts.get(d, 0)) for d in (today - timedelta(days=back) for back in range(days - 1, -1, -1))]


def events_by_type(*, days: int, limit: int = 10) -> list[tuple[str, int]]:
    """Return the most frequent event types of the last `days` days with their counts, for admins."""
    count = func.count()
    rows = db.session.execute(
        select(EventLog.type, count)
        .where(EventLog.created >= now() - timedelta(days=days))
        .group_by(EventLog.type)
        .order_by(count.desc(), EventLog.type)
        .limit(limit)
    )
    return list(rows)
