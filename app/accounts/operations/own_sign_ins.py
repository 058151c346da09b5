"""The user's own password and sign-ins (product decisions, Sign-in and tokens)."""

from sqlalchemy import select, update

from app.accounts import mails
from app.accounts.models import MailLink, Organisation, SignIn, User
from app.accounts.operations.passwords import check_current_password, set_password
from app.accounts.types import LinkPurpose
from app.events.public import record, record_unlisted
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError


def change_password(*, actor: Actor, current_password: str, password: str) -> None:
    """Set a new password, checking the current one; all other sign-ins and reset links end. The user gets a mail.

    Raises InvalidError at `currentPassword` or `password`.
    """
    user = db.session.get_one(User, actor.user_id, with_for_update={"key_share": True})
    check_current_password(user=user, password=current_password)
    organisation = db.session.get_one(Organisation, user.organisation_id)
    set_password(user=user, password=password, organisation_name=organisation.name)
    db.session.execute(
        update(SignIn)
        .where(SignIn.user_id == user.id, SignIn.ended.is_(None), SignIn.id != actor.session_id)
        .values(ended=now())
    )
    db.session.execute(
        update(MailLink)
        .where(
            MailLink.user_id == user.id,
            MailLink.purpose == LinkPurpose.PASSWORD_RESET,
            MailLink.used.is_(None),
        )
        .values(used=now())
    )
    record("user.updated", actor=actor, subject_user_id=user.id, userId=user.id, userName=user.name)
    mails.mail_password_changed(user)


def end_sign_in(*, actor: Actor, sign_in_id: int) -> None:
    """End one of the actor's sign-ins; raise NotFoundError for other users' and ended ones."""
    sign_in: SignIn | None = db.session.execute(
        select(SignIn)
        .where(SignIn.id == sign_in_id, SignIn.user_id == actor.user_id, SignIn.ended.is_(None))
        .with_for_update()
    ).scalar()
    if sign_in is None:
        raise NotFoundError
    sign_in.ended = now()
    record_unlisted("user.signInEnded", actor=actor, organisation_id=actor.organisation_id)
