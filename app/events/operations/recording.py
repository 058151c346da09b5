"""Writing to the event log, and announcing what the audit log records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from blinker import Signal
from sqlalchemy import exists, func, insert, literal, select, update

from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE
from app.kernel.http.auth import Actor
from app.kernel.registry import current_registry

VIEW_WINDOW = timedelta(minutes=10)
_LOCK = 0x76696577 << 32
"""Separates the advisory locks of views from others."""

event_recorded = Signal()
"""Sent with `recorded` (RecordedEvent) in the transaction of each event, except views, and of each `record_unlisted`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvent:
    """An event as the audit log records it: by `actor` or, without one, by the user with `user_id`."""

    type: str
    created: datetime
    organisation_id: int
    actor: Actor | None = None
    user_id: int | None = None
    relationship_id: int | None = None
    subject_user_id: int | None = None
    args: Mapping[str, object] = field(default_factory=dict)
    address: str | None = None
    """The client's IP address if it is not the one of the current request."""
    event: EventLog | None = None
    """The row of the event log, which has its id after a flush; None if only the audit log has the event."""


def record(
    type: str,
    *,
    actor: Actor | None = None,
    organisation_id: int | None = None,
    user_id: int | None = None,
    relationship_id: int | None = None,
    subject_user_id: int | None = None,
    audit_type: str | None = None,
    **args: object,
) -> EventLog:
    """Write an event of `type` (`subject.verb`) in this transaction; the returned row has its id after a flush.

    It is added to the log of `organisation_id`, by default the actor's, and its author is the actor or `user_id`.
    `args` contains ids and the current names (specification section 3, EventLog). The audit log has the event too, as
    `audit_type` if that says more.
    """
    organisation = organisation_id or (actor.organisation_id if actor else None)
    if organisation is None:
        raise ValueError("an event needs an organisation")
    event = EventLog(
        type=type,
        created=now(),
        organisation_id=organisation,
        created_by_user_id=actor.user_id if actor else user_id,
        relationship_id=relationship_id,
        subject_user_id=subject_user_id,
        args=_args(actor, args),
    )
    db.session.add(event)
    _announce(
        RecordedEvent(
            type=audit_type or type,
            created=event.created,
            organisation_id=organisation,
            actor=actor,
            user_id=event.created_by_user_id,
            relationship_id=relationship_id,
            subject_user_id=subject_user_id,
            args=args,
            event=event,
        )
    )
    return event


def record_unlisted(
    type: str,
    *,
    organisation_id: int,
    actor: Actor | None = None,
    subject_user_id: int | None = None,
    created: datetime | None = None,
    address: str | None = None,
    **ids: int,
) -> None:
    """Record something that belongs in the audit log, but in no feed and journal, such as a failed sign-in."""
    _announce(
        RecordedEvent(
            type=type,
            created=created or now(),
            organisation_id=organisation_id,
            actor=actor,
            user_id=actor.user_id if actor else None,
            subject_user_id=subject_user_id,
            args=ids,
            address=address,
        )
    )


def _announce(recorded: RecordedEvent) -> None:
    current_registry().send(event_recorded, recorded=recorded)


def record_view(
    type: str, *, actor: Actor, key: str, relationship_id: int | None = None, **args: object
) -> None:
    """Record that `actor` viewed a record; within 10 minutes the earlier event is updated instead.

    `key` names the argument that identifies the record, such as `organisationId`. One statement, except in the first
    10 minutes of a month.
    """
    moment, event_args = now(), _args(actor, args)
    since = moment - VIEW_WINDOW
    if since.month != moment.month:
        # The update moves the event to the partition of the new month. A second update that waits for it would fail.
        db.session.execute(select(func.pg_advisory_xact_lock(_LOCK | actor.user_id)))
    recent = (
        select(EventLog.id)
        .where(
            EventLog.created_by_user_id == actor.user_id,
            EventLog.type == type,
            EventLog.created > since,
            EventLog.args[key] == func.to_jsonb(args[key]),
        )
        .order_by(EventLog.created.desc())
        .limit(1)
        .scalar_subquery()
    )
    moved = (
        update(EventLog)
        # The time limits the update to the newest partitions.
        .where(EventLog.id == recent, EventLog.created > since)
        .values(created=moment, args=event_args)
        .returning(EventLog.id)
        .cte("moved")
    )
    event = {
        "type": type,
        "created": moment,
        "organisation_id": actor.organisation_id,
        "created_by_user_id": actor.user_id,
        "relationship_id": relationship_id,
        "args": event_args,
    }
    columns = EventLog.__table__.c
    values = [literal(value, columns[name].type) for name, value in event.items()]
    unless_moved = select(*values).where(~exists().select_from(moved))
    stmt = insert(EventLog).from_select(list(event), unless_moved, include_defaults=False)
    db.session.execute(stmt.execution_options(**PLANNED_ONCE))


def _args(actor: Actor | None, args: dict[str, object]) -> dict[str, object]:
    author: dict[str, object] = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    if actor is not None and actor.api_key_id is not None:
        author["byApiKeyId"] = actor.api_key_id
    return {**author, **args}


def detach_events(relationship_id: int) -> None:
    """Detach the events of a relationship that is deleted; they stay in the log of the organisation."""
    db.session.execute(
        update(EventLog).where(EventLog.relationship_id == relationship_id).values(relationship_id=None)
    )


def has_other_events(relationship_id: int, type: str) -> bool:
    """True if the journal of a relationship has an event of another type than `type`."""
    others = exists().where(EventLog.relationship_id == relationship_id, EventLog.type != type)
    return bool(db.session.execute(select(others)).scalar())
