"""Writing to the network: relationships, their levels, notes and tags, and invitations."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import (
    INVITATION_LIFE,
    Invitation,
    Organisation,
    OrganisationStatus,
    User,
    UserStatus,
    create_organisation,
    invitation_token,
    invite,
    user_by_email,
)
from app.events.public import record
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import ConflictError, ForbiddenError, InvalidError
from app.network.models import InviteTemplate, Relationship, RelationshipTag, Tag
from app.network.queries import contact_for, organisation_for, relationship_for
from app.network.types import RelationshipLevel

EMAIL_IN_USE = "Email address already in use."


def create_relationship(*, actor: Actor, organisation_id: int, level: RelationshipLevel) -> Relationship:
    """Add an organisation to the own network at `level` (specification section 4, Relationship).

    Raises NotFoundError where it may not be seen, InvalidError for None or the own organisation, ConflictError
    where a relationship exists.
    """
    organisation = organisation_for(actor=actor, organisation_id=organisation_id)[0]
    if organisation.id == actor.organisation_id:
        raise InvalidError("Your own organisation cannot be added to its network.")
    if level is RelationshipLevel.NONE:
        raise InvalidError(fields={"level": ["Choose a level above None to add this supplier."]})
    made = _insert(actor=actor, organisation=organisation, level=level, by_invitation=False)
    if made is None:
        raise ConflictError("This organisation is in your network already.")
    return made


def change_level(*, actor: Actor, relationship_id: int, level: RelationshipLevel) -> tuple[Relationship, str]:
    """Move a relationship to `level`; answers it and the level before."""
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    before = relationship.level
    if before != level:
        relationship.level = level
        record("relationship.levelChanged", actor=actor, relationship_id=relationship.id,
               **_named(relationship), level=level.value, fromLevel=before)  # fmt: skip
    return relationship, before


def save_notes(*, actor: Actor, relationship_id: int, notes: str) -> Relationship:
    """Replace the notes on a relationship (sanitised HTML); its other end never sees them."""
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    relationship.notes = notes or None
    record("relationship.notesChanged", actor=actor, relationship_id=relationship.id, **_named(relationship))
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
    db.session.execute(delete(RelationshipTag).where(RelationshipTag.relationship_id == relationship.id))
    if ids:
        db.session.execute(
            insert(RelationshipTag).values(
                [{"relationship_id": relationship.id, "tag_id": tag_id} for tag_id in ids]
            )
        )
    record("relationship.tagsChanged", actor=actor, relationship_id=relationship.id, **_named(relationship))
    return relationship


@dataclass(frozen=True, slots=True)
class SupplierInvitation:
    """A supplier that was invited, with what its mail needs."""

    relationship: Relationship
    invitation: Invitation
    token: str


def invite_supplier(
    *,
    actor: Actor,
    contact_name: str,
    contact_email: str,
    organisation_name: str,
    level: RelationshipLevel,
    is_test: bool,
    message_html: str | None,
    save_message: bool,
) -> SupplierInvitation:
    """Invite a supplier: organisation, first user and relationship (specification section 2, Invite supplier).

    Where another buyer invited the same person already, the same organisation gets one more relationship, and
    nothing is said of the first. Raises InvalidError for an address in use or the level None.
    """
    if level is RelationshipLevel.NONE:
        raise InvalidError(fields={"relationshipLevel": ["Choose a level above None."]})
    known = user_by_email(contact_email)
    if known is None:
        made = create_organisation(
            name=organisation_name, user_name=contact_name, user_email=contact_email, is_test=is_test
        )
        organisation, user = made.organisation, made.user
    else:
        organisation, user = _invited_before(known)
    relationship = _insert(actor=actor, organisation=organisation, level=level, by_invitation=True)
    if relationship is None:
        raise InvalidError(fields={"contactEmail": [EMAIL_IN_USE]})
    if save_message and message_html:
        _keep_template(actor, message_html)
    invitation, token = invite(
        user=user, invited_by=actor, relationship_id=relationship.id, message_html=message_html
    )
    return SupplierInvitation(relationship, invitation, token)


def _invited_before(user: User) -> tuple[Organisation, User]:
    organisation = db.session.get_one(Organisation, user.organisation_id)
    if organisation.status != OrganisationStatus.INVITED or user.status != UserStatus.INVITED:
        raise InvalidError(fields={"contactEmail": [EMAIL_IN_USE]})
    return organisation, user


def _insert(
    *, actor: Actor, organisation: Organisation, level: RelationshipLevel, by_invitation: bool
) -> Relationship | None:
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
           organisationName=organisation.name, level=level.value)  # fmt: skip
    return db.session.get_one(Relationship, relationship_id)


def _keep_template(actor: Actor, message_html: str) -> None:
    values = {"organisation_id": actor.organisation_id, "message_html": message_html, "updated": now()}
    db.session.execute(
        insert(InviteTemplate)
        .values(values)
        .on_conflict_do_update(
            index_elements=["organisation_id"], set_={k: values[k] for k in ("message_html", "updated")}
        )
    )


def _named(relationship: Relationship) -> dict[str, Any]:
    organisation = db.session.get_one(Organisation, relationship.with_organisation_id)
    return {"organisationId": organisation.id, "organisationName": organisation.name}


def resend_invitation(*, actor: Actor, user_id: int) -> tuple[Invitation, str]:
    """One more mail for an INVITED user of the own organisation or of one that it invited.

    The invitation lives 30 days on from now. Raises NotFoundError where the user may not be seen, ForbiddenError
    where somebody else invited them, ConflictError where the invitation was accepted.
    """
    row = contact_for(actor=actor, user_id=user_id)
    user, organisation, relationship = row[0], row[2], row[3]
    ours = organisation.id == actor.organisation_id
    if not ours and (relationship is None or not relationship.by_invitation):
        raise ForbiddenError
    if user.status != UserStatus.INVITED:
        raise ConflictError("This invitation has been accepted already.")
    which = select(Invitation).where(Invitation.user_id == user.id, Invitation.accepted.is_(None))
    if not ours:
        which = which.where(Invitation.relationship_id == relationship.id)
    invitation: Invitation | None = db.session.execute(which.order_by(Invitation.id.desc()).limit(1)).scalar()
    if invitation is None:
        return invite(user=user, invited_by=actor, relationship_id=None if ours else relationship.id)
    invitation.expires = now() + INVITATION_LIFE
    return invitation, invitation_token(invitation=invitation)
