"""Serializers of due records."""

from app.due.models import CalendarFeed
from app.due.operations import NewFeed
from app.due.queries.listing import DueFilter, DueRow, count_due
from app.due.types import DuePeriod, OwnerScope
from app.kernel.clock import moment_text
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments, Json


def due_filter(query: Arguments) -> DueFilter:
    """Return the filters of a query of `DueQuerySchema` or, without a period, of `DueFilterSchema`."""
    owner = query["owner"]
    is_user = owner not in (OwnerScope.ME, OwnerScope.ALL)
    return DueFilter(
        period=query.get("period"),
        kind=query["kind"],
        scope=OwnerScope.ONE if is_user else OwnerScope(owner),
        owner_id=int(owner) if is_user else None,
        party=query["supplier"],
    )


def serialize_due_row(row: DueRow) -> Json:
    """Serialize a row for `DueRowSchema`."""
    return {
        "key": f"{row.source}-{row.id}",
        "kind": row.kind,
        "title": row.title,
        "subtitle": row.detail,
        "party": row.party,
        "due_on": row.due_day.isoformat() if row.due_day else moment_text(row.due_at),
        "period": row.period,
        "is_late": row.period is DuePeriod.OVERDUE,
        "owner": row.owner,
        "link": row.path,
    }


def serialize_counts(*, actor: Actor, filters: DueFilter) -> Json:
    """Count due records by period, for `DueCountsSchema`."""
    counts = count_due(actor=actor, filters=filters)
    return {period.value.lower(): count for period, count in counts.items()}


def serialize_feed_state(feed: CalendarFeed | None) -> Json:
    """Serialize the calendar link of a user, or that there is none, for `CalendarFeedStateSchema`."""
    return {
        "is_on": feed is not None,
        "created": feed.created if feed else None,
        "last_read": feed.last_read if feed else None,
    }


def serialize_new_feed(new: NewFeed, *, base_url: str) -> Json:
    """Serialize a created calendar link for `NewCalendarFeedSchema`."""
    feed = new.feed
    return {
        "url": f"{base_url}/calendar/{new.token}.ics",
        "created": feed.created,
        "last_read": feed.last_read,
    }
