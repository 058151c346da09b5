"""Keeping and checking passwords."""

import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.accounts.models import User
from app.accounts.policies import password_fault
from app.kernel.errors import InvalidError

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
NO_PASSWORD = HASHER.hash(secrets.token_hex(16))
"""Verified where there is no user, so that an unknown address takes as long as a wrong password."""


def verify(stored: str, password: str) -> bool:
    """Whether `password` is the one that was kept as `stored`."""
    try:
        return HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False


def set_password(*, user: User, password: str, organisation_name: str) -> None:
    """Give a user a password; raises InvalidError where it breaks the rule."""
    fault = password_fault(password, email=user.email, organisation_name=organisation_name)
    if fault:
        raise InvalidError(fields={"password": [fault]})
    user.password_hash = HASHER.hash(password)
