"""Reading the network, always as the viewer's organisation may see it.

A confirmed organisation that is no test is in the directory for everyone. An invited one and a test one are
seen only by who invited them, and by themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, case, exists, func, literal, or_, select
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, OrganisationStatus, Role, User, UserStatus, UserType
from app.extensions import db
from app.kernel.auth import Actor, Permission
from app.kernel.errors import NotFoundError
from app.kernel.pagination import ListQuery, Page, Sort, fetch_page
from app.kernel.reference import countries
from app.network.models import InviteTemplate, Relationship, RelationshipTag, Tag
from app.network.policies import mail_domain
from app.network.types import LEVELS_ABOVE_NONE, RelationshipLevel

ABOVE_NONE = [level.value for level in LEVELS_ABOVE_NONE]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationFilter:
    """The filters of the directory; empty ones are not applied."""

    search: str = ""
    name: str = ""
    city: str = ""
    country: str = ""
    tags: Sequence[str] = ()
    levels: Sequence[RelationshipLevel] = ()


def visible_to(actor: Actor) -> ColumnElement[bool]:
    """The condition under which `actor` may see an organisation."""
    invitation = aliased(Relationship)
    invited = exists().where(
        invitation.organisation_id == actor.organisation_id,
        invitation.with_organisation_id == Organisation.id,
        invitation.by_invitation,
    )
    return and_(
        Organisation.is_placeholder.is_(False),
        or_(
            and_(
                Organisation.status == OrganisationStatus.CONFIRMED,
                Organisation.is_test_organisation.is_(False),
            ),
            Organisation.id == actor.organisation_id,
            invited,
        ),
    )


def tags_of_relationship() -> ColumnElement[Any]:
    """The tags of the relationship of the row, by name, as JSON."""
    tag = func.json_build_object("id", Tag.id, "name", Tag.name)
    return (
        select(
            func.coalesce(
                func.json_agg(aggregate_order_by(tag, func.lower(Tag.name))), func.json_build_array()
            )
        )
        .select_from(RelationshipTag)
        .join(Tag, Tag.id == RelationshipTag.tag_id)
        .where(RelationshipTag.relationship_id == Relationship.id)
        .scalar_subquery()
    )


def list_organisations(*, actor: Actor, which: OrganisationFilter, sort: str, query: ListQuery) -> Page[Any]:
    """The directory: rows of (Organisation, Relationship or None, tags), other organisations than the actor's."""
    stmt = (
        select(Organisation, Relationship, tags_of_relationship().label("tags"))
        .outerjoin(Relationship, _own_relationship(actor))
        .where(visible_to(actor), Organisation.id != actor.organisation_id)
    )
    stmt = _filtered(stmt, which)
    return fetch_page(stmt, sort=_sorting(sort), query=query)


def organisation_for(*, actor: Actor, organisation_id: int) -> Any:
    """(Organisation, Relationship or None, tags) of one organisation; NotFoundError where it may not be seen."""
    row = db.session.execute(
        select(Organisation, Relationship, tags_of_relationship().label("tags"))
        .outerjoin(Relationship, _own_relationship(actor))
        .where(visible_to(actor), Organisation.id == organisation_id)
    ).one_or_none()
    if row is None:
        raise NotFoundError
    return row


def relationship_for(*, actor: Actor, relationship_id: int, lock: bool = False) -> Relationship:
    """A relationship that the actor's organisation keeps; NotFoundError for any other."""
    stmt = select(Relationship).where(
        Relationship.id == relationship_id, Relationship.organisation_id == actor.organisation_id
    )
    found: Relationship | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if found is None:
        raise NotFoundError
    return found


def relationship_with(*, actor: Actor, organisation_id: int) -> Relationship | None:
    """The relationship that the actor's organisation keeps with another, if there is one."""
    found: Relationship | None = db.session.execute(
        select(Relationship).where(
            Relationship.organisation_id == actor.organisation_id,
            Relationship.with_organisation_id == organisation_id,
        )
    ).scalar()
    return found


