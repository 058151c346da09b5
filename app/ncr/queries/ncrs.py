"""Queries for non-conformances, restricted to their two parties: the raiser and the supplier."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import (
    ARRAY,
    BindParameter,
    ColumnElement,
    DateTime,
    Exists,
    Integer,
    Interval,
    Select,
    SQLColumnExpression,
    Subquery,
    and_,
    exists,
    func,
    literal,
    or_,
    select,
    true,
)

from app.accounts.public import Organisation, Role, User, UserStatus, UserType
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.deadlines import is_due_day
from app.kernel.db.pagination import ListQuery, Page, Sort, fetch_merged_page, fetch_page
from app.kernel.db.search import SearchText, contains_text, find, number_in
from app.kernel.db.statements import shared_alias
from app.kernel.http.auth import VIEWER, Actor, Permission
from app.kernel.http.errors import NotFoundError
from app.messages.public import ThreadSubject
from app.ncr.models import DefectCode, NonConformance
from app.ncr.queries.filters import NcrFilter, fact_conditions
from app.ncr.queries.recurrence import occurrence
from app.ncr.types import (
    MAX_ASSIGNEES,
    OPEN_STATUSES,
    UNDELETED_STATUSES,
    FigureParty,
    NcrMail,
    NcrStatus,
)
from app.network.public import Relationship, relationship_for
from app.tasks.public import NCR_SUBJECT, TaskType, UserTask

Raiser = shared_alias(Organisation, "raiser")
Supplier = shared_alias(Organisation, "supplier")
AssignedTo = shared_alias(Organisation, "assigned_to")
Assignee = shared_alias(User, "assignee")
Creator = shared_alias(User, "creator")

SORTS: dict[str, SQLColumnExpression[object]] = {
    "ref": NonConformance.id,
    "date": NonConformance.event_date,
    "supplier": func.lower(Supplier.name),
    "summary": func.lower(NonConformance.title),
    # The alphabetical order is the order of severity: CRITICAL, MAJOR, MINOR.
    "severity": NonConformance.severity,
    "status": NonConformance.status,
}
"""Sort keys of the list; a minus prefix means descending. Statuses are sorted in the order of `NcrStatus`."""


class NcrContext(NamedTuple):
    """A non-conformance with its task, organisations and users."""

    ncr: NonConformance
    task: UserTask
    raiser: Organisation
    supplier: Organisation
    creator: User
    assigned_to: Organisation
    assignee: User | None
    defect_code: DefectCode | None
    occurrence: int
    """1, or the number of the occurrence if the same supplier, part and defect recurred (`queries.recurrence`)."""

    def other_party(self, organisation_id: int) -> Organisation:
        """Return the party that is not this organisation."""
        return self.supplier if self.ncr.organisation_id == organisation_id else self.raiser


def visible_to(actor: Actor) -> ColumnElement[bool]:
    """Return the condition for non-conformances that `actor` may see: of both parties, deleted ones of the raiser only."""
    if actor.is_guest:
        return NonConformance.id.is_(None)
    return or_(
        NonConformance.organisation_id == actor.organisation_id,
        and_(
            NonConformance.with_organisation_id == actor.organisation_id,
            NonConformance.status != NcrStatus.DELETED,
        ),
    )


def list_ncrs(*, actor: Actor, filters: NcrFilter, sort: str, query: ListQuery) -> Page[NcrContext]:
    """Return a page of the non-conformances that the actor's organisation raised or that are about it.

    Runs one statement, one more for a search, and one more for a relationship.

    Raised and received non-conformances are two branches, each read in the order of an index. The raised ones are
    indexed by every sort key except the supplier's name; the received ones, which are far fewer, only by id.
    Raises NotFoundError for a relationship of another organisation.
    """
    if actor.is_guest:
        stmt = _contexts().where(visible_to(actor))
        return fetch_page(stmt, sort=[Sort(NonConformance.id)], query=query).records(NcrContext)
    other_id = None
    if filters.relationship_id is not None:
        relationship = relationship_for(actor=actor, relationship_id=filters.relationship_id)
        other_id = relationship.with_organisation_id
    name, descending = sort.removeprefix("-"), sort.startswith("-")
    raised = (True, False) if filters.party is None else (filters.party is FigureParty.RAISED,)
    parties = [_party_stmt(actor, filters, other_id, raised=is_raised) for is_raised in raised]
    hits = None
    if filters.search:
        conditions = [*_search_conditions(filters.search), contains_text(Supplier.name, filters.search)]
        has_status = NonConformance.status.in_(filters.statuses or UNDELETED_STATUSES)
        hits = find(
            [
                party.where(has_status, condition)
                for party in parties
                for condition in (or_(*conditions[:-1]), conditions[-1])
            ]
        )
        parties = [party.where(hits.among(NonConformance.id, or_(*conditions))) for party in parties]
    branches = [
        branch for party in parties for branch in _branches_of(party, filters, by_status=name == "status")
    ]
    page = fetch_merged_page(
        [stmt for stmt, _position in branches],
        key=NonConformance.id,
        rows=_contexts,
        query=query,
        sort=[position if position is not None else SORTS[name] for _, position in branches]
        if name != "ref"
        else (),
        descending=descending,
        matches=hits,
    )
    return page.records(NcrContext)


def ncr_for(*, actor: Actor | None, ncr_id: int, lock: bool = False) -> NcrContext:
    """Return one non-conformance; raises NotFoundError if the actor may not see it. None: the caller has checked it."""
    stmt = _contexts().where(NonConformance.id == ncr_id, visible_to(actor) if actor else true())
    row = db.session.execute(stmt.with_for_update(of=NonConformance) if lock else stmt).one_or_none()
    if row is None:
        raise NotFoundError
    return NcrContext(*row)


def ncr_of_thread(thread_id: int) -> NonConformance | None:
    """Return the non-conformance that a thread is the activity thread of; None for other threads."""
    ncr: NonConformance | None = db.session.execute(
        select(NonConformance)
        .join(UserTask, is_ncr_task())
        .where(UserTask.message_thread_id == thread_id, UserTask.subject_type == NCR_SUBJECT)
    ).scalar()
    return ncr


def subject_of_thread(thread_id: int) -> ThreadSubject | None:
    """Return the non-conformance that a thread is about, for links in its mails (NCRCONVERSATION); else None.

    A deleted one is no subject: the other organisation cannot open it.
    """
    ncr = ncr_of_thread(thread_id)
    if ncr is None or ncr.status == NcrStatus.DELETED:
        return None
    return ThreadSubject(ncr.title, f"/ncr/{ncr.id}", NcrMail.NCRCONVERSATION)


def may_read_thread(actor: Actor, thread_id: int) -> bool:
    """Return True if the actor may see the non-conformance that a thread belongs to."""
    stmt = select(NonConformance.id).join(UserTask, is_ncr_task())
    stmt = stmt.where(UserTask.message_thread_id == thread_id, visible_to(actor))
    return db.session.execute(stmt).scalar() is not None


def may_read_files(actor: Actor, ncr_ids: list[int]) -> bool:
    """Return True if the actor may see one of these non-conformances, and so the files attached to them."""
    stmt = select(NonConformance.id).where(NonConformance.id.in_(ncr_ids), visible_to(actor)).limit(1)
    return db.session.execute(stmt).scalar() is not None


def open_counts(actor: Actor, *, ages: Sequence[timedelta]) -> Select[str, int, int]:
    """Select (severity, age group, count) of the open non-conformances that the actor may see.

    `ages` are the lower limits of all groups except the first, in ascending order; a group is its index from 0.
    """
    age = literal(now(), DateTime(timezone=True)) - NonConformance.created
    group = func.width_bucket(age, literal(ages, ARRAY(Interval)), type_=Integer).label("age_group")
    open_ncrs = (
        select(NonConformance.severity, group)
        .where(visible_to(actor), NonConformance.status.in_(OPEN_STATUSES))
        .subquery()
    )
    return select(open_ncrs.c.severity, open_ncrs.c.age_group, func.count()).group_by(
        open_ncrs.c.severity, open_ncrs.c.age_group
    )


def has_raised_any() -> Exists:
    """Build the condition that the viewer's organisation has raised a non-conformance."""
    return exists().where(NonConformance.organisation_id == VIEWER)


