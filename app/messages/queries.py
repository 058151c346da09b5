"""Queries for threads: users see the threads that they take part in, with their own tags."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    ScalarSelect,
    Select,
    Text,
    and_,
    any_,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User
from app.extensions import db
from app.kernel.db.pagination import Listing, ListQuery, Page, Sorts, sorting
from app.kernel.db.search import SearchText, contains_text, find
from app.kernel.db.statements import PLANNED_ONCE, AnySelect, shared_alias, shared_statement
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor
from app.kernel.http.errors import NotFoundError
from app.kernel.registry import current_registry
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.policies import ThreadHooks, may_see_subject
from app.messages.types import ThreadTag, ThreadType

MAX_MESSAGES = 200
"""Number of newest messages loaded with a thread; older ones are loaded on request (`from`)."""

MAX_OTHER_NAMES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadFilter:
    """Filters of the thread list; `of_tasks` and `of_rfis` together match either (specification section 7)."""

    search: str = ""
    subject: str = ""
    tags: Sequence[ThreadTag] = field(default=(ThreadTag.INBOX,))
    of_tasks: bool = False
    of_rfis: bool = False


class ThreadRow(NamedTuple):
    """Thread in the list of a user."""

    thread: MessageThread
    participant: ThreadParticipant
    """The user's row."""
    last_message: Message
    author: User
    organisation: Organisation
    """Organisation of the author."""
    other_party: Organisation
    """Organisation that the thread was started with."""
    other_organisations: Sequence[str]
    """Names of the other organisations."""
    counterpart: User | None
    """The first participant of another organisation, if the author is of the user's organisation."""
    counterpart_organisation: Organisation | None


MessageRow: TypeAlias = tuple[Message, User, Organisation]
"""Message, its author, and the author's organisation."""

Counterpart = shared_alias(User, "counterpart")
CounterpartOrganisation = shared_alias(Organisation, "counterpart_organisation")

SORTS: Sorts = {
    "activity": (ThreadParticipant.last_activity,),
    # The name that leads the row.
    "from": (func.lower(func.coalesce(Counterpart.name, User.name)), ThreadParticipant.last_activity),
    "type": (MessageThread.type, ThreadParticipant.last_activity),
    "subject": (func.lower(MessageThread.subject), ThreadParticipant.last_activity),
}
"""Sort keys of the thread list; a leading minus means descending."""


def list_threads(
    *, actor: Actor, filters: ThreadFilter, query: ListQuery, sort: str = "-activity"
) -> Page[ThreadRow]:
    """List the actor's threads in the order of `sort`, with two statements for any number of rows.

    Planning the joins of the columns takes longer than reading a page, so the first statement selects only the ids, and
    the second one, whose plan does not depend on the user, the columns.
    """
    page = _listing(filters, sort, actor).page(query, **actor.parameters)
    ids = [row.thread_id for row in page.rows]
    rows = db.session.execute(_threads_by_id(), {"threads": ids, **actor.parameters}) if ids else ()
    by_id = {row.thread.id: row for row in map(ThreadRow._make, rows)}
    return replace(page, rows=[by_id[thread_id] for thread_id in ids if thread_id in by_id])


def _listing(filters: ThreadFilter, sort: str, actor: Actor) -> Listing:
    if filters == ThreadFilter(tags=filters.tags):
        return _tagged_threads(tuple(sorted(set(filters.tags))), sort)
    conditions = [has_tags(filters.tags)]
    kinds = []
    if filters.of_tasks:
        kinds.append(current_registry().hooks(ThreadHooks).task_condition(MessageThread.id))
    if filters.of_rfis:
        kinds.append(MessageThread.type == ThreadType.RFI)
    if kinds:
        conditions.append(or_(*kinds))
    if filters.subject:
        conditions.append(contains_text(MessageThread.subject, filters.subject))
    ids = thread_ids().where(*conditions)
    stmt, matches = _ids_for(sort).where(*conditions), None
    if filters.search or filters.subject:
        searches = search_conditions(filters.search) if filters.search else [(true(), ids)]
        matches = find(
            [select_ids.where(*conditions, condition) for condition, select_ids in searches],
            **actor.parameters,
        )
        stmt = (
            _ids_with_columns()
            .where(*conditions)
            .where(
                matches.among(
                    ThreadParticipant.thread_id, or_(*(condition for condition, _select_ids in searches))
                )
            )
        )
    return Listing(stmt, sorting(sort, SORTS, ThreadParticipant.thread_id), counted=ids, matches=matches)


