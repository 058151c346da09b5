"""Serializers of endpoints, deliveries and types of events."""

from collections.abc import Sequence

from app.kernel.http.json_types import Json
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.policies.catalogue import CATALOGUE, in_order, sample_of
from app.webhooks.queries.endpoints import counts_by_state
from app.webhooks.types import DeliveryState


def serialize_endpoints(endpoints: Sequence[WebhookEndpoint]) -> list[Json]:
    """Serialize endpoints for `WebhookSchema`. One statement for all counts."""
    counts = counts_by_state([endpoint.id for endpoint in endpoints]) if endpoints else {}
    return [_serialize(endpoint, counts.get(endpoint.id, {})) for endpoint in endpoints]


def serialize_endpoint(endpoint: WebhookEndpoint) -> Json:
    """Serialize one endpoint for `WebhookSchema`."""
    return serialize_endpoints([endpoint])[0]


def _serialize(endpoint: WebhookEndpoint, counts: dict[DeliveryState, int]) -> Json:
    return {
        "id": endpoint.id,
        "url": endpoint.url,
        "description": endpoint.description,
        "event_types": endpoint.event_types,
        "is_active": endpoint.is_active,
        "disabled_reason": endpoint.disabled_reason,
        "former_secret_ends": endpoint.former_secret_ends,
        "pending": counts.get(DeliveryState.PENDING, 0),
        "failed": counts.get(DeliveryState.FAILED, 0),
        "created": endpoint.created,
        "updated": endpoint.updated,
    }


def serialize_delivery(delivery: WebhookDelivery) -> Json:
    """Serialize a delivery for `WebhookDeliverySchema`."""
    return {
        "id": delivery.id,
        "message_id": delivery.message_id,
        "event_id": delivery.event_id,
        "type": delivery.type,
        "body": in_order(delivery.body),
        "state": delivery.state,
        "attempts": delivery.attempts,
        "next_attempt": delivery.next_attempt,
        "last_attempt": delivery.last_attempt,
        "last_status": delivery.last_status,
        "last_answer": delivery.last_answer,
        "last_error": delivery.last_error,
        "duration_ms": delivery.duration_ms,
        "created": delivery.created,
    }


def serialize_event_types() -> list[Json]:
    """Serialize the catalogue for `EventTypeSchema`."""
    return [
        {"type": each.type, "group": each.group, "when": each.when, "sample": sample_of(each.type)}
        for each in CATALOGUE.values()
    ]