def relationship_id_of(*, keeper_id: int, with_id: int) -> int | None:
    """Return the id of the relationship that one organisation has with another; None without one."""
    relationship_id: int | None = db.session.execute(
        select(Relationship.id).where(
            Relationship.organisation_id == keeper_id, Relationship.with_organisation_id == with_id
        )
    ).scalar()
    return relationship_id


def assignees(task: UserTask) -> Sequence[User]:
    """Return the active assignees of a task: its user, or all users of the organisation who may manage NCRs."""
    stmt = select(User).where(User.type == UserType.USER, User.status != UserStatus.SUSPENDED)
    if task.assigned_user_id is not None:
        stmt = stmt.where(User.id == task.assigned_user_id)
    else:
        stmt = stmt.join(Role, Role.id == User.role_id).where(
            User.organisation_id == task.assigned_organisation_id,
            Role.permissions.contains([Permission.MANAGE_NCRS.value]),
        )
    return db.session.execute(stmt.order_by(User.id).limit(MAX_ASSIGNEES)).scalars().all()


def is_ncr_task() -> ColumnElement[bool]:
    """Return the condition that joins the task of a non-conformance to it."""
    is_task = and_(UserTask.subject_type == NCR_SUBJECT, UserTask.type == TaskType.NONCONFORMANCE)
    return and_(is_task, UserTask.subject_id == NonConformance.id)


