"""Schemas of webhooks."""

from datetime import datetime
from typing import TypedDict

from marshmallow import fields, post_load, validate

from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, Moment, PageParameters
from app.webhooks.policies.catalogue import CATALOGUE
from app.webhooks.types import TEST_TYPE, DeliveryState

MAX_URL = 2_000
MAX_DESCRIPTION = 200


class NewWebhookSchema(CamelSchema):
    """The values of a webhook that users enter."""

    url = Line(required=True, limit=MAX_URL, metadata={"description": "Begins with https://."})
    description = Line(load_default="", limit=MAX_DESCRIPTION, blank=True)
    event_types = fields.List(
        fields.String(validate=validate.OneOf(CATALOGUE)),
        required=True,
        validate=validate.Length(max=len(CATALOGUE)),
        metadata={"description": "The types that are sent; an empty list for all."},
    )
    is_active = fields.Boolean(load_default=True)

    @post_load
    def _without_repeats(self, loaded: Arguments, **_kwargs: object) -> Arguments:
        return loaded | {"event_types": list(dict.fromkeys(loaded["event_types"]))}


class WebhookChangeSchema(NewWebhookSchema):
    """The values of a webhook, which replace the stored ones."""

    based_on = Moment(
        load_default=None,
        allow_none=True,
        metadata={"description": "`updated` as loaded; 409 with code `stale` if it was saved since."},
    )


class WebhookBody(TypedDict):
    url: str
    description: str
    event_types: list[str]
    is_active: bool


class WebhookChangeBody(WebhookBody):
    based_on: datetime | None


class WebhookSchema(CamelSchema):
    """A webhook, without its secret."""

    id = Id(required=True)
    url = fields.String(required=True)
    description = fields.String(required=True)
    event_types = fields.List(fields.String(validate=validate.OneOf(CATALOGUE)), required=True)
    is_active = fields.Boolean(required=True)
    disabled_reason = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why it was switched off automatically; null if it was not."},
    )
    former_secret_ends = fields.DateTime(
        required=True,
        allow_none=True,
        metadata={"description": "Until then requests also have the signature of the former secret."},
    )
    pending = fields.Integer(required=True, metadata={"description": "Deliveries that are waiting."})
    failed = fields.Integer(required=True, metadata={"description": "Deliveries that failed."})
    created = fields.DateTime(required=True)
    updated = fields.DateTime(required=True)


class WebhookSecretQuerySchema(CamelSchema):
    """The choice between showing the secret and replacing it."""

    rotate = fields.Boolean(load_default=False, metadata={"description": "Replace the secret by a new one."})


class WebhookSecretSchema(CamelSchema):
    """The secret of a webhook."""

    secret = fields.String(required=True, metadata={"description": "`whsec_` and base64."})
    former_secret_ends = fields.DateTime(required=True, allow_none=True)


class DeliveryQuerySchema(ListQuerySchema):
    """The filters and the requested page of deliveries."""

    state = fields.Enum(DeliveryState, by_value=True, load_default=None, allow_none=True)
    type = fields.String(load_default="", validate=validate.OneOf(["", TEST_TYPE, *CATALOGUE]))


class DeliveryQuery(PageParameters):
    state: DeliveryState | None
    type: str


class WebhookDeliverySchema(CamelSchema):
    """A delivery of an event."""

    id = Id(required=True)
    message_id = fields.String(required=True, metadata={"description": "The header `webhook-id`."})
    event_id = Id(
        required=True, allow_none=True, metadata={"description": "The event log's id; null for test events."}
    )
    type = fields.String(required=True)
    body = fields.Dict(keys=fields.String(), required=True)
    state = fields.Enum(DeliveryState, by_value=True, required=True)
    attempts = fields.Integer(required=True)
    next_attempt = fields.DateTime(required=True, allow_none=True)
    last_attempt = fields.DateTime(required=True, allow_none=True)
    last_status = fields.Integer(required=True, allow_none=True)
    last_answer = fields.String(
        required=True, allow_none=True, metadata={"description": "The first 2,000 characters."}
    )
    last_error = fields.String(required=True, allow_none=True)
    duration_ms = fields.Integer(required=True, allow_none=True)
    created = fields.DateTime(required=True)


class EventTypeSchema(CamelSchema):
    """A type of events."""

    type = fields.String(required=True)
    group = fields.String(required=True)
    when = fields.String(required=True)
    sample = fields.Dict(
        keys=fields.String(), required=True, metadata={"description": "A body of this type."}
    )
