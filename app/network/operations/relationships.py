"""Add relationships, and change their levels, notes and tags."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from blinker import Signal
from sqlalchemy import Select, Text, cast, delete, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.accounts.public import Organisation, active_users
from app.events.public import count_own_events, record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import merge_changes
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, TooManyError
from app.kernel.http.json_types import Arguments
from app.kernel.registry import current_registry
from app.kernel.sanitise import plain_text
from app.network.mails import mail_relationship
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.operations.supplier_changes import set_external_ref
from app.network.queries.directory import organisation_for
from app.network.queries.relationships import relationship_for
from app.network.types import TAGS_LIMIT, NetworkMail, RelationshipLevel

relationship_created = Signal()
"""Sent with `organisation_id`, the owner, in the transaction that adds a supplier to a network."""
MAX_ADDITIONS_PER_HOUR = 60
"""Maximum number of organisations that a user can add per hour, because each addition sends mails."""
TOO_MANY_ADDITIONS = f"You have added {MAX_ADDITIONS_PER_HOUR} organisations within an hour. Please wait a little before you add more."
NOTES_SAMPLE = 80
"""Number of characters of changed notes that the journal shows."""
TOO_MANY_TAGS = f"A supplier can have at most {TAGS_LIMIT} tags."
NUMBER_IN_USE = "Another supplier has this number."
NO_OWNER = "Choose an active user of your organisation."
LEVEL_UNCHANGED = (
    "This supplier is at the level {level} already. Nothing was changed, so your message was not sent."
)


def create_relationship(
    *, actor: Actor, organisation_id: int, level: RelationshipLevel, message: str = ""
) -> Relationship:
    """Create a relationship at `level`, and mail the other organisation's users (specification section 4, Relationship).

    Raises NotFoundError if the actor may not see the organisation, InvalidError for the level None or the actor's own
    organisation, ConflictError if a relationship exists, TooManyError for more than `MAX_ADDITIONS_PER_HOUR` within an hour.
    """
    organisation = organisation_for(actor=actor, organisation_id=organisation_id).organisation
    if organisation.id == actor.organisation_id:
        raise InvalidError("Your own organisation cannot be added to its network.")
    if level is RelationshipLevel.NONE:
        raise InvalidError(fields={"level": ["Choose a level above None to add this supplier."]})
    relationship = insert_relationship(
        actor=actor, organisation=organisation, level=level, by_invitation=False
    )
    if relationship is None:
        raise ConflictError("This organisation is in your network already.")
    _check_addition_limit(actor)
    relationship.message = message or None
    mail_relationship(NetworkMail.RELATIONSHIPADDED, actor=actor, relationship=relationship, message=message)
    return relationship


def _check_addition_limit(actor: Actor) -> None:
    db.session.flush()
    an_hour_ago = now() - timedelta(hours=1)
    added = count_own_events(
        actor=actor, type="relationship.created", since=an_hour_ago, without="byInvitation"
    )
    if added > MAX_ADDITIONS_PER_HOUR:
        raise TooManyError(TOO_MANY_ADDITIONS, retry_after=3600)


def change_level(
    *,
    actor: Actor,
    relationship_id: int,
    level: RelationshipLevel,
    message: str = "",
    based_on: Mapping[str, object] | None = None,
) -> Relationship:
    """Change the level of a relationship, and mail the supplier's users with the message.

    Raises ConflictError if a colleague has set another level since `based_on` was loaded (`merge_changes`), and if
    a colleague has set the same level in the meantime, because then the message would not be sent.
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    before = relationship.level
    new_level = merge_changes({"level": level}, based_on=based_on, stored={"level": before})["level"]
    if before == new_level and message and message != relationship.message:
        raise ConflictError(LEVEL_UNCHANGED.format(level=before))
    if before != new_level:
        relationship.level, relationship.message = new_level, message or None
        record("relationship.levelChanged", actor=actor, relationship_id=relationship.id,
               **_organisation_data(relationship), level=str(new_level), fromLevel=before)  # fmt: skip
        mail_relationship(
            NetworkMail.RELATIONSHIPUPDATED, actor=actor, relationship=relationship, message=message
        )
    return relationship


