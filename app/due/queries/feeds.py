"""Queries of calendar links."""

from sqlalchemy import select

from app.due.models import CalendarFeed
from app.due.policies import token_hash
from app.extensions import db


def feed_of(*, user_id: int) -> CalendarFeed | None:
    """Return the calendar link of a user, or None."""
    feed: CalendarFeed | None = db.session.get(CalendarFeed, user_id)
    return feed


def feed_by_token(token: str) -> CalendarFeed | None:
    """Return the calendar link with this token, or None. The look-up by hash takes the same time for any wrong token."""
    feed: CalendarFeed | None = db.session.execute(
        select(CalendarFeed).where(CalendarFeed.token_hash == token_hash(token))
    ).scalar()
    return feed
