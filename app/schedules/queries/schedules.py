"""Schedules of an organisation, with their supplier, owner and last round."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, case, exists, func, literal, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User, UserStatus, UserType
from app.assessments.public import Assessment
from app.extensions import db
from app.kernel.db.pagination import AnyColumn, ListQuery, Page, fetch_merged_page
from app.kernel.db.search import contains_text
from app.kernel.db.statements import PLANNED_ONCE, AnySelect, shared_statement
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.network.public import Relationship
from app.rfx.public import OPEN_STATUSES, Rfx
from app.schedules.models import Schedule, ScheduleOccurrence
from app.schedules.types import LIVE_STATES, OccurrenceState, ScheduleKind, ScheduleState

SORTS = ("next", "supplier", "title")
"""Sort keys of the list; a minus prefix means descending."""
NO_DAY = date(9999, 12, 31)
"""The sort value of schedules whose next day is not known."""


class ScheduleRow(NamedTuple):
    """A schedule with its supplier, its owner, and the last round that was sent."""

    schedule: Schedule
    supplier_id: int
    supplier_name: str
    level: str
    time_zone: str | None
    """The time zone of the buyer, in which the days of the schedule are counted."""
    owner_name: str
    last_occurrence: int
    """Number of the last round, skipped ones included."""
    last_rfx_id: int | None
    last_assessment_id: int | None
    last_sent: datetime
    last_closed: datetime | None
    """The time at which the last sent round closed; None while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleFilter:
    """Filters of the list. Without a state, ended schedules are left out."""

    search: str = ""
    kind: ScheduleKind | None = None
    state: ScheduleState | None = None
    relationship_id: int | None = None
    rfx_id: int | None = None
    assessment_id: int | None = None


def list_schedules(
    *, actor: Actor, filters: ScheduleFilter, query: ListQuery, sort: str = "next"
) -> Page[ScheduleRow]:
    """Return a page of the schedules of the actor's organisation; guests see none."""
    name, descending = sort.removeprefix("-"), sort.startswith("-")
    columns: dict[str, AnyColumn] = {
        "next": func.coalesce(Schedule.next_on, literal(NO_DAY)),
        "supplier": func.lower(Organisation.name),
        "title": func.lower(Schedule.title),
    }
    matches = (
        select(Schedule.id)
        .join(Relationship, Relationship.id == Schedule.relationship_id)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(*_conditions(actor, filters))
    )
    page = fetch_merged_page(
        [matches],
        key=Schedule.id,
        rows=lambda ids: rows_stmt().join(ids, ids.c.id == Schedule.id),
        query=query,
        sort=[columns[name]],
        descending=descending,
    )
    return page.records(ScheduleRow)


def schedule_for(*, actor: Actor, schedule_id: int, lock: bool = False) -> ScheduleRow:
    """Return a schedule of the actor's organisation; NotFoundError for any other."""
    stmt = rows_stmt().where(Schedule.id == schedule_id, Schedule.organisation_id == actor.organisation_id)
    if lock:
        stmt = stmt.with_for_update(of=Schedule).execution_options(populate_existing=True)
    row = None if actor.is_guest else db.session.execute(stmt).one_or_none()
    if row is None:
        raise NotFoundError
    return ScheduleRow._make(row)


def schedule_of_round(*, actor: Actor, rfx_id: int) -> ScheduleRow | None:
    """Return the schedule of the actor's organisation that has the RFx as a round; None if there is none or it has ended."""
    if actor.is_guest:
        return None
    parameters = {"of": rfx_id, "owner": actor.organisation_id}
    row = db.session.execute(_schedule_of_round(), parameters).first()
    return None if row is None else ScheduleRow._make(row)


@shared_statement
def _schedule_of_round() -> AnySelect:
    current = aliased(ScheduleOccurrence, name="current")
    return (
        rows_stmt()
        .join(current, current.schedule_id == Schedule.id)
        .where(
            current.rfx_id == bindparam("of", type_=BigInteger),
            Schedule.organisation_id == bindparam("owner", type_=BigInteger),
            Schedule.state.in_(LIVE_STATES),
        )
        .order_by(Schedule.id.desc())
        .limit(1)
        .execution_options(**PLANNED_ONCE)
    )


def schedule_row(schedule_id: int) -> ScheduleRow:
    """Return a schedule for a job."""
    return ScheduleRow._make(db.session.execute(rows_stmt().where(Schedule.id == schedule_id)).one())


