"""Queries for relationships and their tags, from the view of their owner."""

from collections.abc import Sequence
from typing import TypedDict

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Exists,
    Row,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    and_,
    case,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from app.accounts.public import (
    Organisation,
)
from app.extensions import db
from app.kernel.db.search import contains_text, plain_number
from app.kernel.http.auth import VIEWER, Actor
from app.kernel.http.errors import NotFoundError
from app.network.models import InviteTemplate, Relationship, RelationshipTag, Tag
from app.network.policies import signed_by
from app.network.types import LEVELS_ABOVE_NONE

LAST_CHARACTER = 0x10FFFF
ABOVE_NONE = [level.value for level in LEVELS_ABOVE_NONE]


class TagJson(TypedDict):
    """Tag as the database builds it."""

    id: int
    name: str


def own_relationship(owner: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Build the join condition for the owner's relationship with the row's organisation.

    The owner is the actor's organisation, or the organisation in a bind parameter.
    """
    owner_id = owner.organisation_id if isinstance(owner, Actor) else owner
    return and_(
        Relationship.organisation_id == owner_id,
        Relationship.with_organisation_id == Organisation.id,
    )


def has_own_number(
    owner: Actor | BindParameter[int], number: SQLColumnExpression[str], *, is_whole: bool
) -> ColumnElement[bool]:
    """Build the condition for the owner's relationships whose own number is `number` (`plain_number`), or begins with it.

    A range is an index condition in prepared statements too, unlike a pattern; its operators compare code points, like
    `text_pattern_ops`. An empty number matches nothing.
    """
    owner_id = owner.organisation_id if isinstance(owner, Actor) else owner
    own = plain_number(Relationship.external_ref)
    return and_(
        Relationship.organisation_id == owner_id,
        Relationship.external_ref.is_not(None),
        number != "",
        own == number if is_whole else _begins_with(own, number),
    )


def _begins_with(text: ColumnElement[str], beginning: SQLColumnExpression[str]) -> ColumnElement[bool]:
    end = func.concat(beginning, func.chr(LAST_CHARACTER))
    return and_(text.bool_op("~>=~")(beginning), text.bool_op("~<~")(end))


def relationship_for(*, actor: Actor, relationship_id: int, lock: bool = False) -> Relationship:
    """Return a relationship owned by the actor's organisation; NotFoundError for any other."""
    stmt = select(Relationship).where(
        Relationship.id == relationship_id, Relationship.organisation_id == actor.organisation_id
    )
    relationship: Relationship | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if relationship is None:
        raise NotFoundError
    return relationship


def level_counts(actor: Actor) -> Select[str, int]:
    """Select (level, count) of the relationships of the actor's organisation."""
    return (
        select(Relationship.level, func.count())
        .where(Relationship.organisation_id == actor.organisation_id)
        .group_by(Relationship.level)
    )


def has_suppliers() -> Exists:
    """Build the condition that the viewer's organisation has a relationship above None."""
    return exists().where(Relationship.organisation_id == VIEWER, Relationship.level.in_(ABOVE_NONE))


def first_inviter() -> ScalarSelect[dict[str, object]]:
    """Select the first organisation that invited the viewer's, as JSON; `has_page` is False for a hidden test organisation."""
    inviter = func.json_build_object(
        "id", Organisation.id,
        "name", Organisation.name,
        "logo_id", Organisation.logo_id,
        "logo_version", Organisation.logo_version,
        "has_page", Organisation.is_test_organisation.is_(False),
    )  # fmt: skip
    return (
        select(inviter)
        .join(Relationship, Relationship.organisation_id == Organisation.id)
        .where(Relationship.with_organisation_id == VIEWER, Relationship.by_invitation)
        .order_by(Relationship.id)
        .limit(1)
        .scalar_subquery()
    )


def keeps_any_relationship(*, actor: Actor, relationship_ids: Sequence[int]) -> bool:
    """True if the actor's organisation owns one of these relationships."""
    condition = exists().where(
        Relationship.id.in_(relationship_ids), Relationship.organisation_id == actor.organisation_id
    )
    return not actor.is_guest and bool(db.session.execute(select(condition)).scalar())


def relationship_with(*, actor: Actor, organisation_id: int, lock: bool = False) -> Relationship | None:
    """Return the relationship of the actor's organisation with another one, or None."""
    stmt = select(Relationship).where(
        Relationship.organisation_id == actor.organisation_id,
        Relationship.with_organisation_id == organisation_id,
    )
    relationship: Relationship | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    return relationship


def related_above_none(*, actor: Actor, organisation_id: int) -> bool:
    """True if there is a relationship above None between the two organisations, in either direction."""
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


def is_message_partner(actor: Actor) -> ColumnElement[bool]:
    """Build the condition that the row's organisation is another one that the actor may write to."""
    related = aliased(Relationship)
    either = or_(
        and_(
            related.organisation_id == actor.organisation_id, related.with_organisation_id == Organisation.id
        ),
        and_(
            related.organisation_id == Organisation.id, related.with_organisation_id == actor.organisation_id
        ),
    )
    return and_(
        Organisation.id != actor.organisation_id, exists().where(either, related.level.in_(ABOVE_NONE))
    )


def message_partners(*, actor: Actor, ids: Sequence[int]) -> dict[int, str]:
    """Return the names of the organisations with these `ids` that the actor may write to, by id."""
    stmt = select(Organisation.id, Organisation.name).where(
        Organisation.id.in_(ids), is_message_partner(actor)
    )
    return {row.id: row.name for row in db.session.execute(stmt)}


def is_customer(*, actor: Actor, organisation_id: int) -> bool:
    """True if another organisation has a relationship above None with the actor's, so it is a customer."""
    condition = exists().where(
        Relationship.organisation_id == organisation_id,
        Relationship.with_organisation_id == actor.organisation_id,
        Relationship.level.in_(ABOVE_NONE),
    )
    return bool(db.session.execute(select(condition)).scalar())


def tags_of_relationship() -> ColumnElement[Sequence[TagJson]]:
    """Build the JSON array of the tags of the row's relationship, by name; no lookup for rows without one."""
    tag = func.json_build_object("id", Tag.id, "name", Tag.name)
    tags = (
        select(func.json_agg(aggregate_order_by(tag, func.lower(Tag.name))))
        .select_from(RelationshipTag)
        .join(Tag, Tag.id == RelationshipTag.tag_id)
        .where(RelationshipTag.relationship_id == Relationship.id)
        .scalar_subquery()
    )
    return func.coalesce(case((Relationship.id.is_not(None), tags)), func.json_build_array())


def suggest_tags(*, actor: Actor, search: str, selected: Sequence[int], limit: int = 10) -> Sequence[Tag]:
    """List tags of the actor's organisation that contain `search`, without the selected ones."""
    stmt = select(Tag).where(Tag.organisation_id == actor.organisation_id)
    if search:
        stmt = stmt.where(contains_text(Tag.name, search))
    if selected:
        stmt = stmt.where(Tag.id.not_in(selected))
    return db.session.execute(stmt.order_by(func.lower(Tag.name)).limit(limit)).scalars().all()


def suggest_suppliers(
    *, actor: Actor, search: str, limit: int = 10
) -> Sequence[Row[Relationship, Organisation]]:
    """List (Relationship, Organisation) above None of the actor's organisation, by name."""
    stmt = (
        select(Relationship, Organisation)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(Relationship.organisation_id == actor.organisation_id, Relationship.level.in_(ABOVE_NONE))
    )
    if search:
        stmt = stmt.where(contains_text(Organisation.name, search))
    return db.session.execute(
        stmt.order_by(func.lower(Organisation.name), Organisation.id).limit(limit)
    ).all()


def suggest_message_partners(*, actor: Actor, search: str, limit: int = 10) -> Sequence[Row[int, str]]:
    """List (id, name) of organisations that the actor may write to: related above None in either direction."""
    related = aliased(Relationship)
    other = case(
        (related.organisation_id == actor.organisation_id, related.with_organisation_id),
        else_=related.organisation_id,
    )
    partners = (
        select(other.label("id"))
        .where(
            or_(
                related.organisation_id == actor.organisation_id,
                related.with_organisation_id == actor.organisation_id,
            ),
            related.level.in_(ABOVE_NONE),
        )
        .subquery()
    )
    stmt = select(Organisation.id, Organisation.name).where(
        Organisation.id.in_(select(partners.c.id)), Organisation.id != actor.organisation_id
    )
    if search:
        stmt = stmt.where(contains_text(Organisation.name, search))
    return db.session.execute(
        stmt.order_by(func.lower(Organisation.name), Organisation.id).limit(limit)
    ).all()


def invite_template(*, actor: Actor) -> str | None:
    """Return the saved invitation message of the actor's organisation, signed with the actor's name, or None."""
    row = db.session.get(InviteTemplate, actor.organisation_id)
    return signed_by(row.message_html, actor.name) if row else None


def may_message(actor: Actor, organisation_id: int) -> bool:
    """True if the actor's organisation may write to another: related above None in either direction."""
    return related_above_none(actor=actor, organisation_id=organisation_id)
