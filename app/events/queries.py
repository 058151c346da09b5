"""Reading the event log, always within the viewer's own organisation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from app.events.models import EventLog
from app.kernel.auth import Actor
from app.kernel.pagination import ListQuery, Page, Sort, fetch_page

VIEW_TYPES = (
    "user.viewed.organisation",
    "user.viewed.user",
    "user.viewed.assessment",
    "user.viewed.rfx.sent",
    "user.viewed.rfx.received",
)
"""What Recently Viewed shows (specification section 7, GET /api/eventLog)."""

FEED_IGNORES = ("user.login", "user.logout", "user.passwordReset.visited")
"""What the Activity Feed leaves out, with looks at things, which Recently Viewed shows."""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events are wanted; empty parts are not applied."""

    created_by_user_id: int | None = None
    relationship_id: int | None = None
    subject_user_id: int | None = None
    types: Sequence[str] = ()
    ignored_types: Sequence[str] = ()


def list_events(*, actor: Actor, which: EventFilter, query: ListQuery) -> Page[Any]:
    """Events of the actor's organisation, newest first (page size 10 by the specification)."""
    stmt = select(EventLog).where(EventLog.organisation_id == actor.organisation_id)
    if which.created_by_user_id is not None:
        stmt = stmt.where(EventLog.created_by_user_id == which.created_by_user_id)
    if which.relationship_id is not None:
        stmt = stmt.where(EventLog.relationship_id == which.relationship_id)
    if which.subject_user_id is not None:
        stmt = stmt.where(EventLog.subject_user_id == which.subject_user_id)
    if which.types:
        stmt = stmt.where(EventLog.type.in_(which.types))
    if which.ignored_types:
        stmt = stmt.where(EventLog.type.not_in(which.ignored_types))
    return fetch_page(
        stmt, sort=[Sort(EventLog.created, descending=True), Sort(EventLog.id, descending=True)], query=query
    )
