"""Registrations of documents: endpoints, pages, jobs, due records, the section of a supplier's page, file access."""

from datetime import timedelta

from app.documents import api, jobs, pages
from app.documents.duties import DUTIES
from app.documents.queries.documents import owns_any_document
from app.documents.queries.requirements import sees_any_requirement
from app.documents.serializers import serialize_summary
from app.documents.types import ASKED_JOB, DOCUMENT_SUBJECT, REMINDER_JOB, REQUIREMENT_SUBJECT
from app.due.public import DueHooks
from app.files.public import FileHooks
from app.kernel.pages import MenuEntry
from app.kernel.registry import Registry
from app.network.public import NetworkPageHooks, OrganisationHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, the tab of the network, jobs, due records, the section of an organisation, file access.

    The supplier reads the files of its documents, and so do the buyers who have them.
    """
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.settings_menu += [
        MenuEntry("Document Types...", "certificate", 50, href="/setup/documentTypes", divided=True),
        MenuEntry("My Documents...", "file", 60, href="/setup/document"),
    ]
    registry.hooks(NetworkPageHooks).tabs["documents"] = pages.matrix
    registry.hooks(OrganisationHooks).sections["documents"] = lambda actor, relationship: serialize_summary(
        actor=actor, relationship=relationship
    )
    registry.add_job(ASKED_JOB, jobs.mail_suppliers)
    registry.add_job(REMINDER_JOB, jobs.remind, every=timedelta(hours=1))
    registry.hooks(DueHooks).add(*DUTIES)
    files = registry.hooks(FileHooks)
    files.add_access(DOCUMENT_SUBJECT, lambda actor, ids: owns_any_document(actor=actor, document_ids=ids))
    files.add_access(
        REQUIREMENT_SUBJECT, lambda actor, ids: sees_any_requirement(actor=actor, requirement_ids=ids)
    )
