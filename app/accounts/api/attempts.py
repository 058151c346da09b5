"""Rate limits of proofs of identity, for each address and each account."""

from flask import Response, request
from flask_limiter.util import get_remote_address

from app.accounts.known_devices import known_device
from app.accounts.operations.tickets import TicketPurpose, read_ticket
from app.accounts.policies import known_as
from app.extensions import limiter
from app.kernel.http.auth import optional_actor
from app.kernel.http.errors import UnauthorizedError


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


def factor_key() -> str:
    """Return the account whose second factor is tried: the signed-in user, or the user of the ticket in the body.

    As in `account_key`, a browser in which the account has signed in before has a separate key.
    """
    actor = optional_actor()
    if actor is not None:
        return f"factor:{actor.user_id}"
    body = request.get_json(silent=True)
    text = body.get("ticket") if isinstance(body, dict) else None
    try:
        ticket = read_ticket(text if isinstance(text, str) else "", TicketPurpose.SECOND_FACTOR)
    except UnauthorizedError:
        return f"no ticket:{get_remote_address()}"
    device = known_device(ticket.email)
    return f"factor:{ticket.user_id} on {device}" if device else f"factor:{ticket.user_id}"


def guesses_factor(response: Response) -> bool:
    """Return True if a request failed because of a code or a passkey."""
    body = response.get_json(silent=True) if response.status_code == 422 else None
    return isinstance(body, dict) and not body.get("fields", {}).keys().isdisjoint({"code", "credential"})


limit_factor_guesses = limiter.shared_limit(
    "5 per 10 minutes", scope="second factor", key_func=factor_key, deduct_when=guesses_factor
)
"""Limit of guesses at a user's second factor, shared by all endpoints that check one."""
