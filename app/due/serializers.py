"""Serializers of due records, and the calendar file."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from app.due.models import CalendarFeed
from app.due.operations import NewFeed
from app.due.queries.listing import DueFilter, DueRow, calendar_rows, count_due
from app.due.types import DuePeriod, OwnerScope
from app.kernel.auth import Actor
from app.kernel.clock import moment_text
from app.kernel.json_types import Arguments, Json

CALENDAR_NAME = "Assay: due dates"
PRODUCT_ID = "-//Assay//Due dates//EN"
REFRESH = timedelta(hours=6)
"""The interval at which calendar programs are asked to read the calendar again."""


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


def calendar_file(*, actor: Actor, feed: CalendarFeed, host: str) -> bytes:
    """Return the calendar of the actor's due records as iCalendar (RFC 5545): all-day events with titles only.

    The same records result in the same bytes, so that programs can ask if it has changed: the time stamp of all events is
    the creation of the link. `host` makes the ids of events unique.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT_ID)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", CALENDAR_NAME)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    stamp = feed.created.astimezone(UTC).replace(microsecond=0)
    for row in calendar_rows(actor=actor):
        calendar.add_component(_event(row, zone=actor.zone, stamp=stamp, host=host))
    content: bytes = calendar.to_ical()
    return content


def _event(row: DueRow, *, zone: ZoneInfo, stamp: datetime, host: str) -> Event:
    day = row.due_day or row.due_at.astimezone(zone).date()
    event = Event()
    event.add("uid", f"{row.source}-{row.id}@{host}")
    event.add("dtstamp", stamp)
    event.add("summary", row.title)
    event.add("dtstart", day)
    event.add("dtend", day + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    return event
