"""Merging one supplier of a network into another, in one transaction, and undoing it."""

from collections.abc import Mapping, Sequence
from typing import cast

from sqlalchemy import delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import Invitation, Organisation, OrganisationStatus, User, require_step_up
from app.duplicates.models import DuplicatePair, MergeLog, OrganisationAlias
from app.duplicates.operations.comparing import request_comparison
from app.duplicates.operations.moves import RecordedMoves, first_change, key_columns, keys_of, undo
from app.duplicates.policies.fields import FIELDS, joined_notes, sides_of
from app.duplicates.queries.merging import (
    MergeParties,
    gone_value,
    merge_for,
    merge_parties,
    references,
    refers_to_relationship,
)
from app.duplicates.types import FOLLOW_JOB, SCAN_DELAY, UNDO_PERIOD, Side
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.model import Base
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry
from app.network.public import Merge, MergeHooks, Relationship

_LOCK = 0x6D657267 << 32
"""Separates the advisory locks of merges from others."""
UNDONE = "This merge has been undone already."
EXPIRED = "The 30 days in which this merge could be undone are over."
IN_NETWORK_AGAIN = "{name} is in your network again, so the merge can't be undone."
CHANGED = "One of the {things} that moved has changed since, so the merge can't be undone."
ADDED = "Something was added to the {things} that moved, so the merge can't be undone."
THINGS = {
    "organisation": "fields of the profile",
    "relationship": "fields of the relationship",
    "relationship_custom_values": "custom fields",
    "app_user": "contacts",
    "invitation": "invitations",
    "form_value": "answers",
    "rfx_response": "RFxs",
    "message_thread": "conversations",
}
"""Names of changed rows that the preview does not count."""


def merge_suppliers(
    *, actor: Actor, survivor_id: int, gone_id: int, fields: Mapping[str, Side] | None = None
) -> MergeLog:
    """Move everything of the supplier `gone_id` to `survivor_id`, and remove it from the actor's network.

    `fields` has the chosen side by field; others take the survivor's value, or the other one where it has none. Users
    move only to a supplier that the actor's organisation alone has invited: no user gets access to another tenant.
    Requires a step-up.
    Raises NotFoundError, ConflictError (`merge_parties`), and InvalidError for a choice that is not possible.
    """
    require_step_up(actor)
    merge_parties(actor=actor, survivor_id=survivor_id, gone_id=gone_id)
    _lock(actor.organisation_id, gone_id=gone_id, survivor_id=survivor_id)
    parties = merge_parties(actor=actor, survivor_id=survivor_id, gone_id=gone_id)
    merge = parties.merge
    moves = RecordedMoves()
    _move_all(moves, merge)
    moves.delete(Relationship, Relationship.id == merge.gone_relationship_id)
    # After the deletion, so that the survivor can take over a value that is unique in the network.
    _choose_fields(moves, parties, fields or {})
    db.session.execute(
        insert(OrganisationAlias)
        .values(old_id=gone_id, for_organisation_id=actor.organisation_id, organisation_id=survivor_id)
        .on_conflict_do_update(
            index_elements=["old_id", "for_organisation_id"], set_={"organisation_id": survivor_id}
        )
    )
    db.session.execute(
        delete(DuplicatePair).where(
            DuplicatePair.organisation_id == actor.organisation_id,
            (DuplicatePair.first_id == gone_id) | (DuplicatePair.second_id == gone_id),
        )
    )
    log = MergeLog(
        organisation_id=actor.organisation_id,
        survivor_id=survivor_id,
        gone_id=gone_id,
        gone_name=merge.gone_name,
        moves=moves.record(),
        created_by_user_id=actor.user_id,
    )
    db.session.add(log)
    db.session.expire_all()
    _record_event("relationship.merged", actor, log, merge.survivor_relationship_id)
    db.session.flush()
    enqueue(FOLLOW_JOB, run_at=now() + SCAN_DELAY, merge_id=log.id)
    return log