def _contexts(
    ids: Subquery | None = None,
) -> Select[NonConformance, UserTask, Organisation, Organisation, User, Organisation, User, DefectCode, int]:
    """Select the columns of `NcrContext`, in its order, of all rows or of those in `ids`.

    PostgreSQL reorders eight joined tables at most, so `ids` comes first: joined last, it would restrict the rows only
    after all non-conformances were joined with the other tables.
    """
    stmt = select(
        NonConformance, UserTask, Raiser, Supplier, Creator, AssignedTo, Assignee, DefectCode, occurrence()
    )
    if ids is not None:
        stmt = stmt.join(ids, ids.c.id == NonConformance.id)
    return (
        stmt.join(UserTask, is_ncr_task())
        .join(Raiser, Raiser.id == NonConformance.organisation_id)
        .join(Supplier, Supplier.id == NonConformance.with_organisation_id)
        .join(Creator, Creator.id == NonConformance.created_by_user_id)
        .join(AssignedTo, AssignedTo.id == UserTask.assigned_organisation_id)
        .outerjoin(Assignee, Assignee.id == UserTask.assigned_user_id)
        .outerjoin(DefectCode, DefectCode.id == NonConformance.defect_code_id)
    )


def _party_stmt(actor: Actor, filters: NcrFilter, other_id: int | None, *, raised: bool) -> Select[int]:
    """Select the ids of one party with all filters except the statuses."""
    stmt = party_ids(actor.organisation_id, raised=raised).where(*_filter_conditions(actor, filters))
    if other_id is not None:
        with_id = NonConformance.with_organisation_id if raised else NonConformance.organisation_id
        stmt = stmt.where(with_id == other_id)
    return stmt


def party_ids(viewer: int | BindParameter[int], *, raised: bool) -> Select[int]:
    """Select the ids of the non-conformances that an organisation raised, or that others raised about it, with suppliers.

    Only the raiser sees its deleted ones.
    """
    stmt = select(NonConformance.id).join(Supplier, Supplier.id == NonConformance.with_organisation_id)
    if raised:
        return stmt.where(NonConformance.organisation_id == viewer)
    return stmt.where(
        NonConformance.with_organisation_id == viewer,
        NonConformance.organisation_id != viewer,
        NonConformance.status != NcrStatus.DELETED,
    )


def _branches_of(
    party: Select[int], filters: NcrFilter, *, by_status: bool
) -> Iterator[tuple[Select[int], SQLColumnExpression[object] | None]]:
    """Yield the branches of one party. Sorting by status needs one branch for each status, with its position."""
    statuses = filters.statuses or UNDELETED_STATUSES
    if not by_status:
        yield party.where(NonConformance.status.in_(statuses)), None
        return
    for position, status in enumerate(NcrStatus):
        if status in statuses:
            yield party.where(NonConformance.status == status), literal(position)


def _filter_conditions(actor: Actor, filters: NcrFilter) -> Iterator[ColumnElement[bool]]:
    if filters.severities:
        yield NonConformance.severity.in_(filters.severities)
    if filters.types:
        yield NonConformance.type.in_(filters.types)
    if filters.supplier_name:
        yield contains_text(Supplier.name, filters.supplier_name)
    yield from fact_conditions(actor, filters)
    if filters.due is not None:
        is_theirs = or_(
            UserTask.organisation_id == actor.organisation_id,
            UserTask.assigned_organisation_id == actor.organisation_id,
        )
        yield NonConformance.id.in_(
            select(UserTask.subject_id).where(
                UserTask.subject_type == NCR_SUBJECT,
                UserTask.type == TaskType.NONCONFORMANCE,
                UserTask.is_open,
                is_theirs,
                is_due_day(UserTask.due, filters.due, now().astimezone(actor.zone).date()),
            )
        )


def words_match(text: SearchText) -> Iterator[ColumnElement[bool]]:
    """Yield the alternative conditions for `text` in a column of the non-conformance; two indexes serve all of them."""
    ncr = NonConformance
    for column in (
        ncr.title, ncr.account_name, ncr.job_ref, ncr.job_title, ncr.part_number, ncr.batch, ncr.order_ref,
    ):  # fmt: skip
        yield contains_text(column, text)


def _search_conditions(text: str) -> Iterator[ColumnElement[bool]]:
    yield from words_match(text)
    if (number := number_in(text)) is not None:
        yield NonConformance.id == number
