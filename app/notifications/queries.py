"""Queries of notifications, always restricted to one user, and of each user's choice of mails."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Integer,
    Row,
    ScalarSelect,
    Select,
    any_,
    bindparam,
    cast,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by

from app.accounts.public import Role, User, UserStatus, UserType
from app.events.public import EventLog
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.pagination import Listing, ListQuery, Page, Sort
from app.kernel.db.statements import shared_statement
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor, Permission
from app.kernel.mail.outbox import OutboxMail
from app.notifications.models import MailSetting, Notification
from app.notifications.types import (
    DEFAULTS,
    EVENT_LIFE,
    MAX_COLLEAGUES,
    MAX_LISTED,
    Delivery,
    NotificationKind,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """The notifications of one kind about one subject: the latest event with its author, and the number of unread ones."""

    kind: NotificationKind
    event: EventLog
    author: User | None
    """None for events without an author, such as a passed deadline."""
    count: int
    """The number of unread notifications; of a read entry, of all."""
    unread_ids: Sequence[int]
    is_task: bool

    @property
    def is_read(self) -> bool:
        return not self.unread_ids


def list_notifications(*, actor: Actor, query: ListQuery) -> Page[Entry]:
    """Return the actor's notifications combined by kind and subject, unread ones first, then the newest first.

    Only the newest MAX_LISTED are read. Two statements: the events of the page are read by id, because a join reads the
    events of all entries before it sorts them.
    """
    page = _entries().page(query, **actor.parameters)
    events = _events(actor, [row.event_id for row in page.rows])
    entries = [
        Entry(
            kind=NotificationKind(row.kind),
            event=events[row.event_id].EventLog,
            author=events[row.event_id].User,
            count=len(row.unread_ids or ()) or row.figure,
            unread_ids=row.unread_ids or (),
            is_task=row.is_task,
        )
        for row in page.rows
        if row.event_id in events
    ]
    return replace(page, rows=entries)


def _events(actor: Actor, event_ids: Sequence[int]) -> dict[int, Row[EventLog, User | None]]:
    """Return events of the actor's organisation with their authors, by id."""
    if not event_ids:
        return {}
    parameters = {"events": event_ids, "events_since": now() - EVENT_LIFE, **actor.parameters}
    rows = db.session.execute(_events_by_id(), parameters)
    return {row.EventLog.id: row for row in rows}


@shared_statement
def _events_by_id() -> Select[EventLog, User | None]:
    # Not PLANNED_ONCE: without the values the planner reads all events of the tenant since that day, in each partition.
    return (
        select(EventLog, User)
        .outerjoin(User, User.id == EventLog.created_by_user_id)
        .where(
            EventLog.id == any_(bindparam("events", type_=ARRAY(BigInteger))),
            EventLog.created > bindparam("events_since", type_=EventLog.created.type),
            EventLog.organisation_id == VIEWER,
        )
    )


@shared_statement
def _entries() -> Listing:
    newest = (
        select(
            Notification.id, Notification.kind, Notification.subject_type, Notification.subject_id,
            Notification.event_id, Notification.is_task, Notification.read_at.is_(None).label("is_unread"),
        )
        .where(Notification.user_id == VIEWER_USER)
        .order_by(Notification.event_id.desc())
        .limit(MAX_LISTED)
        .subquery("newest")
    )  # fmt: skip
    combined = (
        select(
            newest.c.kind,
            func.max(newest.c.event_id).label("event_id"),
            func.count().label("figure"),
            func.array_agg(aggregate_order_by(newest.c.id, newest.c.id.asc()))
            .filter(newest.c.is_unread)
            .label("unread_ids"),
            func.bool_or(newest.c.is_task & newest.c.is_unread).label("is_task"),
            cast(func.bool_or(newest.c.is_unread), Integer).label("is_unread"),
        )
        .group_by(newest.c.kind, newest.c.subject_type, newest.c.subject_id)
        # The page and the total share its rows.
        .cte("combined")
    )
    stmt = select(
        combined.c.kind, combined.c.figure, combined.c.unread_ids, combined.c.event_id,
        func.coalesce(combined.c.is_task, False).label("is_task"),
    )  # fmt: skip
    order = [Sort(combined.c.is_unread, descending=True), Sort(combined.c.event_id, descending=True)]
    return Listing(stmt, order)


