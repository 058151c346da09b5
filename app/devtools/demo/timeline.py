"""The order of the demo's events: earlier ones are made first, so that a higher number always has a later date."""

import heapq
from collections.abc import Iterable, Iterator
from datetime import timedelta

from app.kernel import clock

Story = Iterator[timedelta]
"""The steps of one record: a generator that yields how long ago its next step happened, then takes it."""


def ago(days: int, hours: int = 0) -> timedelta:
    """The time that has passed since a moment so many days and hours back."""
    return timedelta(days=days, hours=hours)


def run_stories(stories: Iterable[Story]) -> None:
    """Take the steps of all stories in the order of their moments, each with the clock set to its moment.

    Steps at the same moment follow the order of `stories`. Within a story, no step may lie before the one above it.
    """
    waiting: list[tuple[timedelta, int, Story]] = []
    for number, story in enumerate(stories):
        _wait(waiting, number, story)
    while waiting:
        shift, number, story = heapq.heappop(waiting)
        with clock.shifted(shift):
            _wait(waiting, number, story)


def _wait(waiting: list[tuple[timedelta, int, Story]], number: int, story: Story) -> None:
    """Run `story` up to its next moment and queue it there, unless it has ended."""
    since = next(story, None)
    if since is not None:
        heapq.heappush(waiting, (-since, number, story))
