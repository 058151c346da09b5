"""Registrations of documents: endpoints, jobs and file access."""

from datetime import timedelta

from app.documents import api, jobs
from app.documents.duties import DUTIES
from app.documents.queries.documents import owns_any_document
from app.documents.queries.requirements import sees_any_requirement
from app.documents.types import ASKED_JOB, DOCUMENT_SUBJECT, REMINDER_JOB, REQUIREMENT_SUBJECT
from app.due.public import DueHooks
from app.files.public import FileHooks
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register endpoints, jobs, due records, and access to the files of documents for the supplier and for buyers who have them."""
    registry.add_api(api.blueprint)
    registry.add_job(ASKED_JOB, jobs.mail_suppliers)
    registry.add_job(REMINDER_JOB, jobs.remind, every=timedelta(hours=1))
    registry.hooks(DueHooks).add(*DUTIES)
    files = registry.hooks(FileHooks)
    files.add_access(DOCUMENT_SUBJECT, lambda actor, ids: owns_any_document(actor=actor, document_ids=ids))
    files.add_access(
        REQUIREMENT_SUBJECT, lambda actor, ids: sees_any_requirement(actor=actor, requirement_ids=ids)
    )
