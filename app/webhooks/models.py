"""Endpoints of webhooks, and the deliveries of events to them."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, Integer, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.http.json_types import Json
from app.webhooks.types import DeliveryState


class WebhookEndpoint(Base):
    """An address to which the events of an organisation are sent.

    A removed endpoint stays until its deliveries are deleted, and no query of the product returns it.
    """

    __tablename__ = "webhook_endpoint"
    __table_args__ = (
        Index(
            "ix_webhook_endpoint_organisation", "organisation_id", "id",
            postgresql_where=text("removed is null"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    url: Mapped[str]
    description: Mapped[str]
    event_types: Mapped[list[str]]
    """The types that are sent; empty for all."""
    secret_encrypted: Mapped[str]
    """The secret and, after a rotation, a space and the former one."""
    former_secret_ends: Mapped[datetime | None]
    """The time until which requests also have the signature of the former secret."""
    is_active: Mapped[bool]
    disabled_reason: Mapped[str | None]
    """The sentence that says why the product switched the endpoint off; None if a user did."""
    removed: Mapped[datetime | None]
    updated: Mapped[datetime] = mapped_column(default=now)
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))


class WebhookDelivery(Base):
    """An event on its way to an endpoint: a row of the outbox, written in the transaction of the event."""

    __tablename__ = "webhook_delivery"
    __table_args__ = (
        Index(
            "uq_webhook_delivery_event", "endpoint_id", "event_id", unique=True,
            postgresql_where=text("event_id is not null"),
        ),
        Index(
            "ix_webhook_delivery_due", "endpoint_id", "next_attempt",
            postgresql_where=text("state = 'PENDING'"),
        ),
        Index("ix_webhook_delivery_endpoint", "endpoint_id", "id"),
        Index("ix_webhook_delivery_state", "endpoint_id", "state", "id"),
        Index("ix_webhook_delivery_type", "endpoint_id", "type", "id"),
        Index("ix_webhook_delivery_created", "created"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(ForeignKey("webhook_endpoint.id"))
    event_id: Mapped[int | None]
    """The row of the event log; None for test events."""
    message_id: Mapped[str]
    """The `webhook-id`, which is the same for each try."""
    type: Mapped[str]
    body: Mapped[Json] = mapped_column(JSONB)
    state: Mapped[DeliveryState] = enum_column(DeliveryState, default=DeliveryState.PENDING)
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    next_attempt: Mapped[datetime | None]
    """The time of the next try. While a worker sends the event, the end of the lease."""
    last_attempt: Mapped[datetime | None]
    last_status: Mapped[int | None] = mapped_column(Integer)
    last_answer: Mapped[str | None]
    last_error: Mapped[str | None]
    duration_ms: Mapped[int | None] = mapped_column(Integer)
    created: Mapped[datetime] = mapped_column(default=now)