@shared_statement
def _tagged_threads(tags: tuple[ThreadTag, ...], sort: str) -> Listing:
    tagged = has_tags(tags)
    order = sorting(sort, SORTS, ThreadParticipant.thread_id)
    return Listing(_ids_for(sort).where(tagged), order, counted=thread_ids().where(tagged))


def _ids_for(sort: str) -> Select[int]:
    """Select the ids of the viewer's threads with the tables that the order needs."""
    return _ids_with_columns() if sort.removeprefix("-") == "from" else thread_ids()


@shared_statement
def _ids_with_columns() -> Select[int]:
    """Select the ids of the viewer's threads, with all tables of the list's columns to search and sort by."""
    return _threads().with_only_columns(ThreadParticipant.thread_id)


@shared_statement
def _threads_by_id() -> AnySelect:
    return (
        _threads()
        .where(MessageThread.id == any_(bindparam("threads", type_=ARRAY(BigInteger))))
        .execution_options(**PLANNED_ONCE)
    )


def has_tags(tags: Sequence[ThreadTag]) -> ColumnElement[bool]:
    """Build the condition that the viewer has all of these tags on a thread."""
    return ThreadParticipant.tags.contains([tag.value for tag in tags])


@shared_statement
def thread_ids() -> Select[int]:
    """Select the ids of the viewer's threads, without the tables that only the columns of the list need."""
    return (
        select(ThreadParticipant.thread_id)
        .join(MessageThread, MessageThread.id == ThreadParticipant.thread_id)
        .where(ThreadParticipant.user_id == VIEWER_USER)
    )


def search_conditions(text: SearchText) -> list[tuple[ColumnElement[bool], Select[int]]]:
    """Return the search conditions, each with a select of thread ids that joins the tables it needs."""
    with_message = thread_ids().join(Message, Message.id == MessageThread.last_message_id)
    with_author = with_message.join(User, User.id == Message.created_by_user_id)
    with_employer = with_author.join(Organisation, Organisation.id == User.organisation_id)
    return [
        (contains_text(MessageThread.subject, text), thread_ids()),
        (contains_text(Message.sample, text), with_message),
        (contains_text(User.name, text), with_author),
        (contains_text(Organisation.name, text), with_employer),
    ]


@shared_statement
def _threads() -> Select[
    MessageThread,
    ThreadParticipant,
    Message,
    User,
    Organisation,
    Organisation,
    Sequence[str],
    User | None,
    Organisation | None,
]:
    other_party = aliased(Organisation)
    return (
        select(
            MessageThread,
            ThreadParticipant,
            Message,
            User,
            Organisation,
            other_party,
            _other_organisations(),
            Counterpart,
            CounterpartOrganisation,
        )
        .select_from(MessageThread)
        .join(ThreadParticipant, ThreadParticipant.thread_id == MessageThread.id)
        .join(Message, Message.id == MessageThread.last_message_id)
        .join(User, User.id == Message.created_by_user_id)
        .join(Organisation, Organisation.id == User.organisation_id)
        .join(other_party, other_party.id == MessageThread.with_organisation_id)
        .outerjoin(Counterpart, and_(User.organisation_id == VIEWER, Counterpart.id == _counterpart_id()))
        .outerjoin(CounterpartOrganisation, CounterpartOrganisation.id == Counterpart.organisation_id)
        .where(ThreadParticipant.user_id == VIEWER_USER)
    )


def _counterpart_id() -> ScalarSelect[int]:
    """Select the id of the first participant of another organisation in a thread."""
    other, of_user = aliased(ThreadParticipant), aliased(User)
    return (
        select(of_user.id)
        .join(other, other.user_id == of_user.id)
        .where(other.thread_id == MessageThread.id, of_user.organisation_id != VIEWER)
        .order_by(other.id)
        .limit(1)
        .correlate(MessageThread)
        .scalar_subquery()
    )


