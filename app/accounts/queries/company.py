"""Company sign-ins, their domains and groups, the identities of users, and the users who may sign in another way."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, exists, func, select

from app.accounts.models import Organisation, Role, User
from app.accounts.models.company import (
    BreakGlassUser,
    CompanyDomain,
    CompanyGroup,
    CompanySignIn,
    ExternalIdentity,
)
from app.accounts.queries.factors import has_factor
from app.accounts.types import CompanySignInUse, UserStatus, UserType
from app.extensions import db
from app.kernel.http.auth import Permission


def company_of(organisation_id: int, *, lock: bool = False) -> CompanySignIn | None:
    """Return the company sign-in of an organisation, or None."""
    stmt = select(CompanySignIn).where(CompanySignIn.organisation_id == organisation_id)
    company: CompanySignIn | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    return company


def company_by_slug(slug: str) -> tuple[CompanySignIn, Organisation] | None:
    """Return a company sign-in by its address, with its organisation, or None."""
    return db.session.execute(
        select(CompanySignIn, Organisation)
        .join(Organisation, Organisation.id == CompanySignIn.organisation_id)
        .where(CompanySignIn.slug == slug)
    ).one_or_none()


def usable_company(domain: str) -> tuple[CompanySignIn, Organisation] | None:
    """Return the company sign-in that is switched on and has this mail domain verified, or None."""
    return db.session.execute(
        select(CompanySignIn, Organisation)
        .join(Organisation, Organisation.id == CompanySignIn.organisation_id)
        .join(CompanyDomain, CompanyDomain.organisation_id == Organisation.id)
        .where(
            CompanyDomain.name == domain,
            CompanyDomain.verified.is_not(None),
            CompanySignIn.use != CompanySignInUse.OFF,
        )
    ).one_or_none()


def domains_of(organisation_id: int) -> Sequence[CompanyDomain]:
    """Return the mail domains of an organisation, verified or not, oldest first."""
    return db.session.execute(
        select(CompanyDomain).where(CompanyDomain.organisation_id == organisation_id).order_by(CompanyDomain.id)
    ).scalars().all()  # fmt: skip


def has_verified_domain(organisation_id: int, name: str | None = None) -> bool:
    """Return True if an organisation has a verified domain, or has verified the one with this name."""
    condition = (
        exists()
        .where(CompanyDomain.organisation_id == organisation_id, CompanyDomain.verified.is_not(None))
        .correlate(None)
    )
    if name is not None:
        condition = condition.where(CompanyDomain.name == name)
    return bool(db.session.execute(select(condition)).scalar())


def groups_of(company_id: int) -> Sequence[CompanyGroup]:
    """Return the groups of a company sign-in in the order in which they decide."""
    return db.session.execute(
        select(CompanyGroup).where(CompanyGroup.company_sign_in_id == company_id).order_by(CompanyGroup.id)
    ).scalars().all()  # fmt: skip


def identity_of(issuer: str, subject: str, *, lock: bool = False) -> ExternalIdentity | None:
    """Return the identity with this issuer and subject, confirmed or not, or None."""
    stmt = select(ExternalIdentity).where(
        ExternalIdentity.issuer == issuer, ExternalIdentity.subject == subject
    )
    identity: ExternalIdentity | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    return identity


@dataclass(frozen=True, slots=True)
class LinkedIdentity:
    """A confirmed identity of a user, with the organisation's company sign-in if it is still of this provider."""

    identity: ExternalIdentity
    company: CompanySignIn | None


def identities_of(user_id: int) -> list[LinkedIdentity]:
    """Return the confirmed identities of a user, oldest first. `company` is None if it can't be used to sign in now."""
    rows = db.session.execute(
        select(ExternalIdentity, CompanySignIn)
        .join(User, User.id == ExternalIdentity.user_id)
        .outerjoin(
            CompanySignIn,
            (CompanySignIn.organisation_id == User.organisation_id)
            & (CompanySignIn.issuer == ExternalIdentity.issuer)
            & (CompanySignIn.use != CompanySignInUse.OFF),
        )
        .where(ExternalIdentity.user_id == user_id, ExternalIdentity.confirmed.is_not(None))
        .order_by(ExternalIdentity.id)
    )
    return [LinkedIdentity(*row) for row in rows]


def linked_people(organisation_id: int, issuer: str) -> int:
    """Return the number of active users of an organisation who have signed in with this provider."""
    return db.session.execute(
        select(func.count())
        .select_from(ExternalIdentity)
        .join(User, User.id == ExternalIdentity.user_id)
        .where(
            User.organisation_id == organisation_id,
            User.status == UserStatus.ACTIVE,
            ExternalIdentity.issuer == issuer,
            ExternalIdentity.confirmed.is_not(None),
        )
    ).scalar_one()  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherWays:
    """The rule for signing in without the company sign-in, for one user."""

    is_required: bool
    is_break_glass: bool

    @property
    def are_refused(self) -> bool:
        return self.is_required and not self.is_break_glass


def other_ways(user: User) -> OtherWays:
    """Return the rule for a user's password, passkeys and reset links. One statement."""
    is_required = exists().where(
        CompanySignIn.organisation_id == user.organisation_id,
        CompanySignIn.use == CompanySignInUse.REQUIRED,
    )
    is_break_glass = exists().where(BreakGlassUser.user_id == user.id)
    return OtherWays(*db.session.execute(select(is_required, is_break_glass)).one())


@dataclass(frozen=True, slots=True)
class Keeper:
    """An active user with the permission MANAGE_INTEGRATIONS, who can become a break-glass user."""

    id: int
    name: str
    has_factor: bool
    is_break_glass: bool


def keepers_of(organisation_id: int) -> list[Keeper]:
    """Return the active users of an organisation with the permission MANAGE_INTEGRATIONS, by name."""
    is_break_glass = exists().where(BreakGlassUser.user_id == User.id)
    rows = db.session.execute(
        select(User.id, User.name, has_factor(), is_break_glass)
        .join(Role, Role.id == User.role_id)
        .where(*_is_keeper(organisation_id))
        .order_by(func.lower(User.name), User.id)
    )
    return [Keeper(*row) for row in rows]


def has_break_glass(organisation_id: int) -> bool:
    """Return True if a break-glass user is active, has the permission MANAGE_INTEGRATIONS and a second factor."""
    return any(each.is_break_glass and each.has_factor for each in keepers_of(organisation_id))


def _is_keeper(organisation_id: int) -> list[ColumnElement[bool]]:
    return [
        User.organisation_id == organisation_id,
        User.type == UserType.USER,
        User.status == UserStatus.ACTIVE,
        Role.permissions.contains([Permission.MANAGE_INTEGRATIONS.value]),
    ]
