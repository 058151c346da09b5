"""Queries of accounts."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    DateTime,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from app.accounts.models import AccessGrant, Invitation, MailLink, Organisation, Role, SignIn, User
from app.accounts.policies import known_as
from app.accounts.types import (
    GUEST_ORGANISATION_NAME,
    SUPER_USER,
    LinkPurpose,
    UserStatus,
    UserType,
)
from app.extensions import db
from app.kernel.auth import Actor, Grant, Permission
from app.kernel.clock import UTC, now, zone_of
from app.kernel.errors import NotFoundError
from app.kernel.statements import AnyRow, AnySelect, shared_statement


def token_hash(token: str) -> str:
    """Return the hash under which a random token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Viewer:
    """The signed-in user of a page, with their organisation."""

    user: User
    organisation: Organisation


def _active_sign_ins() -> AnySelect:
    moment = bindparam("moment", type_=DateTime(timezone=True))
    return (
        select(
            SignIn.id, User.id.label("user_id"), User.name, User.type, User.is_admin,
            User.organisation_id, Organisation.name.label("organisation_name"), Role.permissions,
            func.coalesce(User.time_zone, Organisation.time_zone).label("time_zone"),
            AccessGrant.id.label("grant_id"), AccessGrant.subject_type, AccessGrant.subject_id, AccessGrant.scope,
        )
        .select_from(SignIn)
        .join(User, User.id == SignIn.user_id)
        .join(Organisation, Organisation.id == User.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .outerjoin(AccessGrant, AccessGrant.id == SignIn.grant_id)
        .where(
            SignIn.ended.is_(None), SignIn.expires > moment, User.status == UserStatus.ACTIVE,
            or_(SignIn.grant_id.is_(None), is_live_grant(moment)),
        )
    )  # fmt: skip


def is_live_grant(moment: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Return the condition for grants that are neither revoked nor expired at `moment`."""
    return and_(
        AccessGrant.revoked.is_(None), or_(AccessGrant.expires.is_(None), AccessGrant.expires > moment)
    )


@shared_statement
def _actor_by_id() -> AnySelect:
    return _active_sign_ins().where(
        SignIn.id == bindparam("sign_in_id"), SignIn.user_id == bindparam("of_user")
    )


@shared_statement
def _viewer_by_cookie() -> AnySelect:
    by_cookie = SignIn.token_hash == bindparam("of_cookie")
    return _active_sign_ins().add_columns(User, Organisation).where(by_cookie)


def actor_of_sign_in(*, sign_in_id: int, user_id: int) -> Actor | None:
    """Return the actor of an active sign-in, by its id and user, or None. One statement."""
    parameters = {"sign_in_id": sign_in_id, "of_user": user_id, "moment": now()}
    row = db.session.execute(_actor_by_id(), parameters).one_or_none()
    return _actor(row) if row else None


def viewer_of_cookie(cookie: str) -> tuple[Actor, Viewer] | None:
    """Return the actor of an active sign-in, by its cookie, with the viewer for the page, or None. One statement."""
    parameters = {"of_cookie": token_hash(cookie), "moment": now()}
    row = db.session.execute(_viewer_by_cookie(), parameters).one_or_none()
    return (_actor(row), Viewer(row.User, row.Organisation)) if row else None


def _actor(row: AnyRow) -> Actor:
    guest = row.type == UserType.GUEST
    return Actor(
        user_id=row.user_id,
        organisation_id=row.organisation_id,
        name=row.name,
        organisation_name=row.organisation_name,
        permissions=frozenset() if guest else frozenset(Permission(p) for p in row.permissions or ()),
        is_admin=row.is_admin and not guest,
        is_guest=guest,
        session_id=row.id,
        grant=_grant(row) if guest and row.grant_id is not None else None,
        time_zone=row.time_zone,
    )


def _grant(row: AnyRow) -> Grant:
    return Grant(id=row.grant_id, subject_type=row.subject_type, subject_id=row.subject_id, scope=row.scope)


def actor_of_user(user_id: int) -> Actor:
    """Return the actor of a user without a sign-in, for jobs and demo data."""
    row = db.session.execute(
        select(User, Organisation, Role)
        .join(Organisation, Organisation.id == User.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .where(User.id == user_id)
    ).one()
    user, organisation = row.User, row.Organisation
    role: Role | None = row.Role
    return Actor(
        user_id=user.id,
        organisation_id=organisation.id,
        name=user.name,
        organisation_name=organisation.name,
        permissions=frozenset(Permission(p) for p in role.permissions) if role else frozenset(),
        is_admin=user.is_admin,
        is_guest=user.type == UserType.GUEST,
        time_zone=user.time_zone or organisation.time_zone,
    )


def active_actor(user_id: int) -> Actor | None:
    """Return the actor of a user without a sign-in, or None if the user is suspended, a guest or unknown."""
    user = db.session.get(User, user_id, populate_existing=True)
    if user is None or user.status != UserStatus.ACTIVE or user.type == UserType.GUEST:
        return None
    return actor_of_user(user_id)


def viewer(actor: Actor) -> Viewer:
    """Return the user and organisation of an actor."""
    user, organisation = db.session.execute(
        select(User, Organisation)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(User.id == actor.user_id)
    ).one()
    return Viewer(user, organisation)


def zones_of(user_ids: Iterable[int], *, default: ZoneInfo = UTC) -> dict[int, ZoneInfo]:
    """Return the time zone of each user: the user's, else the organisation's, else `default`. One statement.

    Guests have none; their mails use the zone of the user who sent them the RFx.
    """
    rows = db.session.execute(
        select(User.id, User.time_zone, Organisation.time_zone.label("organisation_zone"))
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(User.id.in_(set(user_ids)))
    )
    return {row.id: zone_of(row.time_zone, row.organisation_zone, default=default) for row in rows}


def wants_optional_mail(user_id: int) -> bool:
    """Return True if a user receives optional mails; raise NotFoundError if there is no such user."""
    gets_optional_mail = db.session.execute(
        select(User.gets_optional_mail).where(User.id == user_id)
    ).scalar()
    if gets_optional_mail is None:
        raise NotFoundError
    return bool(gets_optional_mail)


def user_by_email(email: str) -> User | None:
    """Return the user of an organisation with this address, in any spelling, or None."""
    user: User | None = db.session.execute(
        select(User).where(func.lower(User.email) == known_as(email), User.type == UserType.USER)
    ).scalar()
    return user


def email_taken(email: str, *, except_user_id: int | None = None, invitable_is_free: bool = False) -> bool:
    """Return True if another user has this address; users who have not accepted an invitation may count as free."""
    condition = and_(func.lower(User.email) == known_as(email), User.type == UserType.USER)
    if except_user_id is not None:
        condition = and_(condition, User.id != except_user_id)
    if invitable_is_free:
        condition = and_(condition, User.status != UserStatus.INVITED)
    return bool(db.session.execute(select(exists().where(condition))).scalar())


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


def guest_of_link(token: str) -> Actor | None:
    """Return the guest of a link as an actor with the link's grant; None if the link is not valid."""
    guest_link = live_guest_link(token)
    if guest_link is None:
        return None
    grant = guest_link.grant
    return replace(
        actor_of_user(guest_link.guest.id),
        grant=Grant(
            id=grant.id,
            subject_type=grant.subject_type,
            subject_id=grant.subject_id,
            scope=grant.scope,
        ),
    )


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


def guest_organisation() -> Organisation:
    """Return the placeholder organisation of all guests."""
    organisation: Organisation = db.session.execute(
        select(Organisation).where(Organisation.is_placeholder, Organisation.name == GUEST_ORGANISATION_NAME)
    ).scalar_one()
    return organisation


def roles_and_lead(organisation_id: int) -> tuple[Sequence[Role], bool]:
    """Return the roles of an organisation, oldest first, and True if it has an active Super User. One statement."""
    rows = db.session.execute(_roles_and_lead(), {"of": organisation_id}).all()
    return [role for role, _ in rows], any(has_super_user for _, has_super_user in rows)


@shared_statement
def _roles_and_lead() -> Select[Role, bool]:
    of = bindparam("of", type_=BigInteger)
    has_super_user = exists().where(*_super_user_of(of)).correlate(None)
    return select(Role, has_super_user).where(Role.organisation_id == of).order_by(Role.id)


def roles_of(organisation_id: int) -> Sequence[Role]:
    """Return the roles of an organisation, oldest first, so that the Super User leads."""
    return db.session.execute(
        select(Role).where(Role.organisation_id == organisation_id).order_by(Role.id)
    ).scalars().all()  # fmt: skip


def role_named(*, organisation_id: int, name: str) -> Role | None:
    """Return the role of an organisation with this name, ignoring case, or None."""
    role: Role | None = db.session.execute(
        select(Role).where(
            Role.organisation_id == organisation_id, func.lower(Role.name) == name.strip().lower()
        )
    ).scalar()
    return role


def super_users_of(organisation_id: int) -> Sequence[User]:
    """Return the active Super Users of an organisation."""
    return db.session.execute(
        select(User).where(*_super_user_of(organisation_id)).order_by(User.id)
    ).scalars().all()  # fmt: skip


def super_user_ids(organisation_ids: Collection[int]) -> Sequence[tuple[int, int]]:
    """Return the active Super Users of several organisations as (organisation id, user id)."""
    stmt = select(User.organisation_id, User.id).where(*_super_user_of(organisation_ids)).order_by(User.id)
    return [(organisation_id, user_id) for organisation_id, user_id in db.session.execute(stmt)]


def _super_user_of(
    organisations: int | BindParameter[int] | Collection[int],
) -> Iterator[ColumnElement[bool]]:
    role = aliased(Role)
    if isinstance(organisations, int | BindParameter):
        yield User.organisation_id == organisations
    else:
        yield User.organisation_id.in_(organisations)
    yield User.type == UserType.USER
    yield User.status == UserStatus.ACTIVE
    yield exists().where(role.id == User.role_id, role.name == SUPER_USER)


def people_by_role(organisation_id: int) -> dict[int, list[User]]:
    """Return the users of an organisation who are not suspended, by role id, each list by name."""
    rows = db.session.execute(
        select(User)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
            User.role_id.is_not(None),
        )
        .order_by(func.lower(User.name), User.id)
    ).scalars()
    people: dict[int, list[User]] = {}
    for user in rows:
        people.setdefault(user.role_id or 0, []).append(user)
    return people


def sign_ins_of(actor: Actor) -> Sequence[SignIn]:
    """Return the active sign-ins of the actor, the last used first."""
    return db.session.execute(
        select(SignIn)
        .where(SignIn.user_id == actor.user_id, SignIn.ended.is_(None), SignIn.expires > now())
        .order_by(SignIn.last_seen.desc(), SignIn.id.desc())
        .limit(100)
    ).scalars().all()  # fmt: skip


def gets_no_mail(user_id: int | None, email: str, optional: bool) -> bool:  # noqa: FBT001  (the kernel's form)
    """Return True if the recipient is suspended, by user or by address, or has turned `optional` mails off.

    A guest is a separate user: at the address of a suspended user a guest gets no mail either.
    """
    at_address = and_(func.lower(User.email) == known_as(email), User.type == UserType.USER)
    unwanted = and_(User.status == UserStatus.SUSPENDED, or_(User.id == user_id, at_address))
    if optional:
        unwanted = or_(unwanted, and_(User.id == user_id, User.gets_optional_mail.is_(False)))
    return bool(db.session.execute(select(exists().where(unwanted))).scalar())
