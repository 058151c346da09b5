"""Creating and changing users of organisations."""

import secrets
from datetime import timedelta

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError

from app.accounts.models import MailLink, Organisation, Role, User
from app.accounts.operations.links import new_link
from app.accounts.operations.other_ways import check_break_glass_remains
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.policies import known_as
from app.accounts.queries.people import email_taken, super_users_of
from app.accounts.types import SUPER_USER, LinkPurpose, UserStatus, UserType
from app.events.public import record_unlisted
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.errors import ConflictError, InvalidError, TooManyError

EMAIL_IN_USE = "Email address already in use."
EMAIL_LINK_LIFE = timedelta(days=7)
MAX_EMAIL_LINKS = 10
LAST_SUPER_USER = "This is the last active Super User of your organisation. Make someone else one first."


def create_user(*, organisation_id: int, role: Role, name: str, email: str) -> User:
    """Create a user with status INVITED; raise InvalidError if the address is in use."""
    if email_taken(email):
        raise InvalidError(fields={"email": [EMAIL_IN_USE]})
    user = User(
        organisation_id=organisation_id, role_id=role.id, name=name, email=email, status=UserStatus.INVITED
    )
    try:
        with db.session.begin_nested():
            db.session.add(user)
    except IntegrityError as error:
        raise InvalidError(fields={"email": [EMAIL_IN_USE]}) from error
    return user


def create_service_user(*, organisation_id: int, role: Role, name: str) -> User:
    """Create the service user of an API key. It has no address: nothing can be mailed to `.invalid`."""
    user = User(
        organisation_id=organisation_id,
        role_id=role.id,
        type=UserType.SERVICE,
        status=UserStatus.ACTIVE,
        name=name,
        email=f"{secrets.token_hex(8)}@api-key.invalid",
        gets_optional_mail=False,
    )
    db.session.add(user)
    db.session.flush()
    return user


def change_service_user(*, user_id: int, role: Role, name: str) -> None:
    """Set role and name of a service user, effective from its next request."""
    user = db.session.get_one(User, user_id)
    user.role_id, user.name = role.id, name


def retire_service_user(*, user_id: int) -> None:
    """Suspend a service user permanently. It keeps its name for histories, but no role, so that the role can be deleted."""
    user = db.session.get_one(User, user_id)
    user.role_id, user.status = None, UserStatus.SUSPENDED


def ask_to_change_email(*, user: User, email: str) -> str:
    """Return the token of a link that makes `email` the user's address when it is opened; until then nothing changes.

    Links of earlier changes expire. Raises InvalidError if another user has the address, TooManyError after
    `MAX_EMAIL_LINKS` in an hour, since each is mailed to an address that the user chooses.
    """
    if email_taken(email, except_user_id=user.id):
        raise InvalidError(fields={"email": [EMAIL_IN_USE]})
    of_user = MailLink.user_id == user.id, MailLink.purpose == LinkPurpose.EMAIL_CONFIRMATION
    recent = select(func.count()).where(*of_user, MailLink.created > now() - timedelta(hours=1))
    if db.session.execute(recent).scalar_one() >= MAX_EMAIL_LINKS:
        raise TooManyError(retry_after=3600)
    db.session.execute(update(MailLink).where(*of_user, MailLink.used.is_(None)).values(used=now()))
    return new_link(
        purpose=LinkPurpose.EMAIL_CONFIRMATION, user_id=user.id, life=EMAIL_LINK_LIFE, new_email=email
    )


def change_email(*, user: User, email: str) -> bool:
    """Set a user's address; return True if it is a different one. Links sent to the previous address then expire.

    Raises InvalidError if another user has the address.
    """
    if email_taken(email, except_user_id=user.id):
        raise InvalidError(fields={"email": [EMAIL_IN_USE]})
    if email == user.email:
        return False
    is_different = known_as(email) != known_as(user.email)
    try:
        with db.session.begin_nested():
            user.email = email
    except IntegrityError as error:
        raise InvalidError(fields={"email": [EMAIL_IN_USE]}) from error
    if is_different:
        db.session.execute(
            update(MailLink).where(MailLink.user_id == user.id, MailLink.used.is_(None)).values(used=now())
        )
    return is_different


def change_role(*, user: User, role: Role) -> None:
    """Set a user's role, effective from their next request.

    Raises ConflictError for the last active Super User of the organisation, and for its last break-glass user.
    """
    if role.name != SUPER_USER:
        _check_super_user_remains(user)
    user.role_id = role.id
    check_break_glass_remains(user.organisation_id)


def set_admin(*, user: User, admin: bool) -> None:
    """Grant or revoke a user's platform administration, effective from their next request."""
    user.is_admin = admin
    record_unlisted(
        "user.adminGranted" if admin else "user.adminRevoked",
        organisation_id=user.organisation_id,
        subject_user_id=user.id,
        userId=user.id,
    )


def set_suspended(*, user: User, suspended: bool) -> bool:
    """Suspend an ACTIVE user, whose sign-ins end at once, or reactivate a SUSPENDED one; return True if that changed.

    Raises ConflictError for the last active Super User, for the last break-glass user of a required company sign-in, and
    for a user who has not accepted the invitation yet.
    """
    status = UserStatus.SUSPENDED if suspended else UserStatus.ACTIVE
    if suspended:
        _check_super_user_remains(user)
    db.session.refresh(user, with_for_update=True)
    if user.status == UserStatus.INVITED:
        raise ConflictError("This user has not accepted the invitation yet.")
    if user.erased is not None:
        raise ConflictError("This user's personal data was erased.")
    if user.status == status:
        return False
    user.status = status
    if suspended:
        check_break_glass_remains(user.organisation_id)
        end_sessions_of(user_id=user.id)
    return True


def _check_super_user_remains(user: User) -> None:
    """Raise ConflictError if `user` is the last active Super User. The lock serialises concurrent requests."""
    db.session.get_one(Organisation, user.organisation_id, with_for_update={"key_share": True})
    if [super_user.id for super_user in super_users_of(user.organisation_id)] == [user.id]:
        raise ConflictError(LAST_SUPER_USER)
