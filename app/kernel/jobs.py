"""Background work: rows first, in the transaction that causes them; Redis only wakes the worker.

A feature registers a function with `@job("feature.name")` and asks for it with `enqueue`. The row is
claimed with FOR UPDATE SKIP LOCKED, so any number of workers, and the sweeper that picks up what no
wake-up reached, can run beside each other. A job may run twice (its worker may die after the work and
before the note of it), so each is written to be safe to repeat.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from redis import Redis
from rq import Queue
from sqlalchemy import Index, Select, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db import after_commit, commit, rollback
from app.kernel.model import Base

log = structlog.get_logger(__name__)

QUEUE_NAME = "assay"
MAX_ATTEMPTS = 6
KEEP_DONE = timedelta(days=7)
LEASE = timedelta(minutes=1)
"""A job whose claim was not renewed for this long has lost its worker and is taken up again."""
RENEWAL_SECONDS = LEASE.total_seconds() / 4
BACKOFF = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
)

JobFunction = Callable[..., None]
REGISTRY: dict[str, JobFunction] = {}
PATIENT: set[str] = set()
"""Jobs that nobody waits for: whatever else is due goes before them."""


class Job(Base):
    """One piece of work to do: QUEUED, RUNNING, DONE or FAILED (after its last attempt)."""

    __tablename__ = "job"
    __table_args__ = (
        Index("ix_job_due", "run_at", postgresql_where=text("status in ('QUEUED', 'RUNNING')")),
        Index(
            "uq_job_dedupe_key", "dedupe_key", unique=True, postgresql_where=text("dedupe_key is not null")
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    args: Mapped[dict[str, Any]]
    status: Mapped[str] = mapped_column(default="QUEUED")
    attempts: Mapped[int] = mapped_column(default=0)
    run_at: Mapped[datetime]
    dedupe_key: Mapped[str | None]
    last_error: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    finished: Mapped[datetime | None]


@dataclass(frozen=True, slots=True)
class Periodic:
    """A job that the worker asks for again and again, `every` so often."""

    name: str
    every: timedelta


PERIODIC: list[Periodic] = []


def job(
    name: str, *, every: timedelta | None = None, patient: bool = False
) -> Callable[[JobFunction], JobFunction]:
    """Register a job under `name`; with `every` the worker runs it periodically, without arguments.

    `patient` ones are what nobody waits for, and many may be due at once: other work goes before them.
    """

    def register(function: JobFunction) -> JobFunction:
        if name in REGISTRY:
            raise ValueError(f"two jobs are called {name}")
        REGISTRY[name] = function
        if patient:
            PATIENT.add(name)
        if every is not None:
            PERIODIC.append(Periodic(name, every))
        return function

    return register


def enqueue(name: str, *, run_at: datetime | None = None, dedupe_key: str | None = None, **args: Any) -> None:
    """Ask for the job `name` with `args` (JSON values), now or at `run_at`.

    With a `dedupe_key` that was used before, nothing is added. The worker is woken after the commit.
    """
    if name not in REGISTRY:
        raise KeyError(name)
    moment = now()
    stmt = (
        insert(Job)
        .values(name=name, args=args, status="QUEUED", attempts=0, run_at=run_at or moment, created=moment,
                dedupe_key=dedupe_key)
        .on_conflict_do_nothing(index_elements=["dedupe_key"], index_where=text("dedupe_key is not null"))
        .returning(Job.id)
    )  # fmt: skip
    job_id = db.session.execute(stmt).scalar()
    if job_id is not None and (run_at is None or run_at <= moment):
        after_commit(lambda: wake(job_id))


_redis_url: list[str] = []


def bind_redis(url: str) -> None:
    """Tell the kernel where Redis is; empty where there is none."""
    _redis_url[:] = [url] if url else []


def wake(job_id: int) -> None:
    """Tell a worker of a new row. Without Redis nothing happens here: the sweeper finds the row."""
    if not _redis_url:
        return
    connection = Redis.from_url(_redis_url[0], socket_connect_timeout=0.5, socket_timeout=1)
    try:
        Queue(QUEUE_NAME, connection=connection).enqueue(
            "app.worker.perform", job_id, result_ttl=0, failure_ttl=60, ttl=3600, job_timeout=600
        )
    finally:
        connection.close()


def claim(job_id: int | None = None) -> Job | None:
    """Claim the job `job_id`, or the one that is due first; None where there is nothing to do.

    Patient jobs come after all others. The claim is committed: it holds for LEASE, and for as long as its worker
    lives and renews it.
    """
    moment = now()
    due = select(Job).where(Job.status.in_(["QUEUED", "RUNNING"]), Job.run_at <= moment)
    if job_id is not None:
        found = _locked(due.where(Job.id == job_id))
    else:
        first = due.order_by(Job.run_at).limit(1)
        found = _locked(first.where(Job.name.not_in(PATIENT))) or _locked(first.where(Job.name.in_(PATIENT)))
    if found is not None:
        found.status = "RUNNING"
        found.attempts += 1
        found.run_at = moment + LEASE
    commit()
    return found


def run_waiting(name: str) -> int:
    """Run every job `name` that waits, due or not, here and now; answer how many were run."""
    waiting = select(Job.id).where(Job.name == name, Job.status == "QUEUED").order_by(Job.id)
    job_ids = db.session.execute(waiting).scalars().all()
    db.session.execute(update(Job).where(Job.id.in_(job_ids)).values(run_at=now()))
    for job_id in job_ids:
        claimed = claim(job_id)
        if claimed is not None:
            run_claimed(claimed)
            db.session.remove()
    return len(job_ids)


def _locked(stmt: Select[Job]) -> Job | None:
    found: Job | None = db.session.execute(stmt.with_for_update(skip_locked=True)).scalar()
    return found


def run_claimed(claimed: Job) -> bool:
    """Run a claimed job in a unit of work of its own and note how it ended; True if it succeeded."""
    job_id, name, args, attempts = claimed.id, claimed.name, claimed.args, claimed.attempts
    structlog.contextvars.bind_contextvars(job=name, job_id=job_id)
    error: Exception | None = None
    try:
        with _renewed(job_id):
            REGISTRY[name](**args)
        _finish(job_id, None, attempts)
        commit()
    except Exception as failure:
        error = failure
        rollback()
        log.exception("job_failed")
        _finish(job_id, failure, attempts)
        commit()
    finally:
        structlog.contextvars.unbind_contextvars("job", "job_id")
    return error is None


@contextmanager
def _renewed(job_id: int) -> Iterator[None]:
    """Renew the claim of a job while the block runs, so that long work is not begun a second time."""
    engine, done = db.engine, threading.Event()

    def renew() -> None:
        while not done.wait(RENEWAL_SECONDS):
            try:
                with engine.begin() as connection:
                    running = (Job.id == job_id) & (Job.status == "RUNNING")
                    connection.execute(update(Job).where(running).values(run_at=now() + LEASE))
            except SQLAlchemyError:
                log.warning("claim_not_renewed", exc_info=True)

    thread = threading.Thread(target=renew, name=f"claim-{job_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _finish(job_id: int, error: Exception | None, attempts: int) -> None:
    row = db.session.get_one(Job, job_id)
    if error is None:
        row.status, row.finished, row.last_error = "DONE", now(), None
    elif attempts >= MAX_ATTEMPTS:
        row.status, row.finished, row.last_error = "FAILED", now(), repr(error)[:2000]
    else:
        row.status, row.last_error = "QUEUED", repr(error)[:2000]
        row.run_at = now() + BACKOFF[min(attempts, len(BACKOFF)) - 1]


def enqueue_periodic() -> None:
    """Ask for each periodic job whose time has come; a key for each period keeps it to one."""
    moment = now()
    for periodic in PERIODIC:
        period = int(moment.timestamp() // periodic.every.total_seconds())
        enqueue(periodic.name, dedupe_key=f"periodic:{periodic.name}:{period}")


@job("kernel.forgetDone", every=timedelta(hours=6))
def forget_done() -> None:
    """Remove the rows of work that was done a week ago."""
    db.session.execute(delete(Job).where(Job.status == "DONE", Job.finished < now() - KEEP_DONE))
