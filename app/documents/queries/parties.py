"""Suppliers of a buyer that it asks for documents, and the contacts of both parties."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import exists, func, select, tuple_

from app.accounts.public import Organisation, Role, User, UserStatus, UserType, known_as
from app.documents.models import DocumentRequirement, DocumentType
from app.extensions import db
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import NotFoundError
from app.network.public import LEVELS_ABOVE_NONE, Relationship

MAX_CONTACTS = 50
"""Maximum number of users of a supplier who are mailed if no contact was chosen."""


class AskedSupplier(NamedTuple):
    """A relationship of the buyer with its supplier; `is_related` if its level is above None."""

    relationship: Relationship
    supplier: Organisation
    is_related: bool


def suppliers_for(*, actor: Actor, relationship_ids: Collection[int]) -> Sequence[AskedSupplier]:
    """Return relationships of the actor's organisation with their suppliers, locked; NotFoundError for any other id."""
    suppliers = suppliers_among(actor=actor, relationship_ids=relationship_ids, lock=True)
    if len(suppliers) < len(set(relationship_ids)):
        raise NotFoundError
    return suppliers


def suppliers_among(
    *, actor: Actor, relationship_ids: Collection[int], lock: bool = False
) -> Sequence[AskedSupplier]:
    """Return the relationships among `relationship_ids` that belong to the actor's organisation, with their suppliers."""
    stmt = (
        select(Relationship, Organisation)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(Relationship.id.in_(relationship_ids), Relationship.organisation_id == actor.organisation_id)
        .order_by(Relationship.id)
    )
    rows = db.session.execute(stmt.with_for_update(of=Relationship) if lock else stmt).all()
    return [_asked_supplier(*row) for row in rows]


def supplier_with(*, actor: Actor, organisation_id: int) -> AskedSupplier:
    """Return the relationship of the actor's organisation with a supplier; NotFoundError without one."""
    row = db.session.execute(
        select(Relationship, Organisation)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(
            Relationship.organisation_id == actor.organisation_id,
            Relationship.with_organisation_id == organisation_id,
        )
    ).one_or_none()
    if row is None or actor.is_guest:
        raise NotFoundError
    return _asked_supplier(*row)


def _asked_supplier(relationship: Relationship, supplier: Organisation) -> AskedSupplier:
    return AskedSupplier(relationship, supplier, relationship.level in LEVELS_ABOVE_NONE)


def existing_requirements(
    *, relationship_ids: Collection[int], type_ids: Collection[int], site: str
) -> Mapping[tuple[int, int], DocumentRequirement]:
    """Return the requirements of these pairs for a site by (relationship id, type id), locked; one statement."""
    return requirements_of(relationship_ids=relationship_ids, type_ids=type_ids, site=site, lock=True)


def requirements_of(
    *, relationship_ids: Collection[int], type_ids: Collection[int], site: str, lock: bool = False
) -> Mapping[tuple[int, int], DocumentRequirement]:
    """Return the requirements of these pairs for a site by (relationship id, type id); one statement."""
    stmt = (
        select(DocumentRequirement)
        .where(
            DocumentRequirement.relationship_id.in_(relationship_ids),
            DocumentRequirement.document_type_id.in_(type_ids),
            DocumentRequirement.site == site,
        )
        .order_by(DocumentRequirement.id)
    )
    rows = db.session.execute(stmt.with_for_update() if lock else stmt).scalars()
    return {(row.relationship_id, row.document_type_id): row for row in rows}


def requirement_counts(relationship_ids: Collection[int]) -> Mapping[int, int]:
    """Return the number of requirements of each relationship that has any."""
    rows = db.session.execute(
        select(DocumentRequirement.relationship_id, func.count())
        .where(DocumentRequirement.relationship_id.in_(relationship_ids))
        .group_by(DocumentRequirement.relationship_id)
    )
    return dict(rows.all())