def related_above_none(*, actor: Actor, organisation_id: int) -> bool:
    """Whether a relationship above None stands between the two, in either direction."""
    either = or_(
        and_(
            Relationship.organisation_id == actor.organisation_id,
            Relationship.with_organisation_id == organisation_id,
        ),
        and_(
            Relationship.organisation_id == organisation_id,
            Relationship.with_organisation_id == actor.organisation_id,
        ),
    )
    return bool(
        db.session.execute(select(exists().where(either, Relationship.level.in_(ABOVE_NONE)))).scalar()
    )


def contacts_of(*, organisation_id: int) -> Sequence[Any]:
    """(User, role's name) of an organisation's people who are not suspended, by name."""
    return db.session.execute(
        select(User, Role.name.label("role"))
        .outerjoin(Role, Role.id == User.role_id)
        .where(
            User.organisation_id == organisation_id,
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
        )
        .order_by(func.lower(User.name), User.id)
        .limit(200)
    ).all()


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


def suggest_tags(*, actor: Actor, search: str, selected: Sequence[int], limit: int = 10) -> Sequence[Tag]:
    """Tags of the own organisation that hold `search`, without the selected ones."""
    stmt = select(Tag).where(Tag.organisation_id == actor.organisation_id)
    if search:
        stmt = stmt.where(Tag.name.icontains(search, autoescape=True))
    if selected:
        stmt = stmt.where(Tag.id.not_in(selected))
    return db.session.execute(stmt.order_by(func.lower(Tag.name)).limit(limit)).scalars().all()


def suggest_suppliers(*, actor: Actor, search: str, limit: int = 10) -> Sequence[Any]:
    """(Relationship, Organisation) above None that the own organisation keeps, by name."""
    stmt = (
        select(Relationship, Organisation)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(Relationship.organisation_id == actor.organisation_id, Relationship.level.in_(ABOVE_NONE))
    )
    if search:
        stmt = stmt.where(Organisation.name.icontains(search, autoescape=True))
    return db.session.execute(
        stmt.order_by(func.lower(Organisation.name), Organisation.id).limit(limit)
    ).all()


def suggest_message_partners(*, actor: Actor, search: str, limit: int = 10) -> Sequence[Any]:
    """(id, name) of the organisations that the actor may write to: related above None in either direction."""
    keeps = aliased(Relationship)
    other = case(
        (keeps.organisation_id == actor.organisation_id, keeps.with_organisation_id),
        else_=keeps.organisation_id,
    )
    partners = (
        select(other.label("id"))
        .where(
            or_(
                keeps.organisation_id == actor.organisation_id,
                keeps.with_organisation_id == actor.organisation_id,
            ),
            keeps.level.in_(ABOVE_NONE),
        )
        .subquery()
    )
    stmt = select(Organisation.id, Organisation.name).where(
        Organisation.id.in_(select(partners.c.id)), Organisation.id != actor.organisation_id
    )
    if search:
        stmt = stmt.where(Organisation.name.icontains(search, autoescape=True))
    return db.session.execute(
        stmt.order_by(func.lower(Organisation.name), Organisation.id).limit(limit)
    ).all()


def likely_match(*, actor: Actor, email: str, organisation_name: str) -> Organisation | None:
    """A confirmed organisation in the directory that an invitation seems to mean, by name or mail domain."""
    same = []
    if organisation_name.strip():
        same.append(func.lower(Organisation.name) == organisation_name.strip().lower())
    domain = mail_domain(email)
    if domain:
        same.append(
            exists().where(
                User.organisation_id == Organisation.id,
                User.type == UserType.USER,
                func.split_part(func.lower(User.email), "@", 2) == domain,
            )
        )
    if not same:
        return None
    found: Organisation | None = db.session.execute(
        select(Organisation)
        .where(
            or_(*same),
            Organisation.status == OrganisationStatus.CONFIRMED,
            Organisation.is_test_organisation.is_(False),
            Organisation.is_placeholder.is_(False),
            Organisation.id != actor.organisation_id,
        )
        .order_by(Organisation.id)
        .limit(1)
    ).scalar()
    return found


def invite_template(*, actor: Actor) -> str | None:
    """The invitation message that the organisation saved for next time."""
    row = db.session.get(InviteTemplate, actor.organisation_id)
    return row.message_html if row else None


def _own_relationship(actor: Actor) -> ColumnElement[bool]:
    return and_(
        Relationship.organisation_id == actor.organisation_id,
        Relationship.with_organisation_id == Organisation.id,
    )


