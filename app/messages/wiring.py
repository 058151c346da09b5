"""Registrations of messages: threads, their mails and access to their files."""

from app.files.public import FileHooks
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Rank, Registry
from app.messages import api, jobs, pages
from app.messages.bulk import THREAD_ACTIONS
from app.messages.list_kind import THREADS
from app.messages.models import MessageThread, ThreadParticipant
from app.messages.operations import MAIL_JOB
from app.messages.queries import may_see_messages
from app.messages.search import MESSAGES
from app.messages.types import MESSAGE_SUBJECT, MessageMail
from app.network.public import MergeHooks, Reference
from app.search.public import SearchHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, mails and the mail job, and file access."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry("Messages", "messages", 20, href="/messages"))
    for action in THREAD_ACTIONS:
        registry.add_bulk(action)
    registry.add_mail_templates(MessageMail)
    registry.hooks(SearchHooks).add(MESSAGES)
    registry.add_list(THREADS)
    registry.add_job(MAIL_JOB, jobs.mail_thread, rank=Rank.MAIL)
    registry.hooks(MergeHooks).references += [
        Reference(
            column=MessageThread.with_organisation_id,
            nouns=("conversation", "conversations"),
            owner=MessageThread.organisation_id,
        ),
        Reference(column=MessageThread.organisation_id, owner=MessageThread.with_organisation_id),
        Reference(
            column=ThreadParticipant.organisation_id,
            parent=(ThreadParticipant.thread_id, MessageThread.id),
            is_whole=False,
            needs_people=True,
        ),
    ]
    registry.hooks(FileHooks).add_access(MESSAGE_SUBJECT, may_see_messages)
