"""The second factors of users, and the users who must have one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Date,
    and_,
    case,
    cast,
    exists,
    false,
    func,
    or_,
    select,
)

from app.accounts.models import Organisation, Passkey, RecoveryCode, Role, Totp, User
from app.accounts.types import FactorRequirement, SignInMethod, UserStatus, UserType
from app.extensions import db

PEOPLE_LIMIT = 50
"""Number of users without a factor whose names are shown."""


@dataclass(frozen=True, slots=True)
class Factors:
    """The second factors of one user."""

    has_app: bool
    passkeys: int
    recovery_codes: int
    """Number of recovery codes that are not used."""

    @property
    def has_any(self) -> bool:
        return self.has_app or self.passkeys > 0

    @property
    def methods(self) -> list[SignInMethod]:
        """The methods of a second step; empty without a factor."""
        available = {
            SignInMethod.PASSKEY: self.passkeys > 0,
            SignInMethod.CODE: self.has_app,
            SignInMethod.RECOVERY_CODE: self.has_any and self.recovery_codes > 0,
        }
        return [method for method, is_available in available.items() if is_available]


def factors_of(user_id: int) -> Factors:
    """Return the second factors of a user. One statement."""
    has_app = exists().where(Totp.user_id == user_id, Totp.confirmed.is_not(None))
    passkeys = select(func.count()).where(Passkey.user_id == user_id).scalar_subquery()
    codes = (
        select(func.count())
        .where(RecoveryCode.user_id == user_id, RecoveryCode.used.is_(None))
        .scalar_subquery()
    )
    return Factors(*db.session.execute(select(has_app, passkeys, codes)).one())


def app_of(user_id: int) -> Totp | None:
    """Return the authenticator app of a user, confirmed or not, or None."""
    return db.session.get(Totp, user_id)


def passkeys_of(user_id: int) -> Sequence[Passkey]:
    """Return the passkeys of a user, oldest first."""
    return db.session.execute(
        select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id)
    ).scalars().all()  # fmt: skip


def has_factor() -> ColumnElement[bool]:
    """Return the condition for users with a second factor, for statements with User."""
    return or_(
        exists().where(Totp.user_id == User.id, Totp.confirmed.is_not(None)),
        exists().where(Passkey.user_id == User.id),
    )


def is_required_to_have_factor() -> ColumnElement[bool]:
    """Return the condition for users who need a second factor, now or from a later day on.

    For statements with User, Organisation and Role.
    """
    return and_(
        User.type == UserType.USER,
        or_(
            Organisation.factor_requirement == FactorRequirement.EVERYBODY,
            and_(Organisation.factor_requirement == FactorRequirement.ROLES, Role.requires_factor.is_(True)),
        ),
    )


def must_add_factor(moment: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Return the condition for users who need a second factor at `moment` and have none.

    For statements with User, Organisation and Role. Without a requirement the factors are not looked up.
    """
    today = cast(func.timezone(func.coalesce(Organisation.time_zone, "UTC"), moment), Date)
    is_in_force = and_(is_required_to_have_factor(), Organisation.factor_from <= today)
    return case((is_in_force, ~has_factor()), else_=false())


def people_without_factor(organisation_id: int) -> tuple[int, Sequence[User]]:
    """Return the number of active users of an organisation without a second factor, and the first ones by name."""
    condition = and_(
        User.organisation_id == organisation_id,
        User.type == UserType.USER,
        User.status == UserStatus.ACTIVE,
        ~has_factor(),
    )
    total = db.session.execute(select(func.count()).select_from(User).where(condition)).scalar_one()
    people = db.session.execute(
        select(User).where(condition).order_by(User.name, User.id).limit(PEOPLE_LIMIT)
    ).scalars().all()  # fmt: skip
    return total, people
