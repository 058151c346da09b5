"""Serializers of API keys."""

from app.accounts.public import exceeds
from app.api_keys.policies import scope, state_of
from app.api_keys.queries import KeyRow, key_for, list_keys, roles_of
from app.api_keys.types import AREA_TEXTS, READ_ONLY, Level
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json


def serialize_keys(actor: Actor) -> list[Json]:
    """Serialize the keys of the actor's organisation for `ApiKeySchema`."""
    return [_serialize(actor, row) for row in list_keys(actor)]


def serialize_key(*, actor: Actor, key_id: int) -> Json:
    """Serialize one key for `ApiKeySchema`."""
    return _serialize(actor, key_for(actor=actor, key_id=key_id))


def serialize_areas() -> list[Json]:
    """Serialize the areas of scopes for `KeyAreaSchema`."""
    return [
        {
            "label": text.label,
            "hint": text.hint,
            "read": scope(area, Level.READ),
            "write": None if area in READ_ONLY else scope(area, Level.WRITE),
        }
        for area, text in AREA_TEXTS.items()
    ]


def serialize_roles(actor: Actor) -> list[Json]:
    """Serialize the roles that the actor can give to a key for `KeyRoleSchema`."""
    return [
        {"id": role.id, "name": role.name}
        for role in roles_of(actor)
        if not exceeds(role.permissions, actor.permissions)
    ]


def _serialize(actor: Actor, row: KeyRow) -> Json:
    key, role = row.key, row.role
    return {
        "id": key.id,
        "name": key.name,
        "prefix": key.prefix,
        "role": {"id": role.id, "name": role.name} if role else None,
        "scopes": key.scopes,
        "addresses": key.addresses,
        "state": state_of(key, now()),
        "created": key.created,
        "created_by": row.creator,
        "expires": key.expires,
        "last_used": key.last_used,
        "previous_until": key.previous_until if key.previous_until and key.previous_until > now() else None,
        "may_change": key.revoked is None
        and (role is None or not exceeds(role.permissions, actor.permissions)),
    }
