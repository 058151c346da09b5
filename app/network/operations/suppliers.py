"""Add suppliers to the network without a mail: invited organisations with their contacts, and tags.

An invitation of one supplier and the import of thousands use the same operation; its number of statements does not
depend on the number of suppliers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import BigInteger, Text, cast, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.accounts.public import (
    EMAIL_IN_USE,
    Organisation,
    OrganisationStatus,
    OrganisationValues,
    PersonValues,
    User,
    UserStatus,
    UserType,
    create_organisations,
    known_as,
)
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError, NotFoundError
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.operations.known_contacts import mark_as_known
from app.network.queries.visibility import in_directory
from app.network.types import RelationshipLevel

IN_NETWORK = "This supplier, or one with its number, is in your network already. Import it again."


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplierValues:
    """The values of a relationship; `tags` are names."""

    level: RelationshipLevel
    external_ref: str | None = None
    owner_user_id: int | None = None
    notes: str | None = None
    tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitedSupplier:
    """A supplier to add: a new organisation with its first contacts, and the values of the relationship."""

    name: str
    values: SupplierValues
    people: Sequence[PersonValues] = ()
    profile: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddedSupplier:
    """An added supplier. `is_new` is False if another buyer has created the organisation."""

    organisation: Organisation
    relationship_id: int
    users: Sequence[User]
    is_new: bool
    new_tag_ids: Sequence[int] = ()
    """Tags of the supplier that were new in the organisation."""


def add_invited_suppliers(
    *, actor: Actor, suppliers: Sequence[InvitedSupplier], is_test: bool = False
) -> list[AddedSupplier]:
    """Create organisations with their first contacts and relationships, in the order of `suppliers`; no mail is sent.

    If another buyer has already invited a contact, the organisation of that contact is used unchanged, without revealing
    who invited it. Raises InvalidError for an address in use; then nothing is added.
    """
    present = _invited_users([person.email for each in suppliers for person in each.people])
    reused = [_reused(each, present) for each in suppliers]
    new = [each for each, user in zip(suppliers, reused, strict=True) if user is None]
    created = iter(
        create_organisations(
            [OrganisationValues(name=each.name, people=each.people, profile=each.profile) for each in new],
            is_test=is_test,
        )
    )
    organisations: list[tuple[Organisation, Sequence[User], bool]] = []
    for reusable in reused:
        if reusable is None:
            new_organisation = next(created)
            organisations.append((new_organisation.organisation, new_organisation.users, True))
        else:
            organisations.append((reusable[0], [reusable[1]], False))
    pairs = [
        (organisation.id, each.values)
        for (organisation, _, _), each in zip(organisations, suppliers, strict=True)
    ]
    ids, tag_ids = _insert_relationships(actor, pairs, by_invitation=True)
    mark_as_known(
        user_ids=[user.id for _, users, _ in organisations for user in users],
        to_organisation_id=actor.organisation_id,
    )
    return [
        AddedSupplier(organisation, ids[organisation.id], users, is_new, _own_tags(values, tag_ids))
        for (organisation, users, is_new), (_, values) in zip(organisations, pairs, strict=True)
    ]


def add_known_suppliers(
    *, actor: Actor, suppliers: Sequence[tuple[int, SupplierValues]]
) -> dict[int, AddedSupplier]:
    """Add organisations of the directory, by id, to the network without a mail; return them by id.

    Raises NotFoundError for an organisation that the actor may not see, InvalidError if one is in the network already.
    """
    ids = [organisation_id for organisation_id, _ in suppliers]
    stmt = select(Organisation).where(Organisation.id.in_(ids), in_directory())
    organisations = {each.id: each for each in db.session.execute(stmt).scalars()}
    if set(organisations) != set(ids) or actor.organisation_id in organisations:
        raise NotFoundError
    relationship_ids, tag_ids = _insert_relationships(actor, suppliers, by_invitation=False)
    return {
        organisation_id: AddedSupplier(
            organisations[organisation_id],
            relationship_ids[organisation_id],
            [],
            is_new=False,
            new_tag_ids=_own_tags(values, tag_ids),
        )
        for organisation_id, values in suppliers
    }


def _own_tags(values: SupplierValues, tag_ids: Mapping[str, int]) -> list[int]:
    return [tag_ids[tag.lower()] for tag in values.tags if tag.lower() in tag_ids]


def _invited_users(emails: Sequence[str]) -> dict[str, tuple[Organisation, User]]:
    """Return the users with these addresses and their organisations, by address."""
    if not emails:
        return {}
    stmt = (
        select(Organisation, User)
        .join(User, User.organisation_id == Organisation.id)
        .where(func.lower(User.email).in_([known_as(email) for email in emails]), User.type == UserType.USER)
    )
    return {user.email.lower(): (organisation, user) for organisation, user in db.session.execute(stmt)}


def _reused(
    supplier: InvitedSupplier, present: Mapping[str, tuple[Organisation, User]]
) -> tuple[Organisation, User] | None:
    """Return the organisation that another buyer has created for the first contact, or None for a new one."""
    taken = [
        (index, present[address])
        for index, person in enumerate(supplier.people)
        if (address := known_as(person.email)) in present
    ]
    if not taken:
        return None
    index, (organisation, user) = taken[0]
    is_invited = organisation.status == OrganisationStatus.INVITED and user.status == UserStatus.INVITED
    if len(taken) > 1 or index > 0 or not is_invited:
        raise InvalidError(fields={"email": [EMAIL_IN_USE]})
    return organisation, user


def _insert_relationships(
    actor: Actor, suppliers: Sequence[tuple[int, SupplierValues]], *, by_invitation: bool
) -> tuple[dict[int, int], dict[str, int]]:
    """Insert relationships with organisations, by id, and their tags; return their ids, and the new tags by name.

    Raises InvalidError if one of them exists or a number is in use; then the caller's savepoint is rolled back.
    """
    if not suppliers:
        return {}, {}
    moment = now()
    rows = [
        {
            "organisation_id": actor.organisation_id,
            "with_organisation_id": organisation_id,
            "level": values.level.value,
            "external_ref": values.external_ref,
            "owner_user_id": values.owner_user_id,
            "notes": values.notes,
            "by_invitation": by_invitation,
            "created": moment,
        }
        for organisation_id, values in suppliers
    ]
    stmt = insert(Relationship).values(rows).on_conflict_do_nothing()
    added = db.session.execute(stmt.returning(Relationship.with_organisation_id, Relationship.id)).all()
    ids: dict[int, int] = {row.with_organisation_id: row.id for row in added}
    if len(ids) != len(suppliers):
        raise InvalidError(IN_NETWORK)
    tags = [(ids[organisation_id], tag) for organisation_id, values in suppliers for tag in values.tags]
    return ids, add_tags(actor=actor, tags=tags)


def add_tags(*, actor: Actor, tags: Sequence[tuple[int, str]]) -> dict[str, int]:
    """Add tags, by name, to relationships, by id; return the tags that are new in the organisation, by name in lower case."""
    if not tags:
        return {}
    names = sorted({name for _, name in tags})
    new = select(literal(actor.organisation_id), func.unnest(cast(names, ARRAY(Text))))
    created = db.session.execute(
        insert(Tag)
        .from_select(["organisation_id", "name"], new)
        .on_conflict_do_nothing()
        .returning(Tag.id, Tag.name)
    )
    new_tags = {row.name.lower(): row.id for row in created}
    links = (
        func.unnest(
            cast([relationship_id for relationship_id, _ in tags], ARRAY(BigInteger)),
            cast([name for _, name in tags], ARRAY(Text)),
        )
        .table_valued("relationship_id", "name", name="links")
        .render_derived()
    )
    db.session.execute(
        insert(RelationshipTag)
        .from_select(
            ["relationship_id", "tag_id"],
            select(links.c.relationship_id, Tag.id).join(
                Tag,
                (Tag.organisation_id == actor.organisation_id)
                & (func.lower(Tag.name) == func.lower(links.c.name)),
            ),
        )
        .on_conflict_do_nothing()
    )
    return new_tags
