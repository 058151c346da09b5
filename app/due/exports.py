"""The calendar file of due records. Imported when a calendar is read: icalendar would slow the start of each process."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from app.due.models import CalendarFeed
from app.due.queries.listing import DueRow, calendar_rows
from app.kernel.http.auth import Actor

CALENDAR_NAME = "Assay: due dates"
PRODUCT_ID = "-//Assay//Due dates//EN"
REFRESH = timedelta(hours=6)
"""The interval at which calendar programs are asked to read the calendar again."""


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
