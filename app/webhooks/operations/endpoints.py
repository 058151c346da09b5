"""Creating, changing and removing endpoints, and their secrets."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from sqlalchemy import select

from app.accounts.public import Organisation, require_step_up
from app.events.public import record, record_unlisted
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import decrypt, encrypt, has_data_keys
from app.kernel.db.merging import check_version
from app.kernel.db.session import after_commit
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError
from app.kernel.jobs.queue import enqueue
from app.webhooks.models import WebhookEndpoint
from app.webhooks.operations.recording import wake_lane
from app.webhooks.policies.signing import new_secret
from app.webhooks.queries.active import reset_active
from app.webhooks.queries.endpoints import count_endpoints, own_endpoint
from app.webhooks.types import CATCH_UP_DELAY, CATCH_UP_JOB, MAX_ENDPOINTS, ROTATION

NO_DATA_KEYS = "This platform can't store secrets yet. Ask its operator to set DATA_KEYS."
TOO_MANY = f"You have {MAX_ENDPOINTS} webhooks, which is the maximum. Remove one first."


class EndpointValues(TypedDict):
    """The values of an endpoint that users enter."""

    url: str
    description: str
    event_types: Sequence[str]
    is_active: bool


def create_endpoint(*, actor: Actor, values: EndpointValues) -> WebhookEndpoint:
    """Create an endpoint with a new secret.

    Raises StepUpError, InvalidError for an address that can never be requested, and ConflictError above MAX_ENDPOINTS or
    if secrets cannot be stored.
    """
    actor.demand(Permission.MANAGE_INTEGRATIONS)
    require_step_up(actor)
    url = _checked(values["url"])
    if not has_data_keys():
        raise ConflictError(NO_DATA_KEYS)
    # Simultaneous requests wait here, so that they cannot exceed the maximum together.
    db.session.execute(
        select(Organisation.id)
        .where(Organisation.id == actor.organisation_id)
        .with_for_update(key_share=True)
    )
    if count_endpoints(actor.organisation_id) >= MAX_ENDPOINTS:
        raise ConflictError(TOO_MANY)
    endpoint = WebhookEndpoint(
        organisation_id=actor.organisation_id,
        url=url,
        description=values["description"],
        event_types=list(values["event_types"]),
        secret_encrypted=encrypt(new_secret()),
        is_active=values["is_active"],
        created_by_user_id=actor.user_id,
    )
    db.session.add(endpoint)
    db.session.flush()
    record("webhook.created", actor=actor, endpointId=endpoint.id, endpointName=name_of(endpoint))
    _after_switch(endpoint)
    return endpoint


def change_endpoint(
    *, actor: Actor, endpoint_id: int, values: EndpointValues, based_on: datetime | None
) -> WebhookEndpoint:
    """Replace the values of an endpoint. Switching it on also sends the waiting deliveries.

    Raises NotFoundError, the errors of `create_endpoint`, and ConflictError (code `stale`) if the endpoint was saved
    since `based_on`.
    """
    endpoint = own_endpoint(actor=actor, endpoint_id=endpoint_id, lock=True)
    require_step_up(actor)
    if _has_values(endpoint, values):
        return endpoint
    check_version(based_on=based_on, updated=endpoint.updated)
    if values["url"] != endpoint.url:
        endpoint.url = _checked(values["url"])
    endpoint.description, endpoint.event_types = values["description"], list(values["event_types"])
    if values["is_active"]:
        endpoint.disabled_reason = None
    endpoint.is_active = values["is_active"]
    endpoint.updated = now()
    record("webhook.changed", actor=actor, endpointId=endpoint.id, endpointName=name_of(endpoint))
    db.session.flush()
    _after_switch(endpoint)
    return endpoint


def remove_endpoint(*, actor: Actor, endpoint_id: int) -> None:
    """Remove an endpoint. Nothing is sent to it any more; a job deletes it with its deliveries."""
    endpoint = own_endpoint(actor=actor, endpoint_id=endpoint_id, lock=True)
    require_step_up(actor)
    endpoint.removed, endpoint.is_active = now(), False
    record("webhook.removed", actor=actor, endpointId=endpoint.id, endpointName=name_of(endpoint))
    db.session.flush()
    after_commit(reset_active)


def show_secret(*, actor: Actor, endpoint_id: int) -> WebhookEndpoint:
    """Return an endpoint whose secret the actor may see; the audit log has an entry. Raises StepUpError."""
    endpoint = own_endpoint(actor=actor, endpoint_id=endpoint_id)
    require_step_up(actor)
    record_unlisted(
        "webhook.secretShown", actor=actor, organisation_id=actor.organisation_id, endpointId=endpoint.id
    )
    return endpoint


def rotate_secret(*, actor: Actor, endpoint_id: int) -> WebhookEndpoint:
    """Give an endpoint a new secret. For ROTATION, requests also have the signature of the former one.

    Raises NotFoundError, StepUpError, and ConflictError if secrets cannot be stored.
    """
    endpoint = own_endpoint(actor=actor, endpoint_id=endpoint_id, lock=True)
    require_step_up(actor)
    if not has_data_keys():
        raise ConflictError(NO_DATA_KEYS)
    former = secret_of(endpoint)
    endpoint.secret_encrypted = encrypt(f"{new_secret()} {former}")
    endpoint.former_secret_ends = now() + ROTATION
    endpoint.updated = now()
    record("webhook.changed", actor=actor, endpointId=endpoint.id, endpointName=name_of(endpoint))
    db.session.flush()
    return endpoint


def secret_of(endpoint: WebhookEndpoint) -> str:
    """Return the secret of an endpoint."""
    return decrypt(endpoint.secret_encrypted).split(" ")[0]


def signing_secrets(endpoint: WebhookEndpoint) -> list[str]:
    """Return the secret of an endpoint and, within ROTATION after a rotation, the former one."""
    secrets = decrypt(endpoint.secret_encrypted).split(" ")
    ends = endpoint.former_secret_ends
    return secrets if ends is not None and now() < ends else secrets[:1]


def name_of(endpoint: WebhookEndpoint) -> str:
    """Return the description of an endpoint or, without one, the host of its address. The path may be secret."""
    return endpoint.description or endpoint.url.split("/")[2]


def _checked(url: str) -> str:
    # httpx takes a fifth of a second to load, and only these requests of the web processes need it.
    from app.kernel.http.outbound import check_address

    return check_address(url, field="url")


def _has_values(endpoint: WebhookEndpoint, values: EndpointValues) -> bool:
    return (
        endpoint.url == values["url"]
        and endpoint.description == values["description"]
        and endpoint.event_types == list(values["event_types"])
        and endpoint.is_active == values["is_active"]
    )


def _after_switch(endpoint: WebhookEndpoint) -> None:
    after_commit(reset_active)
    if endpoint.is_active:
        moment = now()
        enqueue(
            CATCH_UP_JOB, run_at=moment + CATCH_UP_DELAY, endpoint_id=endpoint.id, since=moment.isoformat()
        )
        wake_lane()
