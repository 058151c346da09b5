"""Creating, changing, rotating and revoking API keys. All need MANAGE_INTEGRATIONS and a step-up."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import select

from app.accounts.public import (
    Organisation,
    Role,
    change_service_user,
    create_service_user,
    exceeds,
    require_step_up,
    retire_service_user,
)
from app.api_keys.models import ApiKey
from app.api_keys.policies import hash_of, is_open, network_of, new_secret, with_reading
from app.api_keys.queries import KeyRow, count_open_keys, key_for, role_for
from app.api_keys.types import (
    DEFAULT_LIFE,
    MAX_ADDRESSES,
    MAX_KEYS,
    MAX_LIFE,
    OVERLAP,
    SERVICE_SUFFIX,
    SHOWN_CHARACTERS,
    KeyValues,
)
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import merge_changes
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.kernel.http.schemas import camel

NO_ROLE = "Choose a role of your organisation."
TOO_MUCH = "A key can't be made to manage more than your role does."
NO_SCOPES = "Choose at least one scope."
NO_ADDRESS = "{text} is no IP address or network, such as 203.0.113.7 or 203.0.113.0/24."
TOO_MANY_ADDRESSES = f"A key can have at most {MAX_ADDRESSES} addresses."
PAST = "The key must expire in the future."
TOO_LATE = "A key can last at most 24 months."
TOO_MANY_KEYS = f"Your organisation has {MAX_KEYS} keys already. Revoke one first."
REVOKED = "This key was revoked."
EXPIRED = "This key has expired. Choose a later day first."


def create_key(*, actor: Actor, values: KeyValues) -> tuple[ApiKey, str]:
    """Create a key with its service user, and return it with its secret, which is not stored.

    Raises InvalidError with sentences for the fields, ForbiddenError for a role that exceeds the actor's, and
    ConflictError if there are too many keys.
    """
    _check_actor(actor)
    # The lock makes concurrent additions count each other.
    db.session.execute(
        select(Organisation.id)
        .where(Organisation.id == actor.organisation_id)
        .with_for_update(key_share=True)
    )
    if count_open_keys(actor.organisation_id) >= MAX_KEYS:
        raise ConflictError(TOO_MANY_KEYS)
    role, secret = _role(actor, values.role_id), new_secret()
    user = create_service_user(
        organisation_id=actor.organisation_id, role=role, name=values.name + SERVICE_SUFFIX
    )
    key = ApiKey(
        organisation_id=actor.organisation_id,
        user_id=user.id,
        name=values.name,
        hash=hash_of(secret),
        prefix=secret[:SHOWN_CHARACTERS],
        scopes=_scopes(values.scopes),
        addresses=_networks(values.addresses),
        created_by_user_id=actor.user_id,
        expires=_expires(values.expires),
    )
    db.session.add(key)
    db.session.flush()
    _record(actor, "apiKey.created", key)
    return key, secret


def change_key(*, actor: Actor, key_id: int, values: KeyValues, based_on: KeyValues | None = None) -> ApiKey:
    """Change a key from its next request on; its secret stays the same.

    Values that are unchanged since `based_on` keep what a colleague has saved meanwhile; ConflictError if both changed
    one. Other errors as in `create_key`, and ConflictError for a revoked key.
    """
    row = _changeable(actor, key_id)
    key, stored = row.key, _stored(row)
    merged = KeyValues(
        **merge_changes(
            asdict(values),
            based_on={camel(name): value for name, value in asdict(based_on).items()} if based_on else None,
            stored=asdict(stored),
        )
    )
    role = _role(actor, merged.role_id)
    expires = key.expires if merged.expires == key.expires else _expires(merged.expires)
    key.name = merged.name
    key.scopes, key.addresses = _scopes(merged.scopes), _networks(merged.addresses)
    if expires != key.expires:
        key.expires, key.warned = expires, None
    change_service_user(user_id=key.user_id, role=role, name=key.name + SERVICE_SUFFIX)
    _record(actor, "apiKey.changed", key)
    db.session.flush()
    return key


def rotate_key(*, actor: Actor, key_id: int) -> tuple[ApiKey, str]:
    """Give a key a new secret and return it; the previous one works for OVERLAP longer, an earlier one no longer.

    Raises ConflictError for a revoked or expired key.
    """
    key = _changeable(actor, key_id).key
    if not is_open(key):
        raise ConflictError(EXPIRED)
    secret = new_secret()
    key.previous_hash, key.previous_until = key.hash, now() + OVERLAP
    key.hash, key.prefix = hash_of(secret), secret[:SHOWN_CHARACTERS]
    _record(actor, "apiKey.rotated", key)
    db.session.flush()
    return key, secret


def revoke_key(*, actor: Actor, key_id: int) -> None:
    """Revoke a key permanently; its next request is refused. Repeating it changes nothing."""
    _check_actor(actor)
    key = key_for(actor=actor, key_id=key_id).key
    if key.revoked is not None:
        return
    key.revoked = now()
    retire_service_user(user_id=key.user_id)
    _record(actor, "apiKey.revoked", key)
    db.session.flush()


def _check_actor(actor: Actor) -> None:
    actor.demand(Permission.MANAGE_INTEGRATIONS)
    require_step_up(actor)


def _changeable(actor: Actor, key_id: int) -> KeyRow:
    """Return a key that the actor may change: neither revoked, nor with a role that exceeds the actor's."""
    _check_actor(actor)
    row = key_for(actor=actor, key_id=key_id)
    if row.key.revoked is not None:
        raise ConflictError(REVOKED)
    if row.role is not None and exceeds(row.role.permissions, actor.permissions):
        raise ForbiddenError(TOO_MUCH)
    return row


def _stored(row: KeyRow) -> KeyValues:
    return KeyValues(
        name=row.key.name,
        role_id=row.role.id if row.role else 0,
        scopes=row.key.scopes,
        addresses=row.key.addresses,
        expires=row.key.expires,
    )


def _role(actor: Actor, role_id: int) -> Role:
    role = role_for(actor=actor, role_id=role_id)
    if role is None:
        raise InvalidError(fields={"roleId": [NO_ROLE]})
    if exceeds(role.permissions, actor.permissions):
        raise ForbiddenError(TOO_MUCH)
    return role


def _scopes(scopes: Iterable[str]) -> list[str]:
    chosen = with_reading(scopes)
    if not chosen:
        raise InvalidError(fields={"scopes": [NO_SCOPES]})
    return chosen


def _networks(addresses: Iterable[str]) -> list[str]:
    networks: dict[str, None] = {}
    for text in addresses:
        network = network_of(text)
        if network is None:
            raise InvalidError(fields={"addresses": [NO_ADDRESS.format(text=text[:60])]})
        networks[network] = None
    if len(networks) > MAX_ADDRESSES:
        raise InvalidError(fields={"addresses": [TOO_MANY_ADDRESSES]})
    return list(networks)


def _expires(expires: datetime | None) -> datetime:
    moment = now()
    if expires is None:
        return moment + DEFAULT_LIFE
    if expires <= moment:
        raise InvalidError(fields={"expires": [PAST]})
    if expires > moment + MAX_LIFE:
        raise InvalidError(fields={"expires": [TOO_LATE]})
    return expires


def _record(actor: Actor, type: str, key: ApiKey) -> None:
    record(type, actor=actor, apiKeyId=key.id, apiKeyName=key.name)
