"""Background work: rows first, in the transaction that causes them; Redis only wakes the worker.

A feature registers a function in its wiring (`registry.add_job("feature.name", function)`) and requests it with
`enqueue`. Rows are claimed with FOR UPDATE SKIP LOCKED, so any number of workers can run in parallel, and each also
finds jobs without a wake-up. A job may run twice (its worker may die after the work but before recording it), so every
job must be safe to repeat.
"""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, cast

import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Index,
    SmallInteger,
    Table,
    Update,
    bindparam,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.db.purging import PERIODIC, delete_with_keys, is_spent
from app.kernel.db.session import after_commit, commit, rollback
from app.kernel.db.statements import PLANNED_ONCE, shared_statement
from app.kernel.registry import Rank, current_registry

log = structlog.get_logger(__name__)

BATCH = 20
"""Number of mails to claim at once. It is small because after a kill they wait until their lease ends."""
MAX_ATTEMPTS = 6
LEASE = timedelta(minutes=1)
"""The validity of a claim that is not renewed. After it the worker counts as dead, and the job is claimed again."""
RENEWAL_SECONDS = LEASE.total_seconds() / 4
BACKOFF = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
)


class Lane(StrEnum):
    """A worker process: MAIL takes only jobs of that rank, so that no long job delays them; ANY takes all jobs.

    The values are the names of the RQ queues that wake them.
    """

    MAIL = "assay-mail"
    ANY = "assay-any"


class JobStatus(StrEnum):
    """QUEUED until a worker claims it, RUNNING, then DONE, or FAILED after its last attempt."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"


class Job(Base):
    """A background job."""

    __tablename__ = "job"
    __table_args__ = (
        Index("ix_job_due", "rank", "run_at", postgresql_where=text("status in ('QUEUED', 'RUNNING')")),
        Index(
            "uq_job_dedupe_key", "dedupe_key", unique=True, postgresql_where=text("dedupe_key is not null")
        ),
        Index("ix_job_finished", "finished", postgresql_where=text("finished is not null")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    args: Mapped[dict[str, Any]]
    rank: Mapped[int] = mapped_column(SmallInteger, default=Rank.REST, server_default=text("20"))
    status: Mapped[JobStatus] = enum_column(JobStatus, default=JobStatus.QUEUED)
    attempts: Mapped[int] = mapped_column(default=0)
    run_at: Mapped[datetime]
    dedupe_key: Mapped[str | None]
    last_error: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    finished: Mapped[datetime | None]


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that this process has claimed."""

    id: int
    name: str
    args: dict[str, Any]
    rank: int
    attempts: int


def enqueue(
    name: str, *, run_at: datetime | None = None, dedupe_key: str | None = None, behind: int = 0, **args: Any
) -> None:
    """Request the job `name` with `args` (JSON values), now or at `run_at`.

    Nothing is added if the `dedupe_key` was used before, also by a job that is deleted. A job with `behind` (0 to 9)
    runs after the jobs of its rank with a smaller value. A worker is woken after the commit.
    """
    rank = current_registry().jobs[name].rank
    moment = now()
    job = {
        "name": name, "args": args, "rank": rank + behind, "status": JobStatus.QUEUED, "attempts": 0,
        "run_at": run_at or moment, "created": moment, "dedupe_key": dedupe_key,
    }  # fmt: skip
    columns = Job.__table__.c
    values = select(*(literal(value, columns[column].type) for column, value in job.items()))
    if dedupe_key is not None:
        values = values.where(~is_spent(Job.dedupe_key, dedupe_key))
    stmt = (
        insert(Job)
        .from_select(list(job), values, include_defaults=False)
        .on_conflict_do_nothing(index_elements=["dedupe_key"], index_where=text("dedupe_key is not null"))
        .returning(Job.id)
    )
    job_id = db.session.execute(stmt).scalar()
    if job_id is not None and (run_at is None or run_at <= moment):
        announce(rank)


def announce(rank: int) -> None:
    """Wake a worker after the commit of this unit of work, once for each lane. The job itself is in the rows."""
    lane = Lane.MAIL if rank == Rank.MAIL else Lane.ANY
    after_commit(lambda: wake(lane), key=lane)


def wake(lane: str) -> None:
    """Wake the process of a lane. Does nothing without Redis, since the lanes also poll every 2 seconds."""
    url = current_registry().settings.REDIS_URL
    if not url:
        return
    retry_once = Retry(NoBackoff(), 1)
    connection = Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=1, retry=retry_once)
    try:
        # All wake-ups of a lane have the same id, since one is as good as many.
        Queue(lane, connection=connection).enqueue(
            "app.worker.sweep", job_id=lane, result_ttl=0, failure_ttl=60, ttl=3600
        )
    finally:
        connection.close()


def claim_due(lane: Lane = Lane.ANY) -> Sequence[Claim]:
    """Claim the jobs that are due: up to BATCH mails, otherwise one other job that `lane` takes; empty if none is due.

    The claims are committed. They are valid for LEASE, and longer while their worker renews them.
    """
    claims = _claim(Job.rank == Rank.MAIL, limit=BATCH)
    if not claims and lane == Lane.ANY:
        claims = _claim(Job.rank > Rank.MAIL, limit=1)
    return claims


def run_waiting(name: str) -> int:
    """Run every queued job `name` now, due or not; return the number of jobs run."""
    queued = select(Job.id).where(Job.name == name, Job.status == JobStatus.QUEUED)
    job_ids = db.session.execute(queued).scalars().all()
    db.session.execute(update(Job).where(Job.id.in_(job_ids)).values(run_at=now()))
    commit()
    return run_claimed(_claim(Job.id.in_(job_ids), limit=len(job_ids)))


