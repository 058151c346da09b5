"""Signing in and out."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import exists, select, update
from sqlalchemy.orm import aliased

from app.accounts.models import Organisation, SignIn, User
from app.accounts.operations.factors import record_copied_passkey, use_factor, wrong_factor
from app.accounts.operations.links import rfx_of_grant
from app.accounts.operations.other_ways import notify_break_glass, refuse_other_ways
from app.accounts.operations.passkeys import (
    WRONG_PASSKEY,
    CopiedPasskeyError,
    request_options,
    use_passkey,
)
from app.accounts.operations.passwords import HASHER, NOBODYS_HASH, verify
from app.accounts.operations.tickets import (
    TICKET_GONE,
    TicketPurpose,
    check_ticket_user,
    new_ticket,
    read_ticket,
    spend_ticket,
)
from app.accounts.queries.factors import Factors, factors_of
from app.accounts.queries.links import GuestLink, token_hash
from app.accounts.queries.people import user_by_email
from app.accounts.types import SignInMethod, UserStatus
from app.events.public import record, record_unlisted
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.purging import delete_in_batches
from app.kernel.http.auth import Actor
from app.kernel.http.errors import UnauthorizedError
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry

SUSPENDED = "This account is suspended. Ask the people who manage users at your organisation."
GUEST_SESSION = timedelta(days=30)
FAILED_JOB = "accounts.recordFailedSignIn"
TOUCH_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A new sign-in, with the token for the cookie, which is stored only as a hash."""

    sign_in: SignIn
    user: User
    token: str
    life: timedelta
    """Time after which the sign-in ends unless it is used."""


@dataclass(frozen=True, slots=True)
class SecondStep:
    """The second step of a sign-in after a right password, for users with a second factor."""

    ticket: str
    methods: Sequence[SignInMethod]
    passkey_options: str | None


def sign_in(
    *, email: str, password: str, user_agent: str, address: str, life: timedelta
) -> NewSession | SecondStep | None:
    """Sign in with e-mail and password; return None if they do not match (specification section 8).

    Users with a second factor are not signed in yet: `finish_sign_in` takes the ticket and the factor.
    Raises UnauthorizedError with a sentence if the user is suspended, or may use only the company sign-in, but only for
    the right password; this takes as long as a wrong one.
    """
    user = user_by_email(email)
    is_correct = verify(user.password_hash if user and user.password_hash else NOBODYS_HASH, password)
    if user is None or not is_correct or user.password_hash is None:
        return None
    if user.status == UserStatus.SUSPENDED:
        raise UnauthorizedError(SUSPENDED, code="suspended")
    if user.status != UserStatus.ACTIVE:
        return None
    is_break_glass = refuse_other_ways(user)
    if HASHER.check_needs_rehash(user.password_hash):
        user.password_hash = HASHER.hash(password)
    factors = factors_of(user.id)
    if factors.has_any:
        return _second_step(user, factors)
    if is_break_glass:
        notify_break_glass(user)
    return start_session(user=user, user_agent=user_agent, address=address, life=life)


def _second_step(user: User, factors: Factors) -> SecondStep:
    text, ticket = new_ticket(TicketPurpose.SECOND_FACTOR, user)
    options = request_options(ticket=ticket) if factors.passkeys else None
    return SecondStep(text, factors.methods, options)


def finish_sign_in(
    *,
    ticket: str,
    code: str | None,
    credential: str | None,
    user_agent: str,
    address: str,
    life: timedelta,
) -> NewSession:
    """Sign in with the ticket of a right password and a second factor.

    Raises UnauthorizedError for a ticket that has expired, was used or is of an earlier password, and for a user who may
    use only the company sign-in; InvalidError at `code` or `credential` for a factor that is not accepted, with which the
    ticket stays valid.
    """
    opened = read_ticket(ticket, TicketPurpose.SECOND_FACTOR)
    user = db.session.get(User, opened.user_id)
    if user is None or user.status != UserStatus.ACTIVE:
        raise UnauthorizedError(TICKET_GONE, code="ticketGone")
    check_ticket_user(opened, user)
    is_break_glass = refuse_other_ways(user)
    method = use_factor(user=user, ticket=opened, code=code, credential=credential)
    if method is None:
        raise wrong_factor(code)
    spend_ticket(opened)
    if is_break_glass:
        notify_break_glass(user)
    return start_session(
        user=user,
        user_agent=user_agent,
        address=address,
        life=life,
        methods=[SignInMethod.PASSWORD, method],
    )


def passkey_sign_in_options() -> tuple[str, str]:
    """Return a ticket and the options for signing in with a passkey alone."""
    text, ticket = new_ticket(TicketPurpose.SIGN_IN)
    return text, request_options(ticket=ticket)


