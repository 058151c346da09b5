"""Registrations of accounts: sign-in, users, roles, and recipients of mail."""

from app.accounts import commands, jobs, pages
from app.accounts.api import mailed_links, own_sign_ins, roles, sessions
from app.accounts.authentication import ActorSources, page_session
from app.accounts.operations.resets import RESET_JOB
from app.accounts.queries.people import gets_no_mail
from app.accounts.types import AccountMail
from app.accounts.unsubscribing import unsubscribe_path
from app.kernel.auth import Permission
from app.kernel.pages import MenuEntry
from app.kernel.registry import Rank, Registry


def register(registry: Registry) -> None:
    """Register endpoints, pages, mails, jobs and commands, and the kernel's hooks for actors."""
    registry.actor_sources = ActorSources()
    registry.suppresses_mail = gets_no_mail
    registry.unsubscribe_path = unsubscribe_path
    registry.pages.session_source = page_session
    registry.add_api(sessions.blueprint, mailed_links.blueprint, own_sign_ins.blueprint, roles.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.settings_menu.append(
        MenuEntry("User Roles", "roles", 20, href="/setup/roles", permission=Permission.MANAGE_ORGANISATION)
    )
    registry.add_mail_templates(AccountMail)
    registry.add_job(RESET_JOB, jobs.mail_password_reset, rank=Rank.MAIL)
    registry.add_commands(commands.accounts)
