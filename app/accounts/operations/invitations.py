"""Inviting users, and the actions of the links in their mails."""

from dataclasses import dataclass
from datetime import timedelta

from blinker import Signal
from sqlalchemy import select

from app.accounts import mails
from app.accounts.models import Invitation, Organisation, User
from app.accounts.operations.links import new_link
from app.accounts.operations.organisations import organisation_confirmed
from app.accounts.operations.other_ways import ONLY_COMPANY
from app.accounts.operations.passwords import set_password
from app.accounts.operations.users import EMAIL_IN_USE, change_email
from app.accounts.policies import known_as
from app.accounts.queries.company import other_ways
from app.accounts.queries.links import live_link, open_invitation
from app.accounts.queries.people import email_taken
from app.accounts.types import LinkPurpose, OrganisationStatus, UserStatus
from app.events.public import EventLog, record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import LINK_GONE, ConflictError, InvalidError, NotFoundError
from app.kernel.registry import current_registry
from app.kernel.time_zones import known_time_zone

INVITATION_GONE = "Sorry, it looks like that invite has already been accepted."
INVITATION_LIFE = timedelta(days=30)

invitation_accepted = Signal()
"""Sent with `accepted` (AcceptedInvitation), once for each inviter, in the transaction that accepts the invitation."""


@dataclass(frozen=True, slots=True)
class AcceptedInvitation:
    """An accepted invitation with the event in the log of the inviter's organisation."""

    user: User
    organisation: Organisation
    """The organisation of the user who accepted."""
    inviter: User
    event: EventLog


def invite(
    *, user: User, invited_by: Actor, relationship_id: int | None = None, message_html: str | None = None
) -> tuple[Invitation, str]:
    """Invite an existing user by mail; return the invitation and the token of the mail's link.

    Users whose account the platform's operator created are their own inviters; that is not recorded as an event.
    """
    invitation = Invitation(
        user_id=user.id,
        invited_by_user_id=invited_by.user_id,
        relationship_id=relationship_id,
        message_html=message_html,
        expires=now() + INVITATION_LIFE,
    )
    db.session.add(invitation)
    db.session.flush()
    if invited_by.user_id != user.id:
        record("user.invited", actor=invited_by, relationship_id=relationship_id, subject_user_id=user.id,
               userId=user.id, userName=user.name)  # fmt: skip
    return invitation, mail_again(invitation=invitation)


def mail_again(*, invitation: Invitation) -> str:
    """Mail an invitation with a new link and return the link's token; links that were mailed before stay valid."""
    token = new_link(
        purpose=LinkPurpose.INVITATION,
        user_id=invitation.user_id,
        life=INVITATION_LIFE,
        invitation_id=invitation.id,
    )
    mails.mail_invitation(invitation=invitation, token=token)
    return token


def accept_invitation(
    *,
    token: str,
    name: str,
    email: str,
    password: str,
    organisation_name: str,
    time_zone: str | None = None,
) -> User:
    """Accept an invitation: name, password, confirmed organisation (specification section 2, Accept invite).

    Every inviter of the user is notified, since several buyers may have invited them. A changed e-mail address is used
    only after its own mail is confirmed. `time_zone` is the browser's: the new user gets it, and an organisation without
    one if this user sets it up. Raises NotFoundError if the invitation is no longer valid, ConflictError if the
    organisation allows only its company sign-in, InvalidError with sentences for the fields.
    """
    opened = open_invitation(token, lock=True)
    if opened is None:
        raise NotFoundError(INVITATION_GONE)
    user, organisation = opened.user, opened.organisation
    if other_ways(user).are_refused:
        raise ConflictError(ONLY_COMPANY)
    if email_taken(email, except_user_id=user.id):
        raise InvalidError(fields={"email": [EMAIL_IN_USE]})
    unconfirmed = organisation.status == OrganisationStatus.INVITED
    set_password(
        user=user,
        password=password,
        organisation_name=organisation_name if unconfirmed else organisation.name,
    )
    user.name, user.status, user.join_date = name, UserStatus.ACTIVE, now()
    user.time_zone = known_time_zone(time_zone)
    if unconfirmed:
        organisation.time_zone = organisation.time_zone or user.time_zone
        organisation.name, organisation.status = organisation_name, OrganisationStatus.CONFIRMED
    accepted = _accept_all(user, organisation)
    if unconfirmed:
        current_registry().send(organisation_confirmed, organisation_id=organisation.id, user_id=user.id)
    for each in accepted:
        current_registry().send(invitation_accepted, accepted=each)
    if known_as(email) != known_as(user.email):
        confirmation = new_link(
            purpose=LinkPurpose.EMAIL_CONFIRMATION,
            user_id=user.id,
            life=INVITATION_LIFE,
            new_email=email.strip(),
        )
        mails.mail_email_confirmation(user=user, email=email.strip(), token=confirmation)
    return user


def join_by_invitation(*, user: User) -> None:
    """Accept the invitations of a user, who has confirmed the address and signs in without a password."""
    user.status, user.join_date = UserStatus.ACTIVE, now()
    for each in _accept_all(user, db.session.get_one(Organisation, user.organisation_id)):
        current_registry().send(invitation_accepted, accepted=each)


def _accept_all(user: User, organisation: Organisation) -> list[AcceptedInvitation]:
    """Accept all invitations of a user, with an event for each; return one for each inviter."""
    invitations = db.session.execute(
        select(Invitation).where(Invitation.user_id == user.id, Invitation.accepted.is_(None))
    ).scalars()
    accepted: dict[int, AcceptedInvitation] = {}
    for invitation in invitations:
        invitation.accepted = now()
        inviter = db.session.get_one(User, invitation.invited_by_user_id)
        event = record("user.accepted", organisation_id=inviter.organisation_id, user_id=user.id,
               relationship_id=invitation.relationship_id, subject_user_id=user.id, userId=user.id, userName=user.name,
               organisationId=organisation.id, organisationName=organisation.name)  # fmt: skip
        accepted[inviter.id] = AcceptedInvitation(user, organisation, inviter, event)
    db.session.flush()
    return list(accepted.values())


def set_optional_mail(*, user_id: int, wanted: bool) -> None:
    """Turn optional mails of a user on or off; raise NotFoundError if there is no such user."""
    user = db.session.get(User, user_id)
    if user is None:
        raise NotFoundError
    user.gets_optional_mail = wanted


def confirm_email(*, token: str) -> User:
    """Make the address of a confirmation mail the user's address; the previous address gets a mail.

    Links sent to the previous address expire. Raises NotFoundError if the link is no longer valid.
    """
    link = live_link(token, LinkPurpose.EMAIL_CONFIRMATION)
    if link is None or link.new_email is None or email_taken(link.new_email, except_user_id=link.user_id):
        raise NotFoundError(LINK_GONE)
    user = db.session.get_one(User, link.user_id)
    if user.status == UserStatus.SUSPENDED:
        raise NotFoundError(LINK_GONE)
    previous_email = user.email
    change_email(user=user, email=link.new_email)
    link.used = now()
    record("user.updated", organisation_id=user.organisation_id, user_id=user.id, subject_user_id=user.id,
           userId=user.id, userName=user.name)  # fmt: skip
    mails.mail_email_changed(user=user, before=previous_email)
    return user
