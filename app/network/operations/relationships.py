"""Writing to relationships: adding, levels, notes and tags."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import Organisation
from app.events.public import count_own_events, record
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import ConflictError, InvalidError, TooManyError
from app.kernel.merging import beside_others
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.queries.directory import organisation_for
from app.network.queries.relationships import relationship_for
from app.network.types import RelationshipLevel

MOST_ADDED = 60
"""So many organisations one user can add within an hour; each addition mails the other end."""
ADDED_TOO_MANY = (
    f"You have added {MOST_ADDED} organisations within an hour. Please wait a little before you add more."
)
SET_ALREADY = "This supplier is at the level {level} already. Nothing was changed, so your message was not sent to anybody."


def create_relationship(
    *, actor: Actor, organisation_id: int, level: RelationshipLevel, message: str = ""
) -> Relationship:
    """Add an organisation to the own network at `level`, with a message (specification section 4, Relationship).

    Raises NotFoundError where it may not be seen, InvalidError for None or the own organisation, ConflictError
    where a relationship exists, TooManyError for more than `MOST_ADDED` within an hour.
    """
    organisation = organisation_for(actor=actor, organisation_id=organisation_id)[0]
    if organisation.id == actor.organisation_id:
        raise InvalidError("Your own organisation cannot be added to its network.")
    if level is RelationshipLevel.NONE:
        raise InvalidError(fields={"level": ["Choose a level above None to add this supplier."]})
    made = insert_relationship(actor=actor, organisation=organisation, level=level, by_invitation=False)
    if made is None:
        raise ConflictError("This organisation is in your network already.")
    _demand_few_added(actor)
    made.message = message or None
    return made


def _demand_few_added(actor: Actor) -> None:
    db.session.flush()
    an_hour_ago = now() - timedelta(hours=1)
    added = count_own_events(
        actor=actor, type="relationship.created", since=an_hour_ago, without="byInvitation"
    )
    if added > MOST_ADDED:
        raise TooManyError(ADDED_TOO_MANY)


def change_level(
    *, actor: Actor, relationship_id: int, level: RelationshipLevel, message: str = ""
) -> tuple[Relationship, str]:
    """Move a relationship to `level`, with a message; answers it and the level before.

    Raises ConflictError for a message with a level that a colleague has set meanwhile: it would go to nobody.
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    before = relationship.level
    if before == level and message and message != relationship.message:
        raise ConflictError(SET_ALREADY.format(level=level.value))
    if before != level:
        relationship.level, relationship.message = level, message or None
        record("relationship.levelChanged", actor=actor, relationship_id=relationship.id,
               **_named(relationship), level=level.value, fromLevel=before)  # fmt: skip
    return relationship, before


def save_notes(
    *, actor: Actor, relationship_id: int, notes: str, based_on: Mapping[str, Any] | None = None
) -> Relationship:
    """Replace the notes on a relationship (sanitised HTML); its other end never sees them.

    Raises ConflictError where they are no longer those that the writer had seen (`beside_others`).
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    before = relationship.notes
    kept = beside_others({"notes": notes}, based_on=based_on, stored={"notes": before})
    relationship.notes = kept["notes"] or None
    if relationship.notes != before:
        record(
            "relationship.notesChanged", actor=actor, relationship_id=relationship.id, **_named(relationship)
        )
    return relationship


def save_tags(*, actor: Actor, relationship_id: int, names: Sequence[str]) -> Relationship:
    """Replace the tags of a relationship by `names`; new names become tags of the organisation."""
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    wanted = {name.strip().lower(): name.strip() for name in names if name.strip()}
    if wanted:
        db.session.execute(
            insert(Tag)
            .values([{"organisation_id": actor.organisation_id, "name": name} for name in wanted.values()])
            .on_conflict_do_nothing()
        )
    ids = db.session.execute(
        select(Tag.id).where(Tag.organisation_id == actor.organisation_id, db.func.lower(Tag.name).in_(list(wanted)))
    ).scalars().all()  # fmt: skip
    before = db.session.execute(
        delete(RelationshipTag).where(RelationshipTag.relationship_id == relationship.id)
        .returning(RelationshipTag.tag_id)
    ).scalars().all()  # fmt: skip
    if ids:
        db.session.execute(
            insert(RelationshipTag).values(
                [{"relationship_id": relationship.id, "tag_id": tag_id} for tag_id in ids]
            )
        )
    if set(before) != set(ids):
        record(
            "relationship.tagsChanged", actor=actor, relationship_id=relationship.id, **_named(relationship)
        )
    return relationship


def insert_relationship(
    *, actor: Actor, organisation: Organisation, level: RelationshipLevel, by_invitation: bool
) -> Relationship | None:
    """Make the relationship of the actor's organisation with another, and note it; None where there is one."""
    relationship_id = db.session.execute(
        insert(Relationship)
        .values(
            organisation_id=actor.organisation_id,
            with_organisation_id=organisation.id,
            level=level.value,
            by_invitation=by_invitation,
            created=now(),
        )
        .on_conflict_do_nothing(index_elements=["organisation_id", "with_organisation_id"])
        .returning(Relationship.id)
    ).scalar()
    if relationship_id is None:
        return None
    record("relationship.created", actor=actor, relationship_id=relationship_id, organisationId=organisation.id,
           organisationName=organisation.name, level=level.value,
           **({"byInvitation": True} if by_invitation else {}))  # fmt: skip
    return db.session.get_one(Relationship, relationship_id)


def _named(relationship: Relationship) -> dict[str, Any]:
    organisation = db.session.get_one(Organisation, relationship.with_organisation_id)
    return {"organisationId": organisation.id, "organisationName": organisation.name}
