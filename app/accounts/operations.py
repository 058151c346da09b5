"""Signing in and out, resetting passwords, and making organisations and users."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from blinker import Signal
from sqlalchemy import select, update

from app.accounts.models import Invitation, MailLink, Organisation, Role, SignIn, User
from app.accounts.policies import password_fault
from app.accounts.queries import (
    email_taken,
    guest_organisation,
    live_link,
    open_invitation,
    token_hash,
    user_by_email,
)
from app.accounts.types import (
    STANDARD_ROLES,
    SUPER_USER,
    LinkPurpose,
    OrganisationStatus,
    UserStatus,
    UserType,
)
from app.events.public import record
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import InvalidError, NotFoundError

INVITATION_GONE = "Sorry, it looks like that invite has already been accepted."
INVITATION_LIFE = timedelta(days=30)
RESET_LIFE = timedelta(hours=2)
GUEST_SESSION = timedelta(days=30)
TOUCH_EVERY = timedelta(hours=1)

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
NO_PASSWORD = HASHER.hash(secrets.token_hex(16))
"""Verified where there is no user, so that an unknown address takes as long as a wrong password."""

organisation_created = Signal()
"""Sent with `organisation_id` and `user_id` when an organisation with its first user is made."""


@dataclass(frozen=True, slots=True)
class NewSession:
    """A sign-in just made, with the cookie's token, which is nowhere else."""

    sign_in: SignIn
    user: User
    token: str


def sign_in(
    *, email: str, password: str, user_agent: str, address: str, life: timedelta
) -> NewSession | None:
    """Sign in with e-mail and password; None where they don't belong together (specification section 8)."""
    user = user_by_email(email)
    good = _verify(user.password_hash if user and user.password_hash else NO_PASSWORD, password)
    if user is None or not good or user.password_hash is None or user.status != UserStatus.ACTIVE:
        return None
    if HASHER.check_needs_rehash(user.password_hash):
        user.password_hash = HASHER.hash(password)
    return start_session(user=user, user_agent=user_agent, address=address, life=life)


def _verify(stored: str, password: str) -> bool:
    try:
        return HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False


def start_session(*, user: User, user_agent: str, address: str, life: timedelta) -> NewSession:
    """Make a sign-in for a user who has shown who they are."""
    token = secrets.token_urlsafe(32)
    made = SignIn(
        user_id=user.id,
        token_hash=token_hash(token),
        user_agent=user_agent[:300],
        address=address[:60],
        expires=now() + life,
    )
    db.session.add(made)
    record("user.login", organisation_id=user.organisation_id, user_id=user.id, subject_user_id=user.id,
           userId=user.id, userName=user.name)  # fmt: skip
    db.session.flush()
    return NewSession(made, user, token)


def touch_session(*, actor: Actor, life: timedelta) -> None:
    """Note that a sign-in is in use, at most once an hour, and let it live on."""
    if actor.session_id is None:
        return
    moment = now()
    db.session.execute(
        update(SignIn)
        .where(SignIn.id == actor.session_id, SignIn.last_seen < moment - TOUCH_EVERY)
        .values(last_seen=moment, expires=moment + life)
    )


def sign_out(*, actor: Actor) -> None:
    """End the actor's sign-in; its tokens are refused from the next call on."""
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
    """Sign in by a guest link; None where the link is not (or no longer) valid. The link stays as it was."""
    link = live_link(token, LinkPurpose.GUEST)
    if link is None:
        return None
    user = db.session.get_one(User, link.user_id)
    if user.status != UserStatus.ACTIVE:
        return None
    cookie = secrets.token_urlsafe(32)
    expires = min(link.expires or now() + GUEST_SESSION, now() + GUEST_SESSION)
    made = SignIn(
        user_id=user.id, token_hash=token_hash(cookie), user_agent=user_agent[:300], address=address[:60],
        expires=expires, guest_rfx_id=link.guest_rfx_id, link_id=link.id,
    )  # fmt: skip
    db.session.add(made)
    db.session.flush()
    return NewSession(made, user, cookie)


