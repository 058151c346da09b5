"""JSON of events."""

import json
from typing import Any

from app.events.models import EventLog
from app.events.sentences import sentence


def serialize_event(event: EventLog) -> dict[str, Any]:
    """An event as `EventSchema` dumps it."""
    return {
        "id": event.id,
        "type": event.type,
        "created": event.created,
        "created_by_user_id": event.created_by_user_id,
        "data": {"args": json.dumps(event.args)},
        "sentence": sentence(event.type, event.args),
    }
