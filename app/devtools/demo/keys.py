"""API keys of the demo's buyer: one in use, one that has expired. Their secrets exist nowhere."""

from datetime import timedelta

from app.accounts.public import create_service_user, role_named, user_by_email
from app.api_keys.models import ApiKey
from app.api_keys.policies import hash_of, new_secret
from app.api_keys.types import DEFAULT_LIFE, SERVICE_SUFFIX, SHOWN_CHARACTERS
from app.devtools.demo_accounts import DEMO_EMAILS
from app.extensions import db
from app.kernel.clock import now

KEYS: tuple[tuple[str, list[str], list[str], int], ...] = (
    (
        "ERP suppliers",
        ["suppliers:read", "suppliers:write", "rfx:read", "files:read"],
        ["203.0.113.0/24"],
        30,
    ),
    ("Old data warehouse", ["suppliers:read", "assessments:read", "ncr:read"], [], 400),
)
"""Name, scopes, networks, and the days since the key was created."""


def load_keys() -> None:
    """Add the keys. The older one has expired, because keys last 12 months."""
    buyer = user_by_email(DEMO_EMAILS[0])
    role = role_named(organisation_id=buyer.organisation_id, name="Manager") if buyer else None
    if buyer is None or role is None:
        return
    for name, scopes, networks, days in KEYS:
        user = create_service_user(
            organisation_id=buyer.organisation_id, role=role, name=name + SERVICE_SUFFIX
        )
        secret, created = new_secret(), now() - timedelta(days=days)
        expires = created + DEFAULT_LIFE
        db.session.add(
            ApiKey(
                organisation_id=buyer.organisation_id,
                user_id=user.id,
                name=name,
                hash=hash_of(secret),
                prefix=secret[:SHOWN_CHARACTERS],
                scopes=scopes,
                addresses=networks,
                created_by_user_id=buyer.id,
                created=created,
                expires=expires,
                warned=expires - timedelta(days=14) if expires < now() else None,
                last_used=min(now() - timedelta(minutes=12), expires - timedelta(days=3)),
            )
        )
