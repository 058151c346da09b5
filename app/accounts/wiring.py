"""Registrations of accounts: sign-in, users, roles, and recipients of mail."""

from datetime import timedelta

from app.accounts import commands, jobs, pages
from app.accounts.api import (
    company_sign_in,
    link_codes,
    mailed_links,
    own_factors,
    own_sign_ins,
    roles,
    second_step,
    sessions,
    sign_in_policy,
    step_up,
)
from app.accounts.authentication import ActorSources, page_session
from app.accounts.models import Totp
from app.accounts.models.company import CompanySignIn
from app.accounts.operations.erasing import ERASE_MAILS_JOB
from app.accounts.operations.resets import RESET_JOB
from app.accounts.operations.sessions import FAILED_JOB
from app.accounts.pages import company as company_pages
from app.accounts.queries.people import gets_no_mail
from app.accounts.types import AccountMail
from app.accounts.unsubscribing import unsubscribe_path
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Rank, Registry


def register(registry: Registry) -> None:
    """Register endpoints, pages, mails, jobs and commands, and the kernel's hooks for actors."""
    registry.actor_sources = ActorSources()
    registry.suppresses_mail = gets_no_mail
    registry.unsubscribe_path = unsubscribe_path
    registry.pages.session_source = page_session
    registry.add_api(
        sessions.blueprint,
        second_step.blueprint,
        step_up.blueprint,
        mailed_links.blueprint,
        link_codes.blueprint,
        own_sign_ins.blueprint,
        own_factors.blueprint,
        sign_in_policy.blueprint,
        company_sign_in.blueprint,
        roles.blueprint,
    )
    registry.add_pages(pages.blueprint, company_pages.blueprint)
    registry.pages.settings_menu.append(
        MenuEntry("User Roles", "roles", 20, href="/setup/roles", permission=Permission.MANAGE_ORGANISATION)
    )
    registry.pages.settings_menu.append(
        MenuEntry(
            "Security",
            "security",
            70,
            href="/setup/security",
            permission=Permission.MANAGE_INTEGRATIONS,
            divided=True,
        )
    )
    registry.secret_columns += [Totp.secret_encrypted, CompanySignIn.secret_encrypted]
    registry.add_mail_templates(AccountMail)
    registry.add_job(RESET_JOB, jobs.mail_password_reset, rank=Rank.MAIL)
    registry.add_job(ERASE_MAILS_JOB, jobs.erase_mails, rank=Rank.LOW_PRIORITY)
    registry.add_job(FAILED_JOB, jobs.record_failed_sign_in)
    registry.add_job("accounts.forgetSignIns", jobs.purge_sign_ins, every=timedelta(hours=6))
    registry.add_job("accounts.forgetTickets", jobs.purge_tickets, every=timedelta(hours=1))
    registry.add_commands(commands.accounts)
