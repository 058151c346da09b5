"""Records bulk jobs in the log of the organisation."""

from app.events.operations.recording import record
from app.kernel.bulk.models import BulkJob
from app.kernel.registry import current_registry


def record_bulk_job(_app: object, *, job: BulkJob, title: str, changed: int, is_undo: bool) -> None:
    """Record who ran, or undid, an action on how many rows, in the transaction of the last row."""
    actor = current_registry().actor_sources.by_user_id(job.user_id)
    record(
        "bulk.undone" if is_undo else "bulk.finished",
        actor=actor,
        organisation_id=job.organisation_id,
        user_id=job.user_id,
        action=title,
        changed=changed,
        total=job.total,
    )
