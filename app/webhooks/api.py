"""Endpoints of webhooks."""

from collections.abc import Sequence

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.webhooks import schemas
from app.webhooks.operations import endpoints, resending
from app.webhooks.queries.endpoints import DeliveryFilter, list_deliveries, list_endpoints, own_endpoint
from app.webhooks.serializers import (
    serialize_delivery,
    serialize_endpoint,
    serialize_endpoints,
    serialize_event_types,
)
from app.webhooks.types import PAGE_SIZE

blueprint = Blueprint(
    "webhook", __name__, url_prefix="/api", description="Webhooks: events sent to an address"
)


@blueprint.route("/webhook")
class WebhooksView(MethodView):
    """The webhooks of the organisation."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.WebhookSchema(many=True))
    def get(self) -> list[Json]:
        """List the webhooks of the organisation, at most 10."""
        return serialize_endpoints(list_endpoints(actor=current_actor()))

    @requires(Permission.MANAGE_INTEGRATIONS)
    @idempotent
    @blueprint.arguments(schemas.NewWebhookSchema)
    @blueprint.response(201, schemas.WebhookSchema)
    def post(self, body: schemas.WebhookBody) -> Json:
        """Create a webhook. Its secret is in POST /api/webhook/{webhook_id}/secret."""
        return serialize_endpoint(endpoints.create_endpoint(actor=current_actor(), values=_values(body)))


@blueprint.route("/webhook/<int:webhook_id>")
class WebhookView(MethodView):
    """One webhook."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.WebhookSchema)
    def get(self, webhook_id: int) -> Json:
        """Return a webhook."""
        return serialize_endpoint(own_endpoint(actor=current_actor(), endpoint_id=webhook_id))

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.WebhookChangeSchema)
    @blueprint.response(200, schemas.WebhookSchema)
    def put(self, body: schemas.WebhookChangeBody, webhook_id: int) -> Json:
        """Replace the values of a webhook. While it is off, no events are sent to it, and waiting ones wait."""
        changed = endpoints.change_endpoint(
            actor=current_actor(), endpoint_id=webhook_id, values=_values(body), based_on=body["based_on"]
        )
        return serialize_endpoint(changed)

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(204)
    def delete(self, webhook_id: int) -> str:
        """Remove a webhook and its deliveries."""
        endpoints.remove_endpoint(actor=current_actor(), endpoint_id=webhook_id)
        return ""


@blueprint.route("/webhook/<int:webhook_id>/secret")
class WebhookSecretView(MethodView):
    """The secret of a webhook."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.WebhookSecretQuerySchema)
    @blueprint.response(200, schemas.WebhookSecretSchema)
    def post(self, body: Arguments, webhook_id: int) -> Json:
        """Show the secret, or replace it; for 24 hours requests then also have the signature of the former one."""
        act = endpoints.rotate_secret if body["rotate"] else endpoints.show_secret
        endpoint = act(actor=current_actor(), endpoint_id=webhook_id)
        return {
            "secret": endpoints.secret_of(endpoint),
            "former_secret_ends": endpoint.former_secret_ends,
        }


@blueprint.route("/webhook/<int:webhook_id>/test")
class WebhookTestView(MethodView):
    """Test events."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @idempotent
    @blueprint.response(202, schemas.WebhookDeliverySchema)
    def post(self, webhook_id: int) -> Json:
        """Send a test event, which is tried once."""
        return serialize_delivery(resending.send_test(actor=current_actor(), endpoint_id=webhook_id))


@blueprint.route("/webhook/<int:webhook_id>/delivery")
class WebhookDeliveriesView(MethodView):
    """The deliveries of a webhook."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.DeliveryQuerySchema, location="query")
    @blueprint.response(200, schemas.WebhookDeliverySchema(many=True))
    def get(self, query: schemas.DeliveryQuery, webhook_id: int) -> ListResponse:
        """List the deliveries of the last 30 days, newest first."""
        page = list_deliveries(
            actor=current_actor(),
            endpoint_id=webhook_id,
            filters=DeliveryFilter(state=query["state"], type=query["type"]),
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_delivery(delivery) for delivery in page.rows])


@blueprint.route("/webhookDelivery/<int:delivery_id>/send")
class WebhookDeliverySendView(MethodView):
    """Sending a delivery again."""

    @requires(Permission.MANAGE_INTEGRATIONS)
    @idempotent
    @blueprint.response(202, schemas.WebhookDeliverySchema)
    def post(self, delivery_id: int) -> Json:
        """Send a delivery again at once, with the same `webhook-id`."""
        return serialize_delivery(resending.send_again(actor=current_actor(), delivery_id=delivery_id))


@blueprint.route("/eventType")
class EventTypesView(MethodView):
    """The catalogue of events."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.EventTypeSchema(many=True))
    def get(self) -> Sequence[Json]:
        """List the types of events that webhooks can receive, each with a sample body."""
        return serialize_event_types()


def _values(body: schemas.WebhookBody) -> endpoints.EndpointValues:
    return {
        "url": body["url"],
        "description": body["description"],
        "event_types": body["event_types"],
        "is_active": body["is_active"],
    }