def guest_asked(user_id: int | None) -> User | None:
    """Return the contact of a requirement if it is a guest, else None."""
    if user_id is None:
        return None
    user: User | None = db.session.execute(
        select(User).where(User.id == user_id, User.type == UserType.GUEST)
    ).scalar()
    return user


def guest_with_address(*, relationship_id: int, email: str) -> User | None:
    """Return the guest with this address who is asked for a document in this relationship."""
    user: User | None = db.session.execute(
        select(User)
        .join(DocumentRequirement, DocumentRequirement.asked_of_user_id == User.id)
        .where(
            DocumentRequirement.relationship_id == relationship_id,
            User.type == UserType.GUEST,
            func.lower(User.email) == known_as(email),
        )
        .limit(1)
    ).scalar()
    return user


def guests_without_requirement(*, user_ids: Collection[int], relationship_ids: Collection[int]) -> set[int]:
    """Return the guests among these users who are no longer asked for a document in one of the relationships."""
    asked = exists().where(
        DocumentRequirement.relationship_id.in_(relationship_ids),
        DocumentRequirement.asked_of_user_id == User.id,
    )
    stmt = select(User.id).where(User.id.in_(user_ids), User.type == UserType.GUEST, ~asked)
    return set(db.session.execute(stmt).scalars())


def count_guests(*, organisation_id: int, since: date) -> int:
    """Return the number of guests that a buyer has asked for documents since a day."""
    stmt = (
        select(func.count(DocumentRequirement.asked_of_user_id.distinct()))
        .join(User, User.id == DocumentRequirement.asked_of_user_id)
        .where(
            DocumentRequirement.organisation_id == organisation_id,
            DocumentRequirement.asked_on >= since,
            User.type == UserType.GUEST,
        )
    )
    return db.session.execute(stmt).scalar_one()


def contacts_at(organisation_id: int, user_id: int | None = None) -> Sequence[User]:
    """Return the chosen contact unless suspended, otherwise the users with ANSWER_RFX; at most MAX_CONTACTS."""
    guest = guest_asked(user_id)
    if guest is not None:
        return [guest]
    people = select(User).where(
        User.organisation_id == organisation_id,
        User.type == UserType.USER,
        User.status != UserStatus.SUSPENDED,
    )
    if user_id is not None:
        chosen = db.session.execute(people.where(User.id == user_id)).scalars().all()
        if chosen:
            return chosen
    may_answer = Role.permissions.contains([Permission.ANSWER_RFX.value])
    stmt = people.join(Role, Role.id == User.role_id).where(may_answer).order_by(User.id)
    return db.session.execute(stmt.limit(MAX_CONTACTS)).scalars().all()


def count_contacts(organisation_ids: Collection[int]) -> int:
    """Return the number of users with ANSWER_RFX of these suppliers, who are mailed if no contact was chosen."""
    return db.session.execute(
        select(func.count())
        .select_from(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id.in_(organisation_ids),
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
            Role.permissions.contains([Permission.ANSWER_RFX.value]),
        )
    ).scalar_one()


def relationships_back(buyer_id: int, supplier_ids: Collection[int]) -> Mapping[int, int]:
    """Return the ids of the suppliers' own relationships with the buyer, by supplier; one statement."""
    rows = db.session.execute(
        select(Relationship.organisation_id, Relationship.id).where(
            tuple_(Relationship.organisation_id, Relationship.with_organisation_id).in_(
                [(supplier_id, buyer_id) for supplier_id in supplier_ids]
            )
        )
    )
    return dict(rows.all())


class AskedRequirement(NamedTuple):
    """A requirement with its type, for a mail."""

    requirement: DocumentRequirement
    type: DocumentType


def requirements_by_id(ids: Collection[int]) -> Sequence[AskedRequirement]:
    """Return requirements with their types, by name of the type; for jobs."""
    rows = db.session.execute(
        select(DocumentRequirement, DocumentType)
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .where(DocumentRequirement.id.in_(ids))
        .order_by(func.lower(DocumentType.name), DocumentRequirement.id)
    ).all()
    return [AskedRequirement._make(row) for row in rows]
