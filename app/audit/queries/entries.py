"""The entries of the audit log, always of the reader's own organisation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import ARRAY, BigInteger, ColumnElement, exists, func, literal, or_, select, true

from app.accounts.public import User
from app.audit.models import AuditEntry
from app.audit.policies import types_named, types_of
from app.audit.types import SEARCHED_PEOPLE
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.cursors import decode_cursor
from app.kernel.db.pagination import AnyPage, ListQuery, Page, Sort, fetch_merged_page, fetch_page
from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import Actor

WINDOW = timedelta(days=100)
"""Most pages read the partitions of this time before their first entry."""
PEOPLE_READ_IN_ORDER = 4
"""Most people found by a search who get a branch each; more branches would take longer to plan than they save."""
EARLIEST = datetime.min.replace(tzinfo=UTC)
NEWEST_FIRST = (Sort(AuditEntry.created, descending=True), Sort(AuditEntry.id, descending=True))


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """The filters of entries; `since` and `until` are included."""

    user_id: int | None = None
    area: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    address: str = ""
    search: str = ""


def list_entries(*, actor: Actor, filters: EntryFilter, query: ListQuery) -> Page[AuditEntry]:
    """Return a page of entries, newest first.

    The total of a page with a next one counts the entries of the WINDOW and is `capped`; it is exact for lists that end
    on the page.
    """
    conditions, matches = _conditions(actor, filters), _matches(actor, filters.search)
    first, last = _times(filters)
    last = min(last, _first_moment(query) or last)
    recent = max(first, last - WINDOW)
    page = _page(conditions, matches, recent, last, query)
    if page.next_cursor:
        page = replace(page, capped=page.capped or recent > first)
    elif recent > first:
        page = _page(conditions, matches, first, last, query)
    return page.map(_entry)


def _entry(row: AnyRow) -> AuditEntry:
    entry: AuditEntry = row.AuditEntry
    return entry


def has_more_than(limit: int, *, actor: Actor, filters: EntryFilter) -> bool:
    """Return True if more than `limit` entries match."""
    first, last = _times(filters)
    matching = select(AuditEntry.id).where(
        *_conditions(actor, filters), AuditEntry.created.between(first, last)
    )
    if filters.search:
        matching = matching.where(or_(*_matches(actor, filters.search)))
    return db.session.execute(
        select(func.count()).select_from(matching.limit(limit + 1).subquery())
    ).scalar_one() > limit  # fmt: skip


def read_entries(*, actor: Actor, filters: EntryFilter, limit: int) -> Iterator[Sequence[AuditEntry]]:
    """Read the entries that match in batches, newest first, and at most `limit`."""
    query, left = ListQuery(page_size=min(1_000, limit)), limit
    while left > 0:
        page = list_entries(actor=actor, filters=filters, query=query)
        yield page.rows[:left]
        left -= len(page.rows)
        for entry in page.rows:
            db.session.expunge(entry)
        if page.next_cursor is None:
            return
        query = replace(query, cursor=page.next_cursor)


def _page(
    conditions: Sequence[ColumnElement[bool]],
    matches: Sequence[ColumnElement[bool]],
    first: datetime,
    last: datetime,
    query: ListQuery,
) -> AnyPage:
    within = AuditEntry.created.between(first, last)
    if not matches:
        return fetch_page(select(AuditEntry).where(*conditions, within), sort=NEWEST_FIRST, query=query)
    branches = [
        select(AuditEntry.id).where(
            match, *(earlier.is_not(true()) for earlier in matches[:index]), *conditions, within
        )
        for index, match in enumerate(matches)
    ]
    return fetch_merged_page(
        branches,
        key=AuditEntry.id,
        sort=[AuditEntry.created] * len(branches),
        # The time finds the partition of each entry.
        rows=lambda ids: select(AuditEntry).join(
            ids, (ids.c.id == AuditEntry.id) & (ids.c.sort_0 == AuditEntry.created) & within
        ),
        query=query,
    )


def _times(filters: EntryFilter) -> tuple[datetime, datetime]:
    latest = now() + timedelta(days=1)
    return filters.since or EARLIEST, min(filters.until or latest, latest)


def _first_moment(query: ListQuery) -> datetime | None:
    """Return a time that no entry of the page is after, so that no later partition is planned."""
    if query.cursor:
        created = decode_cursor(query.cursor, len(NEWEST_FIRST))[0]
        if isinstance(created, datetime):
            return created
    return None


def _conditions(actor: Actor, filters: EntryFilter) -> list[ColumnElement[bool]]:
    conditions = [AuditEntry.organisation_id == actor.organisation_id]
    if filters.user_id is not None:
        conditions.append(AuditEntry.user_id == filters.user_id)
    if filters.area is not None:
        conditions.append(AuditEntry.type.in_(types_of(filters.area)))
    if filters.address:
        conditions.append(AuditEntry.address == filters.address)
    return conditions


def _matches(actor: Actor, search: str) -> Sequence[ColumnElement[bool]]:
    """Return the conditions of which one must hold: a person, an action or an address is named by the search.

    Each condition has its own index. That of a single person also has the order of the list.
    """
    if not search:
        return ()
    people, types = _people_named(actor, search), types_named(search)
    if len(people) > PEOPLE_READ_IN_ORDER:
        people = _people_in_log(actor, people)
    matches: list[ColumnElement[bool]] = []
    for column in (AuditEntry.user_id, AuditEntry.subject_user_id):
        if len(people) > PEOPLE_READ_IN_ORDER:
            matches.append(column.in_(people))
        else:
            matches += [column == person_id for person_id in people]
    if types:
        matches.append(AuditEntry.type.in_(types))
    return [*matches, AuditEntry.address == search]


def _people_named(actor: Actor, search: str) -> Sequence[int]:
    """Return the ids of people with this name, colleagues first: entries have people of other organisations too."""
    is_colleague = User.organisation_id == actor.organisation_id
    return (
        db.session.execute(
            select(User.id)
            .where(contains_text(User.name, search))
            .order_by(is_colleague.desc(), User.id)
            .limit(SEARCHED_PEOPLE)
        )
        .scalars()
        .all()
    )


def _people_in_log(actor: Actor, people: Sequence[int]) -> Sequence[int]:
    """Return the ids of the people with an entry. Many people can share a name, but one log has only a few of them."""
    person = func.unnest(literal(people, ARRAY(BigInteger))).column_valued("person_id")
    is_present = [
        exists().where(AuditEntry.organisation_id == actor.organisation_id, column == person)
        for column in (AuditEntry.user_id, AuditEntry.subject_user_id)
    ]
    return db.session.execute(select(person).where(or_(*is_present))).scalars().all()
