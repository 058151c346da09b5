"""Registrations of messages: threads, their mails and access to their files."""

from app.files.public import FileHooks
from app.kernel.pages import MenuEntry
from app.kernel.registry import Rank, Registry
from app.messages import api, jobs, pages
from app.messages.operations import MAIL_JOB
from app.messages.queries import may_see_messages
from app.messages.types import MESSAGE_SUBJECT, MessageMail


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, mails and the mail job, and file access."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.nav.append(MenuEntry("Messages", "messages", 20, href="/messages"))
    registry.add_mail_templates(MessageMail)
    registry.add_job(MAIL_JOB, jobs.mail_thread, rank=Rank.MAIL)
    registry.hooks(FileHooks).add_access(MESSAGE_SUBJECT, may_see_messages)
