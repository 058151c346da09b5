"""Remember the devices that have signed in to an account, so that failed attempts elsewhere do not lock it there."""

import hashlib
from datetime import timedelta

from flask import current_app
from itsdangerous import BadSignature, URLSafeTimedSerializer

from app.accounts.policies import known_as
from app.kernel.auth import read_cookie

DEVICE_COOKIE = "assay_device"
DEVICE_LIFE = timedelta(days=365)
MAX_ACCOUNTS = 5
"""Maximum for one browser; the account with the oldest sign-in is dropped first."""


def device_of(email: str) -> str:
    """Return this browser's cookie after a sign-in of the account `email`: signed, with hashes of the addresses."""
    account = _account(email)
    accounts = [account, *(other for other in _accounts() if other != account)]
    return _serializer().dumps(accounts[:MAX_ACCOUNTS])


def known_device(email: str) -> str | None:
    """Return a name for this browser if the account of `email` has signed in with it within `DEVICE_LIFE`; else None."""
    if _account(email) not in _accounts():
        return None
    return hashlib.sha256(read_cookie(DEVICE_COOKIE).encode()).hexdigest()[:32]


def _accounts() -> list[str]:
    try:
        accounts = _serializer().loads(read_cookie(DEVICE_COOKIE), max_age=int(DEVICE_LIFE.total_seconds()))
    except BadSignature:
        return []
    return accounts if isinstance(accounts, list) else []


def _account(email: str) -> str:
    return hashlib.sha256(known_as(email).encode()).hexdigest()[:32]


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="known device")
