"""A webhook of the demo with past deliveries of all states. It is off, so that the demo never calls the network."""

from datetime import timedelta

from sqlalchemy import select

from app.devtools.demo.network import Network
from app.events.public import EventLog
from app.extensions import db
from app.kernel.clock import moment_text, now
from app.kernel.data_keys import encrypt, has_data_keys
from app.kernel.http.json_types import Json
from app.webhooks.policies.catalogue import body_of
from app.webhooks.policies.signing import new_secret
from app.webhooks.public import DeliveryState, WebhookDelivery, WebhookEndpoint

URL = "https://hooks.example.com/assay"
DELIVERIES, PERIOD = 12, timedelta(days=25)
TYPES = (
    "rfx.submitted",
    "rfx.deadlineChanged",
    "ncr.created",
    "ncr.statusChanged",
    "document.received",
    "assessment.closed",
    "relationship.levelChanged",
)
WAITING, FAILED = (3, 4), 7
"""The numbers of deliveries that are not delivered, from the newest."""
OVERLOADED = "The receiver answered 503 Service Unavailable."


def load_webhooks(network: Network) -> None:
    """Add the webhook with deliveries of recent events; nothing without DATA_KEYS."""
    if not has_data_keys():
        return
    lead, added = network.meridian.lead, now() - timedelta(days=40)
    endpoint = WebhookEndpoint(
        organisation_id=lead.organisation_id,
        url=URL,
        description="Events for the purchasing system",
        event_types=[],
        secret_encrypted=encrypt(new_secret()),
        is_active=False,
        created=added,
        updated=added,
        created_by_user_id=lead.user_id,
    )
    db.session.add(endpoint)
    db.session.flush()
    events = db.session.execute(
        select(EventLog)
        .where(
            EventLog.organisation_id == lead.organisation_id,
            EventLog.type.in_(TYPES),
            EventLog.created > now() - PERIOD,
        )
        .order_by(EventLog.created.desc(), EventLog.id.desc())
        .limit(DELIVERIES)
    ).scalars()
    # Lists show the highest id first.
    db.session.add_all(reversed([_delivery(endpoint.id, event, n) for n, event in enumerate(events)]))


def _delivery(endpoint_id: int, event: EventLog, number: int) -> WebhookDelivery:
    delivery = WebhookDelivery(
        endpoint_id=endpoint_id,
        event_id=event.id,
        message_id=f"evt_{event.id}",
        type=event.type,
        body=_body(event),
        state=DeliveryState.DELIVERED,
        attempts=1,
        last_attempt=event.created + timedelta(seconds=1),
        last_status=200,
        last_answer='{"ok": true}',
        duration_ms=84 + 17 * number,
        created=event.created,
    )
    if number in WAITING or number == FAILED:
        delivery.last_status, delivery.last_answer, delivery.last_error = 503, "Overloaded", OVERLOADED
        delivery.state = DeliveryState.FAILED if number == FAILED else DeliveryState.PENDING
        delivery.attempts = 8 if number == FAILED else 2
        delivery.next_attempt = None if number == FAILED else event.created + timedelta(minutes=6)
    return delivery


def _body(event: EventLog) -> Json:
    return body_of(
        message_id=f"evt_{event.id}",
        type=event.type,
        timestamp=moment_text(event.created),
        organisation_id=event.organisation_id,
        args=event.args,
    )
