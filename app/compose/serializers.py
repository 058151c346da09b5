"""Serializers of sent messages."""

from collections.abc import Mapping

from app.compose.operations.messages import Sent


def serialize_sent(sent: Sent, first: Mapping[str, object]) -> dict[str, object]:
    """Serialize the sent threads for `NewThreadResultSchema`; `first` is the first thread for `ThreadSchema`."""
    return {
        **first,
        "request_id": sent.request.id if sent.request else None,
        "thread_ids": [thread.id for thread in sent.threads],
        "rfx_ids": [context.rfx.id for context in sent.rfxs],
    }
