"""The pages of webhooks and the catalogue of events."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import PUBLIC, Permission, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.webhooks import schemas
from app.webhooks.policies.catalogue import CATALOGUE
from app.webhooks.queries.endpoints import DeliveryFilter, list_deliveries, list_endpoints, own_endpoint
from app.webhooks.serializers import (
    serialize_delivery,
    serialize_endpoint,
    serialize_endpoints,
    serialize_event_types,
)
from app.webhooks.types import MAX_ENDPOINTS, PAGE_SIZE

blueprint = Blueprint("webhook_pages", __name__)

TITLE = "Webhooks"
PATH = "/setup/integrations/webhooks"


@blueprint.get(PATH)
@page_requires(Permission.MANAGE_INTEGRATIONS)
def webhooks() -> ResponseReturnValue:
    """List the webhooks of the organisation."""
    endpoints = list_endpoints(actor=current_actor())
    return render_page(
        TITLE,
        "webhooks/list",
        {
            "webhooks": dumped_many(schemas.WebhookSchema, serialize_endpoints(endpoints)),
            "types": _types(),
            "maximum": MAX_ENDPOINTS,
        },
    )


@blueprint.get(f"{PATH}/<int:webhook_id>")
@page_requires(Permission.MANAGE_INTEGRATIONS)
def webhook_deliveries(webhook_id: int) -> ResponseReturnValue:
    """List the deliveries of a webhook."""
    actor, query = current_actor(), address_query(schemas.DeliveryQuerySchema())
    endpoint = own_endpoint(actor=actor, endpoint_id=webhook_id)
    page = list_deliveries(
        actor=actor,
        endpoint_id=webhook_id,
        filters=DeliveryFilter(state=query["state"], type=query["type"]),
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(schemas.WebhookDeliverySchema, [serialize_delivery(row) for row in page.rows])
    return render_page(
        TITLE,
        "webhooks/deliveries",
        {
            "webhook": dumped(schemas.WebhookSchema, serialize_endpoint(endpoint)),
            "list": first_page(page, rows),
            "types": _types(),
        },
    )


@blueprint.get("/docs/events")
@page_requires(PUBLIC)
def event_catalogue() -> ResponseReturnValue:
    """Show the types of events with a sample body each."""
    types = dumped_many(schemas.EventTypeSchema, serialize_event_types())
    return render_page("Events", "docs/events", {"types": types}, layout="plain")


def _types() -> list[dict[str, str]]:
    return [{"type": each.type, "group": each.group, "when": each.when} for each in CATALOGUE.values()]