def _filtered(stmt: Select[*tuple[Any, ...]], which: OrganisationFilter) -> Select[*tuple[Any, ...]]:
    for column, text in (
        (Organisation.name, which.search),
        (Organisation.name, which.name),
        (Organisation.address_city, which.city),
    ):
        if text:
            stmt = stmt.where(column.icontains(text, autoescape=True))
    if which.country:
        stmt = stmt.where(Organisation.address_country == which.country)
    if which.levels:
        stmt = stmt.where(Relationship.level.in_([level.value for level in which.levels]))
    for tag in which.tags:
        stmt = stmt.where(
            exists().where(
                RelationshipTag.relationship_id == Relationship.id,
                RelationshipTag.tag_id == Tag.id,
                func.lower(Tag.name) == tag.lower(),
            )
        )
    return stmt


def _sorting(sort: str) -> list[Sort]:
    descending = sort.startswith("-")
    rank = case(
        {level.value: i for i, level in enumerate(RelationshipLevel)}, value=Relationship.level, else_=-1
    )
    column = {
        "name": func.lower(Organisation.name),
        "relationship": rank,
        "city": func.lower(func.coalesce(Organisation.address_city, "")),
        "country": func.coalesce(_country_ranks()[Organisation.address_country].astext.cast(Integer), -1),
    }[sort.lstrip("-")]
    return [Sort(column, descending), Sort(Organisation.id, descending)]


@cache
def _country_ranks() -> Any:
    """Where each alpha3 stands when countries are read by name, which is what a list shows."""
    return literal({country.alpha3: rank for rank, country in enumerate(countries())}, JSONB)


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

    Rows of (User, role's name, Organisation, Relationship or None, whether e-mail and phone may be told).
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
    if which.search:
        stmt = stmt.where(
            or_(
                User.name.icontains(which.search, autoescape=True),
                Organisation.name.icontains(which.search, autoescape=True),
            )
        )
    if which.user_name:
        stmt = stmt.where(User.name.icontains(which.user_name, autoescape=True))
    if which.organisation_name:
        stmt = stmt.where(Organisation.name.icontains(which.organisation_name, autoescape=True))
    descending = sort.startswith("-")
    columns = {
        "name": [func.lower(User.name)],
        "organisation": [func.lower(Organisation.name), func.lower(User.name)],
    }
    keys = [*columns[sort.lstrip("-")], User.id]
    return fetch_page(stmt, sort=[Sort(key, descending) for key in keys], query=query)


def contact_for(*, actor: Actor, user_id: int) -> Any:
    """One row as `list_contacts` has them; NotFoundError where the viewer may not see that user."""
    row = db.session.execute(_contacts(actor).where(User.id == user_id)).one_or_none()
    if row is None:
        raise NotFoundError
    return row


def _contacts(actor: Actor) -> Select[*tuple[Any, ...]]:
    theirs = aliased(Relationship)
    told = or_(
        User.organisation_id == actor.organisation_id,
        func.coalesce(Relationship.level.in_(ABOVE_NONE), False),
        exists().where(
            theirs.organisation_id == User.organisation_id,
            theirs.with_organisation_id == actor.organisation_id,
            theirs.level.in_(ABOVE_NONE),
        ),
    )
    return (
        select(User, Role.name.label("role"), Organisation, Relationship, told.label("told"))
        .join(Organisation, Organisation.id == User.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .outerjoin(Relationship, _own_relationship(actor))
        .where(visible_to(actor), User.type == UserType.USER)
    )


def sees_all_organisations(*, actor: Actor, organisation_ids: Sequence[int]) -> bool:
    """Whether `actor` may see every one of these organisations."""
    seen = (
        select(func.count())
        .select_from(Organisation)
        .where(visible_to(actor), Organisation.id.in_(organisation_ids))
    )
    return db.session.execute(seen).scalar_one() == len(set(organisation_ids))


def sees_all_users(*, actor: Actor, user_ids: Sequence[int]) -> bool:
    """Whether `actor` may see every one of these users."""
    seen = (
        select(func.count())
        .select_from(User)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(visible_to(actor), User.id.in_(user_ids))
    )
    return db.session.execute(seen).scalar_one() == len(set(user_ids))
