"""Suppliers of the own network that an import has added, and whose contacts have not been invited yet."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, exists, func, literal, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Invitation, Organisation, OrganisationStatus, User, UserStatus, UserType
from app.extensions import db
from app.kernel.db.pagination import ListQuery, Page, fetch_page, sorting
from app.kernel.db.search import contains_text, find, plain_number_in
from app.kernel.db.statements import AnySelect
from app.kernel.http.auth import Actor
from app.network.models import Relationship
from app.network.queries.relationships import has_own_number, own_relationship


class UninvitedContact(NamedTuple):
    """The first contact of a supplier that has not been invited."""

    id: int
    name: str
    email: str
    organisation_id: int
    organisation_name: str
    level: str
    external_ref: str | None


def is_not_invited() -> ColumnElement[bool]:
    """Build the condition that the row's relationship has brought an organisation that its owner has not invited.

    The row has an organisation and a relationship with it (`own_relationship`).
    """
    invited = aliased(User)
    has_invitation = exists().where(
        invited.organisation_id == Organisation.id,
        Invitation.user_id == invited.id,
        Invitation.relationship_id == Relationship.id,
    )
    return and_(
        Relationship.by_invitation, Organisation.status == OrganisationStatus.INVITED, ~has_invitation
    )


def list_uninvited(*, actor: Actor, search: str, query: ListQuery) -> Page[UninvitedContact]:
    """List the first contact of each supplier that has not been invited, by the name of the supplier.

    `search` finds names of suppliers and of contacts, and beginnings of own numbers. Suppliers without a contact are
    left out.
    """
    stmt = _uninvited(actor)
    matches = None
    if search:
        alternatives = [
            contains_text(Organisation.name, search),
            contains_text(User.name, search),
            has_own_number(actor, literal(plain_number_in(search)), is_whole=False),
        ]
        matches = find(
            [stmt.where(each).with_only_columns(User.id, maintain_column_froms=True) for each in alternatives]
        )
        stmt = stmt.where(matches.among(User.id, or_(*alternatives)))
    page = fetch_page(
        stmt,
        sort=sorting("name", {"name": [func.lower(Organisation.name)]}, User.id),
        query=query,
        matches=matches,
    )
    return page.records(UninvitedContact)


def uninvited_among(
    *, actor: Actor, user_ids: Collection[int], addresses: Collection[str] = ()
) -> dict[int, UninvitedContact]:
    """Return the contacts that have not been invited, by id, of suppliers of the actor's network.

    Contacts have an id in `user_ids` or an address in `addresses`, which are as `known_as` returns them.
    """
    if not user_ids and not addresses:
        return {}
    is_meant = or_(User.id.in_(user_ids), func.lower(User.email).in_(addresses))
    rows = db.session.execute(_uninvited(actor).where(is_meant))
    return {row.id: UninvitedContact._make(row) for row in rows}


def _uninvited(actor: Actor) -> AnySelect:
    contact = aliased(User)
    first = (
        select(func.min(contact.id))
        .where(
            contact.organisation_id == Organisation.id,
            contact.type == UserType.USER,
            contact.status == UserStatus.INVITED,
        )
        .scalar_subquery()
    )
    return (
        select(
            User.id, User.name, User.email, Organisation.id.label("organisation_id"),
            Organisation.name.label("organisation_name"), Relationship.level, Relationship.external_ref,
        )
        .join(Organisation, Organisation.id == User.organisation_id)
        .join(Relationship, own_relationship(actor))
        .where(is_not_invited(), User.id == first)
    )  # fmt: skip
