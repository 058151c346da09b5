"""Invite suppliers, and resend invitations."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import (
    EMAIL_IN_USE,
    INVITATION_LIFE,
    Invitation,
    PersonValues,
    User,
    UserStatus,
    invite,
    mail_again,
    organisation_created,
)
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.kernel.registry import current_registry
from app.network.models import InviteTemplate, Relationship
from app.network.operations.suppliers import (
    AddedSupplier,
    InvitedSupplier,
    SupplierValues,
    add_invited_suppliers,
)
from app.network.policies import with_placeholder
from app.network.queries.contacts import contact_for, invited_by_own
from app.network.queries.not_invited import uninvited_among
from app.network.queries.relationships import relationship_with
from app.network.types import RelationshipLevel

ALREADY_INVITED = "This contact has been invited already, or is no longer in your network."


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
    supplier = InvitedSupplier(
        name=organisation_name,
        people=[PersonValues(name=contact_name, email=contact_email)],
        values=SupplierValues(level=level),
    )
    added = _add(actor, supplier, is_test=is_test)
    organisation, user = added.organisation, added.users[0]
    record("relationship.created", actor=actor, relationship_id=added.relationship_id, organisationId=organisation.id,
           organisationName=organisation.name, level=level.value, byInvitation=True)  # fmt: skip
    if added.is_new:
        current_registry().send(organisation_created, organisation_id=organisation.id, user_id=user.id)
    if save_message and message_html:
        save_template(actor, message_html)
    invitation, _ = invite(
        user=user, invited_by=actor, relationship_id=added.relationship_id, message_html=message_html
    )
    return SupplierInvitation(db.session.get_one(Relationship, added.relationship_id), invitation)


def _add(actor: Actor, supplier: InvitedSupplier, *, is_test: bool) -> AddedSupplier:
    try:
        with db.session.begin_nested():
            [added] = add_invited_suppliers(actor=actor, suppliers=[supplier], is_test=is_test)
    except InvalidError:
        # Another buyer may have invited the same person in the meantime; the second try uses that organisation.
        try:
            with db.session.begin_nested():
                [added] = add_invited_suppliers(actor=actor, suppliers=[supplier], is_test=is_test)
        except InvalidError:
            raise InvalidError(fields={"contactEmail": [EMAIL_IN_USE]}) from None
    return added


def save_template(actor: Actor, message_html: str) -> None:
    """Save the invitation message for all users of the organisation."""
    message_html = with_placeholder(message_html, actor.name)
    values = {"organisation_id": actor.organisation_id, "message_html": message_html, "updated": now()}
    db.session.execute(
        insert(InviteTemplate)
        .values(values)
        .on_conflict_do_update(
            index_elements=["organisation_id"], set_={k: values[k] for k in ("message_html", "updated")}
        )
    )


def invite_contact(*, actor: Actor, user_id: int, message_html: str | None) -> SupplierInvitation:
    """Invite the first contact of a supplier that an import has added to the network.

    Raises ConflictError if a contact of the supplier has been invited, or if it is no longer in the network.
    """
    contact = uninvited_among(actor=actor, user_ids=[user_id]).get(user_id)
    relationship = contact and relationship_with(
        actor=actor, organisation_id=contact.organisation_id, lock=True
    )
    # Another job may have invited the contact while this one waited for the lock.
    if relationship is None or not uninvited_among(actor=actor, user_ids=[user_id]):
        raise ConflictError(ALREADY_INVITED)
    invitation, _ = invite(
        user=db.session.get_one(User, user_id),
        invited_by=actor,
        relationship_id=relationship.id,
        message_html=message_html,
    )
    return SupplierInvitation(relationship, invitation)


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
