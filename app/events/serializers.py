"""Serializers of events."""

import json

from app.events.models import EventLog
from app.events.sentences import sentence


def serialize_event(event: EventLog) -> dict[str, object]:
    """Serialize an event for `EventSchema`."""
    return {
        "id": event.id,
        "type": event.type,
        "created": event.created,
        "created_by_user_id": event.created_by_user_id,
        "data": {"args": json.dumps(event.args)},
        "sentence": sentence(event.type, event.args),
    }
