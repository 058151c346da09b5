"""The organisations of a bulk action, with the actor's relationship to each."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on

from app.accounts.public import Organisation, Role, User, UserStatus, UserType
from app.extensions import db
from app.kernel.http.auth import Actor, Permission
from app.network.models import KnownContact, Relationship, RelationshipTag, Tag
from app.network.queries.relationships import own_relationship
from app.network.queries.visibility import visible_to


class BulkSupplier(NamedTuple):
    """A visible organisation; without a relationship the last three are None."""

    id: int
    name: str
    relationship_id: int | None
    level: str | None
    owner_user_id: int | None


def suppliers_among(*, actor: Actor, ids: Collection[int]) -> list[BulkSupplier]:
    """Return the organisations among `ids` that the actor may see, by name, without the actor's."""
    rows = db.session.execute(
        select(
            Organisation.id,
            Organisation.name,
            Relationship.id,
            Relationship.level,
            Relationship.owner_user_id,
        )
        .outerjoin(Relationship, own_relationship(actor))
        .where(visible_to(actor), Organisation.id.in_(ids), Organisation.id != actor.organisation_id)
        .order_by(func.lower(Organisation.name), Organisation.id)
    )
    return [BulkSupplier._make(row) for row in rows]


def tag_names(relationship_ids: Collection[int]) -> Mapping[int, Collection[str]]:
    """Return the names of the tags of relationships; those without tags are left out."""
    names: dict[int, list[str]] = defaultdict(list)
    rows = db.session.execute(
        select(RelationshipTag.relationship_id, Tag.name)
        .join(Tag, Tag.id == RelationshipTag.tag_id)
        .where(RelationshipTag.relationship_id.in_(relationship_ids))
        .order_by(func.lower(Tag.name))
    )
    for relationship_id, name in rows:
        names[relationship_id].append(name)
    return names


def count_users_with(*, organisation_ids: Collection[int], permission: Permission) -> int:
    """Return the number of active users of organisations whose role has `permission` (`users_with`)."""
    return db.session.execute(
        select(func.count())
        .select_from(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id.in_(organisation_ids),
            User.type == UserType.USER,
            User.status == UserStatus.ACTIVE,
            Role.permissions.contains([permission.value]),
        )
    ).scalar_one()


def contacts_to_ask(*, actor: Actor, organisation_ids: Collection[int]) -> Mapping[int, int]:
    """Return the user to ask at each organisation, by organisation; those without one are left out.

    That is a user who may answer RFxs: one that the actor's organisation invited or who replied to it, if there is one,
    else the first who joined.
    """
    is_known = exists().where(
        KnownContact.organisation_id == actor.organisation_id, KnownContact.user_id == User.id
    )
    rows = db.session.execute(
        select(User.organisation_id, User.id)
        .ext(distinct_on(User.organisation_id))
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id.in_(organisation_ids),
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
            Role.permissions.contains([Permission.ANSWER_RFX.value]),
        )
        .order_by(User.organisation_id, is_known.desc(), User.id)
    )
    return dict(rows.all())
