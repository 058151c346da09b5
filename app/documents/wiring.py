"""Registrations of documents: endpoints, pages, jobs, due records, the section of a supplier's page, file access."""

from datetime import timedelta

from app.documents import exports, jobs, pages
from app.documents.api import documents, types
from app.documents.bulk import ASK, ASK_IN_MATRIX
from app.documents.duties import DUTIES
from app.documents.list_kind import MATRIX
from app.documents.operations.merging import register_merging
from app.documents.policies.access import guest_path
from app.documents.queries.answers import ended_files
from app.documents.queries.documents import owns_any_document
from app.documents.queries.requirements import sees_any_requirement
from app.documents.queries.types import types_by_key
from app.documents.search import DOCUMENTS, SUPPLIER_DOCUMENTS
from app.documents.serializers import serialize_summary
from app.documents.types import (
    ASKED_JOB,
    DOCUMENT_GRANT,
    DOCUMENT_SUBJECT,
    READING_JOB,
    REMINDER_JOB,
    REQUIREMENT_SUBJECT,
)
from app.due.public import DueHooks
from app.files.public import FileHooks
from app.forms.public import FormHooks
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry
from app.network.public import MergeHooks, NetworkPageHooks, OrganisationHooks
from app.rfx.public import FileEndHooks
from app.search.public import SearchHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, the tab of the network, jobs, due records, the section of an organisation, file access.

    The supplier reads the files of its documents, and so do the buyers who have them.
    """
    registry.add_api(documents.blueprint, types.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_grant_subject(DOCUMENT_GRANT, guest_path)
    registry.pages.settings_menu += [
        MenuEntry("Document Types...", "certificate", 50, href="/setup/documentTypes", divided=True),
        MenuEntry("My Documents...", "file", 60, href="/setup/document"),
    ]
    registry.hooks(NetworkPageHooks).tabs["documents"] = pages.matrix
    registry.hooks(OrganisationHooks).sections["documents"] = lambda actor, relationship: serialize_summary(
        actor=actor, relationship=relationship
    )
    registry.add_export(exports.KIND, exports.build)
    registry.add_bulk(ASK)
    registry.add_bulk(ASK_IN_MATRIX)
    registry.add_list(MATRIX)
    registry.add_job(ASKED_JOB, jobs.mail_suppliers)
    registry.add_job(READING_JOB, jobs.read_file)
    registry.add_job(REMINDER_JOB, jobs.remind, every=timedelta(hours=1))
    registry.hooks(FormHooks).find_types = lambda organisation_id, keys: types_by_key(
        organisation_id=organisation_id, keys=keys
    ).keys()
    registry.hooks(FileEndHooks).find_ended = ended_files
    registry.hooks(DueHooks).add(*DUTIES)
    registry.hooks(SearchHooks).add(DOCUMENTS, SUPPLIER_DOCUMENTS)
    register_merging(registry.hooks(MergeHooks))
    files = registry.hooks(FileHooks)
    files.add_access(DOCUMENT_SUBJECT, lambda actor, ids: owns_any_document(actor=actor, document_ids=ids))
    files.owners[DOCUMENT_SUBJECT] = lambda actor, ids: owns_any_document(actor=actor, document_ids=ids)
    files.add_access(
        REQUIREMENT_SUBJECT, lambda actor, ids: sees_any_requirement(actor=actor, requirement_ids=ids)
    )
