"""Erasing the personal data of a user on request (docs/operations.md names what stays, and why)."""

from blinker import Signal
from sqlalchemy import delete, func, update

from app.accounts.models import MailLink, SignIn, User
from app.accounts.models.company import BreakGlassUser, ExternalIdentity
from app.accounts.operations.factors import delete_factors
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.types import FORMER_USER, UserStatus
from app.events.public import request_redaction
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.errors import ConflictError
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from app.kernel.registry import current_registry

STILL_ACTIVE = "Suspend this user first."
ALREADY_ERASED = "This user's personal data was erased already."

ERASE_MAILS_JOB = "accounts.eraseMails"

user_erased = Signal()
"""Sent with `user_id` in the transaction that erases a user, so that features delete what belongs to the person alone."""


def erase_user(*, user: User) -> None:
    """Remove name, addresses, phone numbers, picture, sign-ins and delivered mails of a user permanently.

    The row stays as a "Former user", because records refer to it. A job replaces the name in events. Raises
    ConflictError for a user who is not suspended or invited, and for an erased one.
    """
    db.session.refresh(user, with_for_update=True)
    if user.erased is not None:
        raise ConflictError(ALREADY_ERASED)
    if user.status == UserStatus.ACTIVE:
        raise ConflictError(STILL_ACTIVE)
    former_name = user.name
    end_sessions_of(user_id=user.id)
    delete_factors(user_id=user.id)
    for model in (BreakGlassUser, ExternalIdentity):
        db.session.execute(delete(model).where(model.user_id == user.id))
    db.session.execute(update(SignIn).where(SignIn.user_id == user.id).values(address="", user_agent=""))
    db.session.execute(
        update(MailLink)
        .where(MailLink.user_id == user.id)
        .values(used=func.coalesce(MailLink.used, now()), new_email=None)
    )
    user.name, user.email, user.erased = FORMER_USER, erased_email(user.id), now()
    user.status = UserStatus.SUSPENDED
    user.phone = user.mobile = user.job_title = user.password_hash = user.time_zone = None
    user.picture_id = user.picture_version = None
    user.gets_optional_mail = user.is_admin = False
    db.session.flush()
    request_redaction(
        user_id=user.id,
        organisation_ids=[user.organisation_id],
        name=former_name,
        replacement=FORMER_USER,
    )
    # A long outbox has no index for it, so a job does it.
    enqueue(ERASE_MAILS_JOB, user_id=user.id)
    current_registry().send(user_erased, user_id=user.id)


def erase_mails(*, user_id: int) -> None:
    """Remove the recipient and the content of all mails to an erased user; their rows stay as a record of the delivery."""
    db.session.execute(
        update(OutboxMail)
        .where(OutboxMail.to_user_id == user_id)
        .values(to_name=FORMER_USER, to_email=erased_email(user_id), subject="", html="", text="")
    )


def erased_email(user_id: int) -> str:
    """Return the address that replaces the one of an erased user: unique, and never delivered."""
    return f"erased-{user_id}@erased.invalid"
