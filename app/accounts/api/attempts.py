"""How often one may try what needs no sign-in, by address and by account."""

from flask import Response, request
from flask_limiter.util import get_remote_address

from app.accounts.known_devices import known_device
from app.accounts.policies import known_as
from app.extensions import limiter


def account_key() -> str:
    """Return the account that the body names, whether or not it exists: under one key for all spellings.

    A browser with which this account has signed in before has a key of its own, so that what others try does not
    lock its owner out there. A request that names no account is counted by where it comes from.
    """
    body = request.get_json(silent=True)
    email = body.get("email") if isinstance(body, dict) else None
    if not isinstance(email, str) or not email.strip():
        return f"no account:{get_remote_address()}"
    account = f"account:{known_as(email)[:320]}"
    device = known_device(email)
    return f"{account} on {device}" if device else account


def failed(response: Response) -> bool:
    """Whether an attempt is to be counted: what succeeded costs nothing."""
    return response.status_code >= 400


by_address = limiter.limit("120 per 5 minutes", key_func=get_remote_address, deduct_when=failed)
by_account = limiter.limit("10 per 5 minutes", key_func=account_key, deduct_when=failed)
