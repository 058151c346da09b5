"""Sending an event again, and test events."""

from secrets import token_hex

from app.extensions import db
from app.kernel.clock import moment_text, now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.webhooks.models import WebhookDelivery
from app.webhooks.operations.recording import wake_lane
from app.webhooks.queries.endpoints import own_delivery, own_endpoint
from app.webhooks.types import TEST_TYPE, DeliveryState

IS_OFF = "This webhook is off. Switch it on first."


def send_test(*, actor: Actor, endpoint_id: int) -> WebhookDelivery:
    """Send a test event to an endpoint, which may be off. It is tried once. Raises NotFoundError."""
    endpoint = own_endpoint(actor=actor, endpoint_id=endpoint_id)
    moment, message_id = now(), f"evt_test_{token_hex(8)}"
    delivery = WebhookDelivery(
        endpoint_id=endpoint.id,
        message_id=message_id,
        type=TEST_TYPE,
        body={
            "id": message_id,
            "type": TEST_TYPE,
            "timestamp": moment_text(moment),
            "organisationId": endpoint.organisation_id,
            "data": {"byUserId": actor.user_id, "byUserName": actor.name},
        },
        next_attempt=moment,
        created=moment,
    )
    db.session.add(delivery)
    db.session.flush()
    wake_lane()
    return delivery


def send_again(*, actor: Actor, delivery_id: int) -> WebhookDelivery:
    """Send a delivery again at once, with the same `webhook-id` and a new count of tries.

    Raises NotFoundError, and ConflictError if the endpoint is off.
    """
    delivery, endpoint = own_delivery(actor=actor, delivery_id=delivery_id)
    if not endpoint.is_active and delivery.type != TEST_TYPE:
        raise ConflictError(IS_OFF)
    delivery.state, delivery.attempts, delivery.next_attempt = DeliveryState.PENDING, 0, now()
    db.session.flush()
    wake_lane()
    return delivery
