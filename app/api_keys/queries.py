"""Reading API keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, DateTime, Text, and_, bindparam, func, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, Role, User, UserStatus, UserType
from app.api_keys.models import ApiKey
from app.api_keys.types import MAX_REVOKED_SHOWN, WARNED_BEFORE
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE, AnyRow, AnySelect, shared_statement
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key with its role and the name of its creator."""

    key: ApiKey
    role: Role | None
    creator: str


def key_with_hash(secret_hash: str) -> AnyRow | None:
    """Return the key with this hash, revoked and expired ones too, with its user, role and organisation. One statement.

    The hash before a rotation counts until `previous_until`.
    """
    parameters = {"secret_hash": secret_hash, "moment": now()}
    return db.session.execute(_key_with_hash(), parameters).one_or_none()


@shared_statement
def _key_with_hash() -> AnySelect:
    secret_hash = bindparam("secret_hash", type_=Text)
    moment = bindparam("moment", type_=DateTime(timezone=True))
    return (
        select(
            ApiKey.id, ApiKey.user_id, ApiKey.organisation_id, ApiKey.scopes, ApiKey.addresses, ApiKey.expires,
            ApiKey.revoked, ApiKey.last_used, User.name, User.status, Role.permissions,
            Organisation.name.label("organisation_name"), Organisation.time_zone,
        )
        .join(User, User.id == ApiKey.user_id)
        .join(Organisation, Organisation.id == ApiKey.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .where(
            or_(
                ApiKey.hash == secret_hash,
                and_(ApiKey.previous_hash == secret_hash, ApiKey.previous_until > moment),
            )
        )
        .execution_options(**PLANNED_ONCE)
    )  # fmt: skip


def list_keys(actor: Actor) -> list[KeyRow]:
    """Return the keys of the actor's organisation, newest first; of the revoked ones only MAX_REVOKED_SHOWN."""
    rank = (
        func.row_number().over(partition_by=ApiKey.revoked.is_(None), order_by=ApiKey.id.desc()).label("rank")
    )
    ranked = (
        select(ApiKey.id, ApiKey.revoked, rank)
        .where(ApiKey.organisation_id == actor.organisation_id)
        .subquery("ranked")
    )
    shown = select(ranked.c.id).where(or_(ranked.c.revoked.is_(None), ranked.c.rank <= MAX_REVOKED_SHOWN))
    rows = db.session.execute(_rows().where(ApiKey.id.in_(shown)).order_by(ApiKey.id.desc()))
    return [KeyRow(*row) for row in rows]


def key_for(*, actor: Actor, key_id: int) -> KeyRow:
    """Return a key of the actor's organisation, locked; raise NotFoundError for others."""
    row = db.session.execute(
        _rows()
        .where(ApiKey.id == key_id, ApiKey.organisation_id == actor.organisation_id)
        .with_for_update(of=ApiKey)
        .execution_options(populate_existing=True)
    ).one_or_none()
    if row is None:
        raise NotFoundError
    return KeyRow(*row)


def _rows() -> AnySelect:
    creator = aliased(User)
    return (
        select(ApiKey, Role, creator.name)
        .join(User, User.id == ApiKey.user_id)
        .outerjoin(Role, Role.id == User.role_id)
        .join(creator, creator.id == ApiKey.created_by_user_id)
    )


def count_open_keys(organisation_id: int) -> int:
    """Return the number of keys that are neither revoked nor expired."""
    return db.session.execute(
        select(func.count()).where(
            ApiKey.organisation_id == organisation_id, ApiKey.revoked.is_(None), ApiKey.expires > now()
        )
    ).scalar_one()


def role_for(*, actor: Actor, role_id: int) -> Role | None:
    """Return a role of the actor's organisation, or None."""
    role: Role | None = db.session.execute(
        select(Role).where(Role.id == role_id, Role.organisation_id == actor.organisation_id)
    ).scalar()
    return role


def roles_of(actor: Actor) -> Sequence[Role]:
    """Return the roles of the actor's organisation, oldest first."""
    stmt = select(Role).where(Role.organisation_id == actor.organisation_id).order_by(Role.id)
    return db.session.execute(stmt).scalars().all()


def keys_to_warn_of() -> Sequence[int]:
    """Return the ids of keys that end within WARNED_BEFORE and of which no mail was sent."""
    stmt = select(ApiKey.id).where(_is_to_warn_of())
    return db.session.execute(stmt.order_by(ApiKey.expires, ApiKey.id)).scalars().all()


def key_to_warn_of(key_id: int) -> ApiKey | None:
    """Return a key of `keys_to_warn_of`, locked; None if it was changed meanwhile, or another worker has it."""
    key: ApiKey | None = db.session.execute(
        select(ApiKey).where(ApiKey.id == key_id, _is_to_warn_of()).with_for_update(skip_locked=True)
    ).scalar()
    return key


def _is_to_warn_of() -> ColumnElement[bool]:
    moment = now()
    return and_(
        ApiKey.revoked.is_(None),
        ApiKey.warned.is_(None),
        ApiKey.expires > moment,
        ApiKey.expires <= moment + WARNED_BEFORE,
    )


def managers_of(organisation_id: int) -> Sequence[User]:
    """Return the active users of an organisation who may manage integrations."""
    stmt = (
        select(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
            Role.permissions.contains([Permission.MANAGE_INTEGRATIONS.value]),
        )
    )
    return db.session.execute(stmt.order_by(User.id)).scalars().all()
