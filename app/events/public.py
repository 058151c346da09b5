"""The names of the event log that other features use."""

from app.events.models import EventLog
from app.events.operations.recording import (
    RecordedEvent,
    detach_events,
    event_recorded,
    has_other_events,
    record,
    record_unlisted,
    record_view,
)
from app.events.operations.redacting import request_redaction
from app.events.policies import FEED_IGNORES, VIEW_TYPES, JournalHooks
from app.events.queries import (
    EventFilter,
    count_own_events,
    events_about,
    events_by_day,
    events_by_type,
    latest_events,
    latest_since,
    list_events,
)
from app.events.schemas import EventSchema
from app.events.sentence_parts import Args, Part
from app.events.sentences import SENTENCES, sentence
from app.events.serializers import serialize_event

__all__ = [
    "FEED_IGNORES",
    "SENTENCES",
    "VIEW_TYPES",
    "Args",
    "EventFilter",
    "EventLog",
    "EventSchema",
    "JournalHooks",
    "Part",
    "RecordedEvent",
    "count_own_events",
    "detach_events",
    "event_recorded",
    "events_about",
    "events_by_day",
    "events_by_type",
    "has_other_events",
    "latest_events",
    "latest_since",
    "list_events",
    "record",
    "record_unlisted",
    "record_view",
    "request_redaction",
    "sentence",
    "serialize_event",
]
