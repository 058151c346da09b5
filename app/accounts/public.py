"""What other features use of accounts."""

from datetime import timedelta
from typing import Any

from flask import Response, g
from flask_jwt_extended import create_access_token
from sqlalchemy import and_, exists, func, or_, select

from app.accounts.mails import (
    mail_email_change_asked,
    mail_email_changed,
    mail_email_confirmation,
    mail_invited_alert,
    recipient,
    sender,
)
from app.accounts.models import Invitation, Organisation, Role, SignIn, User
from app.accounts.operations.invitations import INVITATION_LIFE, invite, mail_again
from app.accounts.operations.links import expire_guest_links, new_link
from app.accounts.operations.organisations import (
    NewOrganisation,
    create_guest,
    create_organisation,
    organisation_created,
)
from app.accounts.operations.passwords import HASHER, check_current_password
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.operations.users import (
    EMAIL_IN_USE,
    ask_to_change_email,
    change_email,
    change_role,
    create_user,
    set_suspended,
)
from app.accounts.policies import colour, decides_about_others, exceeds, initials, known_as
from app.accounts.queries import (
    Viewer,
    actor_of_sign_in,
    actor_of_user,
    email_taken,
    guest_of_link,
    guest_organisation,
    live_link,
    open_invitation_of,
    people_by_role,
    role_named,
    roles_and_lead,
    roles_of,
    super_users_of,
    user_by_email,
    viewer,
    viewer_of_cookie,
)
from app.accounts.schemas import (
    Email,
    Password,
    PersonSchema,
    PictureSchema,
    SessionOrganisationSchema,
    SessionUserSchema,
    address,
    authorities,
    person,
    picture_url,
    role_rows,
    session_organisation,
    session_user,
)
from app.accounts.types import (
    ANONYMOUS,
    GUEST_ORGANISATION_NAME,
    GUEST_SAFE_NAME,
    AccountMail,
    LinkPurpose,
    OrganisationStatus,
    OwnershipType,
    UserStatus,
    UserType,
)
from app.accounts.unsubscribing import unsubscribe_path
from app.extensions import db, limiter
from app.kernel.auth import Actor, current_actor
from app.kernel.pages import Session
from app.kernel.schemas import dumped

TOKEN_LIFE = timedelta(minutes=15)


class ActorSources:
    """How the kernel finds the actor behind a token or a cookie."""

    def by_session_id(self, session_id: int, user_id: int) -> Actor | None:
        return actor_of_sign_in(sign_in_id=session_id, user_id=user_id)

    def by_cookie(self, cookie: str) -> Actor | None:
        found = viewer_of_cookie(cookie)
        if found is None:
            return None
        # The page that is about to be made shows the viewer: `page_session` need not ask again.
        actor, g.viewer = found
        return actor


def access_token(*, user_id: int, session_id: int) -> str:
    """A token for the API, for 15 minutes and as long as the sign-in holds."""
    token: str = create_access_token(
        identity=str(user_id),
        additional_claims={"sid": session_id, "use": "access"},
        expires_delta=TOKEN_LIFE,
    )
    return token


def page_session(actor: Actor) -> Session | None:
    """What a page shell carries of the viewer; nothing for a guest, whose page signs in by itself."""
    if actor.session_id is None or actor.is_guest:
        return None
    known: Viewer | None = g.get("viewer")
    found = known if known and known.user.id == actor.user_id else viewer(actor)
    return Session(
        user=dumped(SessionUserSchema, session_user(found.user)),
        organisation=dumped(SessionOrganisationSchema, session_organisation(found.organisation)),
        access_token=access_token(user_id=actor.user_id, session_id=actor.session_id),
        expires_in=int(TOKEN_LIFE.total_seconds()),
    )


def role_bodies(actor: Actor) -> list[dict[str, Any]]:
    """The roles of the actor's organisation as `RoleSchema` dumps them."""
    return role_rows(
        roles_of(actor.organisation_id),
        people_by_role(actor.organisation_id),
        own_role_id=viewer(actor).user.role_id,
    )


def guesses_password(response: Response) -> bool:
    """Whether a call was refused for the current password: such refusals are counted (`limit_password_guesses`)."""
    body = response.get_json(silent=True) if response.status_code == 422 else None
    return isinstance(body, dict) and "currentPassword" in body.get("fields", {})


limit_password_guesses = limiter.shared_limit(
    "10 per 5 minutes",
    scope="current password",
    key_func=lambda: f"password:{current_actor().user_id}",
    deduct_when=guesses_password,
)
"""Guesses at one's own password, by the user who makes them, over all calls that ask for it."""


def hash_password(password: str) -> str:
    """A password in the form in which it is kept."""
    return HASHER.hash(password)


def gets_no_mail(user_id: int | None, email: str, optional: bool) -> bool:  # noqa: FBT001  (the kernel's form)
    """Whether this recipient is suspended, by user or by address, or has ended the `optional` mails.

    A guest is a user of its own: at the address of somebody who is suspended it gets none either.
    """
    at_address = and_(func.lower(User.email) == known_as(email), User.type == UserType.USER)
    unwanted = and_(User.status == UserStatus.SUSPENDED, or_(User.id == user_id, at_address))
    if optional:
        unwanted = or_(unwanted, and_(User.id == user_id, User.gets_optional_mail.is_(False)))
    return bool(db.session.execute(select(exists().where(unwanted))).scalar())


__all__ = [
    "ANONYMOUS",
    "EMAIL_IN_USE",
    "GUEST_ORGANISATION_NAME",
    "GUEST_SAFE_NAME",
    "INVITATION_LIFE",
    "TOKEN_LIFE",
    "AccountMail",
    "ActorSources",
    "Email",
    "Invitation",
    "LinkPurpose",
    "NewOrganisation",
    "Organisation",
    "OrganisationStatus",
    "OwnershipType",
    "Password",
    "PersonSchema",
    "PictureSchema",
    "Role",
    "SignIn",
    "User",
    "UserStatus",
    "UserType",
    "access_token",
    "actor_of_user",
    "address",
    "ask_to_change_email",
    "authorities",
    "change_email",
    "change_role",
    "check_current_password",
    "colour",
    "create_guest",
    "create_organisation",
    "create_user",
    "decides_about_others",
    "email_taken",
    "end_sessions_of",
    "exceeds",
    "expire_guest_links",
    "gets_no_mail",
    "guest_of_link",
    "guest_organisation",
    "hash_password",
    "initials",
    "invite",
    "known_as",
    "limit_password_guesses",
    "live_link",
    "mail_again",
    "mail_email_change_asked",
    "mail_email_changed",
    "mail_email_confirmation",
    "mail_invited_alert",
    "new_link",
    "open_invitation_of",
    "organisation_created",
    "page_session",
    "person",
    "picture_url",
    "recipient",
    "role_bodies",
    "role_named",
    "roles_and_lead",
    "roles_of",
    "sender",
    "session_organisation",
    "session_user",
    "set_suspended",
    "super_users_of",
    "unsubscribe_path",
    "user_by_email",
    "viewer",
]  # fmt: skip