def _other_organisations() -> ColumnElement[Sequence[str]]:
    """Build the array of the other organisations' names in a thread: sorted, the first four."""
    other, of_user, organisation = aliased(ThreadParticipant), aliased(User), aliased(Organisation)
    return func.array(
        select(organisation.name)
        .join(of_user, of_user.organisation_id == organisation.id)
        .join(other, other.user_id == of_user.id)
        .where(other.thread_id == MessageThread.id, organisation.id != VIEWER)
        .group_by(organisation.id)
        .order_by(func.lower(organisation.name))
        .limit(MAX_OTHER_NAMES)
        .scalar_subquery(),
        type_=ARRAY(Text),
    )


def new_thread_count(*, limit: int) -> ScalarSelect[int]:
    """Build the subquery that counts the viewer's threads with unseen messages, up to `limit`."""
    new = (
        select(ThreadParticipant.id)
        .where(
            ThreadParticipant.user_id == VIEWER_USER,
            ThreadParticipant.tags.contains(literal_column("'{new}'::text[]")),
        )
        .limit(limit)
        .subquery()
    )
    return select(func.count()).select_from(new).scalar_subquery()


def latest_activity() -> ScalarSelect[datetime]:
    """Build the subquery for the time of the last message in the viewer's threads."""
    return (
        select(func.max(ThreadParticipant.last_activity))
        .where(ThreadParticipant.user_id == VIEWER_USER)
        .scalar_subquery()
    )


def thread_for(
    *, actor: Actor, thread_id: int, lock: bool = False
) -> tuple[MessageThread, ThreadParticipant | None]:
    """Return a thread and the actor's participant row, which is None if the actor may only see the thread's subject.

    Raises NotFoundError if the actor is no participant and may not see the subject.
    """
    stmt: Select[MessageThread, ThreadParticipant | None] = (
        select(MessageThread, ThreadParticipant)
        .outerjoin(
            ThreadParticipant,
            and_(ThreadParticipant.thread_id == MessageThread.id, ThreadParticipant.user_id == actor.user_id),
        )
        .where(MessageThread.id == thread_id)
    )
    row = db.session.execute(stmt.with_for_update(of=MessageThread) if lock else stmt).one_or_none()
    if row is None or actor.is_guest:
        raise NotFoundError
    thread, participant = row
    if participant is None and not may_see_subject(actor, thread_id):
        raise NotFoundError
    return thread, participant


def messages_of(
    *, thread_id: int, from_message_id: int | None = None, only_id: int | None = None
) -> Sequence[MessageRow]:
    """Return (Message, author, the author's Organisation) of a thread, oldest first.

    The result has the newest 200 messages, and also all since `from_message_id`; with `only_id` just that message.
    """
    stmt = (
        select(Message, User, Organisation)
        .join(User, User.id == Message.created_by_user_id)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(Message.thread_id == thread_id)
        .order_by(Message.id)
    )
    if only_id is not None:
        return db.session.execute(stmt.where(Message.id == only_id)).all()
    newest = (
        select(Message.id)
        .where(Message.thread_id == thread_id)
        .order_by(Message.id.desc())
        .limit(MAX_MESSAGES)
        .subquery()
    )
    condition: ColumnElement[bool] = Message.id.in_(select(newest.c.id))
    if from_message_id is not None:
        condition = or_(condition, Message.id >= from_message_id)
    return db.session.execute(stmt.where(condition)).all()


def participants_of(*, thread_id: int) -> Sequence[Row[User, Organisation]]:
    """Return (User, Organisation) of a thread's participants in the order in which they joined."""
    return db.session.execute(
        select(User, Organisation)
        .join(ThreadParticipant, ThreadParticipant.user_id == User.id)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(ThreadParticipant.thread_id == thread_id)
        .order_by(ThreadParticipant.id)
    ).all()


def may_see_messages(actor: Actor, message_ids: list[int]) -> bool:
    """True if `actor` may see one of these messages; the access check of the files attached to them."""
    if actor.is_guest:
        return False
    taking_part = exists().where(
        ThreadParticipant.thread_id == Message.thread_id, ThreadParticipant.user_id == actor.user_id
    )
    rows = db.session.execute(select(Message.thread_id, taking_part).where(Message.id.in_(message_ids))).all()
    return any(takes_part for _, takes_part in rows) or any(
        may_see_subject(actor, thread_id) for thread_id, _ in rows
    )