def count_live(organisation_id: int) -> int:
    """Count the schedules of an organisation that have not ended."""
    stmt = select(func.count()).where(
        Schedule.organisation_id == organisation_id, Schedule.state.in_(LIVE_STATES)
    )
    return db.session.execute(stmt).scalar_one()


def same_schedule(*, relationship_id: int, kind: ScheduleKind, form_key: str) -> Schedule | None:
    """Return the schedule with the same forms for the same supplier that has not ended, or None."""
    stmt = select(Schedule).where(
        Schedule.relationship_id == relationship_id,
        Schedule.kind == kind,
        Schedule.form_key == form_key,
        Schedule.state.in_(LIVE_STATES),
    )
    schedule: Schedule | None = db.session.execute(stmt).scalar()
    return schedule


def contacts_named(rows: Sequence[ScheduleRow]) -> dict[int, User]:
    """Return the named contacts of schedules by id; one statement, or none if no schedule names any."""
    ids = {user_id for row in rows for user_id in row.schedule.template["user_ids"] or ()}
    if not ids:
        return {}
    users = db.session.execute(select(User).where(User.id.in_(ids))).scalars()
    return {user.id: user for user in users}


def active_contacts(*, organisation_id: int, ids: Collection[int]) -> list[User]:
    """Return the users of a supplier with these ids who can receive messages, by id."""
    stmt = select(User).where(
        User.id.in_(ids),
        User.organisation_id == organisation_id,
        User.type == UserType.USER,
        User.status != UserStatus.SUSPENDED,
    )
    return list(db.session.execute(stmt.order_by(User.id)).scalars())


def rows_stmt() -> AnySelect:
    """Select the columns of `ScheduleRow`."""
    buyer = aliased(Organisation)
    last = _last_sent().lateral("last")
    closed = case(
        (Assessment.id.is_not(None), Assessment.completed_date),
        (Rfx.status.in_(OPEN_STATUSES), None),
        else_=Rfx.closed,
    )
    return (
        select(
            Schedule,
            Organisation.id.label("supplier_id"),
            Organisation.name.label("supplier_name"),
            Relationship.level,
            buyer.time_zone,
            User.name.label("owner_name"),
            _last_number().label("last_occurrence"),
            last.c.rfx_id.label("last_rfx_id"),
            last.c.assessment_id.label("last_assessment_id"),
            last.c.created.label("last_sent"),
            closed.label("last_closed"),
        )
        .select_from(Schedule)
        .join(Relationship, Relationship.id == Schedule.relationship_id)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .join(buyer, buyer.id == Schedule.organisation_id)
        .join(User, User.id == Schedule.owner_user_id)
        .join(last, literal(value=True))
        .outerjoin(Rfx, Rfx.id == last.c.rfx_id)
        .outerjoin(Assessment, Assessment.id == last.c.assessment_id)
    )


def _last_sent() -> Select[*tuple[object, ...]]:
    return (
        select(ScheduleOccurrence)
        .where(
            ScheduleOccurrence.schedule_id == Schedule.id, ScheduleOccurrence.state == OccurrenceState.SENT
        )
        .order_by(ScheduleOccurrence.occurrence.desc())
        .limit(1)
        .correlate(Schedule)
    )


def _last_number() -> ColumnElement[int]:
    return (
        select(func.max(ScheduleOccurrence.occurrence))
        .where(ScheduleOccurrence.schedule_id == Schedule.id)
        .correlate(Schedule)
        .scalar_subquery()
    )


def _conditions(actor: Actor, filters: ScheduleFilter) -> Iterator[ColumnElement[bool]]:
    yield Schedule.organisation_id == actor.organisation_id
    if actor.is_guest:
        yield literal(value=False)
    if filters.search:
        # An organisation has few schedules, and names of suppliers may match in a large part of the database.
        yield or_(
            contains_text(Schedule.title, filters.search), contains_text(Organisation.name, filters.search)
        )
    if filters.kind is not None:
        yield Schedule.kind == filters.kind
    yield Schedule.state.in_(LIVE_STATES) if filters.state is None else Schedule.state == filters.state
    if filters.relationship_id is not None:
        yield Schedule.relationship_id == filters.relationship_id
    for column, value in (
        (ScheduleOccurrence.rfx_id, filters.rfx_id),
        (ScheduleOccurrence.assessment_id, filters.assessment_id),
    ):
        if value is not None:
            yield exists().where(ScheduleOccurrence.schedule_id == Schedule.id, column == value)
