"""Resetting a forgotten password with a link in a mail."""

from datetime import timedelta

from sqlalchemy import select, update

from app.accounts import mails
from app.accounts.models import MailLink, Organisation, User
from app.accounts.operations.links import new_link
from app.accounts.operations.passwords import set_password
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.queries.links import live_link
from app.accounts.queries.people import user_by_email
from app.accounts.types import LinkPurpose, UserStatus
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.errors import NotFoundError
from app.kernel.jobs import enqueue

RESET_LIFE = timedelta(hours=2)
RESET_JOB = "accounts.mailPasswordReset"


def ask_for_password_reset(*, email: str) -> None:
    """Enqueue a reset mail to this address, if it is known.

    The lookup is in the job, so that the request does the same work for known and unknown addresses.
    """
    enqueue(RESET_JOB, email=email)


def send_password_reset(*, email: str) -> None:
    """Mail a reset link to the active user of this address, if there is one."""
    user = user_by_email(email)
    if user is None or user.status != UserStatus.ACTIVE:
        return
    record("user.passwordReset.requested", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    token = new_link(purpose=LinkPurpose.PASSWORD_RESET, user_id=user.id, life=RESET_LIFE)
    mails.mail_password_reset(user=user, token=token)


def record_reset_visit(*, token: str) -> bool:
    """Record that a reset link was opened and return True if it is still valid. The link stays unused."""
    link = live_link(token, LinkPurpose.PASSWORD_RESET)
    if link is None:
        return False
    user = db.session.get_one(User, link.user_id)
    record("user.passwordReset.visited", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    return user.status == UserStatus.ACTIVE


def reset_password(*, token: str, password: str) -> User:
    """Set a new password with a reset link and end all sign-ins.

    Raises NotFoundError if the link is not valid, and InvalidError if the password breaks the rule (the link then
    stays valid).
    """
    link = live_link(token, LinkPurpose.PASSWORD_RESET)
    if link is None:
        raise NotFoundError("Sorry, that password-reset link is no longer valid (maybe you already used it?)")
    locked: MailLink = db.session.execute(
        select(MailLink)
        .where(MailLink.id == link.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).scalar_one()
    user = db.session.get_one(User, link.user_id)
    if locked.used is not None or user.status != UserStatus.ACTIVE:
        raise NotFoundError("Sorry, that password-reset link is no longer valid (maybe you already used it?)")
    organisation = db.session.get_one(Organisation, user.organisation_id)
    set_password(user=user, password=password, organisation_name=organisation.name)
    db.session.execute(
        update(MailLink)
        .where(
            MailLink.user_id == user.id,
            MailLink.purpose == LinkPurpose.PASSWORD_RESET,
            MailLink.used.is_(None),
        )
        .values(used=now())
    )
    end_sessions_of(user_id=user.id)
    record("user.passwordReset.completed", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    return user
