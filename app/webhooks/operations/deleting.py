"""Deleting old deliveries and removed endpoints, and the names of erased users."""

from datetime import timedelta

from sqlalchemy import Text, exists, false, func, literal, update
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from app.accounts.public import FORMER_USER
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.purging import delete_in_batches
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.types import DELIVERY_DAYS

NAMES = {"byUserId": "byUserName", "userId": "userName", "approverId": "approverName"}
"""The fields with the name of a user, by the field with the id."""


def delete_old_deliveries() -> None:
    """Delete deliveries after DELIVERY_DAYS, and removed endpoints with their deliveries, in batches. Commits."""
    delete_in_batches(WebhookDelivery.id, WebhookDelivery.created < now() - timedelta(days=DELIVERY_DAYS))
    of_removed = exists().where(
        WebhookEndpoint.id == WebhookDelivery.endpoint_id, WebhookEndpoint.removed.is_not(None)
    )
    delete_in_batches(WebhookDelivery.id, of_removed)
    is_empty = ~exists().where(WebhookDelivery.endpoint_id == WebhookEndpoint.id)
    delete_in_batches(WebhookEndpoint.id, WebhookEndpoint.removed.is_not(None), is_empty)


def redact_names(*, user_id: int) -> None:
    """Replace the name of an erased user in the bodies of deliveries."""
    data = WebhookDelivery.body["data"]
    for id_field, name_field in NAMES.items():
        db.session.execute(
            update(WebhookDelivery)
            .where(data[id_field] == literal(user_id, JSONB))
            .values(
                body=func.jsonb_set(
                    WebhookDelivery.body,
                    literal(["data", name_field], ARRAY(Text)),
                    literal(FORMER_USER, JSONB),
                    false(),
                )
            )
            .execution_options(synchronize_session=False)
        )