def change_owner(*, actor: Actor, relationship_id: int, user_id: int | None) -> Relationship:
    """Set the user who is responsible for a supplier; None for no one.

    Raises InvalidError unless it is an active user of the actor's organisation.
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    owner = None
    if user_id is not None:
        owner = next(iter(active_users(ids=[user_id], organisation_id=actor.organisation_id)), None)
        if owner is None:
            raise InvalidError(fields={"userId": [NO_OWNER]})
    if relationship.owner_user_id != user_id:
        relationship.owner_user_id = user_id
        record("relationship.ownerChanged", actor=actor, relationship_id=relationship.id, **_organisation_data(relationship),
               ownerName=owner.name if owner else None)  # fmt: skip
    return relationship


def change_external_ref(*, actor: Actor, relationship_id: int, external_ref: str) -> Relationship:
    """Set the own number of a supplier; empty for none. Raises InvalidError if another supplier has it."""
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    number = external_ref or None
    if relationship.external_ref != number:
        if not set_external_ref(relationship=relationship, external_ref=number):
            raise InvalidError(fields={"externalRef": [NUMBER_IN_USE]})
        record("relationship.numberChanged", actor=actor, relationship_id=relationship.id, **_organisation_data(relationship),
               number=number)  # fmt: skip
    return relationship


def save_notes(
    *, actor: Actor, relationship_id: int, notes: str, based_on: Mapping[str, object] | None = None
) -> Relationship:
    """Replace the notes on a relationship (sanitised HTML), which only its owner sees.

    Raises ConflictError if a colleague has changed them since `based_on` was loaded (`merge_changes`).
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    before = relationship.notes
    merged = merge_changes({"notes": notes}, based_on=based_on, stored={"notes": before})
    relationship.notes = merged["notes"] or None
    if relationship.notes != before:
        record("relationship.notesChanged", actor=actor, relationship_id=relationship.id, **_organisation_data(relationship),
               notesSample=plain_text(relationship.notes or "", NOTES_SAMPLE))  # fmt: skip
    return relationship


def save_tags(
    *, actor: Actor, relationship_id: int, names: Sequence[str], based_on: Sequence[str] | None = None
) -> Relationship:
    """Set the tags of a relationship to `names`, ignoring case; new names become tags of the organisation.

    Without `based_on` the names replace the stored tags. With `based_on`, the tags that were loaded, only the
    differences are applied, so tags that a colleague has changed in the meantime stay. Raises InvalidError if the
    relationship would have more than `TAGS_LIMIT` tags.
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    stored = _by_key(
        db.session.execute(
            select(Tag.name)
            .join(RelationshipTag, RelationshipTag.tag_id == Tag.id)
            .where(RelationshipTag.relationship_id == relationship.id)
            .order_by(func.lower(Tag.name))
        ).scalars()
    )
    wanted, base = _by_key(names), stored if based_on is None else _by_key(based_on)
    added = {key: name for key, name in wanted.items() if key not in base and key not in stored}
    removed = {key: name for key, name in stored.items() if key in base and key not in wanted}
    if len(stored) + len(added) - len(removed) > TAGS_LIMIT:
        raise InvalidError(fields={"tags": [TOO_MANY_TAGS]})
    if added:
        _add_tags(relationship, list(added.values()))
    if removed:
        db.session.execute(
            delete(RelationshipTag).where(
                RelationshipTag.relationship_id == relationship.id,
                RelationshipTag.tag_id.in_(_tag_ids(relationship, list(removed.values()))),
            )
        )
    if added or removed:
        record("relationship.tagsChanged", actor=actor, relationship_id=relationship.id, **_organisation_data(relationship),
               addedTags=list(added.values()), removedTags=list(removed.values()))  # fmt: skip
    return relationship


def _by_key(names: Iterable[str]) -> dict[str, str]:
    return {name.strip().lower(): name.strip() for name in names if name.strip()}


def _add_tags(relationship: Relationship, names: list[str]) -> None:
    """Add tags to a relationship: one statement for new tags of the organisation, one for the links."""
    new = select(literal(relationship.organisation_id), func.unnest(cast(names, ARRAY(Text))))
    db.session.execute(insert(Tag).from_select(["organisation_id", "name"], new).on_conflict_do_nothing())
    links = select(literal(relationship.id), _tag_ids(relationship, names).subquery().c.id)
    db.session.execute(
        insert(RelationshipTag).from_select(["relationship_id", "tag_id"], links).on_conflict_do_nothing()
    )


def _tag_ids(relationship: Relationship, names: list[str]) -> Select[int]:
    keys = select(func.lower(func.unnest(cast(names, ARRAY(Text)))))
    return select(Tag.id).where(
        Tag.organisation_id == relationship.organisation_id, func.lower(Tag.name).in_(keys)
    )


def insert_relationship(
    *, actor: Actor, organisation: Organisation, level: RelationshipLevel, by_invitation: bool
) -> Relationship | None:
    """Insert a relationship of the actor's organisation and record the event; None if it exists."""
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
    way: Arguments = {"byInvitation": True} if by_invitation else {}
    record("relationship.created", actor=actor, relationship_id=relationship_id, organisationId=organisation.id,
           organisationName=organisation.name, level=level.value, **way)  # fmt: skip
    current_registry().send(relationship_created, organisation_id=actor.organisation_id)
    return db.session.get_one(Relationship, relationship_id)


def _organisation_data(relationship: Relationship) -> Arguments:
    organisation = db.session.get_one(Organisation, relationship.with_organisation_id)
    return {"organisationId": organisation.id, "organisationName": organisation.name}
