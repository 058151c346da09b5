"""Registrations of RFxs: screens, mails, deadlines, exports, files and conversations."""

from datetime import timedelta

from app.due.public import DueHooks
from app.files.public import FileHooks
from app.forms.public import DOC_FORM_FILE
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Rank, Registry
from app.messages.public import ThreadHooks, thread_replied
from app.network.public import MergeHooks
from app.rfx import jobs, pages
from app.rfx.api import review, rfxs
from app.rfx.bulk import BULK_ACTIONS
from app.rfx.duties import DUTIES
from app.rfx.exports import archive
from app.rfx.exports.builder import KIND, build
from app.rfx.list_kind import RFXS
from app.rfx.operations.guest_messages import forward_to_guests
from app.rfx.operations.merging import register_merging
from app.rfx.operations.progress import COUNT_JOB, count_answers
from app.rfx.policies.access import guest_path
from app.rfx.queries.files import may_read_answer_file, may_read_files, may_read_pictures
from app.rfx.queries.rfxs import sender_of
from app.rfx.queries.threads import may_read_thread, subject_of_thread
from app.rfx.search import RFXS as RFX_SEARCH
from app.rfx.types import RFX, RFX_FILE, RfxMail
from app.search.public import SearchHooks
from app.tasks.public import RFX_SUBJECT, TaskHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, grants, mails, jobs, bulk actions, due records, the export, file access and threads."""
    registry.add_api(rfxs.blueprint, review.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry("RFx", "rfx", 50, href="/rfx"))
    registry.add_grant_subject(RFX, guest_path)
    registry.add_mail_templates(RfxMail)
    registry.add_job("rfx.expire", jobs.expire_overdue, every=timedelta(minutes=1))
    registry.add_job("rfx.remind", jobs.remind_by_schedule, every=timedelta(hours=1))
    registry.add_job(COUNT_JOB, count_answers, rank=Rank.LOW_PRIORITY)
    registry.add_export(KIND, build)
    registry.add_export(archive.KIND, archive.build)
    registry.add_list(RFXS)
    for action in BULK_ACTIONS:
        registry.add_bulk(action)
    registry.hooks(DueHooks).add(*DUTIES)
    registry.hooks(SearchHooks).add(RFX_SEARCH)
    register_merging(registry.hooks(MergeHooks))
    files = registry.hooks(FileHooks)
    files.add_access(DOC_FORM_FILE, may_read_pictures)
    files.add_access(RFX_FILE, may_read_files)
    files.add_file_access(RFX_SUBJECT, may_read_answer_file)
    threads = registry.hooks(ThreadHooks)
    threads.accesses.append(may_read_thread)
    threads.subject_finders.append(subject_of_thread)
    registry.hooks(TaskHooks).owner_finders[RFX_SUBJECT] = sender_of
    registry.connect(thread_replied, forward_to_guests)
