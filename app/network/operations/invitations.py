"""Invite suppliers, and resend invitations."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import (
    EMAIL_IN_USE,
    INVITATION_LIFE,
    Invitation,
    NewOrganisation,
    Organisation,
    OrganisationStatus,
    User,
    UserStatus,
    create_organisation,
    invite,
    mail_again,
    user_by_email,
)
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import ConflictError, ForbiddenError, InvalidError
from app.network.models import InviteTemplate, Relationship
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.relationships import insert_relationship
from app.network.policies import with_placeholder
from app.network.queries.contacts import contact_for, invited_by_own
from app.network.types import RelationshipLevel


@dataclass(frozen=True, slots=True)
class SupplierInvitation:
    """Relationship and invitation of an invited supplier."""

    relationship: Relationship
    invitation: Invitation


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
    """Invite a supplier: organisation, first user, relationship and mail (specification section 2, Invite supplier).

    If another buyer has already invited the same person, reuse that organisation for the new relationship, without
    revealing the first one. Raises InvalidError for an address in use or the level None.
    """
    if level is RelationshipLevel.NONE:
        raise InvalidError(fields={"relationshipLevel": ["Choose a level above None."]})
    existing_user = user_by_email(contact_email)
    new: NewOrganisation | None = None
    if existing_user is None:
        try:
            new = create_organisation(
                name=organisation_name, user_name=contact_name, user_email=contact_email, is_test=is_test
            )
        except InvalidError:
            # Another buyer has invited the same person in the meantime.
            existing_user = user_by_email(contact_email)
    organisation, user = (new.organisation, new.user) if new else _invited_organisation(existing_user)
    relationship = insert_relationship(
        actor=actor, organisation=organisation, level=level, by_invitation=True
    )
    if relationship is None:
        raise InvalidError(fields={"contactEmail": [EMAIL_IN_USE]})
    if save_message and message_html:
        _save_template(actor, message_html)
    invitation, _ = invite(
        user=user, invited_by=actor, relationship_id=relationship.id, message_html=message_html
    )
    mark_as_known(user_ids=[user.id], to_organisation_id=actor.organisation_id)
    return SupplierInvitation(relationship, invitation)


def _invited_organisation(user: User | None) -> tuple[Organisation, User]:
    if user is None:
        raise InvalidError(fields={"contactEmail": [EMAIL_IN_USE]})
    organisation = db.session.get_one(Organisation, user.organisation_id)
    if organisation.status != OrganisationStatus.INVITED or user.status != UserStatus.INVITED:
        raise InvalidError(fields={"contactEmail": [EMAIL_IN_USE]})
    return organisation, user


def _save_template(actor: Actor, message_html: str) -> None:
    message_html = with_placeholder(message_html, actor.name)
    values = {"organisation_id": actor.organisation_id, "message_html": message_html, "updated": now()}
    db.session.execute(
        insert(InviteTemplate)
        .values(values)
        .on_conflict_do_update(
            index_elements=["organisation_id"], set_={k: values[k] for k in ("message_html", "updated")}
        )
    )


def resend_invitation(*, actor: Actor, user_id: int) -> None:
    """Mail the invitation again to an INVITED user of the actor's organisation, or one that it invited or added.

    The invitation expires 30 days from now. Raises NotFoundError if the actor may not see the user, ForbiddenError
    if another organisation invited them, ConflictError if the invitation was accepted.
    """
    contact = contact_for(actor=actor, user_id=user_id)
    user, organisation, relationship = contact.user, contact.organisation, contact.relationship
    is_own = organisation.id == actor.organisation_id
    relationship_id = None if is_own or relationship is None else relationship.id
    # Check the status first: for an accepted invitation the response is 409, not 403.
    if user.status != UserStatus.INVITED:
        raise ConflictError("This invitation has been accepted already.")
    if not is_own and not invited_by_own(contact):
        raise ForbiddenError
    stmt = select(Invitation).where(Invitation.user_id == user.id, Invitation.accepted.is_(None))
    if not is_own:
        stmt = stmt.where(Invitation.relationship_id == relationship_id)
    invitation: Invitation | None = db.session.execute(stmt.order_by(Invitation.id.desc()).limit(1)).scalar()
    if invitation is None:
        invite(user=user, invited_by=actor, relationship_id=relationship_id)
        return
    invitation.expires = now() + INVITATION_LIFE
    mail_again(invitation=invitation)
