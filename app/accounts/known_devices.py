"""Remember the devices that have signed in to an account, so that failed attempts elsewhere do not lock it there."""

import hashlib
from datetime import timedelta

from app.accounts.browser_lists import BrowserList
from app.accounts.policies import known_as
from app.kernel.http.auth import read_cookie

DEVICE_COOKIE = "assay_device"
DEVICE_LIFE = timedelta(days=365)
ACCOUNTS = BrowserList(DEVICE_COOKIE, salt="known device", life=DEVICE_LIFE, maximum=5)
"""The hashed addresses of the accounts that have signed in with this browser."""


def device_of(email: str) -> str:
    """Return this browser's cookie after a sign-in of the account `email`."""
    return ACCOUNTS.with_entry(_account(email))


def known_device(email: str) -> str | None:
    """Return a name for this browser if the account of `email` has signed in with it within `DEVICE_LIFE`; else None."""
    if _account(email) not in ACCOUNTS.entries():
        return None
    return hashlib.sha256(read_cookie(DEVICE_COOKIE).encode()).hexdigest()[:32]


def _account(email: str) -> str:
    return hashlib.sha256(known_as(email).encode()).hexdigest()[:32]
