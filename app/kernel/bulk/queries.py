"""Queries of bulk jobs; a job is visible to the user who started it."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import BigInteger, bindparam, func, select

from app.extensions import db
from app.kernel.bulk.models import OPEN_STATES, BulkJob, BulkOutcome, BulkRow, BulkState
from app.kernel.clock import now
from app.kernel.db.pagination import AnyPage, Listing, ListQuery, Sort
from app.kernel.db.statements import shared_statement
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.kernel.registry import current_registry


@dataclass(frozen=True, slots=True)
class JobStatus:
    """A job with the number of its rows by outcome; the key None counts the rows that wait."""

    job: BulkJob
    counts: Counter[BulkOutcome | None]

    @property
    def title(self) -> str:
        action = current_registry().bulk_actions.get(self.job.kind)
        return action.title if action else "Bulk change"

    @property
    def is_open(self) -> bool:
        return self.job.state in OPEN_STATES

    @property
    def can_undo(self) -> bool:
        until = self.job.undo_until
        return self.job.state == BulkState.DONE and until is not None and now() < until

    @property
    def to_process(self) -> int:
        """Return the number of rows of the current run or undo."""
        if self.job.state in {BulkState.UNDOING, BulkState.UNDONE}:
            undone = (BulkOutcome.DONE, BulkOutcome.UNDONE, BulkOutcome.NOT_UNDONE)
            return sum(self.counts[outcome] for outcome in undone)
        return self.job.total


def own_job(*, actor: Actor, job_id: int, lock: bool = False) -> BulkJob:
    """Return the job `job_id` if `actor` started it; otherwise raise NotFoundError."""
    stmt = select(BulkJob).where(
        BulkJob.id == job_id,
        BulkJob.user_id == actor.user_id,
        BulkJob.organisation_id == actor.organisation_id,
    )
    job = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if job is None:
        raise NotFoundError
    return job


def status_of(job: BulkJob) -> JobStatus:
    """Return `job` with the counts of its rows."""
    stmt = (
        select(BulkRow.outcome, func.count().label("number"))
        .where(BulkRow.job_id == job.id)
        .group_by(BulkRow.outcome)
    )
    return JobStatus(job, Counter({row.outcome: row.number for row in db.session.execute(stmt)}))


def list_rows(*, job: BulkJob, outcome: BulkOutcome | None, query: ListQuery) -> AnyPage:
    """Return a page of the rows of `job` in their order, optionally those with one outcome."""
    return _rows(filtered=outcome is not None).page(query, job=job.id, outcome=outcome)


@shared_statement
def _rows(*, filtered: bool) -> Listing:
    stmt = select(
        BulkRow.position, BulkRow.subject_id, BulkRow.label, BulkRow.outcome, BulkRow.message, BulkRow.url
    ).where(BulkRow.job_id == bindparam("job", type_=BigInteger))
    if filtered:
        stmt = stmt.where(BulkRow.outcome == bindparam("outcome", type_=BulkRow.outcome.type))
    return Listing(stmt, [Sort(BulkRow.position)])
