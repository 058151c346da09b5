"""The calendar that calendar programs read with a user's link."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, request
from flask_limiter.util import get_remote_address

from app.due.operations import record_read
from app.due.policies import token_hash
from app.due.queries.feeds import feed_by_token
from app.extensions import limiter
from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.registry import current_registry

blueprint = Blueprint("due_pages", __name__)

LINK_GONE = "This calendar link does not exist or was turned off."


def _is_unknown(response: Response) -> bool:
    return response.status_code == 404


def _link() -> str:
    # The limits are stored under this key, where the token must not be.
    return token_hash(str((request.view_args or {}).get("token", "")))


@blueprint.get("/calendar/<string:token>.ics")
@page_requires(PUBLIC)
@limiter.limit("300 per hour", key_func=get_remote_address, deduct_when=_is_unknown)
@limiter.limit("120 per hour", key_func=_link)
def calendar(token: str) -> Response:
    """Return the calendar of the link's user; 404 if the link was removed or replaced, or the user is suspended."""
    feed = feed_by_token(token)
    registry = current_registry()
    actor = registry.actor_sources.by_user_id(feed.user_id) if feed else None
    if feed is None or actor is None:
        return _response(LINK_GONE, 404, "text/plain; charset=utf-8")
    from app.due.exports import calendar_file

    host = urlsplit(registry.settings.BASE_URL).hostname or "localhost"
    content = calendar_file(actor=actor, feed=feed, host=host)
    record_read(feed=feed)
    response = _response(content, 200, "text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="assay.ics"'
    response.add_etag()
    response.make_conditional(request)
    return response


def _response(content: str | bytes, status: int, content_type: str) -> Response:
    response = make_response(content, status)
    response.headers["Content-Type"] = content_type
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
