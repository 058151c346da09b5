"""The worker's part of bulk jobs.

Each run of the job `kernel.bulk` processes one batch of rows in one transaction, which also enqueues the next run. The
effects of a batch, its outcomes and the completion of the run are committed together, so a worker that is killed loses
the batch as a whole, and the next worker repeats it. Other jobs get their turn between two batches.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta

import structlog
from blinker import Signal
from marshmallow import ValidationError
from sqlalchemy import BigInteger, bindparam, cast, exists, func, select, update
from sqlalchemy.exc import OperationalError

from app.extensions import db
from app.kernel.bulk.actions import BATCH_ROWS, BulkAction, BulkRun, RowResult, Target
from app.kernel.bulk.models import OPEN_STATES, BulkJob, BulkOutcome, BulkRow, BulkState
from app.kernel.bulk.operations import NO_LONGER_THERE
from app.kernel.clock import now
from app.kernel.db.purging import delete_in_batches
from app.kernel.db.session import savepoint
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import check_rule
from app.kernel.http.errors import NotFoundError, ProblemError
from app.kernel.http.json_types import Json
from app.kernel.jobs.queue import Job, enqueue
from app.kernel.registry import current_registry

log = structlog.get_logger(__name__)

bulk_job_finished = Signal()
"""Sent in the transaction of the last row if a row changed: `job`, `title`, the number `changed`, `is_undo`."""
BATCH_SECONDS = 5
"""A batch of slow rows ends earlier, so that its locks are released and the progress moves."""
RETENTION = timedelta(days=30)
PURGED_JOBS = 5
"""Number of jobs deleted in one transaction, each with up to 5,000 rows."""
NO_ACCESS = "Your account was no longer active when this row was processed."
OUTDATED = "This was started with an earlier version of the product. Start it again."
INTERNAL = "Something went wrong on our side. Please try this row again."


@dataclass(frozen=True, slots=True)
class _Work:
    """The action and context of a batch."""

    action: BulkAction
    run: BulkRun


def run_batch(bulk_job_id: int) -> None:
    """Process the next rows of a job and enqueue the next run, or finish the job."""
    # A worker whose lease has expired may still be running; this one waits for its commit and continues from there.
    job = db.session.get(BulkJob, bulk_job_id, with_for_update=True, populate_existing=True)
    if job is None or job.state not in OPEN_STATES:
        return
    is_undo = job.state == BulkState.UNDOING
    if not is_undo:
        job.state = BulkState.RUNNING
    work = _prepare(job)
    size = BATCH_ROWS if isinstance(work, str) else work.action.batch_rows
    rows = _next_rows(job, is_undo=is_undo, limit=size + 1)
    end = time.monotonic() + BATCH_SECONDS
    results: list[Json] = [] if is_undo else _run_together(rows[:size], work, job_id=job.id)
    for row in rows[len(results) : size]:
        result = _undo(row, work) if is_undo else _run(row, work)
        results.append({"of_job": job.id, "at": row.position, **result})
        if time.monotonic() > end:
            break
    _store(results, is_undo=is_undo)
    job.done += len(results)
    if len(results) < len(rows):
        enqueue("kernel.bulk", bulk_job_id=job.id)
    else:
        _finish(job, is_undo=is_undo)


def _next_rows(job: BulkJob, *, is_undo: bool, limit: int) -> Sequence[AnyRow]:
    """Return the rows to process, one more than a batch has; an undo goes backwards."""
    stmt = select(
        BulkRow.position, BulkRow.subject_id, BulkRow.label, BulkRow.data, BulkRow.url, BulkRow.before
    ).where(BulkRow.job_id == job.id)
    if is_undo:
        stmt = stmt.where(BulkRow.outcome == BulkOutcome.DONE).order_by(BulkRow.position.desc())
    else:
        stmt = stmt.where(BulkRow.outcome.is_(None)).order_by(BulkRow.position)
    return db.session.execute(stmt.limit(limit)).all()


def _prepare(job: BulkJob) -> _Work | str:
    """Return the context of the job's rows with the current permissions of its user, or the sentence why there is none."""
    registry = current_registry()
    action = registry.bulk_actions.get(job.kind)
    if action is None:
        return OUTDATED
    actor = registry.actor_sources.by_user_id(job.user_id)
    if actor is None or actor.organisation_id != job.organisation_id:
        return NO_ACCESS
    try:
        args = action.args_schema().load(job.args)
    except ValidationError:
        log.warning("bulk_args_outdated", bulk_job_id=job.id, kind=job.kind)
        return OUTDATED
    return _Work(action, BulkRun(job.id, actor, args))


def _run(row: AnyRow, work: _Work | str) -> Json:
    """Run the action for one row; return the values of the row's columns."""
    unchanged = {"subject_id": row.subject_id, "url": row.url, "before": None}
    if isinstance(work, str):
        return {**unchanged, "outcome": BulkOutcome.FAILED, "message": work}
    try:
        with savepoint():
            check_rule(work.run.actor, work.action.rule, guests=False)
            values = asdict(work.action.run_row(work.run, _target_of(row)))
    except NotFoundError:
        return {**unchanged, "outcome": BulkOutcome.GONE, "message": NO_LONGER_THERE}
    except Exception as error:
        return {**unchanged, "outcome": BulkOutcome.FAILED, "message": _sentence(error, work, row)}
    return _columns(values, row)