def undo_merge(*, actor: Actor, merge_id: int) -> MergeLog:
    """Restore both suppliers as they were, within 30 days and while nothing that moved has changed.

    Raises NotFoundError, ForbiddenError for a user who neither ran the merge nor manages the organisation, and
    ConflictError with a sentence that names the change.
    """
    log = merge_for(actor=actor, merge_id=merge_id)
    if not may_undo(actor, log.created_by_user_id):
        raise ForbiddenError
    _lock(actor.organisation_id, gone_id=log.gone_id, survivor_id=log.survivor_id)
    log = merge_for(actor=actor, merge_id=merge_id, lock=True)
    db.session.refresh(log)
    if log.undone is not None:
        raise ConflictError(UNDONE)
    if log.created <= now() - UNDO_PERIOD or not log.moves:
        raise ConflictError(EXPIRED)
    _check_unchanged(log)
    undo(log.moves)
    db.session.execute(
        delete(OrganisationAlias).where(
            OrganisationAlias.old_id == log.gone_id,
            OrganisationAlias.for_organisation_id == log.organisation_id,
        )
    )
    log.undone, log.undone_by_user_id, log.moves = now(), actor.user_id, {}
    relationship_id = db.session.execute(
        select(Relationship.id).where(
            Relationship.organisation_id == log.organisation_id,
            Relationship.with_organisation_id == log.survivor_id,
        )
    ).scalar_one()
    _record_event("relationship.mergeUndone", actor, log, relationship_id)
    request_comparison(log.organisation_id)
    db.session.flush()
    return log


def may_undo(actor: Actor, merged_by_user_id: int) -> bool:
    """Return True if the actor ran the merge, and still manages relationships, or manages the organisation."""
    return actor.may(Permission.MANAGE_ORGANISATION) or (
        actor.user_id == merged_by_user_id and actor.may(Permission.MANAGE_RELATIONSHIPS)
    )


def follow_merge(merge_id: int) -> None:
    """Move rows that requests from before the merge added to the merged supplier after it."""
    log = db.session.get(MergeLog, merge_id)
    if log is None or log.undone is not None:
        return
    _lock(log.organisation_id, gone_id=log.gone_id, survivor_id=log.survivor_id)
    db.session.refresh(log, with_for_update=True)
    relationship_ids = {
        row.with_organisation_id: row.id
        for row in db.session.execute(
            select(Relationship.with_organisation_id, Relationship.id).where(
                Relationship.organisation_id == log.organisation_id,
                Relationship.with_organisation_id.in_([log.gone_id, log.survivor_id]),
            )
        )
    }
    others = exists().where(Relationship.with_organisation_id == log.gone_id)
    is_over = db.session.execute(select(MergeLog.undone.is_not(None)).where(MergeLog.id == merge_id)).scalar()
    if is_over or log.survivor_id not in relationship_ids:
        return
    if db.session.execute(select(others)).scalar():
        return
    merge = Merge(
        organisation_id=log.organisation_id,
        survivor_id=log.survivor_id,
        gone_id=log.gone_id,
        survivor_relationship_id=relationship_ids[log.survivor_id],
        gone_relationship_id=0,
        gone_name=log.gone_name,
        moves_people=False,
    )
    moves = RecordedMoves()
    _move_all(moves, merge)
    late = moves.record()
    if late["steps"]:
        log.moves = {name: [*log.moves.get(name, []), *late[name]] for name in ("steps", "hashes")}
        db.session.flush()


def _lock(organisation_id: int, *, gone_id: int, survivor_id: int) -> None:
    """Lock what a merge reads, in the order in which an acceptance of an invitation locks it.

    Concurrent merges of one network wait for each other. Requests that add rows to the merged supplier wait too.
    """
    db.session.execute(select(func.pg_advisory_xact_lock(_LOCK + organisation_id)))
    users = select(User.id).where(User.organisation_id == gone_id)
    invitations = select(Invitation.id).where(Invitation.user_id.in_(users)).order_by(Invitation.id)
    db.session.execute(invitations.with_for_update())
    db.session.execute(users.order_by(User.id).with_for_update())
    db.session.execute(select(Organisation.id).where(Organisation.id == gone_id).with_for_update())
    survivor = select(Organisation.status).where(Organisation.id == survivor_id)
    # No one may invite an invited survivor meanwhile, because its users decide who else gets access. A tenant is locked
    # less strictly, so that the requests of its other customers do not wait.
    is_invited = db.session.execute(survivor).scalar_one() == OrganisationStatus.INVITED
    db.session.execute(survivor.with_for_update(key_share=not is_invited))
    relationships = select(Relationship.id).where(Relationship.organisation_id == organisation_id)
    of_gone = relationships.where(Relationship.with_organisation_id == gone_id)
    of_survivor = relationships.where(Relationship.with_organisation_id == survivor_id)
    db.session.execute(of_gone.with_for_update())
    db.session.execute(of_survivor.with_for_update(key_share=True))