def unread_counts(*, limit: int) -> ScalarSelect[list[int]]:
    """Select [unread notifications, unread ones without a task] of the viewer, counted up to `limit`."""
    unread = (
        select(Notification.is_task)
        .where(Notification.user_id == VIEWER_USER, Notification.read_at.is_(None))
        .limit(limit)
        .subquery("unread")
    )
    not_tasks = func.count().filter(~unread.c.is_task)
    counts = func.json_build_array(func.count(), not_tasks)
    return select(counts).select_from(unread).scalar_subquery()


def news_counts() -> ScalarSelect[dict[str, int]]:
    """Select the numbers of the viewer's notifications since a time, by kind, as JSON; execute it with `since_yesterday`.

    Only the newest MAX_LISTED are counted, which are those that the list shows.
    """
    newest = (
        select(Notification.kind, Notification.created)
        .where(Notification.user_id == VIEWER_USER)
        .order_by(Notification.event_id.desc())
        .limit(MAX_LISTED)
        .subquery("newest_news")
    )
    recent = (
        select(newest.c.kind, func.count().label("figure"))
        .where(newest.c.created >= bindparam("news_since", type_=Notification.created.type))
        .group_by(newest.c.kind)
        .subquery("recent")
    )
    return select(cast(func.json_object_agg(recent.c.kind, recent.c.figure), JSONB)).scalar_subquery()


def since_yesterday() -> dict[str, datetime]:
    """Return the beginning of yesterday (UTC) as a parameter of `news_counts`."""
    today = now().replace(hour=0, minute=0, second=0, microsecond=0)
    return {"news_since": today - timedelta(days=1)}


def active_or_colleagues(*, user_id: int, organisation_id: int, permission: Permission) -> list[User]:
    """Return the user if active, otherwise the active colleagues whose role has `permission`, at most MAX_COLLEAGUES."""
    user = db.session.get(User, user_id)
    if user is not None and user.status == UserStatus.ACTIVE and user.type == UserType.USER:
        return [user]
    stmt = (
        select(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
            Role.permissions.contains([permission.value]),
        )
    )
    return list(db.session.execute(stmt.order_by(User.id).limit(MAX_COLLEAGUES)).scalars())


def deliveries(*, kind: NotificationKind, user_ids: Collection[int]) -> Mapping[int, Delivery]:
    """Return the delivery of `kind` that applies to each user."""
    chosen: dict[int, Delivery] = dict(
        db.session.execute(
            select(MailSetting.user_id, MailSetting.delivery).where(
                MailSetting.kind == kind, MailSetting.user_id.in_(user_ids)
            )
        ).all()
    )
    return {user_id: chosen.get(user_id, DEFAULTS[kind]) for user_id in user_ids}


def mail_settings(*, actor: Actor) -> dict[NotificationKind, Delivery]:
    """Return the actor's delivery of every kind."""
    chosen: dict[NotificationKind, Delivery] = dict(
        db.session.execute(
            select(MailSetting.kind, MailSetting.delivery).where(MailSetting.user_id == actor.user_id)
        ).all()
    )
    return {**DEFAULTS, **chosen}


def users_awaiting_mail() -> Sequence[int]:
    """Return the users with notifications for their daily mail, by id."""
    stmt = select(Notification.user_id).where(Notification.awaits_daily_mail).distinct()
    return db.session.execute(stmt.order_by(Notification.user_id)).scalars().all()


def readers(user_ids: Collection[int]) -> Sequence[User]:
    """Return the active users of organisations with these ids; others get no mail."""
    stmt = select(User).where(
        User.id.in_(user_ids), User.type == UserType.USER, User.status == UserStatus.ACTIVE
    )
    return db.session.execute(stmt.order_by(User.id)).scalars().all()


def existing_mails(dedupe_keys: Collection[str]) -> frozenset[str]:
    """Return the dedupe keys for which a mail exists."""
    stmt = select(OutboxMail.dedupe_key).where(OutboxMail.dedupe_key.in_(dedupe_keys))
    return frozenset(db.session.execute(stmt).scalars())


def unmailed(user_id: int) -> Sequence[tuple[Notification, EventLog]]:
    """Return the notifications for a user's daily mail with their events, oldest first, locked."""
    rows = db.session.execute(
        select(Notification, EventLog)
        .join(EventLog, EventLog.id == Notification.event_id)
        .where(
            Notification.user_id == user_id,
            Notification.awaits_daily_mail,
            EventLog.created > now() - EVENT_LIFE,
        )
        .order_by(Notification.event_id)
        .limit(MAX_LISTED)
        .with_for_update(of=Notification)
    )
    return [(notification, event) for notification, event in rows]
