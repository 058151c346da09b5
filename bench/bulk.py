"""A change of the level of 5,000 suppliers: the preview, the rows of the job and its undo, next to bare statements."""

import time
from collections.abc import Iterator

from app.accounts.public import actor_of_user
from app.extensions import db
from app.kernel.bulk.models import OPEN_STATES, BulkJob, BulkState
from app.kernel.bulk.operations import Request, resolve_request, start_requested, undo_job
from app.kernel.bulk.running import run_batch
from bench.data import grow_directory
from bench.table import Row
from bench.world import World, user_of

ROWS = 5_000
SHARE = 4
"""Organisations of the directory for each supplier that is needed; three of ten are suppliers of the tenant."""
ROW_GOAL = 12
"""Milliseconds a row: 5,000 suppliers in a minute."""
PREVIEW_GOAL = 2_000
BARE = """
with changed as (
  update relationship set level = 'Contracted' where id = %s returning id, organisation_id, with_organisation_id)
insert into event_log (type, created, organisation_id, relationship_id, args)
select 'measured', now(), organisation_id, id, jsonb_build_object('organisationId', with_organisation_id) from changed
"""


def run(world: World) -> Iterator[Row]:
    """Measure a job that is run batch by batch in this process, as the worker does it, with a commit after each."""
    email = world.person().email
    with world.app.app_context():
        tenant_id, user_id = user_of(email).organisation_id, user_of(email).id
    grow_directory(world, to=ROWS * SHARE, tenant_id=tenant_id)
    query = "select array_agg(id order by id) from (select with_organisation_id id from relationship where organisation_id = %s order by 1 desc limit %s) r"
    ids = world.value(query, tenant_id, ROWS)
    request = Request(kind="network.changeLevel", ids=ids, filter=None, args={"level": "Preferred"})
    with world.working():
        started = time.perf_counter()
        total = len(resolve_request(actor=actor_of_user(user_id), request=request).targets)
        yield Row(
            figure=f"preview of a change of {total:,} suppliers",
            measured=1_000 * (time.perf_counter() - started),
            goal=PREVIEW_GOAL,
        )
    with world.working():
        mails = resolve_request(actor=actor_of_user(user_id), request=request).preview.mails
        job = start_requested(
            actor=actor_of_user(user_id), request=request, total=total, confirmed_mails=mails
        )
        job_id = job.id
    bare = _bare(world, tenant_id)
    yield _row("the level of a supplier changed in a bulk job", _work(world, job_id), total, bare)
    with world.working():
        undo_job(actor=actor_of_user(user_id), job_id=job_id)
    yield _row("the same, undone", _work(world, job_id), total, bare)
    world.connection.execute("delete from job where name = 'kernel.bulk'")


def _row(figure: str, seconds: float, total: int, bare: float) -> Row:
    return Row(
        figure=f"{figure}, of {total:,} ({total / seconds:,.0f} a second)",
        measured=1_000 * seconds / total,
        baseline=bare,
        against="bare update and event, 100 in a transaction",
        goal=ROW_GOAL,
    )


def _work(world: World, job_id: int) -> float:
    """Run the batches of a job; return the seconds."""
    started = time.perf_counter()
    state = BulkState.QUEUED
    while state in OPEN_STATES:
        with world.working():
            run_batch(job_id)
            state = db.session.get_one(BulkJob, job_id).state
    return time.perf_counter() - started


def _bare(world: World, tenant_id: int) -> float:
    """Return the milliseconds of one bare change; they are rolled back."""
    ids = world.value(
        "select array_agg(id) from (select id from relationship where organisation_id = %s limit 100) r",
        tenant_id,
    )
    started = time.perf_counter()
    with world.connection.transaction(force_rollback=True):
        for relationship_id in ids:
            world.connection.execute(BARE, [relationship_id])
    return 1_000 * (time.perf_counter() - started) / len(ids)
