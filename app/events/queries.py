"""Queries of the event log, always restricted to the viewer's own organisation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial

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
from app.kernel.clock import now
from app.kernel.db.cursors import decode_cursor
from app.kernel.db.pagination import AnyPage, Listing, ListQuery, Page, Sort, fetch_merged_page, fetch_page
from app.kernel.db.statements import AnyRow, shared_statement
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor

OWN_EVENTS_CAP = 1_000
"""The own events are counted up to this number."""
WINDOW = timedelta(days=100)
EARLIEST = datetime.min.replace(tzinfo=UTC)
LATEST_DAYS = 31
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

    Most pages read the partitions of the WINDOW before their first event. Their total counts these events and is
    `capped`; it is exact for lists that end on the page.
    """
    if filters.relationship_id is not None:
        demand_journal(actor, "relationship", filters.relationship_id)
    if filters.subject_user_id is not None:
        demand_journal(actor, "user", filters.subject_user_id)
        read = partial(_journal_of_user, actor, filters, query)
    elif filters.relationship_id is None:
        read = partial(_page_of_own_events, actor, filters, query)
    else:
        read = partial(_journal_of_relationship, actor, filters, query)
    until = _first_moment(query)
    page = read(until - WINDOW, until)
    page = replace(page, capped=True) if page.next_cursor else read(EARLIEST, until)
    return page.map(_event)


def _first_moment(query: ListQuery) -> datetime:
    """Return a time that no event of the page is after. PostgreSQL then plans a page without the later partitions."""
    if query.cursor:
        created = decode_cursor(query.cursor, len(NEWEST_FIRST))[0]
        if isinstance(created, datetime):
            return created
    return now() + timedelta(days=1)


def _page_of_own_events(
    actor: Actor, filters: EventFilter, query: ListQuery, since: datetime, until: datetime
) -> AnyPage:
    listing = _own_events(
        of_types=bool(filters.types),
        without_types=bool(filters.ignored_types),
        is_empty=filters.created_by_user_id not in {None, actor.user_id},
    )
    parameters = {"types": list(filters.types), "ignored_types": list(filters.ignored_types)}
    return listing.page(query, since=since, until=until, **parameters, **actor.parameters)


@shared_statement
def _own_events(*, of_types: bool, without_types: bool, is_empty: bool) -> Listing:
    """List the viewer's own events. Events of other users are never shown here: `is_empty` is for requests of them."""
    conditions = [
        EventLog.organisation_id == VIEWER,
        EventLog.created_by_user_id == VIEWER_USER,
        EventLog.created > bindparam("since", type_=EventLog.created.type),
        EventLog.created <= bindparam("until", type_=EventLog.created.type),
    ]
    if of_types:
        conditions.append(EventLog.type == any_(bindparam("types", type_=ARRAY(Text))))
    if without_types:
        conditions.append(EventLog.type != all_(bindparam("ignored_types", type_=ARRAY(Text))))
    if is_empty:
        conditions.append(false())
    # An exact number would help no user, and Home reads two of these lists.
    return Listing(select(EventLog).where(*conditions), NEWEST_FIRST, cap=OWN_EVENTS_CAP)


def _journal_of_relationship(
    actor: Actor, filters: EventFilter, query: ListQuery, since: datetime, until: datetime
) -> AnyPage:
    conditions = _journal_conditions(actor, filters, since, until)
    return fetch_page(select(EventLog).where(*conditions), sort=NEWEST_FIRST, query=query)


def _journal_of_user(
    actor: Actor, filters: EventFilter, query: ListQuery, since: datetime, until: datetime
) -> AnyPage:
    person_id, conditions = filters.subject_user_id, _journal_conditions(actor, filters, since, until)
    by_them = EventLog.created_by_user_id == person_id
    by_others = EventLog.created_by_user_id.is_distinct_from(person_id)
    branches = (
        select(EventLog.id).where(by_them, *conditions),
        select(EventLog.id).where(EventLog.subject_user_id == person_id, by_others, *conditions),
    )
    return fetch_merged_page(
        branches,
        key=EventLog.id,
        sort=(EventLog.created, EventLog.created),
        # The time finds the partition of each event.
        rows=lambda ids: select(EventLog).join(
            ids,
            (ids.c.id == EventLog.id)
            & (ids.c.sort_0 == EventLog.created)
            & EventLog.created.between(since, until),
        ),
        query=query,
    )


def _event(row: AnyRow) -> EventLog:
    event: EventLog = row.EventLog
    return event


def _journal_conditions(
    actor: Actor, filters: EventFilter, since: datetime, until: datetime
) -> list[ColumnElement[bool]]:
    conditions = [
        EventLog.organisation_id == actor.organisation_id,
        EventLog.created > since,
        EventLog.created <= until,
        EventLog.type.not_in(PERSONAL_TYPES),
    ]
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
    """Select the latest events of the viewer's organisation, newest first, as JSON ({id, type}) in a subquery.

    Execute it with the parameters `latest_since`: older events are left out, so that only the newest partitions are read.
    """
    latest = (
        select(EventLog.id, EventLog.type, EventLog.created)
        .where(
            EventLog.organisation_id == VIEWER,
            EventLog.created > bindparam("events_since", type_=EventLog.created.type),
            EventLog.type.not_in(ignored_types),
        )
        .order_by(EventLog.created.desc(), EventLog.id.desc())
        .limit(limit)
        .subquery()
    )
    event_json = func.json_build_object("id", latest.c.id, "type", latest.c.type)
    return select(
        func.json_agg(aggregate_order_by(event_json, latest.c.created.desc(), latest.c.id.desc()))
    ).scalar_subquery()


def latest_since() -> dict[str, datetime]:
    """Return the parameters of `latest_events`."""
    return {"events_since": now() - timedelta(days=LATEST_DAYS)}


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
