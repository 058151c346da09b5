"""Actors: the signed-in user of a request, of a page, of a job or of a guest link."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    DateTime,
    bindparam,
    case,
    false,
    func,
    or_,
    select,
)

from app.accounts.models import AccessGrant, Organisation, Role, SignIn, User
from app.accounts.queries.factors import must_add_factor
from app.accounts.queries.links import GuestLink, is_live_grant, token_hash
from app.accounts.types import SignInMethod, UserStatus, UserType
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE, AnyRow, AnySelect, shared_statement
from app.kernel.http.auth import Actor, Grant, Permission


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
            SignIn.assured_at, _must_add_factor(moment).label("must_add_factor"),
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
        .execution_options(**PLANNED_ONCE)
    )  # fmt: skip


def _must_add_factor(moment: BindParameter[datetime]) -> ColumnElement[bool]:
    # The organisation's provider asks for a second factor in a company sign-in, if it has to.
    is_company = SignIn.methods.contains([SignInMethod.COMPANY.value])
    return case((is_company, false()), else_=must_add_factor(moment))


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
        must_add_factor=row.must_add_factor,
        assured_at=row.assured_at,
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


def actor_of_link(guest_link: GuestLink) -> Actor:
    """Return the guest of a link as an actor with the link's grant."""
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


def viewer(actor: Actor) -> Viewer:
    """Return the user and organisation of an actor."""
    user, organisation = db.session.execute(
        select(User, Organisation)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(User.id == actor.user_id)
    ).one()
    return Viewer(user, organisation)


def sign_ins_of(actor: Actor) -> Sequence[SignIn]:
    """Return the active sign-ins of the actor, the last used first."""
    return db.session.execute(
        select(SignIn)
        .where(SignIn.user_id == actor.user_id, SignIn.ended.is_(None), SignIn.expires > now())
        .order_by(SignIn.last_seen.desc(), SignIn.id.desc())
        .limit(100)
    ).scalars().all()  # fmt: skip
