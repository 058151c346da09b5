"""What other features use of the event log."""

from app.events.operations import record, record_view
from app.events.policies import FEED_IGNORES, VIEW_TYPES, JournalHooks
from app.events.queries import (
    EventFilter,
    count_own_events,
    events_by_day,
    events_by_type,
    latest_events,
    list_events,
)
from app.events.schemas import EventSchema, event_row

__all__ = [
    "FEED_IGNORES",
    "VIEW_TYPES",
    "EventFilter",
    "EventSchema",
    "JournalHooks",
    "count_own_events",
    "event_row",
    "events_by_day",
    "events_by_type",
    "latest_events",
    "list_events",
    "record",
    "record_view",
]
