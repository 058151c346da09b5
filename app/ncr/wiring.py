"""Registrations of non-conformances: screens, mails and threads."""

from app.due.public import DueHooks
from app.files.public import FileHooks
from app.kernel.http.auth import Actor, Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry
from app.messages.public import ThreadHooks, thread_replied
from app.ncr import pages
from app.ncr.api import codes, ncrs
from app.ncr.bulk import ASSIGN
from app.ncr.duties import DUTIES
from app.ncr.exports import figures, report
from app.ncr.list_kind import NCRS
from app.ncr.models import NonConformance
from app.ncr.operations.moves import start_if_pending
from app.ncr.queries.ncrs import may_read_files, may_read_thread, ncr_for, ncr_of_thread, subject_of_thread
from app.ncr.search import NCRS as NCR_SEARCH
from app.ncr.types import NcrMail, NcrStatus
from app.network.public import MergeHooks, Reference
from app.search.public import SearchHooks
from app.tasks.public import NCR_SUBJECT


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, mails, due records, file access and the threads of non-conformances."""
    registry.add_api(ncrs.blueprint, codes.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry(pages.TITLE, "ncr", 70, href="/ncr"))
    registry.pages.plus_menu.append(
        MenuEntry(
            "New Non-Conformance...", "ncr", 10, event="OPEN_NEW_NCR", permission=Permission.MANAGE_NCRS
        )
    )
    registry.pages.settings_menu.append(
        MenuEntry(
            "Defect Codes...",
            "ncr",
            55,
            href="/setup/defectCodes",
            permission=Permission.MANAGE_NCRS,
        )
    )
    registry.add_mail_templates(NcrMail)
    registry.add_export(report.KIND, report.build)
    registry.add_export(figures.KIND, figures.build)
    registry.add_bulk(ASSIGN)
    registry.add_list(NCRS)
    registry.hooks(DueHooks).add(*DUTIES)
    registry.hooks(SearchHooks).add(NCR_SEARCH)
    registry.hooks(FileHooks).add_access(NCR_SUBJECT, may_read_files)
    merging = registry.hooks(MergeHooks)
    merging.references += [
        Reference(
            column=NonConformance.with_organisation_id,
            nouns=("non-conformance", "non-conformances"),
            owner=NonConformance.organisation_id,
        ),
        Reference(column=NonConformance.relationship_id),
    ]
    merging.staying["non_conformance.organisation_id"] = "the organisation that raised it"
    merging.staying["defect_code.organisation_id"] = "the organisation that reports the defect"
    threads = registry.hooks(ThreadHooks)
    threads.accesses.append(may_read_thread)
    threads.subject_finders.append(subject_of_thread)
    registry.connect(thread_replied, _start_by_reply)


def _start_by_reply(_app: object, *, actor: Actor, thread_id: int, **_values: object) -> None:
    """Treat a reply of the assignee's organisation in the thread like a progress update: it starts a PENDING one."""
    ncr = ncr_of_thread(thread_id)
    if ncr is None or ncr.status != NcrStatus.PENDING:
        return
    context = ncr_for(actor=actor, ncr_id=ncr.id, lock=True)
    if context.task.assigned_organisation_id == actor.organisation_id:
        start_if_pending(actor=actor, context=context)