def _columns(values: Json, row: AnyRow) -> Json:
    return values | {"subject_id": values["subject_id"] or row.subject_id, "url": values["url"] or row.url}


def _run_together(rows: Sequence[AnyRow], work: _Work | str, *, job_id: int) -> list[Json]:
    """Run a batch with `run_rows`; return no result if the action has none or it failed, so that each row runs alone."""
    if isinstance(work, str) or work.action.run_rows is None or not rows:
        return []
    try:
        with savepoint():
            check_rule(work.run.actor, work.action.rule, guests=False)
            results: Sequence[RowResult] = work.action.run_rows(work.run, [_target_of(row) for row in rows])
    except ProblemError:
        return []
    except Exception as error:
        if isinstance(error, OperationalError | TimeoutError):
            raise
        log.warning("bulk_batch_failed", bulk_job_id=job_id, exc_info=error)
        return []
    return [
        {"of_job": job_id, "at": row.position, **_columns(asdict(result), row)}
        for row, result in zip(rows, results, strict=True)
    ]


def _undo(row: AnyRow, work: _Work | str) -> Json:
    """Restore one row; return the values of the row's columns."""
    columns = {"subject_id": row.subject_id, "url": row.url, "before": row.before}
    if isinstance(work, str):
        return {**columns, "outcome": BulkOutcome.NOT_UNDONE, "message": work}
    if work.action.undo_row is None:
        return {**columns, "outcome": BulkOutcome.NOT_UNDONE, "message": OUTDATED}
    try:
        with savepoint():
            check_rule(work.run.actor, work.action.rule, guests=False)
            work.action.undo_row(work.run, _target_of(row), row.before or {})
    except NotFoundError:
        return {**columns, "outcome": BulkOutcome.NOT_UNDONE, "message": NO_LONGER_THERE}
    except Exception as error:
        return {**columns, "outcome": BulkOutcome.NOT_UNDONE, "message": _sentence(error, work, row)}
    return {**columns, "outcome": BulkOutcome.UNDONE, "message": ""}


def _target_of(row: AnyRow) -> Target:
    return Target(row.label, row.subject_id, row.data, row.url)


def _sentence(error: Exception, work: _Work, row: AnyRow) -> str:
    """Return the text for a failed row. Raises errors of the connection and of the time limit: the batch runs again."""
    if isinstance(error, ProblemError):
        return error.sentence
    if isinstance(error, OperationalError | TimeoutError):
        raise error
    log.error("bulk_row_failed", bulk_job_id=work.run.job_id, position=row.position, exc_info=error)
    return INTERNAL


def _store(results: Sequence[Json], *, is_undo: bool) -> None:
    """Store the outcomes of a batch. A repeated row is not overwritten."""
    if not results:
        return
    table = BulkRow.__table__
    expected = table.c.outcome == BulkOutcome.DONE if is_undo else table.c.outcome.is_(None)
    values = {
        name: bindparam(f"new_{name}", type_=table.c[name].type)
        for name in ("outcome", "message", "before", "subject_id", "url")
    }
    stmt = (
        update(BulkRow)
        .where(table.c.job_id == bindparam("of_job"), table.c.position == bindparam("at"), expected)
        .values(values)
    )
    parameters = [
        {name if name in {"of_job", "at"} else f"new_{name}": value for name, value in result.items()}
        for result in results
    ]
    db.session.connection().execute(stmt, parameters)


def _finish(job: BulkJob, *, is_undo: bool) -> None:
    job.state = BulkState.UNDONE if is_undo else BulkState.DONE
    job.finished = now()
    registry = current_registry()
    action = registry.bulk_actions.get(job.kind)
    outcome = BulkOutcome.UNDONE if is_undo else BulkOutcome.DONE
    count = select(func.count()).where(BulkRow.job_id == job.id, BulkRow.outcome == outcome)
    changed = db.session.execute(count).scalar_one()
    if action and action.is_recorded and changed:
        registry.send(bulk_job_finished, job=job, title=action.title, changed=changed, is_undo=is_undo)
    if is_undo:
        if action and action.finish_undo:
            action.finish_undo(job)
        return
    if action and action.finish:
        action.finish(job)
    if action and action.undo_row and changed:
        job.undo_until = job.finished + action.undo_period


def resume_jobs() -> None:
    """Enqueue jobs whose last run has failed permanently, for example while the database was away."""
    has_run = exists().where(
        Job.name == "kernel.bulk",
        Job.status.in_(["QUEUED", "RUNNING"]),
        cast(Job.args["bulk_job_id"].astext, BigInteger) == BulkJob.id,
    )
    stalled = select(BulkJob.id).where(BulkJob.state.in_(OPEN_STATES), ~has_run)
    for job_id in db.session.execute(stalled).scalars().all():
        enqueue("kernel.bulk", bulk_job_id=job_id)


def delete_old_jobs() -> None:
    """Delete jobs that were started more than 30 days ago, with their rows."""
    old = (BulkJob.created < now() - RETENTION) & BulkJob.state.not_in(OPEN_STATES)
    delete_in_batches(BulkJob.id, old, rows=PURGED_JOBS)
