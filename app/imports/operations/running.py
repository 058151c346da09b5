"""Running of a plan: the bulk job with the rows that change something, and what it leaves."""

from collections import Counter

from sqlalchemy import select

from app.accounts.public import actor_of_user
from app.events.public import record
from app.extensions import db
from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.operations.uploading import NOT_READY, plan_again
from app.imports.queries import digest_of, file_row, load_network, own_import, rows_of
from app.imports.types import EFFECTIVE, RUN_KIND, ImportState, Outcome
from app.kernel.bulk.actions import Target
from app.kernel.bulk.models import BulkJob, BulkOutcome, BulkRow
from app.kernel.bulk.operations import start_job
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.kernel.registry import current_registry
from app.network.public import delete_unused_tags

OUTDATED = "The plan has changed. Check it and run it again."
NETWORK_CHANGED = "Your network has changed since this plan was made. The plan is being made again: check it and run it then."
NOTHING_TO_DO = "Nothing in this plan changes your network."


def run_import(*, actor: Actor, import_id: int, plan_version: int) -> SupplierImport | None:
    """Start the job that runs a plan; return None if the network has changed, so that the plan is made again.

    Raises ConflictError for another version of the plan and if it changes nothing.
    """
    supplier_import = own_import(actor=actor, import_id=import_id, lock=True)
    if supplier_import.job_id is not None and supplier_import.plan_version == plan_version:
        return supplier_import
    if supplier_import.state is not ImportState.READY:
        raise ConflictError(NOT_READY)
    if supplier_import.plan_version != plan_version:
        raise ConflictError(OUTDATED, code="stale")
    rows = rows_of(import_id)
    if digest_of(load_network(actor, [file_row(row) for row in rows])) != supplier_import.plan_basis:
        plan_again(supplier_import)
        return None
    effective = [row for row in rows if row.outcome in EFFECTIVE]
    if not effective:
        raise ConflictError(NOTHING_TO_DO)
    job = start_job(
        actor=actor,
        action=current_registry().bulk_actions[RUN_KIND],
        targets=[_target(row) for row in effective],
        args={"import_id": import_id},
    )
    supplier_import.state, supplier_import.job_id = ImportState.RUNNING, job.id
    supplier_import.started, supplier_import.is_outdated = now(), False
    db.session.flush()
    return supplier_import


def _target(row: SupplierImportRow) -> Target:
    path = f"/organisations/{row.organisation_id}" if row.organisation_id else None
    return Target(row.label, row.organisation_id, {"n": row.n, "outcome": str(row.outcome)}, path)


def finish_run(job: BulkJob) -> None:
    """Record the numbers of created, updated and added suppliers in the activity feed, and end the import."""
    supplier_import = db.session.get(SupplierImport, job.args["importId"], with_for_update=True)
    counts = result_counts(job.id)
    if supplier_import is not None:
        supplier_import.state = ImportState.DONE
    if counts.total():
        record(
            "relationship.imported",
            actor=actor_of_user(job.user_id),
            organisation_id=job.organisation_id,
            filename=supplier_import.filename if supplier_import else "",
            created=counts[Outcome.CREATE],
            updated=counts[Outcome.UPDATE],
            added=counts[Outcome.ADD],
        )


def result_counts(job_id: int) -> Counter[Outcome]:
    """Return the numbers of rows that were created, updated and added by a job."""
    stmt = select(BulkRow.data["outcome"].astext).where(
        BulkRow.job_id == job_id, BulkRow.outcome == BulkOutcome.DONE
    )
    return Counter(Outcome(outcome) for outcome in db.session.execute(stmt).scalars())


def finish_undo(job: BulkJob) -> None:
    """Delete the new tags that no supplier has any more, and record the undo in the activity feed."""
    supplier_import = db.session.get(SupplierImport, job.args["importId"], with_for_update=True)
    if supplier_import is not None:
        supplier_import.state = ImportState.UNDONE
    stmt = select(BulkRow.position).where(BulkRow.job_id == job.id, BulkRow.outcome == BulkOutcome.UNDONE)
    changed = len(db.session.execute(stmt).all())
    tag_ids = {
        tag_id
        for before in db.session.execute(
            select(BulkRow.before["new_tag_ids"]).where(BulkRow.job_id == job.id, BulkRow.before.is_not(None))
        ).scalars()
        for tag_id in before or ()
    }
    delete_unused_tags(organisation_id=job.organisation_id, tag_ids=tag_ids)
    if changed:
        record(
            "bulk.undone",
            actor=actor_of_user(job.user_id),
            organisation_id=job.organisation_id,
            action=current_registry().bulk_actions[RUN_KIND].title,
            changed=changed,
            total=job.total,
        )
