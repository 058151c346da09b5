"""Signing in and out."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import update

from app.accounts.models import SignIn, User
from app.accounts.operations.links import rfx_of_grant
from app.accounts.operations.passwords import HASHER, NOBODYS_HASH, verify
from app.accounts.queries.links import live_guest_link, token_hash
from app.accounts.queries.people import user_by_email
from app.accounts.types import UserStatus
from app.events.public import record
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import UnauthorizedError

SUSPENDED = "This account is suspended. Ask the people who manage users at your organisation."
GUEST_SESSION = timedelta(days=30)
TOUCH_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A new sign-in, with the token for the cookie, which is stored only as a hash."""

    sign_in: SignIn
    user: User
    token: str


def sign_in(
    *, email: str, password: str, user_agent: str, address: str, life: timedelta
) -> NewSession | None:
    """Sign in with e-mail and password; return None if they do not match (specification section 8).

    Raises UnauthorizedError with a sentence if the user is suspended, but only for the right password; this takes as
    long as a wrong one.
    """
    user = user_by_email(email)
    is_correct = verify(user.password_hash if user and user.password_hash else NOBODYS_HASH, password)
    if user is None or not is_correct or user.password_hash is None:
        return None
    if user.status == UserStatus.SUSPENDED:
        raise UnauthorizedError(SUSPENDED, code="suspended")
    if user.status != UserStatus.ACTIVE:
        return None
    if HASHER.check_needs_rehash(user.password_hash):
        user.password_hash = HASHER.hash(password)
    return start_session(user=user, user_agent=user_agent, address=address, life=life)


def start_session(*, user: User, user_agent: str, address: str, life: timedelta) -> NewSession:
    """Create a sign-in for an authenticated user."""
    token = secrets.token_urlsafe(32)
    new_sign_in = SignIn(
        user_id=user.id,
        token_hash=token_hash(token),
        user_agent=user_agent[:300],
        address=address[:60],
        expires=now() + life,
    )
    db.session.add(new_sign_in)
    record("user.login", organisation_id=user.organisation_id, user_id=user.id, subject_user_id=user.id,
           userId=user.id, userName=user.name)  # fmt: skip
    db.session.flush()
    return NewSession(new_sign_in, user, token)


def touch_session(*, actor: Actor, life: timedelta) -> None:
    """Record the use of a sign-in, at most once an hour, and extend its life."""
    if actor.session_id is None:
        return
    moment = now()
    db.session.execute(
        update(SignIn)
        .where(SignIn.id == actor.session_id, SignIn.last_seen < moment - TOUCH_EVERY)
        .values(last_seen=moment, expires=moment + life)
    )


def sign_out(*, actor: Actor) -> None:
    """End the actor's sign-in; its tokens are rejected from the next request on."""
    db.session.execute(update(SignIn).where(SignIn.id == actor.session_id).values(ended=now()))
    record(
        "user.logout", actor=actor, subject_user_id=actor.user_id, userId=actor.user_id, userName=actor.name
    )


def end_sessions_of(*, user_id: int) -> None:
    """End every sign-in of a user: after a new password, a suspension or a change of role."""
    db.session.execute(
        update(SignIn).where(SignIn.user_id == user_id, SignIn.ended.is_(None)).values(ended=now())
    )


def sign_in_guest(*, token: str, user_agent: str, address: str) -> NewSession | None:
    """Sign in with a guest link; return None if the link is not (or no longer) valid. The link stays valid."""
    guest_link = live_guest_link(token)
    if guest_link is None:
        return None
    link, grant, user = guest_link
    cookie = secrets.token_urlsafe(32)
    expires = min(link.expires or now() + GUEST_SESSION, now() + GUEST_SESSION)
    new_sign_in = SignIn(
        user_id=user.id, token_hash=token_hash(cookie), user_agent=user_agent[:300], address=address[:60],
        expires=expires, grant_id=grant.id, guest_rfx_id=rfx_of_grant(grant), link_id=link.id,
    )  # fmt: skip
    db.session.add(new_sign_in)
    db.session.flush()
    return NewSession(new_sign_in, user, cookie)
