"""The names of webhooks that other features use."""

from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.types import DeliveryState

__all__ = ["DeliveryState", "WebhookDelivery", "WebhookEndpoint"]
