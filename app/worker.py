"""The worker: a lane for mails only, so that no long job delays them, one for all jobs, and the lanes of features.

`python -m app.worker` runs each as a process. RQ wakes them for new rows, and each also polls every 2 seconds for rows
without a wake-up; without Redis it only polls. All code is imported before the forks, so that they share its memory.
"""

import gc
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType

import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from setproctitle import setproctitle
from sqlalchemy.exc import SQLAlchemyError

from app.config import GRACE_SECONDS
from app.extensions import db
from app.factory import shared_application
from app.kernel.db.session import rollback, unit_of_work
from app.kernel.jobs.queue import Claim, Lane, claim_due, enqueue_periodic, run_claimed
from app.kernel.mail import delivery
from app.kernel.registry import EXTENSION, Rank, Registry, current_registry

log = structlog.get_logger(__name__)

LOOK_SECONDS = 2
LONGEST_JOB_SECONDS = 600
MAX_FORKED_JOBS = 100
"""Maximum number of jobs in one forked process; its memory is returned when it ends."""
FORK = multiprocessing.get_context("fork")


def sweep() -> int:
    """Run all due jobs in this process, one after the other; return their number."""
    with shared_application().app_context():
        return _work_off(Lane.ANY, run=run_claimed)


def run_lane(lane: Lane, redis_url: str) -> None:
    """Run a lane: enqueue periodic jobs, run all due jobs, then wait for a wake-up."""
    setproctitle(f"assay: worker, lane {lane}")
    stopping = _stop_on_signals()
    queue = _queue(lane, redis_url)
    while not stopping:
        with shared_application().app_context():
            try:
                with unit_of_work():
                    enqueue_periodic()
                _work_off(lane, run=partial(_run_in_lane, stopping=stopping))
            except SQLAlchemyError:
                rollback()
                log.warning("lane_failed", lane=lane, exc_info=True)
        if not stopping:
            _wait(queue)


def run_feature_lane(name: str, redis_url: str) -> None:
    """Run a lane that a feature has registered: work off its rows, then wait for a wake-up."""
    setproctitle(f"assay: worker, lane {name}")
    stopping = _stop_on_signals()
    queue = _queue(name, redis_url)
    while not stopping:
        with shared_application().app_context():
            try:
                current_registry().lanes[name](lambda: bool(stopping))
            except SQLAlchemyError:
                rollback()
                log.warning("lane_failed", lane=name, exc_info=True)
            finally:
                db.session.remove()
        if not stopping:
            _wait(queue)


Run = Callable[[Sequence[Claim]], int]


def _work_off(lane: Lane, *, run: Run, limit: int = sys.maxsize) -> int:
    """Run the due jobs of `lane` with `run`, claim by claim, at most `limit` claims; return the number of jobs run.

    `run` runs fewer jobs than were claimed when the process is stopping.
    """
    count = 0
    try:
        for _ in range(limit):
            claims = claim_due(lane)
            db.session.remove()
            if not claims:
                break
            finished = run(claims)
            count += finished
            if finished < len(claims):
                break
    finally:
        delivery.close_connection()
    return count


def _run_in_lane(claims: Sequence[Claim], *, stopping: list[int]) -> int:
    """Run mails in this process, and other jobs in a forked process, so that their memory is returned when it ends.

    The forked process also runs other due jobs, so that a library that one job has imported serves the next one.
    """
    if claims[0].rank == Rank.MAIL or stopping:
        return run_claimed(claims, stop=lambda: bool(stopping))
    delivery.close_connection()
    process = FORK.Process(target=_run_forked, args=(claims,), name=claims[0].name)
    process.start()
    while process.is_alive():
        process.join(LOOK_SECONDS)
        if stopping:
            process.terminate()
    return len(claims)


def _run_forked(claims: Sequence[Claim]) -> None:
    """Run claimed jobs, then other due jobs, in the forked process.

    Each job must end within LONGEST_JOB_SECONDS. If the process is killed, its claims expire and the jobs run again.
    """
    setproctitle("assay: worker, job")
    stopping = _stop_on_signals()
    signal.signal(signal.SIGALRM, _end_job)

    def run(batch: Sequence[Claim]) -> int:
        signal.alarm(LONGEST_JOB_SECONDS)
        try:
            return run_claimed(batch, stop=lambda: bool(stopping))
        finally:
            signal.alarm(0)

    with shared_application().app_context():
        # The open connections belong to the parent process.
        for engine in db.engines.values():
            engine.dispose(close=False)
        if run(claims) == len(claims):
            _work_off(Lane.ANY, run=run, limit=MAX_FORKED_JOBS)


def _end_job(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"The job took longer than {LONGEST_JOB_SECONDS} seconds.")


def _queue(lane: str, redis_url: str) -> Queue | None:
    """Return the RQ queue that wakes a lane; None without Redis."""
    if not redis_url:
        return None
    return Queue(lane, connection=Redis.from_url(redis_url, socket_timeout=LOOK_SECONDS + 5))


def _wait(queue: Queue | None) -> None:
    """Wait for a wake-up, at most LOOK_SECONDS, and remove all wake-ups from the queue."""
    try:
        if queue is None:
            time.sleep(LOOK_SECONDS)
        elif queue.connection.blpop([queue.key], LOOK_SECONDS):
            # Each wake-up is one list entry with the same meaning, so one is enough.
            queue.connection.delete(queue.key)
    except RedisError:
        log.warning("redis_away")
        time.sleep(LOOK_SECONDS)


def main() -> int:
    """Run all lanes until a signal arrives. If one exits unexpectedly, stop the other and return 1."""
    setproctitle("assay: worker")
    redis_url = os.environ.get("REDIS_URL", "")
    if not redis_url:
        print(f"No REDIS_URL: the worker looks for work every {LOOK_SECONDS} seconds.", file=sys.stderr)
    registry: Registry = shared_application().extensions[EXTENSION]
    gc.collect()
    gc.freeze()
    lanes = [FORK.Process(target=run_lane, args=(lane, redis_url), name=lane) for lane in Lane]
    lanes += [
        FORK.Process(target=run_feature_lane, args=(name, redis_url), name=name) for name in registry.lanes
    ]
    stopping = _stop_on_signals()
    for process in lanes:
        process.start()
    while not stopping and all(process.is_alive() for process in lanes):
        time.sleep(0.2)
    for process in lanes:
        if process.is_alive() and process.pid is not None:
            os.kill(process.pid, signal.SIGTERM)
    for process in lanes:
        process.join(timeout=GRACE_SECONDS)
        if process.is_alive():
            process.kill()
    return 0 if stopping else 1


def _stop_on_signals() -> list[int]:
    """Return a list that receives the signals to stop; it is empty until then."""
    stopping: list[int] = []

    def record_signal(number: int, _frame: FrameType | None) -> None:
        stopping.append(number)

    signal.signal(signal.SIGTERM, record_signal)
    signal.signal(signal.SIGINT, record_signal)
    return stopping


if __name__ == "__main__":
    sys.exit(main())
