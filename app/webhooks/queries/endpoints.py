"""Endpoints and deliveries of the actor's organisation."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from app.extensions import db
from app.kernel.db.pagination import AnyPage, ListQuery, Page, Sort, fetch_page
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import NotFoundError
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.types import DeliveryState


def list_endpoints(*, actor: Actor) -> Sequence[WebhookEndpoint]:
    """Return the endpoints of the actor's organisation, oldest first, at most MAX_ENDPOINTS."""
    actor.demand(Permission.MANAGE_INTEGRATIONS)
    return db.session.execute(
        select(WebhookEndpoint)
        .where(WebhookEndpoint.organisation_id == actor.organisation_id, WebhookEndpoint.removed.is_(None))
        .order_by(WebhookEndpoint.id)
    ).scalars().all()  # fmt: skip


def own_endpoint(*, actor: Actor, endpoint_id: int, lock: bool = False) -> WebhookEndpoint:
    """Return an endpoint of the actor's organisation, or raise NotFoundError."""
    actor.demand(Permission.MANAGE_INTEGRATIONS)
    stmt = select(WebhookEndpoint).where(
        WebhookEndpoint.id == endpoint_id,
        WebhookEndpoint.organisation_id == actor.organisation_id,
        WebhookEndpoint.removed.is_(None),
    )
    if lock:
        stmt = stmt.with_for_update().execution_options(populate_existing=True)
    endpoint: WebhookEndpoint | None = db.session.execute(stmt).scalar()
    if endpoint is None:
        raise NotFoundError
    return endpoint


@dataclass(frozen=True, slots=True)
class DeliveryFilter:
    """The filter of deliveries; empty attributes are not applied."""

    state: DeliveryState | None = None
    type: str = ""


def list_deliveries(
    *, actor: Actor, endpoint_id: int, filters: DeliveryFilter, query: ListQuery
) -> Page[WebhookDelivery]:
    """Return deliveries of an endpoint, newest first; raise NotFoundError for one of another organisation."""
    endpoint = own_endpoint(actor=actor, endpoint_id=endpoint_id)
    stmt = select(WebhookDelivery).where(WebhookDelivery.endpoint_id == endpoint.id)
    if filters.state is not None:
        stmt = stmt.where(WebhookDelivery.state == filters.state)
    if filters.type:
        stmt = stmt.where(WebhookDelivery.type == filters.type)
    page: AnyPage = fetch_page(stmt, sort=[Sort(WebhookDelivery.id, descending=True)], query=query)
    return page.map(_delivery)


def _delivery(row: AnyRow) -> WebhookDelivery:
    delivery: WebhookDelivery = row.WebhookDelivery
    return delivery


def own_delivery(*, actor: Actor, delivery_id: int) -> tuple[WebhookDelivery, WebhookEndpoint]:
    """Return a delivery, locked, and its endpoint; raise NotFoundError for one of another organisation."""
    actor.demand(Permission.MANAGE_INTEGRATIONS)
    row = db.session.execute(
        select(WebhookDelivery, WebhookEndpoint)
        .join(WebhookEndpoint, WebhookEndpoint.id == WebhookDelivery.endpoint_id)
        .where(
            WebhookDelivery.id == delivery_id,
            WebhookEndpoint.organisation_id == actor.organisation_id,
            WebhookEndpoint.removed.is_(None),
        )
        .with_for_update(of=WebhookDelivery)
    ).one_or_none()
    if row is None:
        raise NotFoundError
    return row


def count_endpoints(organisation_id: int) -> int:
    """Count the endpoints of an organisation."""
    return db.session.execute(
        select(func.count()).where(
            WebhookEndpoint.organisation_id == organisation_id, WebhookEndpoint.removed.is_(None)
        )
    ).scalar_one()


def counts_by_state(endpoint_ids: Sequence[int]) -> dict[int, dict[DeliveryState, int]]:
    """Count the pending and failed deliveries of endpoints. One statement."""
    rows = db.session.execute(
        select(WebhookDelivery.endpoint_id, WebhookDelivery.state, func.count())
        .where(
            WebhookDelivery.endpoint_id.in_(endpoint_ids),
            WebhookDelivery.state.in_([DeliveryState.PENDING, DeliveryState.FAILED]),
        )
        .group_by(WebhookDelivery.endpoint_id, WebhookDelivery.state)
    )
    counts: dict[int, dict[DeliveryState, int]] = {}
    for endpoint_id, state, count in rows:
        counts.setdefault(endpoint_id, {})[state] = count
    return counts
