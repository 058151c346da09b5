"""Reading relationships and their tags, as the organisation that keeps them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, and_, case, exists, func, or_, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from app.accounts.public import (
    Organisation,
)
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.errors import NotFoundError
from app.kernel.search import contains_text
from app.network.models import InviteTemplate, Relationship, RelationshipTag, Tag
from app.network.policies import signed_by
from app.network.types import LEVELS_ABOVE_NONE

ABOVE_NONE = [level.value for level in LEVELS_ABOVE_NONE]


def own_relationship(keeper: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """The condition that joins the relationship which the keeper has with the organisation of the row.

    The keeper is the actor's organisation, or the one that a parameter will name.
    """
    keeper_id = keeper.organisation_id if isinstance(keeper, Actor) else keeper
    return and_(
        Relationship.organisation_id == keeper_id,
        Relationship.with_organisation_id == Organisation.id,
    )


def relationship_for(*, actor: Actor, relationship_id: int, lock: bool = False) -> Relationship:
    """A relationship that the actor's organisation keeps; NotFoundError for any other."""
    stmt = select(Relationship).where(
        Relationship.id == relationship_id, Relationship.organisation_id == actor.organisation_id
    )
    found: Relationship | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if found is None:
        raise NotFoundError
    return found


def level_counts(actor: Actor) -> Select[str, int]:
    """Selects (level, how many) of the relationships that the actor's organisation keeps."""
    return (
        select(Relationship.level, func.count())
        .where(Relationship.organisation_id == actor.organisation_id)
        .group_by(Relationship.level)
    )


def keeps_any_relationship(*, actor: Actor, relationship_ids: Sequence[int]) -> bool:
    """Whether the actor's organisation keeps one of these relationships."""
    one = exists().where(
        Relationship.id.in_(relationship_ids), Relationship.organisation_id == actor.organisation_id
    )
    return not actor.is_guest and bool(db.session.execute(select(one)).scalar())


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


def is_customer(*, actor: Actor, organisation_id: int) -> bool:
    """Whether another organisation keeps a relationship above None to the actor's: it buys from it."""
    one = exists().where(
        Relationship.organisation_id == organisation_id,
        Relationship.with_organisation_id == actor.organisation_id,
        Relationship.level.in_(ABOVE_NONE),
    )
    return bool(db.session.execute(select(one)).scalar())


def tags_of_relationship() -> ColumnElement[Any]:
    """The tags of the relationship of the row, by name, as JSON; none are looked for where there is no relationship."""
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
    """Tags of the own organisation that hold `search`, without the selected ones."""
    stmt = select(Tag).where(Tag.organisation_id == actor.organisation_id)
    if search:
        stmt = stmt.where(contains_text(Tag.name, search))
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
        stmt = stmt.where(contains_text(Organisation.name, search))
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
        stmt = stmt.where(contains_text(Organisation.name, search))
    return db.session.execute(
        stmt.order_by(func.lower(Organisation.name), Organisation.id).limit(limit)
    ).all()


def invite_template(*, actor: Actor) -> str | None:
    """The invitation message that the organisation saved for next time, with the actor's name in it."""
    row = db.session.get(InviteTemplate, actor.organisation_id)
    return signed_by(row.message_html, actor.name) if row else None


def may_message(actor: Actor, organisation_id: int) -> bool:
    """Whether the actor's organisation may write to another: related above None in either direction."""
    return related_above_none(actor=actor, organisation_id=organisation_id)