def _claim(condition: ColumnElement[bool], *, limit: int) -> Sequence[Claim]:
    moment = now()
    due = (
        select(Job.id)
        .where(Job.status.in_([JobStatus.QUEUED, JobStatus.RUNNING]), Job.run_at <= moment, condition)
        .order_by(Job.rank, Job.run_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
        # A CTE runs once. A subquery might run again for each updated row and lock more rows than the limit.
        .cte("due")
    )
    claim_stmt = (
        update(Job)
        .where(Job.id.in_(select(due.c.id)))
        .values(status=JobStatus.RUNNING, attempts=Job.attempts + 1, run_at=moment + LEASE)
        .returning(Job.id, Job.name, Job.args, Job.rank, Job.attempts, Job.created)
        .execution_options(synchronize_session=False)
    )
    rows = db.session.execute(claim_stmt).all()
    commit()
    return [
        Claim(row.id, row.name, row.args, row.rank, row.attempts)
        for row in sorted(rows, key=lambda row: (row.rank, row.created, row.id))
    ]


def run_claimed(claims: Sequence[Claim], *, stop: Callable[[], bool] = lambda: False) -> int:
    """Run claimed jobs, each in its own unit of work, and record the results; return the number of jobs run.

    When `stop` returns True, no other job is started and the remaining claims are released.
    """
    remaining = [claim.id for claim in claims]
    count = 0
    with _renewed_claims(remaining):
        for claim in claims:
            if stop():
                break
            _run(claim)
            remaining.remove(claim.id)
            count += 1
    if remaining:
        _release(remaining)
    return count


def _run(claim: Claim) -> None:
    structlog.contextvars.bind_contextvars(job=claim.name, job_id=claim.id)
    try:
        current_registry().jobs[claim.name].function(**claim.args)
        _finish(claim, None)
        commit()
    except Exception as failure:
        rollback()
        log.exception("job_failed")
        _finish(claim, failure)
        commit()
    finally:
        structlog.contextvars.unbind_contextvars("job", "job_id")
        db.session.remove()


@contextmanager
def _renewed_claims(job_ids: Collection[int]) -> Iterator[None]:
    """Renew the claims of `job_ids` (the list may shrink) while the block runs, so that no long job starts twice."""
    engine, finished = db.engine, threading.Event()

    def renew() -> None:
        while not finished.wait(RENEWAL_SECONDS):
            try:
                with engine.begin() as connection:
                    running = Job.id.in_(list(job_ids)) & (Job.status == JobStatus.RUNNING)
                    connection.execute(update(Job).where(running).values(run_at=now() + LEASE))
            except SQLAlchemyError:
                log.warning("claim_not_renewed", exc_info=True)

    thread = threading.Thread(target=renew, name="claims", daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()


def _finish(claim: Claim, error: Exception | None) -> None:
    moment = now()
    values = {"status": JobStatus.DONE, "finished": moment, "run_at": moment, "last_error": None}
    if error is not None:
        values |= {"status": JobStatus.FAILED, "last_error": repr(error)[:2000]}
        if claim.attempts < MAX_ATTEMPTS:
            delay = BACKOFF[min(claim.attempts, len(BACKOFF)) - 1]
            values |= {"status": JobStatus.QUEUED, "finished": None, "run_at": moment + delay}
    db.session.execute(
        _finish_stmt(), {"job_id": claim.id, **{f"new_{name}": value for name, value in values.items()}}
    )


@shared_statement
def _finish_stmt() -> Update:
    table = cast("Table", Job.__table__)
    columns = [table.c[name] for name in ("status", "finished", "run_at", "last_error")]
    values = {column.name: bindparam(f"new_{column.name}", type_=column.type) for column in columns}
    return (
        update(table)
        .where(table.c.id == bindparam("job_id", type_=BigInteger))
        .values(values)
        .execution_options(**PLANNED_ONCE)
    )


def _release(job_ids: Sequence[int]) -> None:
    """Release claimed jobs that were not started, so that other workers can take them at once."""
    stmt = (
        update(Job)
        .where(Job.id.in_(job_ids))
        .values(status=JobStatus.QUEUED, attempts=Job.attempts - 1, run_at=now())
        .execution_options(synchronize_session=False)
    )
    db.session.execute(stmt)
    commit()


def enqueue_periodic() -> None:
    """Enqueue each periodic job once in each period; the dedupe key prevents duplicates across processes."""
    registry, moment = current_registry(), now()
    requested = registry.requested_periods
    for name, job in registry.jobs.items():
        if job.every is None:
            continue
        period = int(moment.timestamp() // job.every.total_seconds())
        if requested.get(name) != period:
            enqueue(name, dedupe_key=f"{PERIODIC}{name}:{period}")
            after_commit(partial(requested.__setitem__, name, period))


def delete_finished() -> None:
    """Delete jobs after JOB_DAYS, and failed ones after FAILED_JOB_DAYS, in batches; their dedupe keys stay."""
    settings = current_registry().settings
    for status, days in ((JobStatus.DONE, settings.JOB_DAYS), (JobStatus.FAILED, settings.FAILED_JOB_DAYS)):
        if days:
            delete_with_keys(
                Job.id, Job.dedupe_key, Job.status == status, Job.finished < now() - timedelta(days=days)
            )
