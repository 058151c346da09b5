"""Presence: the pages that show a record at the moment, in Redis.

A page reports itself every few seconds, and its entry expires after LIFE. Presence is optional information: without Redis,
or while Redis does not respond, there is none, and no request fails or waits for it.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from app.kernel.clock import now

log = structlog.get_logger(__name__)

LIFE = timedelta(seconds=30)
PAGES = 5
"""Pages of one user that a record remembers; the oldest ones are forgotten, so that no user can fill the memory."""
TIMEOUT = 0.1
"""Seconds to wait for Redis."""
AWAY = 10.0
"""Seconds without another attempt after a failure."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A page of a user that shows a record. `detail` is a short text of the feature."""

    user_id: int
    page: str
    detail: str
    seen: float
    """Time of its last report, in seconds since 1970."""


class PresenceStore:
    """The present pages of all records: a hash for each record, with one field for each user and page."""

    def __init__(self, url: str) -> None:
        self._redis = _client(url) if url else None
        self._away_until = 0.0

    def report(self, record: str, *, user_id: int, page: str, detail: str) -> Sequence[Presence]:
        """Report a page of a user that shows `record`; return all present pages of it, empty without Redis."""
        moment = now().timestamp()
        fields = self._call(record, write=(f"{user_id}:{page}", f"{moment} {detail}"))
        pages = [_parsed(name, text) for name, text in fields.items()]
        outdated = list(_outdated(pages, moment))
        if outdated:
            self._call(record, delete=[f"{each.user_id}:{each.page}" for each in outdated])
        return [each for each in pages if each not in outdated]

    def present(self, record: str) -> Sequence[Presence]:
        """Return the present pages of `record`, empty without Redis."""
        return _current(self._call(record), now().timestamp())

    def present_in(self, records: Sequence[str]) -> list[Sequence[Presence]]:
        """Return the present pages of each of `records`, in one round trip; all empty without Redis."""
        if not records or self._redis is None or time.monotonic() < self._away_until:
            return [()] * len(records)
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for record in records:
                    pipeline.hgetall(f"presence:{record}")
                all_fields: list[dict[str, str]] = pipeline.execute()
        except (RedisError, OSError):
            self._set_away()
            return [()] * len(records)
        moment = now().timestamp()
        return [_current(fields, moment) for fields in all_fields]

    def _set_away(self) -> None:
        self._away_until = time.monotonic() + AWAY
        log.warning("presence_away")

    def _call(
        self, record: str, *, write: tuple[str, str] | None = None, delete: Sequence[str] = ()
    ) -> dict[str, str]:
        """Write or delete fields of the record and return all fields, in one round trip; empty without Redis."""
        if self._redis is None or time.monotonic() < self._away_until:
            return {}
        key = f"presence:{record}"
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                if write:
                    pipeline.hset(key, *write)
                    pipeline.expire(key, LIFE)
                if delete:
                    pipeline.hdel(key, *delete)
                pipeline.hgetall(key)
                fields: dict[str, str] = pipeline.execute()[-1]
        except (RedisError, OSError):
            self._set_away()
            return {}
        return fields


def _client(url: str) -> Redis:
    return Redis.from_url(
        url,
        socket_connect_timeout=TIMEOUT,
        socket_timeout=TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )


def _current(fields: Mapping[str, str], moment: float) -> Sequence[Presence]:
    pages = [_parsed(name, text) for name, text in fields.items()]
    outdated = list(_outdated(pages, moment))
    return [each for each in pages if each not in outdated]


def _parsed(name: str, text: str) -> Presence:
    user_id, _, page = name.partition(":")
    seen, _, detail = text.partition(" ")
    return Presence(int(user_id), page, detail, float(seen))


def _outdated(pages: Iterable[Presence], moment: float) -> Iterable[Presence]:
    """Yield the pages without a report for LIFE, and the pages of a user beyond the latest PAGES."""
    counts: dict[int, int] = {}
    for each in sorted(pages, key=lambda page: page.seen, reverse=True):
        counts[each.user_id] = counts.get(each.user_id, 0) + 1
        if counts[each.user_id] > PAGES or each.seen <= moment - LIFE.total_seconds():
            yield each
