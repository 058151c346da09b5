"""Reading people: those of the own organisation and of those that the viewer may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Select, bindparam, exists, func, or_, select, true

from app.accounts.public import (
    Invitation,
    Organisation,
    OrganisationStatus,
    Role,
    User,
    UserStatus,
    UserType,
    decides_about_others,
    exceeds,
    roles_and_lead,
)
from app.extensions import db
from app.kernel.auth import VIEWER, Actor, Permission
from app.kernel.errors import NotFoundError
from app.kernel.pagination import ListQuery, Page, Sorts, fetch_page, sorting
from app.kernel.search import contains_text, find
from app.kernel.statements import shared_statement
from app.network.models import Relationship
from app.network.queries.relationships import own_relationship
from app.network.queries.visibility import shows_contact_details, visible_to

SORTS: Sorts = {
    "name": (func.lower(User.name),),
    "organisation": (func.lower(Organisation.name), func.lower(User.name)),
}
"""What the contacts can be sorted by; with a minus before it, descending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactFilter:
    """The filters of the contacts; empty ones are not applied."""

    search: str = ""
    user_name: str = ""
    organisation_name: str = ""
    own_only: bool = False
    include_suspended: bool = False


def list_contacts(*, actor: Actor, which: ContactFilter, sort: str, query: ListQuery) -> Page[Any]:
    """People of the own organisation and of those that may be seen.

    Rows of (User, role's name, Organisation, Relationship or None, whether e-mail and phone are shown to the actor).
    """
    stmt = _contacts(actor)
    if not which.include_suspended:
        stmt = stmt.where(User.status != UserStatus.SUSPENDED)
    else:
        stmt = stmt.where(
            or_(User.status != UserStatus.SUSPENDED, User.organisation_id == actor.organisation_id)
        )
    if which.own_only:
        stmt = stmt.where(User.organisation_id == actor.organisation_id)
    if which.user_name:
        stmt = stmt.where(contains_text(User.name, which.user_name))
    if which.organisation_name:
        stmt = stmt.where(contains_text(Organisation.name, which.organisation_name))
    found = None
    if which.search:
        by = [contains_text(User.name, which.search), contains_text(Organisation.name, which.search)]
        found = find([_ids(stmt.where(each)) for each in by])
        stmt = stmt.where(found.among(User.id, or_(*by)))
    elif which.user_name or which.organisation_name:
        found = find([_ids(stmt)])
        stmt = stmt.where(found.among(User.id, true()))
    return fetch_page(stmt, sort=sorting(sort, SORTS, User.id), query=query, matches=found)


def _ids(stmt: Select[*tuple[Any, ...]]) -> Select[int]:
    return stmt.with_only_columns(User.id, maintain_column_froms=True)


def contact_for(*, actor: Actor, user_id: int) -> Any:
    """One row as `list_contacts` has them; NotFoundError where the viewer may not see that user.

    Behind it: the permissions of the user's role, and whether the viewer's organisation invited them to another.
    """
    invited = exists().where(
        Invitation.user_id == User.id,
        Invitation.relationship_id == Relationship.id,
        Invitation.accepted.is_(None),
    )
    stmt = _contacts(actor).add_columns(Role.permissions, invited.label("invited"))
    row = db.session.execute(stmt.where(User.id == user_id)).one_or_none()
    if row is None:
        raise NotFoundError
    return row


def invited_by_own(row: Any) -> bool:
    """Whether the viewer's organisation invited the person of a row of `contact_for` to another one.

    That is so of all at an organisation that it invited, until it is there: then it invites its people itself.
    """
    organisation, relationship = row[2], row[3]
    awaited = organisation.status == OrganisationStatus.INVITED
    return bool(row.invited or (awaited and relationship is not None and relationship.by_invitation))


def _contacts(actor: Actor) -> Select[*tuple[Any, ...]]:
    shown = shows_contact_details(actor).label("is_visible")
    return (
        select(User, Role.name.label("role"), Organisation, Relationship, shown)
        .join(Organisation, Organisation.id == User.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .outerjoin(Relationship, own_relationship(actor))
        .where(visible_to(actor), User.type == UserType.USER)
    )


def contacts_of(*, actor: Actor, organisation_id: int) -> Sequence[Any]:
    """An organisation's people who are not suspended, by name.

    Rows of (User, role's name, whether e-mail and phone are shown to the actor).
    """
    return db.session.execute(_contacts_of(), {"of": organisation_id, **actor.parameters}).all()


@shared_statement
def _contacts_of() -> Select[User, str | None, bool]:
    return (
        select(User, Role.name.label("role"), shows_contact_details(VIEWER).label("is_visible"))
        .outerjoin(Role, Role.id == User.role_id)
        .where(
            User.organisation_id == bindparam("of", type_=BigInteger),
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
        )
        .order_by(func.lower(User.name), User.id)
        .limit(200)
    )


def is_colleague(*, actor: Actor, user_id: int) -> bool:
    """Whether a user belongs to the actor's own organisation."""
    one = exists().where(User.id == user_id, User.organisation_id == actor.organisation_id)
    return not actor.is_guest and bool(db.session.execute(select(one)).scalar())


def users_with(*, organisation_id: int, permission: Permission) -> Sequence[User]:
    """The active people of an organisation whose role has `permission`."""
    return (
        db.session.execute(
            select(User)
            .join(Role, Role.id == User.role_id)
            .where(
                User.organisation_id == organisation_id,
                User.status == UserStatus.ACTIVE,
                Role.permissions.contains([permission.value]),
            )
            .order_by(User.id)
        )
        .scalars()
        .all()
    )


def roles_to_give(*, actor: Actor, organisation: Organisation) -> list[str]:
    """The names of the roles that the actor can give in an organisation (specification section 5, Add user).

    Of the own one those that manage no more than the actor does; of another that is CONFIRMED and has a Super
    User of its own, those that manage neither users nor the organisation.
    """
    roles, led = roles_and_lead(organisation.id)
    if organisation.id == actor.organisation_id:
        return [role.name for role in roles if not exceeds(role.permissions, actor.permissions)]
    free = organisation.status != OrganisationStatus.CONFIRMED or not led
    return [role.name for role in roles if free or not decides_about_others(role.permissions)]
