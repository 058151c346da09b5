"""Resetting a forgotten password, or lost second factors, with a link in a mail."""

from datetime import timedelta

from sqlalchemy import select, update

from app.accounts import mails
from app.accounts.models import MailLink, Organisation, Role, User
from app.accounts.operations.factors import remove_all_factors
from app.accounts.operations.links import new_link
from app.accounts.operations.other_ways import ONLY_COMPANY
from app.accounts.operations.passwords import set_password
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.policies import exceeds, require_step_up
from app.accounts.queries.company import other_ways
from app.accounts.queries.factors import factors_of
from app.accounts.queries.links import live_link
from app.accounts.queries.people import user_by_email
from app.accounts.types import LinkPurpose, UserStatus, UserType
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, NotFoundError
from app.kernel.jobs.queue import enqueue

RESET_LIFE = timedelta(hours=2)
OWN_RESET = "Remove your own factors in My Details, or ask a colleague who manages users."
NO_FACTOR = "This user has no second factor."
USES_COMPANY = "This user signs in with your company sign-in, which needs no second factor here."
RESET_EXCEEDS = "This user manages more than you do, so you can't reset their sign-in."
RESET_JOB = "accounts.mailPasswordReset"


def ask_for_password_reset(*, email: str) -> None:
    """Enqueue a reset mail to this address, if it is known.

    The lookup is in the job, so that the request does the same work for known and unknown addresses.
    """
    enqueue(RESET_JOB, email=email)


def send_password_reset(*, email: str) -> None:
    """Mail a reset link to the active user of this address, if there is one.

    The mail to a user who may sign in only with the company sign-in has no link, but says so.
    """
    user = user_by_email(email)
    if user is None or user.status != UserStatus.ACTIVE:
        return
    if other_ways(user).are_refused:
        mails.mail_only_company_sign_in(user, db.session.get_one(Organisation, user.organisation_id))
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

    Second factors stay, except with a link of `ask_for_factor_reset`. Raises NotFoundError if the link is not valid,
    ConflictError for a user who may sign in only with the company sign-in, and InvalidError if the password breaks the
    rule (the link then stays valid).
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
    if other_ways(user).are_refused:
        raise ConflictError(ONLY_COMPANY)
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
    if locked.removes_factors:
        remove_all_factors(user=user)
    end_sessions_of(user_id=user.id)
    record("user.passwordReset.completed", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    return user


def ask_for_factor_reset(*, actor: Actor, user_id: int) -> None:
    """Mail a colleague a link that sets a new password and removes all second factors.

    So neither the actor nor a reader of the colleague's mail can remove a factor alone. Requires a step-up. Raises
    NotFoundError for users who are not active colleagues, ForbiddenError for the actor and for users who manage more,
    ConflictError for users without a factor, and for those who may sign in only with the company sign-in.
    """
    row = db.session.execute(
        select(User, Role.permissions)
        .outerjoin(Role, Role.id == User.role_id)
        .where(
            User.id == user_id,
            User.organisation_id == actor.organisation_id,
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
        )
    ).one_or_none()
    if row is None:
        raise NotFoundError
    user, permissions = row
    if user.id == actor.user_id:
        raise ForbiddenError(OWN_RESET)
    if exceeds(permissions or (), actor.permissions):
        raise ForbiddenError(RESET_EXCEEDS)
    if not factors_of(user.id).has_any:
        raise ConflictError(NO_FACTOR)
    if other_ways(user).are_refused:
        raise ConflictError(USES_COMPANY)
    require_step_up(actor)
    token = new_link(
        purpose=LinkPurpose.PASSWORD_RESET, user_id=user.id, life=RESET_LIFE, removes_factors=True
    )
    record(
        "user.factorResetRequested", actor=actor, subject_user_id=user.id, userId=user.id, userName=user.name
    )
    mails.mail_factor_reset(user=user, asked_by=actor.name, token=token)
