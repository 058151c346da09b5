"""The results of tries: delivered, tried again later, or failed, which switches the endpoint off."""

from sqlalchemy import select

from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import after_commit
from app.webhooks.mails import mail_switched_off
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.operations.endpoints import name_of
from app.webhooks.policies.retrying import GONE, Outcome, pause_after
from app.webhooks.queries.active import reset_active
from app.webhooks.types import MAX_TRIES, TEST_TYPE, DeliveryState

GONE_REASON = "The receiver answered 410 Gone."
FAILED_REASON = f"An event was not delivered after {MAX_TRIES} tries in 24 hours. {{error}}"


def store_outcome(*, delivery_id: int, attempts: int, outcome: Outcome) -> None:
    """Store the result of a try. Ignored if the delivery was claimed again or is deleted: the later try counts."""
    delivery: WebhookDelivery | None = db.session.execute(
        select(WebhookDelivery)
        .where(
            WebhookDelivery.id == delivery_id,
            WebhookDelivery.state == DeliveryState.PENDING,
            WebhookDelivery.attempts == attempts,
        )
        .with_for_update()
        .execution_options(populate_existing=True)
    ).scalar()
    if delivery is None:
        return
    delivery.last_status, delivery.last_answer = outcome.status, outcome.answer
    delivery.last_error, delivery.duration_ms = outcome.sentence, outcome.duration_ms
    if outcome.is_delivered:
        delivery.state, delivery.next_attempt = DeliveryState.DELIVERED, None
        return
    is_test = delivery.type == TEST_TYPE
    pause = None if is_test else pause_after(outcome, attempts=attempts)
    if pause is not None:
        delivery.next_attempt = now() + pause
        return
    delivery.state, delivery.next_attempt = DeliveryState.FAILED, None
    if not is_test:
        is_gone = outcome.status == GONE
        _switch_off(
            delivery.endpoint_id,
            GONE_REASON if is_gone else FAILED_REASON.format(error=outcome.sentence or "").strip(),
        )


def _switch_off(endpoint_id: int, reason: str) -> None:
    """Switch an endpoint off, and notify the users who manage integrations. Its other deliveries wait."""
    endpoint: WebhookEndpoint | None = db.session.execute(
        select(WebhookEndpoint)
        .where(
            WebhookEndpoint.id == endpoint_id, WebhookEndpoint.is_active, WebhookEndpoint.removed.is_(None)
        )
        .with_for_update()
        .execution_options(populate_existing=True)
    ).scalar()
    if endpoint is None:
        return
    endpoint.is_active, endpoint.disabled_reason, endpoint.updated = False, reason, now()
    db.session.flush()
    record(
        "webhook.disabled",
        organisation_id=endpoint.organisation_id,
        endpointId=endpoint.id,
        endpointName=name_of(endpoint),
    )
    mail_switched_off(endpoint, name=name_of(endpoint))
    after_commit(reset_active)
