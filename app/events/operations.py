"""Writing to the event log."""

from datetime import timedelta

from sqlalchemy import exists, insert, literal, select, update

from app.events.models import EventLog
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now

VIEW_WINDOW = timedelta(minutes=10)


def record(
    type: str,
    *,
    actor: Actor | None = None,
    organisation_id: int | None = None,
    user_id: int | None = None,
    relationship_id: int | None = None,
    subject_user_id: int | None = None,
    **args: object,
) -> EventLog:
    """Write an event of `type` (`subject.verb`) in this transaction; the returned row has its id after a flush.

    It is added to the log of `organisation_id`, by default the actor's, and its author is the actor or `user_id`.
    `args` contains ids and the current names (specification section 3, EventLog).
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
    return event


def record_view(
    type: str, *, actor: Actor, key: str, relationship_id: int | None = None, **args: object
) -> None:
    """Record that `actor` viewed a record; within 10 minutes the earlier event is updated instead.

    `key` names the argument that identifies the record, such as `organisationId`. One statement.
    """
    moment, event_args = now(), _args(actor, args)
    recent = (
        select(EventLog.id)
        .where(
            EventLog.created_by_user_id == actor.user_id,
            EventLog.type == type,
            EventLog.created > moment - VIEW_WINDOW,
            EventLog.args[key] == db.func.to_jsonb(args[key]),
        )
        .order_by(EventLog.created.desc())
        .limit(1)
        .scalar_subquery()
    )
    moved = (
        update(EventLog)
        .where(EventLog.id == recent)
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
    db.session.execute(insert(EventLog).from_select(list(event), unless_moved, include_defaults=False))


def _args(actor: Actor | None, args: dict[str, object]) -> dict[str, object]:
    author = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    return {**author, **args}
