"""The order of the demo's events: earlier events are created first, so that a higher id always has a later date."""

import heapq
from collections.abc import Iterable, Iterator
from datetime import timedelta

from sqlalchemy import update

from app.extensions import db
from app.kernel import clock
from app.notifications.models import Notification

READ_AFTER = timedelta(days=5)

Story = Iterator[timedelta]
"""The steps of one record: a generator that yields the age of its next step, then performs it."""


def ago(days: int, hours: int = 0) -> timedelta:
    """Return the age of an event, from days and hours."""
    return timedelta(days=days, hours=hours)


def run_stories(stories: Iterable[Story]) -> None:
    """Perform the steps of all stories in the order of their times, each with the clock set to its time.

    Steps with the same time follow the order of `stories`. Within a story, steps must be in the order of their times.
    """
    waiting: list[tuple[timedelta, int, Story]] = []
    for number, story in enumerate(stories):
        _wait(waiting, number, story)
    while waiting:
        shift, number, story = heapq.heappop(waiting)
        with clock.shifted(shift):
            _wait(waiting, number, story)


def read_old_notifications() -> None:
    """Mark the notifications older than READ_AFTER as read, as their users would have done."""
    db.session.execute(
        update(Notification)
        .where(Notification.created < clock.now() - READ_AFTER)
        .values(read_at=clock.now())
    )


def _wait(waiting: list[tuple[timedelta, int, Story]], number: int, story: Story) -> None:
    """Run `story` up to its next step and queue it with that time, unless it has ended."""
    since = next(story, None)
    if since is not None:
        heapq.heappush(waiting, (-since, number, story))
