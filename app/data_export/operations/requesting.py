"""Requesting and deleting files with all data of an organisation."""

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.accounts.public import require_step_up
from app.data_export.models import DataExport
from app.data_export.types import JOB, DataExportStatus
from app.events.public import record_unlisted
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry

IN_PROGRESS = "A file with all data is being prepared already."
BATCH = 100


def request_data_export(*, actor: Actor) -> DataExport:
    """Request a file with all data of the actor's organisation.

    Raises StepUpError unless the actor has confirmed their identity, and ConflictError while another file of the
    organisation is being prepared.
    """
    require_step_up(actor)
    export = DataExport(organisation_id=actor.organisation_id, user_id=actor.user_id)
    try:
        with db.session.begin_nested():
            db.session.add(export)
    except IntegrityError as error:
        raise ConflictError(IN_PROGRESS) from error
    record_unlisted("organisation.dataExported", actor=actor, organisation_id=actor.organisation_id)
    enqueue(JOB, export_id=export.id)
    return export


def delete_expired_exports() -> None:
    """Delete the files that have expired; their rows stay, as EXPIRED."""
    expired = db.session.execute(
        select(DataExport)
        .where(DataExport.status == DataExportStatus.DONE, DataExport.expires < now())
        .limit(BATCH)
        .with_for_update(skip_locked=True)
    ).scalars()
    storage = current_registry().storage
    for export in expired:
        for number in range(export.slices):
            # Left by a worker that was killed after its commit.
            storage.delete(export.slice_key(number))
        if export.storage_key:
            storage.delete(export.storage_key)
        export.status, export.storage_key = DataExportStatus.EXPIRED, None
