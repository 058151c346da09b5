"""Checks and counts before two suppliers are merged, and the merges of a supplier."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, OrganisationStatus, User
from app.duplicates.models import MergeLog, OrganisationAlias
from app.duplicates.types import CANNOT_MERGE, UNDO_PERIOD
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.registry import current_registry
from app.network.public import Merge, MergeHooks, Reference, Relationship, visible_to


@dataclass(frozen=True, slots=True)
class Supplier:
    """A supplier of the actor's network, with the relationship and the name of its owner."""

    organisation: Organisation
    relationship: Relationship
    owner_name: str | None


@dataclass(frozen=True, slots=True)
class MergeParties:
    """The suppliers of a merge that is possible."""

    survivor: Supplier
    former: Supplier
    merge: Merge


@dataclass(frozen=True, slots=True)
class Count:
    """A kind of rows, in singular and plural, with their number."""

    nouns: tuple[str, str]
    count: int
    moves: bool


class Merged(NamedTuple):
    """A merge into a supplier that can still be undone by date."""

    id: int
    gone_name: str
    created: datetime
    created_by_user_id: int


def merge_parties(*, actor: Actor, survivor_id: int, gone_id: int) -> MergeParties:
    """Return the parties of a merge; NotFoundError unless both are in the actor's network.

    Raises ConflictError if the one that would be merged away has accepted its invitation, or if another organisation has
    a relationship or records with it: no other organisation loses a supplier that way.
    """
    owner = aliased(User)
    rows = db.session.execute(
        select(Organisation, Relationship, owner.name)
        .join(Relationship, Relationship.with_organisation_id == Organisation.id)
        .outerjoin(owner, owner.id == Relationship.owner_user_id)
        .where(
            Organisation.id.in_([survivor_id, gone_id]),
            Relationship.organisation_id == actor.organisation_id,
            visible_to(actor),
        )
        .execution_options(populate_existing=True)
    )
    suppliers = {row.Organisation.id: Supplier(*row) for row in rows}
    if survivor_id == gone_id or not {survivor_id, gone_id} <= suppliers.keys():
        raise NotFoundError
    survivor, former = suppliers[survivor_id], suppliers[gone_id]
    if former.organisation.status != OrganisationStatus.INVITED or _is_known_to_others(actor, gone_id):
        raise ConflictError(CANNOT_MERGE)
    is_private = survivor.organisation.status == OrganisationStatus.INVITED and not _has_other_relationship(
        actor, survivor_id
    )
    merge = Merge(
        organisation_id=actor.organisation_id,
        survivor_id=survivor_id,
        gone_id=gone_id,
        survivor_relationship_id=survivor.relationship.id,
        gone_relationship_id=former.relationship.id,
        gone_name=former.organisation.name,
        moves_people=is_private,
    )
    return MergeParties(survivor, former, merge)


def _other_relationship(actor: Actor, organisation_id: int) -> ColumnElement[bool]:
    other = aliased(Relationship)
    return exists().where(
        or_(
            (other.with_organisation_id == organisation_id)
            & (other.organisation_id != actor.organisation_id),
            other.organisation_id == organisation_id,
        )
    )


def _has_other_relationship(actor: Actor, organisation_id: int) -> bool:
    return bool(db.session.execute(select(_other_relationship(actor, organisation_id))).scalar())


def _is_known_to_others(actor: Actor, organisation_id: int) -> bool:
    """Return True if another organisation has a relationship with this one, or a record that would move; one statement."""
    conditions = [_other_relationship(actor, organisation_id)]
    for reference in references():
        if reference.owner is not None:
            theirs = reference.owner.not_in([actor.organisation_id, organisation_id])
            conditions.append(exists().where(reference.column == organisation_id, theirs))
    return bool(db.session.execute(select(or_(*conditions))).scalar())


def references() -> Sequence[Reference]:
    """Return the registered columns that follow a merge."""
    return current_registry().hooks(MergeHooks).references


def refers_to_relationship(reference: Reference) -> bool:
    """Return True for a column with the id of a relationship, and False for one with the id of an organisation."""
    (key,) = reference.column.property.columns[0].foreign_keys
    return bool(key.column.table.name == Relationship.__tablename__)


def gone_value(reference: Reference, merge: Merge) -> int:
    """Return the id that the column has in rows that move."""
    return merge.gone_relationship_id if refers_to_relationship(reference) else merge.gone_id


def counts_of(merge: Merge) -> list[Count]:
    """Return the number of rows of each kind; one statement."""
    counted = [reference for reference in references() if reference.nouns]
    columns = [
        select(func.count()).where(reference.column == gone_value(reference, merge)).scalar_subquery()
        for reference in counted
    ]
    numbers = db.session.execute(select(*columns)).one()
    return [
        Count(reference.nouns or ("", ""), number, merge.moves_people or not reference.needs_people)
        for reference, number in zip(counted, numbers, strict=True)
        if number
    ]


def merge_for(*, actor: Actor, merge_id: int, lock: bool = False) -> MergeLog:
    """Return a merge in the actor's network; NotFoundError for any other."""
    stmt = select(MergeLog).where(MergeLog.id == merge_id, MergeLog.organisation_id == actor.organisation_id)
    log: MergeLog | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if log is None:
        raise NotFoundError
    return log


def recent_merges(*, organisation_id: int, survivor_id: int) -> Sequence[Merged]:
    """Return the merges into a supplier that are at most 30 days old and not undone, the newest first; at most 10."""
    rows = db.session.execute(
        select(MergeLog.id, MergeLog.gone_name, MergeLog.created, MergeLog.created_by_user_id)
        .where(
            MergeLog.organisation_id == organisation_id,
            MergeLog.survivor_id == survivor_id,
            MergeLog.undone.is_(None),
            MergeLog.created > now() - UNDO_PERIOD,
        )
        .order_by(MergeLog.id.desc())
        .limit(10)
    )
    return [Merged._make(row) for row in rows]


def survivor_of(actor: Actor, organisation_id: int) -> int | None:
    """Return the supplier that a merged one of the actor's network became, or None."""
    survivor_id: int | None = db.session.execute(
        select(OrganisationAlias.organisation_id).where(
            OrganisationAlias.old_id == organisation_id,
            OrganisationAlias.for_organisation_id == actor.organisation_id,
        )
    ).scalar()
    return None if actor.is_guest else survivor_id
