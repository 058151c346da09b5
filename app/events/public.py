"""The names of the event log that other features use."""

from app.events.models import EventLog
from app.events.operations import record, record_view
from app.events.policies import FEED_IGNORES, VIEW_TYPES, JournalHooks
from app.events.queries import (
    EventFilter,
    count_own_events,
    events_about,
    events_by_day,
    events_by_type,
    latest_events,
    list_events,
)
from app.events.schemas import EventSchema
from app.events.sentences import Args, Part, sentence
from app.events.serializers import serialize_event

__all__ = [
    "FEED_IGNORES",
    "VIEW_TYPES",
    "Args",
    "EventFilter",
    "EventLog",
    "EventSchema",
    "JournalHooks",
    "Part",
    "count_own_events",
    "events_about",
    "events_by_day",
    "events_by_type",
    "latest_events",
    "list_events",
    "record",
    "record_view",
    "sentence",
    "serialize_event",
]