def expire_guest_links(*, user_id: int, rfx_id: int, expires: datetime | None) -> None:
    """Let the links of a guest to an RFx end at `expires`; None: not before the RFx is closed."""
    db.session.execute(
        update(MailLink)
        .where(
            MailLink.user_id == user_id,
            MailLink.purpose == LinkPurpose.GUEST,
            MailLink.guest_rfx_id == rfx_id,
        )
        .values(expires=expires)
    )


def new_link(
    *,
    purpose: LinkPurpose,
    user_id: int,
    life: timedelta | None,
    invitation_id: int | None = None,
    guest_rfx_id: int | None = None,
    new_email: str | None = None,
) -> str:
    """Make a link for a mail and return its token, of which only the hash is kept."""
    token = secrets.token_urlsafe(32)
    db.session.add(
        MailLink(
            purpose=purpose,
            token_hash=token_hash(token),
            user_id=user_id,
            invitation_id=invitation_id,
            guest_rfx_id=guest_rfx_id,
            new_email=new_email,
            expires=now() + life if life else None,
        )
    )
    db.session.flush()
    return token


@dataclass(frozen=True, slots=True)
class ResetRequest:
    """A password reset to be mailed."""

    user: User
    token: str


def request_password_reset(*, email: str) -> ResetRequest | None:
    """Make a reset link for the active user of this address; None, and nothing said, where there is none."""
    user = user_by_email(email)
    if user is None or user.status != UserStatus.ACTIVE:
        return None
    record("user.passwordReset.requested", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    return ResetRequest(user, new_link(purpose=LinkPurpose.PASSWORD_RESET, user_id=user.id, life=RESET_LIFE))


def record_reset_visit(*, token: str) -> None:
    """Write that a reset link was opened. The link stays as it was: mail scanners open links too."""
    link = live_link(token, LinkPurpose.PASSWORD_RESET)
    if link is not None:
        user = db.session.get_one(User, link.user_id)
        record("user.passwordReset.visited", organisation_id=user.organisation_id, user_id=user.id,
               subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip


def reset_password(*, token: str, password: str) -> User:
    """Set a new password by a reset link and end all sign-ins.

    Raises NotFoundError for a link that is not valid, InvalidError for a password that breaks the rule (the
    link then stays).
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


def set_password(*, user: User, password: str, organisation_name: str) -> None:
    """Give a user a password; raises InvalidError where it breaks the rule."""
    fault = password_fault(password, email=user.email, organisation_name=organisation_name)
    if fault:
        raise InvalidError(fields={"password": [fault]})
    user.password_hash = HASHER.hash(password)


@dataclass(frozen=True, slots=True)
class NewOrganisation:
    """An organisation just made, with its first user."""

    organisation: Organisation
    user: User


def create_organisation(
    *,
    name: str,
    user_name: str,
    user_email: str,
    is_test: bool = False,
    status: OrganisationStatus = OrganisationStatus.INVITED,
) -> NewOrganisation:
    """Make an organisation with the standard roles and its first user, a Super User, both INVITED."""
    organisation = Organisation(name=name, status=status, is_test_organisation=is_test)
    db.session.add(organisation)
    db.session.flush()
    roles = [
        Role(organisation_id=organisation.id, name=role, permissions=list(permissions))
        for role, permissions in STANDARD_ROLES.items()
    ]
    db.session.add_all(roles)
    db.session.flush()
    first = next(role for role in roles if role.name == SUPER_USER)
    user = User(
        organisation_id=organisation.id,
        role_id=first.id,
        name=user_name,
        email=user_email,
        status=UserStatus.INVITED,
    )
    db.session.add(user)
    db.session.flush()
    organisation_created.send(None, organisation_id=organisation.id, user_id=user.id)
    return NewOrganisation(organisation, user)


def create_guest(*, name: str, email: str) -> User:
    """Make a guest: a user of the placeholder organisation, without password and role."""
    guest = User(
        organisation_id=guest_organisation().id,
        type=UserType.GUEST,
        status=UserStatus.ACTIVE,
        name=name or "Anonymous",
        email=email,
    )
    db.session.add(guest)
    db.session.flush()
    return guest


def invite(
    *, user: User, invited_by: Actor, relationship_id: int | None = None, message_html: str | None = None
) -> tuple[Invitation, str]:
    """Invite a user who has been made; returns the invitation and the token for its mail."""
    invitation = Invitation(
        user_id=user.id,
        invited_by_user_id=invited_by.user_id,
        relationship_id=relationship_id,
        message_html=message_html,
        expires=now() + INVITATION_LIFE,
    )
    db.session.add(invitation)
    db.session.flush()
    record("user.invited", actor=invited_by, relationship_id=relationship_id, subject_user_id=user.id,
           userId=user.id, userName=user.name)  # fmt: skip
    return invitation, invitation_token(invitation=invitation)


def invitation_token(*, invitation: Invitation) -> str:
    """One more token for the same invitation: copies that were mailed before go on working."""
    return new_link(
        purpose=LinkPurpose.INVITATION,
        user_id=invitation.user_id,
        life=INVITATION_LIFE,
        invitation_id=invitation.id,
    )


@dataclass(frozen=True, slots=True)
class Accepted:
    """An invitation that was accepted just now."""

    user: User
    organisation: Organisation
    inviter: User
    confirm_email_token: str | None
    new_email: str | None


def accept_invitation(
    *, token: str, name: str, email: str, password: str, organisation_name: str
) -> Accepted:
    """Accept an invitation: name, password, the organisation confirmed (specification section 2, Accept invite).

    A changed e-mail becomes the address only when its own mail is confirmed. Raises NotFoundError for an
    invitation that no longer holds, InvalidError with sentences at the fields.
    """
    found = open_invitation(token, lock=True)
    if found is None:
        raise NotFoundError(INVITATION_GONE)
    user, organisation = found.user, found.organisation
    if email_taken(email, but_user_id=user.id):
        raise InvalidError(fields={"email": ["Email address already in use."]})
    unconfirmed = organisation.status == OrganisationStatus.INVITED
    set_password(
        user=user,
        password=password,
        organisation_name=organisation_name if unconfirmed else organisation.name,
    )
    user.name, user.status, user.join_date = name, UserStatus.ACTIVE, now()
    if unconfirmed:
        organisation.name, organisation.status = organisation_name, OrganisationStatus.CONFIRMED
    invitations = db.session.execute(
        select(Invitation).where(Invitation.user_id == user.id, Invitation.accepted.is_(None))
    ).scalars()
    for invitation in invitations:
        invitation.accepted = now()
        inviter = db.session.get_one(User, invitation.invited_by_user_id)
        record("user.accepted", organisation_id=inviter.organisation_id, user_id=user.id,
               relationship_id=invitation.relationship_id, subject_user_id=user.id, userId=user.id, userName=user.name,
               organisationId=organisation.id, organisationName=organisation.name)  # fmt: skip
    changed = email.strip().lower() != user.email.lower()
    confirm = (
        new_link(
            purpose=LinkPurpose.EMAIL_CONFIRMATION,
            user_id=user.id,
            life=INVITATION_LIFE,
            new_email=email.strip(),
        )
        if changed
        else None
    )
    db.session.flush()
    return Accepted(user, organisation, found.sender, confirm, email.strip() if changed else None)


def set_optional_mail(*, user_id: int, wanted: bool) -> None:
    """Send optional mails to a user, or end them; NotFoundError where there is no such user."""
    user = db.session.get(User, user_id)
    if user is None:
        raise NotFoundError
    user.gets_optional_mail = wanted


def confirm_email(*, token: str) -> User:
    """Make the address of a confirmation mail the user's own; NotFoundError where the link no longer holds."""
    link = live_link(token, LinkPurpose.EMAIL_CONFIRMATION)
    if link is None or link.new_email is None or email_taken(link.new_email, but_user_id=link.user_id):
        raise NotFoundError("Sorry, that link is no longer valid.")
    user = db.session.get_one(User, link.user_id)
    user.email, link.used = link.new_email, now()
    record("user.updated", organisation_id=user.organisation_id, user_id=user.id, subject_user_id=user.id,
           userId=user.id, userName=user.name)  # fmt: skip
    return user
