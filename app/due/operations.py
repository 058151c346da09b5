"""Creating, replacing and removing the calendar link of a user."""

import secrets
from dataclasses import dataclass

from sqlalchemy import delete, or_, update
from sqlalchemy.dialects.postgresql import insert

from app.due.models import CalendarFeed
from app.due.policies import token_hash
from app.due.types import READ_INTERVAL
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor

TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class NewFeed:
    """A created calendar link with its token, which is not stored."""

    feed: CalendarFeed
    token: str


def create_feed(*, actor: Actor) -> NewFeed:
    """Create the calendar link of the actor. It replaces the previous one, which ends."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    values = {"token_hash": token_hash(token), "created": now(), "last_read": None}
    feed: CalendarFeed = db.session.execute(
        insert(CalendarFeed)
        .values(user_id=actor.user_id, **values)
        .on_conflict_do_update(index_elements=["user_id"], set_=values)
        .returning(CalendarFeed),
        execution_options={"populate_existing": True},
    ).scalar_one()
    record("user.calendarFeedCreated", actor=actor)
    return NewFeed(feed, token)


def remove_feed(*, actor: Actor) -> None:
    """Remove the calendar link of the actor, if there is one."""
    removed = db.session.execute(
        delete(CalendarFeed).where(CalendarFeed.user_id == actor.user_id).returning(CalendarFeed.user_id)
    ).scalar()
    if removed is not None:
        record("user.calendarFeedRemoved", actor=actor)


def record_read(*, feed: CalendarFeed) -> None:
    """Store the time of a read, at most once an hour, so that frequent reads write nothing."""
    moment = now()
    db.session.execute(
        update(CalendarFeed)
        .where(
            CalendarFeed.user_id == feed.user_id,
            or_(CalendarFeed.last_read.is_(None), CalendarFeed.last_read <= moment - READ_INTERVAL),
        )
        .values(last_read=moment)
    )


def delete_feed(*, user_id: int) -> None:
    """Delete the calendar link of a user whose personal data is erased."""
    db.session.execute(delete(CalendarFeed).where(CalendarFeed.user_id == user_id))
