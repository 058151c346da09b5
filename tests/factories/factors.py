"""Second factors for tests."""

from datetime import timedelta

import pyotp

from app.accounts.models import Totp, User
from app.accounts.operations.codes import new_recovery_codes
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import encrypt

STEP = timedelta(seconds=30)


def add_app(user: User) -> pyotp.TOTP:
    """Add a confirmed authenticator app and return it; `code_of` returns its codes."""
    secret = pyotp.random_base32()
    db.session.add(Totp(user_id=user.id, secret_encrypted=encrypt(secret), confirmed=now()))
    db.session.flush()
    return pyotp.TOTP(secret)


def code_of(app: pyotp.TOTP, *, later: timedelta = timedelta(0)) -> str:
    """Return the code that the app shows at the time of the product's clock, or `later`."""
    return app.at((now() + later).timestamp())


def add_recovery_codes(user: User) -> list[str]:
    """Give a user recovery codes and return them."""
    return new_recovery_codes(user=user)
