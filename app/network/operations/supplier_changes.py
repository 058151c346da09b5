"""Change many suppliers without a mail, and take such changes back while nothing else has touched them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import delete, exists, func, select
from sqlalchemy.exc import IntegrityError

from app.accounts.public import (
    Organisation,
    OrganisationStatus,
    PersonValues,
    Role,
    User,
    UserStatus,
    create_invited_users,
)
from app.events.public import detach_events, has_other_events
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, NotFoundError
from app.network.models import KnownContact, Relationship, RelationshipTag, Tag
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.suppliers import add_tags

CHANGED_SINCE = "This supplier was changed since the plan was made. Import it again."
OWN_PROFILE = "This organisation has its own profile now. Import it again."
USED_SINCE = "This supplier was used or changed since the import, so it stays."


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplierChange:
    """The change of one supplier: (earlier value, new value) by column, added tags and contacts."""

    relationship_id: int
    profile: Mapping[str, tuple[object, object]] = field(default_factory=dict)
    values: Mapping[str, tuple[object, object]] = field(default_factory=dict)
    tags: Sequence[str] = ()
    people: Sequence[PersonValues] = ()


@dataclass(frozen=True, slots=True)
class ChangedSupplier:
    """A changed supplier with the ids of its new contacts, and of its tags that were new in the organisation."""

    organisation: Organisation
    user_ids: Sequence[int]
    new_tag_ids: Sequence[int]


def change_suppliers(*, actor: Actor, changes: Sequence[SupplierChange]) -> list[ChangedSupplier]:
    """Change suppliers, and return them in the order of `changes`.

    Raises ConflictError if a value is not the expected earlier one, and if the profile is no longer the actor's to
    change (`has_own_profile`). The caller's savepoint is rolled back then.
    """
    pairs = _locked(actor, [change.relationship_id for change in changes])
    foreign = _own_profiles(actor, [organisation for _, organisation in pairs.values()])
    for change in changes:
        relationship, organisation = pairs[change.relationship_id]
        if organisation.id in foreign and (change.profile or change.people):
            raise ConflictError(OWN_PROFILE)
        for record, columns in ((organisation, change.profile), (relationship, change.values)):
            for column, (before, after) in columns.items():
                if getattr(record, column) != before:
                    raise ConflictError(CHANGED_SINCE)
                setattr(record, column, after)
    try:
        db.session.flush()
    except IntegrityError as error:
        raise ConflictError(CHANGED_SINCE) from error
    new_tags = add_tags(
        actor=actor, tags=[(change.relationship_id, tag) for change in changes for tag in change.tags]
    )
    people = [(pairs[change.relationship_id][1].id, person) for change in changes for person in change.people]
    users = create_invited_users(people) if people else []
    mark_as_known(user_ids=[user.id for user in users], to_organisation_id=actor.organisation_id)
    user_ids = iter([user.id for user in users])
    return [
        ChangedSupplier(
            pairs[change.relationship_id][1],
            [next(user_ids) for _ in change.people],
            [new_tags[tag.lower()] for tag in change.tags if tag.lower() in new_tags],
        )
        for change in changes
    ]


def _locked(actor: Actor, relationship_ids: Sequence[int]) -> dict[int, tuple[Relationship, Organisation]]:
    stmt = (
        select(Relationship, Organisation)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(Relationship.id.in_(relationship_ids), Relationship.organisation_id == actor.organisation_id)
        .order_by(Relationship.id)
        .with_for_update(key_share=True)
    )
    rows = db.session.execute(stmt, execution_options={"populate_existing": True})
    pairs = {relationship.id: (relationship, organisation) for relationship, organisation in rows}
    if len(pairs) != len(set(relationship_ids)):
        raise NotFoundError
    return pairs


def _own_profiles(actor: Actor, organisations: Sequence[Organisation]) -> set[int]:
    """Return the ids of organisations whose profile is their own: confirmed, or also related to another organisation."""
    ids = [each.id for each in organisations]
    others = select(Relationship.with_organisation_id).where(
        Relationship.with_organisation_id.in_(ids), Relationship.organisation_id != actor.organisation_id
    )
    own = select(Relationship.with_organisation_id).where(
        Relationship.with_organisation_id.in_(ids),
        Relationship.organisation_id == actor.organisation_id,
        Relationship.by_invitation,
    )
    invited = set(db.session.execute(own).scalars())
    shared = set(db.session.execute(others).scalars())
    return {
        each.id
        for each in organisations
        if each.status != OrganisationStatus.INVITED or each.id in shared or each.id not in invited
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedChange:
    """The state that a change or an addition has left, for its undo. `tags` are the names that were added.

    `before` and `after` have the columns of the relationship, `profile_before` and `profile_after` of the organisation.
    """

    relationship_id: int
    after: Mapping[str, object]
    before: Mapping[str, object] = field(default_factory=dict)
    profile_after: Mapping[str, object] = field(default_factory=dict)
    profile_before: Mapping[str, object] = field(default_factory=dict)
    tags: Sequence[str] = ()
    user_ids: Sequence[int] = ()


def restore_supplier(*, actor: Actor, applied: AppliedChange) -> None:
    """Take back a change. Raises ConflictError if one of its values, tags or contacts was changed or used since."""
    relationship, organisation = _locked(actor, [applied.relationship_id])[applied.relationship_id]
    _check_values(organisation, applied.profile_after)
    _check_values(relationship, applied.after)
    if applied.profile_before and organisation.id in _own_profiles(actor, [organisation]):
        raise ConflictError(USED_SINCE)
    if {tag.lower() for tag in applied.tags} - _tags_of(relationship.id):
        raise ConflictError(USED_SINCE)
    for column, value in applied.profile_before.items():
        setattr(organisation, column, value)
    for column, value in applied.before.items():
        setattr(relationship, column, value)
    _remove_tags(actor, relationship.id, applied.tags)
    try:
        _delete_users(actor, organisation.id, applied.user_ids)
        db.session.flush()
    except IntegrityError as error:
        raise ConflictError(USED_SINCE) from error


def remove_supplier(*, actor: Actor, applied: AppliedChange, is_new: bool) -> None:
    """Remove a supplier from the network, and with `is_new` the organisation that was created for it.

    Raises ConflictError unless it is unchanged: the same values and tags, contacts that were not invited, no event
    and no row of any feature that refers to it. The database refuses to delete a row that another one refers to.
    """
    relationship, organisation = _locked(actor, [applied.relationship_id])[applied.relationship_id]
    _check_values(relationship, applied.after)
    _check_values(organisation, applied.profile_after)
    if _tags_of(relationship.id) != {tag.lower() for tag in applied.tags}:
        raise ConflictError(USED_SINCE)
    if has_other_events(relationship.id, "relationship.imported"):
        raise ConflictError(USED_SINCE)
    _remove_tags(actor, relationship.id, applied.tags)
    detach_events(relationship.id)
    try:
        db.session.execute(delete(Relationship).where(Relationship.id == relationship.id))
        if is_new:
            if organisation.status != OrganisationStatus.INVITED:
                raise ConflictError(USED_SINCE)
            _delete_users(actor, organisation.id, applied.user_ids)
            db.session.execute(delete(Role).where(Role.organisation_id == organisation.id))
            db.session.execute(delete(Organisation).where(Organisation.id == organisation.id))
        else:
            _delete_known_contacts(actor, applied.user_ids)
    except IntegrityError as error:
        raise ConflictError(USED_SINCE) from error
    db.session.expire_all()


def _check_values(record: Relationship | Organisation, values: Mapping[str, object]) -> None:
    if any(getattr(record, column) != value for column, value in values.items()):
        raise ConflictError(USED_SINCE)


def _tags_of(relationship_id: int) -> set[str]:
    stmt = (
        select(func.lower(Tag.name))
        .join(RelationshipTag, RelationshipTag.tag_id == Tag.id)
        .where(RelationshipTag.relationship_id == relationship_id)
    )
    return set(db.session.execute(stmt).scalars())


def _remove_tags(actor: Actor, relationship_id: int, names: Sequence[str]) -> None:
    own = select(Tag.id).where(
        Tag.organisation_id == actor.organisation_id,
        func.lower(Tag.name).in_([name.lower() for name in names]),
    )
    if names:
        db.session.execute(
            delete(RelationshipTag).where(
                RelationshipTag.relationship_id == relationship_id, RelationshipTag.tag_id.in_(own)
            )
        )


def delete_unused_tags(*, organisation_id: int, tag_ids: Collection[int]) -> None:
    """Delete the tags among `tag_ids` that no relationship has."""
    db.session.execute(
        delete(Tag).where(
            Tag.organisation_id == organisation_id,
            Tag.id.in_(tag_ids),
            ~exists().where(RelationshipTag.tag_id == Tag.id),
        )
    )


def _delete_users(actor: Actor, organisation_id: int, user_ids: Sequence[int]) -> None:
    """Delete contacts that were never invited. Raises ConflictError for others, IntegrityError if they were used."""
    if not user_ids:
        return
    invited = select(func.count()).where(
        User.id.in_(user_ids),
        User.organisation_id == organisation_id,
        User.status == UserStatus.INVITED,
    )
    if db.session.execute(invited).scalar_one() != len(user_ids):
        raise ConflictError(USED_SINCE)
    _delete_known_contacts(actor, user_ids)
    db.session.execute(delete(User).where(User.id.in_(user_ids)))


def _delete_known_contacts(actor: Actor, user_ids: Sequence[int]) -> None:
    db.session.execute(
        delete(KnownContact).where(
            KnownContact.organisation_id == actor.organisation_id, KnownContact.user_id.in_(user_ids)
        )
    )


def set_external_ref(*, relationship: Relationship, external_ref: str | None) -> bool:
    """Set the own number of a supplier; return False if another supplier has it."""
    try:
        with db.session.begin_nested():
            relationship.external_ref = external_ref
            db.session.flush()
    except IntegrityError:
        return False
    return True
