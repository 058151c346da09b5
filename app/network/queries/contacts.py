"""Queries for contacts: the users of organisations that the viewer may see."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
)

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
from app.kernel.db.pagination import ListQuery, Page, Sorts, fetch_page, sorting
from app.kernel.db.search import contains_text, find
from app.kernel.db.statements import AnySelect, shared_statement
from app.kernel.http.auth import VIEWER, Actor, Permission
from app.kernel.http.errors import NotFoundError
from app.network.models import Relationship
from app.network.queries.relationships import own_relationship
from app.network.queries.visibility import shows_contact_details, visible_to

SORTS: Sorts = {
    "name": (func.lower(User.name),),
    "organisation": (func.lower(Organisation.name), func.lower(User.name)),
}
"""Sort keys of the contacts; a leading minus means descending."""


class ContactRow(NamedTuple):
    """User with their organisation; `relationship` is the one that the viewer's organisation has with it."""

    user: User
    role: str | None
    organisation: Organisation
    relationship: Relationship | None
    is_visible: bool
    """True if the viewer may see e-mail and phone."""


class ContactDetails(NamedTuple):
    """The columns of `ContactRow`, and further ones for a user's page."""

    user: User
    role: str | None
    organisation: Organisation
    relationship: Relationship | None
    is_visible: bool
    permissions: Sequence[str] | None
    """Permissions of the user's role."""
    is_invited: bool
    """True if the viewer's organisation invited the user to another organisation and they have not accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactFilter:
    """Filters of the contacts; empty ones are not applied."""

    search: str = ""
    user_name: str = ""
    organisation_name: str = ""
    own_only: bool = False
    include_suspended: bool = False


def list_contacts(*, actor: Actor, filters: ContactFilter, sort: str, query: ListQuery) -> Page[ContactRow]:
    """List the users of all organisations that the actor may see."""
    stmt = _contacts(actor)
    if not filters.include_suspended:
        stmt = stmt.where(User.status != UserStatus.SUSPENDED)
    else:
        stmt = stmt.where(is_listed_for(actor))
    if filters.own_only:
        stmt = stmt.where(User.organisation_id == actor.organisation_id)
    if filters.user_name:
        stmt = stmt.where(contains_text(User.name, filters.user_name))
    if filters.organisation_name:
        stmt = stmt.where(contains_text(Organisation.name, filters.organisation_name))
    matches = None
    if filters.search:
        matching = _matching(actor, filters.search)
        matches = find([_ids(stmt.where(condition)) for condition in matching])
        stmt = stmt.where(matches.among(User.id, or_(*matching)))
    elif filters.user_name or filters.organisation_name:
        matches = find([_ids(stmt)])
        stmt = stmt.where(matches.among(User.id, true()))
    page = fetch_page(stmt, sort=sorting(sort, SORTS, User.id), query=query, matches=matches)
    return page.records(ContactRow)


def _matching(actor: Actor, text: str) -> list[ColumnElement[bool]]:
    """Return the alternative conditions for `text` in the name of a user or of the organisation.

    An e-mail address finds its owner if the actor may see the address.

    The matching organisations are read first: with their ids, both conditions are about columns of the user alone, so
    users that do not match are skipped before their organisation is read. Names of many organisations are compared
    row by row instead.
    """
    organisations = find([select(Organisation.id).where(contains_text(Organisation.name, text))])
    is_of_match = organisations.among(User.organisation_id, contains_text(Organisation.name, text))
    conditions = [contains_text(User.name, text), is_of_match]
    if "@" in text:
        conditions.append(and_(func.lower(User.email) == text.lower(), shows_contact_details(actor)))
    return conditions


def _ids(stmt: AnySelect) -> Select[int]:
    return stmt.with_only_columns(User.id, maintain_column_froms=True)


def contact_for(*, actor: Actor, user_id: int) -> ContactDetails:
    """Return one user; NotFoundError if the actor may not see them."""
    row = db.session.execute(_details(actor).where(User.id == user_id)).one_or_none()
    if row is None:
        raise NotFoundError
    return ContactDetails._make(row)


def contacts_among(*, actor: Actor, ids: Collection[int]) -> list[ContactDetails]:
    """Return the users among `ids` that the actor may see, by name."""
    stmt = _details(actor).where(User.id.in_(ids)).order_by(func.lower(User.name), User.id)
    return [ContactDetails._make(row) for row in db.session.execute(stmt)]


def _details(actor: Actor) -> AnySelect:
    invited = exists().where(
        Invitation.user_id == User.id,
        Invitation.relationship_id == Relationship.id,
        Invitation.accepted.is_(None),
    )
    return _contacts(actor).add_columns(Role.permissions, invited.label("invited"))


def invited_by_own(contact: ContactDetails) -> bool:
    """True if the actor's organisation invited the user to another organisation.

    This includes all users of an organisation that it invited, until that organisation has accepted and can invite
    its users itself.
    """
    relationship = contact.relationship
    is_invited = contact.organisation.status == OrganisationStatus.INVITED
    return contact.is_invited or (is_invited and relationship is not None and relationship.by_invitation)


def _contacts(actor: Actor) -> AnySelect:
    is_visible = shows_contact_details(actor).label("is_visible")
    return (
        select(User, Role.name.label("role"), Organisation, Relationship, is_visible)
        .join(Organisation, Organisation.id == User.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .outerjoin(Relationship, own_relationship(actor))
        .where(*is_contact_of(actor))
    )


def is_contact_of(viewer: Actor | BindParameter[int]) -> tuple[ColumnElement[bool], ...]:
    """Build the conditions for users, joined with their organisations, that `viewer` sees as contacts."""
    return visible_to(viewer), User.type == UserType.USER


def is_listed_for(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Build the condition of the page of contacts: suspended users are listed for their own organisation only."""
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    return or_(User.status != UserStatus.SUSPENDED, User.organisation_id == viewer_id)


def contacts_of(*, actor: Actor, organisation_id: int) -> Sequence[Row[User, str | None, bool]]:
    """List the users of an organisation who are not suspended, by name.

    Rows of (User, name of the role, True if e-mail and phone are visible to the actor).
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
    """True if a user belongs to the actor's organisation."""
    is_own_colleague = exists().where(
        User.id == user_id, User.organisation_id == actor.organisation_id, User.type == UserType.USER
    )
    return not actor.is_guest and bool(db.session.execute(select(is_own_colleague)).scalar())


def users_with(*, organisation_id: int, permission: Permission) -> Sequence[User]:
    """List the active users of an organisation whose role has `permission`."""
    return (
        db.session.execute(
            select(User)
            .join(Role, Role.id == User.role_id)
            .where(
                User.organisation_id == organisation_id,
                User.type == UserType.USER,
                User.status == UserStatus.ACTIVE,
                Role.permissions.contains([permission.value]),
            )
            .order_by(User.id)
        )
        .scalars()
        .all()
    )


def assignable_roles(*, actor: Actor, organisation: Organisation) -> list[str]:
    """Return the names of the roles that the actor can assign in an organisation (specification section 5, Add user).

    In the actor's organisation these are the roles with no more management permissions than the actor's. In another
    organisation that is CONFIRMED and has a Super User, they are the roles that manage neither users nor the
    organisation.
    """
    roles, has_lead = roles_and_lead(organisation.id)
    if organisation.id == actor.organisation_id:
        return [role.name for role in roles if not exceeds(role.permissions, actor.permissions)]
    is_unrestricted = organisation.status != OrganisationStatus.CONFIRMED or not has_lead
    return [role.name for role in roles if is_unrestricted or not decides_about_others(role.permissions)]
