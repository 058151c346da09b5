"""The worker: an RQ worker that is woken for each new row, and a sweeper for what no wake-up reached.

`python -m app.worker` runs both as two processes. Without Redis the sweeper does all the work. All code is loaded
before the forks, so that a job begins in a third of the time.
"""

import multiprocessing
import os
import signal
import sys
import time
from types import FrameType
from typing import TYPE_CHECKING

import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Worker
from sqlalchemy.exc import SQLAlchemyError

from app.extensions import db
from app.factory import create_app
from app.kernel import jobs
from app.kernel.db import rollback, unit_of_work

if TYPE_CHECKING:
    from flask import Flask

log = structlog.get_logger(__name__)

SWEEP_SECONDS = 2.0

_app: list["Flask"] = []


def application() -> "Flask":
    """The application of this process, made when first needed. Nothing is connected yet: it may be forked until then."""
    if not _app:
        _app.append(create_app())
    return _app[0]


def perform(job_id: int) -> None:
    """Run the job row `job_id`, where nobody else has it (RQ's entry point)."""
    with application().app_context():
        claimed = jobs.claim(job_id)
        if claimed is not None:
            jobs.run_claimed(claimed)


def sweep() -> int:
    """Run every job that is due, one after the other; answer how many were run."""
    count = 0
    with application().app_context():
        while (claimed := jobs.claim()) is not None:
            jobs.run_claimed(claimed)
            db.session.remove()
            count += 1
    return count


def sweep_forever() -> None:
    """The sweeper's process: periodic jobs, then all that is due, then a short rest."""
    stopping = _stop_on_signals()
    while not stopping:
        try:
            with application().app_context(), unit_of_work():
                jobs.enqueue_periodic()
            sweep()
        except SQLAlchemyError:
            with application().app_context():
                rollback()
            log.warning("sweep_failed", exc_info=True)
        for _ in range(10):
            if not stopping:
                time.sleep(SWEEP_SECONDS / 10)


def work_forever(redis_url: str) -> None:
    """The RQ worker's process; it waits for Redis to come back where it is away.

    RQ forks for each job, and each has the application from here. This process never uses it: the connections and
    threads of a job are its own.
    """
    stopping = _stop_on_signals()
    application()
    while not stopping:
        connection = Redis.from_url(redis_url)
        try:
            worker = Worker([Queue(jobs.QUEUE_NAME, connection=connection)], connection=connection)
            worker.work(logging_level="WARNING", with_scheduler=False)
            return
        except RedisError:
            log.warning("redis_away")
            time.sleep(SWEEP_SECONDS)
        finally:
            connection.close()


def main() -> int:
    """Run the sweeper and, where there is a Redis, the RQ worker, until told to stop."""
    redis_url = os.environ.get("REDIS_URL", "")
    context = multiprocessing.get_context("fork")
    targets = [context.Process(target=sweep_forever, name="sweeper")]
    if redis_url:
        targets.append(context.Process(target=work_forever, args=(redis_url,), name="rq"))
    else:
        print("No REDIS_URL: the sweeper does all the work, looking every 2 seconds.", file=sys.stderr)
    stopping = _stop_on_signals()
    for process in targets:
        process.start()
    while not stopping and all(process.is_alive() for process in targets):
        time.sleep(0.2)
    for process in targets:
        if process.is_alive() and process.pid is not None:
            os.kill(process.pid, signal.SIGTERM)
    for process in targets:
        process.join(timeout=20)
        if process.is_alive():
            process.kill()
    return 0 if stopping else 1


def _stop_on_signals() -> list[int]:
    """A list that is empty until this process is told to stop."""
    stopping: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        stopping.append(number)

    signal.signal(signal.SIGTERM, note)
    signal.signal(signal.SIGINT, note)
    return stopping


if __name__ == "__main__":
    sys.exit(main())
