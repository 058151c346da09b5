"""Rate limits of endpoints without a sign-in, for each address and each account."""

from flask import Response, request
from flask_limiter.util import get_remote_address

from app.accounts.known_devices import known_device
from app.accounts.policies import known_as
from app.extensions import limiter


def account_key() -> str:
    """Return the account in the body, existing or not, under one key for all spellings.

    A browser in which this account has signed in before has a separate key, so that other people's attempts do not lock
    its owner out there. A request without an account is counted by its IP address.
    """
    body = request.get_json(silent=True)
    email = body.get("email") if isinstance(body, dict) else None
    if not isinstance(email, str) or not email.strip():
        return f"no account:{get_remote_address()}"
    account = f"account:{known_as(email)[:320]}"
    device = known_device(email)
    return f"{account} on {device}" if device else account


def failed(response: Response) -> bool:
    """Return True if the attempt counts against the limit: successful ones do not."""
    return response.status_code >= 400


by_address = limiter.limit("120 per 5 minutes", key_func=get_remote_address, deduct_when=failed)
by_account = limiter.limit("10 per 5 minutes", key_func=account_key, deduct_when=failed)
