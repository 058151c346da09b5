"""Writing to the event log."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

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
    **args: Any,
) -> None:
    """Write an event of `type` (`subject.verb`) in this transaction.

    It goes to the log of `organisation_id`, the actor's own where none is given, and is by the actor or by
    `user_id`. `args` hold ids and the names as they are now (specification section 3, EventLog).
    """
    organisation = organisation_id or (actor.organisation_id if actor else None)
    if organisation is None:
        raise ValueError("an event needs an organisation")
    db.session.add(
        EventLog(
            type=type,
            created=now(),
            organisation_id=organisation,
            created_by_user_id=actor.user_id if actor else user_id,
            relationship_id=relationship_id,
            subject_user_id=subject_user_id,
            args=_args(actor, args),
        )
    )


def record_view(
    type: str, *, actor: Actor, key: str, relationship_id: int | None = None, **args: Any
) -> None:
    """Write that `actor` looked at something; within 10 minutes the earlier event moves forward instead.

    `key` names the argument that tells what was looked at, such as `organisationId`.
    """
    recent = (
        select(EventLog.id)
        .where(
            EventLog.created_by_user_id == actor.user_id,
            EventLog.type == type,
            EventLog.created > now() - VIEW_WINDOW,
            EventLog.args[key] == db.func.to_jsonb(args[key]),
        )
        .order_by(EventLog.created.desc())
        .limit(1)
        .scalar_subquery()
    )
    moved = db.session.execute(
        update(EventLog)
        .where(EventLog.id == recent)
        .values(created=now(), args=_args(actor, args))
        .returning(EventLog.id)
        .execution_options(synchronize_session=False)
    ).scalar()
    if moved is None:
        record(type, actor=actor, relationship_id=relationship_id, **args)


def _args(actor: Actor | None, args: dict[str, Any]) -> dict[str, Any]:
    who = {"byUserId": actor.user_id, "byUserName": actor.name} if actor else {}
    return {**who, **args}
