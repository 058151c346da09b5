"""Reading from a streaming replica of the database (`DATABASE_REPLICA_URL`), for jobs that read much.

Pages and endpoints never do: what a user has just saved must be on the next page.
"""

import time
from collections.abc import Callable
from typing import TypeVar

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from app.extensions import READER, db

log = structlog.get_logger(__name__)

T = TypeVar("T")
REPLICA = "replica"
"""The name of the replica among the engines of flask-sqlalchemy."""
LONGEST_LAG = 5.0
"""Seconds to wait for the replica before the primary is read instead."""
LOOK_SECONDS = 0.1


def read_on_replica(read: Callable[[], T]) -> T:
    """Run `read` on the replica, as soon as it has all that is committed now, and return its result.

    `read` only reads, and is called between two units of work: an uncommitted change would be lost. Without a replica, or
    if it lags behind, fails or is away, `read` runs on the primary.
    """
    engine = db.engines.get(REPLICA)
    if engine is None:
        return read()
    position = db.session.execute(text("select pg_current_wal_insert_lsn()")).scalar_one()
    db.session.rollback()
    try:
        if _has_reached(engine, str(position)):
            return _read_from(engine, read)
        log.warning("replica_lags", seconds=LONGEST_LAG)
    except DBAPIError:
        log.warning("replica_failed", exc_info=True)
    return read()


def _has_reached(engine: Engine, position: str) -> bool:
    """Wait until the replica has replayed the log up to `position`; return False after LONGEST_LAG."""
    statement = text("select pg_last_wal_replay_lsn() >= cast(:position as pg_lsn)")
    deadline = time.monotonic() + LONGEST_LAG
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        while not connection.execute(statement, {"position": position}).scalar_one():
            if time.monotonic() > deadline:
                return False
            time.sleep(LOOK_SECONDS)
    return True


def _read_from(engine: Engine, read: Callable[[], T]) -> T:
    db.session.info[READER] = engine
    try:
        result = read()
        # A change would fail here instead of being lost.
        db.session.flush()
    finally:
        db.session.rollback()
        del db.session.info[READER]
    return result