def _move_all(moves: RecordedMoves, merge: Merge) -> None:
    for step in current_registry().hooks(MergeHooks).steps:
        step(moves, merge)
    for reference in references():
        if reference.needs_people and not merge.moves_people:
            continue
        column = reference.column
        where = column == gone_value(reference, merge)
        if reference.parent is not None and not reference.parent[0].property.columns[0].nullable:
            # The parents have moved already. Their ids find the rows by an index, which the organisation may not have.
            parent, key = reference.parent
            moved = [moved_key[0] for moved_key in moves.keys(key.class_.__tablename__)]
            where &= parent.in_(moved)
        new = merge.survivor_relationship_id if refers_to_relationship(reference) else merge.survivor_id
        moves.update(cast("type[Base]", column.class_), where, {column.key: new}, is_whole=reference.is_whole)


def _choose_fields(moves: RecordedMoves, parties: MergeParties, chosen: Mapping[str, Side]) -> None:
    """Set the survivor's fields to the chosen values."""
    for field in FIELDS:
        if field.is_profile and not parties.merge.moves_people:
            if chosen.get(field.name, Side.SURVIVOR) is not Side.SURVIVOR:
                raise InvalidError(
                    fields={f"fields.{field.name}": ["This supplier manages its own profile."]}
                )
            continue
        ours, theirs = (
            values_of(supplier.organisation if field.is_profile else supplier.relationship, field.columns)
            for supplier in (parties.survivor, parties.former)
        )
        sides = sides_of(field, ours, theirs)
        side = chosen.get(field.name, sides[0])
        if side is Side.SURVIVOR or (side not in sides and len(sides) == 1):
            continue
        if side not in sides:
            raise InvalidError(fields={f"fields.{field.name}": ["Choose one of the values."]})
        values = theirs
        if side is Side.BOTH:
            values = {
                "notes": joined_notes(
                    str(ours["notes"]), str(theirs["notes"]), parties.former.organisation.name
                )
            }
        if field.is_profile:
            where = Organisation.id == parties.merge.survivor_id
            moves.update(Organisation, where, values, is_whole=False)
        else:
            where = Relationship.id == parties.merge.survivor_relationship_id
            moves.update(Relationship, where, values, is_whole=False)


def values_of(row: Organisation | Relationship, columns: Sequence[str]) -> dict[str, object]:
    """Return the values of these columns by name."""
    return {column: getattr(row, column) for column in columns}


def _check_unchanged(log: MergeLog) -> None:
    is_back = exists().where(
        Relationship.organisation_id == log.organisation_id,
        Relationship.with_organisation_id == log.gone_id,
    )
    if db.session.execute(select(is_back)).scalar():
        raise ConflictError(IN_NETWORK_AGAIN.format(name=log.gone_name))
    change = first_change(log.moves)
    if change is not None:
        raise ConflictError(CHANGED.format(things=_things(change[0])))
    for reference in references():
        if reference.parent is None or refers_to_relationship(reference):
            continue
        parent, key = reference.parent
        moved = [row_id for (row_id,) in keys_of(log.moves, key.class_.__tablename__)]
        own = keys_of(log.moves, reference.column.class_.__tablename__)
        table = reference.column.class_.__table__
        added = (
            select(*key_columns(table))
            .where(parent.in_(moved), reference.column == log.survivor_id)
            .limit(len(own) + 1)
        )
        if moved and any(tuple(row) not in own for row in db.session.execute(added)):
            raise ConflictError(ADDED.format(things=_things(key.class_.__tablename__)))


def _things(table: str) -> str:
    """Return the plural noun of the rows of a table."""
    for reference in references():
        if reference.nouns and reference.column.class_.__tablename__ == table:
            return reference.nouns[1]
    return THINGS.get(table, "records")


def _record_event(type: str, actor: Actor, log: MergeLog, relationship_id: int) -> None:
    survivor = db.session.get_one(Organisation, log.survivor_id)
    record(type, actor=actor, relationship_id=relationship_id, organisationId=survivor.id,
           organisationName=survivor.name, goneId=log.gone_id, goneName=log.gone_name)  # fmt: skip
