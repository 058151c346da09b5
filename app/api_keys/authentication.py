"""Authentication of requests with API keys, their scopes and their rate limit."""

import time

import structlog
from flask import Response, after_this_request, g, request
from flask_limiter import RequestLimit

from app.accounts.public import PEOPLE_ONLY, UserStatus
from app.api_keys.operations.using import record_use
from app.api_keys.policies import hash_of, is_allowed_address, scope_of
from app.api_keys.queries import key_with_hash
from app.api_keys.types import TOUCH_EVERY
from app.extensions import db, limiter
from app.kernel.clock import format_day, now
from app.kernel.http.auth import Actor, Permission, client_address
from app.kernel.http.errors import ForbiddenError, UnauthorizedError
from app.kernel.registry import current_registry

log = structlog.get_logger(__name__)

UNKNOWN = "This API key is not valid."
REVOKED = "This API key was revoked."
EXPIRED = "This API key expired on {day}."
FOREIGN = "This API key can't be used from this address."
MAX_LENGTH = 100
"""Longer tokens are not looked up."""
CODE = "apiKey"


def actor_of_key(token: str) -> Actor:
    """Return the service user of a key as the actor of this request. One statement.

    Raises UnauthorizedError for a key that is unknown, revoked, expired or used from a foreign address, RateLimitExceeded
    after too many requests, and ForbiddenError for an endpoint without its scope or for people only.
    """
    # The lookup compares hashes of random secrets, so its time shows nothing about a secret.
    row = key_with_hash(hash_of(token)) if len(token) <= MAX_LENGTH else None
    if row is None:
        raise UnauthorizedError(UNKNOWN, code=CODE)
    if row.revoked is not None or row.status != UserStatus.ACTIVE:
        raise UnauthorizedError(REVOKED, code=CODE)
    if row.expires <= now():
        raise UnauthorizedError(EXPIRED.format(day=format_day(row.expires.date())), code=CODE)
    if not is_allowed_address(row.addresses, client_address()):
        raise UnauthorizedError(FOREIGN, code=CODE)
    g.api_key_id = row.id
    if row.last_used is None or row.last_used < now() - TOUCH_EVERY:
        after_this_request(_record_use_after)
    _count_request_in_headers()
    actor = Actor(
        user_id=row.user_id,
        organisation_id=row.organisation_id,
        name=row.name,
        organisation_name=row.organisation_name,
        permissions=frozenset(Permission(each) for each in row.permissions or ()),
        time_zone=row.time_zone,
        api_key_id=row.id,
        scopes=frozenset(row.scopes),
    )
    _check_scope(actor)
    return actor


def _check_scope(actor: Actor) -> None:
    rule = request.url_rule
    needed = scope_of(blueprint=request.blueprint, method=request.method, rule=rule.rule if rule else "")
    if needed is None:
        raise ForbiddenError(PEOPLE_ONLY)
    actor.demand_scope(needed)


def _record_use_after(response: Response) -> Response:
    """Record the use of the key after the response was sent, in another transaction."""
    app, key_id = current_registry().app, g.api_key_id

    def write() -> None:
        with app.app_context():
            record_use(key_id)
            db.session.commit()

    response.call_on_close(write)
    return response


def _allowed_requests() -> str:
    return f"{current_registry().settings.API_KEY_REQUESTS} per minute"


def _key() -> str:
    return f"apiKey:{g.api_key_id}"


@limiter.shared_limit(_allowed_requests, scope="API key", key_func=_key)
def _count_request() -> None:
    """Count the request; raise RateLimitExceeded if the key has sent too many in this minute."""


def _count_request_in_headers() -> None:
    """Count the request, and report the limit in the headers of the response, the one to a refused request too."""
    try:
        _count_request()
    finally:
        g.rate_limit = limiter.current_limit
        after_this_request(_add_headers)


def _add_headers(response: Response) -> Response:
    limit: RequestLimit | None = g.rate_limit
    if limit is None:
        return response
    try:
        remaining, seconds = limit.remaining, limit.reset_at - int(time.time())
    except Exception:
        # Redis went away after the request was counted. The request itself succeeds.
        log.warning("rate_limit_unread", exc_info=True)
        return response
    response.headers["RateLimit-Limit"] = str(limit.limit.amount)
    response.headers["RateLimit-Remaining"] = str(remaining)
    response.headers["RateLimit-Reset"] = str(max(0, seconds))
    return response
