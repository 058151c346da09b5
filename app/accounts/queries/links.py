"""Links of mails, and the invitations and guest grants that they lead to."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    and_,
    or_,
    select,
)

from app.accounts.models import AccessGrant, Invitation, MailLink, Organisation, User
from app.accounts.types import LinkPurpose, UserStatus, UserType
from app.extensions import db
from app.kernel.clock import now


def token_hash(token: str) -> str:
    """Return the hash under which a random token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_live_grant(moment: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Return the condition for grants that are neither revoked nor expired at `moment`."""
    return and_(
        AccessGrant.revoked.is_(None), or_(AccessGrant.expires.is_(None), AccessGrant.expires > moment)
    )


def live_link(token: str, purpose: LinkPurpose) -> MailLink | None:
    """Return the link with this token if it has this purpose and is neither used nor expired, or None."""
    link: MailLink | None = db.session.execute(select(MailLink).where(_is_live_link(token, purpose))).scalar()
    return link


def _is_live_link(token: str, purpose: LinkPurpose) -> ColumnElement[bool]:
    return and_(
        MailLink.token_hash == token_hash(token),
        MailLink.purpose == purpose,
        MailLink.used.is_(None),
        or_(MailLink.expires.is_(None), MailLink.expires > now()),
    )


class GuestLink(NamedTuple):
    """A guest link that is valid, with its grant and its guest."""

    link: MailLink
    grant: AccessGrant
    guest: User


def live_guest_link(token: str) -> GuestLink | None:
    """Return the guest link with this token if it, its grant and its guest are active, or None. One statement."""
    row = db.session.execute(
        select(MailLink, AccessGrant, User)
        .join(AccessGrant, AccessGrant.id == MailLink.grant_id)
        .join(User, User.id == MailLink.user_id)
        .where(
            _is_live_link(token, LinkPurpose.GUEST),
            is_live_grant(now()),
            User.type == UserType.GUEST,
            User.status == UserStatus.ACTIVE,
        )
    ).one_or_none()
    return GuestLink(*row) if row else None


def guest_of_ended_link(token: str, *, subject_type: str, subject_id: int) -> int | None:
    """Return the id of the guest whose link to a record has this token if its grant was revoked, or None."""
    user_id: int | None = db.session.execute(
        select(MailLink.user_id)
        .join(AccessGrant, AccessGrant.id == MailLink.grant_id)
        .where(
            MailLink.token_hash == token_hash(token),
            MailLink.purpose == LinkPurpose.GUEST,
            AccessGrant.revoked.is_not(None),
            AccessGrant.subject_type == subject_type,
            AccessGrant.subject_id == subject_id,
        )
    ).scalar()
    return user_id


def grant_for(*, user_id: int, subject_type: str, subject_id: int) -> AccessGrant | None:
    """Return the grant of a guest for a record, which may have expired, or None if there is none or it is revoked."""
    grant: AccessGrant | None = db.session.execute(
        select(AccessGrant).where(is_grant_for(user_id, subject_type, subject_id))
    ).scalar()
    return grant


def is_grant_for(user_id: int, subject_type: str, subject_id: int) -> ColumnElement[bool]:
    """Return the condition for the grant of a guest for a record that is not revoked; there is at most one."""
    return and_(
        AccessGrant.user_id == user_id,
        AccessGrant.subject_type == subject_type,
        AccessGrant.subject_id == subject_id,
        AccessGrant.revoked.is_(None),
    )


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that can still be accepted, with the records for its page."""

    link: MailLink
    invitation: Invitation
    user: User
    organisation: Organisation
    sender: User
    sender_organisation: Organisation


def open_invitation(token: str, *, lock: bool = False) -> OpenInvitation | None:
    """Return the invitation of a mailed link, or None if it is accepted, expired or unknown."""
    link = live_link(token, LinkPurpose.INVITATION)
    if link is None or link.invitation_id is None:
        return None
    invitation = db.session.get(Invitation, link.invitation_id, with_for_update=lock or None)
    user = db.session.get_one(User, link.user_id, with_for_update=lock or None, populate_existing=lock)
    if invitation is None or invitation.accepted is not None or invitation.expires <= now():
        return None
    if user.status != UserStatus.INVITED:
        return None
    organisation = db.session.get_one(Organisation, user.organisation_id)
    sender = db.session.get_one(User, invitation.invited_by_user_id)
    sender_organisation = db.session.get_one(Organisation, sender.organisation_id)
    return OpenInvitation(link, invitation, user, organisation, sender, sender_organisation)


def open_invitation_of(user_id: int) -> Invitation | None:
    """Return the newest invitation of a user that has not been accepted, or None."""
    invitation: Invitation | None = db.session.execute(
        select(Invitation)
        .where(Invitation.user_id == user_id, Invitation.accepted.is_(None))
        .order_by(Invitation.id.desc())
        .limit(1)
    ).scalar()
    return invitation
