"""Hashing and checking passwords."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.accounts.models import User
from app.accounts.policies import password_fault
from app.kernel.http.errors import InvalidError

NOT_CURRENT = "This is not your current password."
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
NOBODYS_HASH = (
    "$argon2id$v=19$m=19456,t=2,p=1$ZFIaM3C5p63eBDCm/wRmuw$jRVcIpg2Aya17qPLh7jJSFCYRHYhweygJxythEdeMe8"
)
"""Verified if there is no user, so that an unknown address takes as long as a wrong password.

`HASHER` created it from a random text that was not stored.
"""


def verify(stored: str, password: str) -> bool:
    """Return True if `password` matches the hash `stored`."""
    try:
        return HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False


def check_current_password(*, user: User, password: str) -> None:
    """Raise InvalidError at `currentPassword` unless `password` is the user's."""
    if user.password_hash is None or not verify(user.password_hash, password):
        raise InvalidError(fields={"currentPassword": [NOT_CURRENT]})


def set_password(*, user: User, password: str, organisation_name: str) -> None:
    """Set a user's password; raise InvalidError if it breaks the rule."""
    fault = password_fault(password, email=user.email, organisation_name=organisation_name)
    if fault:
        raise InvalidError(fields={"password": [fault]})
    user.password_hash = HASHER.hash(password)


def hash_password(password: str) -> str:
    """Return the hash to store for a password."""
    return HASHER.hash(password)
