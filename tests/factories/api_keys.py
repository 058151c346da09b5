"""API keys for tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.accounts.models import User
from app.accounts.types import SUPER_USER
from app.api_keys.models import ApiKey
from app.api_keys.operations.managing import create_key
from app.api_keys.policies import ALL_SCOPES
from app.api_keys.types import KeyValues
from app.extensions import db
from tests.factories.accounts import actor_of, role_id


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key with its secret."""

    key: ApiKey
    secret: str

    @property
    def headers(self) -> dict[str, str | None]:
        """The headers of a program: the key, and no version of a client."""
        return {"Authorization": f"Bearer {self.secret}", "Client-Version": None}

    @property
    def user(self) -> User:
        """The service user."""
        return db.session.get_one(User, self.key.user_id)


def make_key(
    user: User,
    *,
    name: str = "ERP key",
    role_name: str = SUPER_USER,
    scopes: Sequence[str] = ALL_SCOPES,
    addresses: Sequence[str] = (),
    expires: datetime | None = None,
) -> NewKey:
    """Create a key of the user's organisation."""
    key, secret = create_key(
        actor=actor_of(user),
        values=KeyValues(
            name=name,
            role_id=role_id(user.organisation_id, role_name),
            scopes=scopes,
            addresses=addresses,
            expires=expires,
        ),
    )
    return NewKey(key, secret)
