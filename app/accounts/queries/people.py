"""Users, roles and organisations: addresses, mail settings, time zones, Super Users."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from zoneinfo import ZoneInfo

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from app.accounts.models import Organisation, Role, User
from app.accounts.policies import known_as
from app.accounts.types import GUEST_ORGANISATION_NAME, SUPER_USER, UserStatus, UserType
from app.extensions import db
from app.kernel.clock import UTC, zone_of
from app.kernel.db.statements import shared_statement
from app.kernel.http.auth import Permission
from app.kernel.http.errors import NotFoundError


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


def active_users(*, ids: Sequence[int], organisation_id: int) -> list[User]:
    """Return the active users of an organisation with these ids, in the order of `ids`."""
    users = db.session.execute(
        select(User).where(
            User.id.in_(ids),
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
        )
    ).scalars()
    by_id = {user.id: user for user in users}
    return [by_id[user_id] for user_id in dict.fromkeys(ids) if user_id in by_id]


def active_user(*, organisation_id: int, user_id: int) -> User:
    """Return a user of an organisation who is not suspended; NotFoundError for any other."""
    for user in active_users(ids=[user_id], organisation_id=organisation_id):
        return user
    raise NotFoundError


def email_taken(email: str, *, except_user_id: int | None = None, invitable_is_free: bool = False) -> bool:
    """Return True if another user has this address; users who have not accepted an invitation may count as free."""
    condition = and_(func.lower(User.email) == known_as(email), User.type == UserType.USER)
    if except_user_id is not None:
        condition = and_(condition, User.id != except_user_id)
    if invitable_is_free:
        condition = and_(condition, User.status != UserStatus.INVITED)
    return bool(db.session.execute(select(exists().where(condition))).scalar())


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


def users_who_may(*, organisation_id: int, permission: Permission) -> Sequence[User]:
    """Return the active users of an organisation whose role has a permission."""
    return db.session.execute(
        select(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
            Role.permissions.contains([permission]),
        )
        .order_by(User.id)
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


def gets_no_mail(user_id: int | None, email: str, optional: bool) -> bool:  # noqa: FBT001  (the kernel's form)
    """Return True for a service user, a recipient who is suspended, by user or by address, or has turned `optional` off.

    A guest is a separate user: at the address of a suspended user a guest gets no mail either.
    """
    at_address = and_(func.lower(User.email) == known_as(email), User.type == UserType.USER)
    unwanted = or_(
        and_(User.status == UserStatus.SUSPENDED, or_(User.id == user_id, at_address)),
        and_(User.type == UserType.SERVICE, User.id == user_id),
    )
    if optional:
        unwanted = or_(unwanted, and_(User.id == user_id, User.gets_optional_mail.is_(False)))
    return bool(db.session.execute(select(exists().where(unwanted))).scalar())