def sign_in_with_passkey(
    *, ticket: str, credential: str, user_agent: str, address: str, life: timedelta
) -> NewSession:
    """Sign in with a passkey alone; it counts as two factors, because the device has verified the user.

    Raises UnauthorizedError for an expired or used ticket, a passkey that is not accepted, a suspended user, and one who
    may use only the company sign-in.
    """
    opened = read_ticket(ticket, TicketPurpose.SIGN_IN)
    try:
        passkey = use_passkey(ticket=opened, credential=credential)
    except CopiedPasskeyError as error:
        record_copied_passkey(error)
        passkey = None
    if passkey is None:
        raise UnauthorizedError(WRONG_PASSKEY, code="signInFailed")
    user = db.session.get_one(User, passkey.user_id)
    if user.status == UserStatus.SUSPENDED:
        raise UnauthorizedError(SUSPENDED, code="suspended")
    is_break_glass = refuse_other_ways(user)
    spend_ticket(opened)
    if is_break_glass:
        notify_break_glass(user)
    return start_session(
        user=user, user_agent=user_agent, address=address, life=life, methods=[SignInMethod.PASSKEY]
    )


def note_failed_sign_in(*, email: str, address: str) -> None:
    """Record a failed sign-in in the audit log of the user's organisation, if the address is known.

    The lookup is in a job, so that the request does the same work for known and unknown addresses.
    """
    enqueue(FAILED_JOB, email=email[:320], address=address[:60], at=now().isoformat())


def record_failed_sign_in(*, email: str, address: str, at: datetime) -> None:
    """Record a sign-in with a wrong password, or of a user who is not active, that was tried at `at`."""
    user = user_by_email(email)
    if user is not None:
        record_unlisted(
            "user.loginFailed",
            organisation_id=user.organisation_id,
            subject_user_id=user.id,
            created=at,
            address=address,
            userId=user.id,
        )


def start_session(
    *,
    user: User,
    user_agent: str,
    address: str,
    life: timedelta,
    methods: Sequence[SignInMethod] = (SignInMethod.PASSWORD,),
) -> NewSession:
    """Create a sign-in after the user proved their identity with `methods`.

    `life` is the time after which it ends unless it is used; the organisation may have chosen a shorter one.
    """
    life = _life_in(user.organisation_id, life)
    token = secrets.token_urlsafe(32)
    new_sign_in = SignIn(
        user_id=user.id,
        token_hash=token_hash(token),
        user_agent=user_agent[:300],
        address=address[:60],
        methods=list(methods),
        assured_at=now(),
        expires=now() + life,
    )
    db.session.add(new_sign_in)
    record("user.login", organisation_id=user.organisation_id, user_id=user.id, subject_user_id=user.id,
           userId=user.id, userName=user.name)  # fmt: skip
    db.session.flush()
    return NewSession(new_sign_in, user, token, life)


def _life_in(organisation_id: int, life: timedelta) -> timedelta:
    days = db.session.execute(
        select(Organisation.session_days).where(Organisation.id == organisation_id)
    ).scalar()
    return min(life, timedelta(days=days)) if days else life


def touch_session(*, actor: Actor, life: timedelta) -> None:
    """Record the use of a sign-in, at most once an hour, and extend its life, like `start_session`."""
    if actor.session_id is None:
        return
    moment = now()
    life = _life_in(actor.organisation_id, life)
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


def sign_in_guest(guest_link: GuestLink, *, user_agent: str, address: str) -> NewSession:
    """Sign in with a valid guest link, which stays valid."""
    link, grant, user = guest_link
    cookie = secrets.token_urlsafe(32)
    expires = min(link.expires or now() + GUEST_SESSION, now() + GUEST_SESSION)
    new_sign_in = SignIn(
        user_id=user.id, token_hash=token_hash(cookie), user_agent=user_agent[:300], address=address[:60],
        expires=expires, grant_id=grant.id, guest_rfx_id=rfx_of_grant(grant), link_id=link.id,
    )  # fmt: skip
    db.session.add(new_sign_in)
    db.session.flush()
    return NewSession(new_sign_in, user, cookie, GUEST_SESSION)


def delete_old_sign_ins() -> None:
    """Delete sign-ins that expired SIGN_IN_DAYS ago, in batches. The last one of each user stays: it shows the last use."""
    days = current_registry().settings.SIGN_IN_DAYS
    if days:
        newer = aliased(SignIn)
        has_newer = exists().where(newer.user_id == SignIn.user_id, newer.id > SignIn.id)
        delete_in_batches(SignIn.id, SignIn.expires < now() - timedelta(days=days), has_newer)
