"""Serializers of organisations, relationships and people."""

from collections.abc import Sequence

from sqlalchemy import Row

from app.accounts.public import (
    Organisation,
    User,
    UserStatus,
    authorities,
    colour,
    exceeds,
    factors_of,
    is_nameless,
    picture_url,
    serialize_address,
    serialize_person,
    supplier_invitation_text,
)
from app.extensions import db
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Json
from app.kernel.registry import current_registry
from app.network.models import Relationship
from app.network.operations.inviting_many import CheckedSupplier, NewSupplier
from app.network.policies import OrganisationHooks, is_above_none
from app.network.queries.contacts import (
    ContactDetails,
    ContactRow,
    assignable_roles,
    contact_for,
    contacts_of,
    invited_by_own,
)
from app.network.queries.directory import DirectoryRow, OrganisationRow, organisation_for
from app.network.queries.relationships import (
    TagJson,
    is_customer,
)
from app.network.schemas.organisations import OWN_ONLY, PROFILE
from app.network.types import RelationshipLevel


def serialize_organisation_face(organisation: Organisation) -> Json:
    """Serialize an organisation for `OrganisationFaceSchema`."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "logo_url": picture_url(organisation.logo_id, organisation.logo_version),
    }


def serialize_relationship_brief(relationship: Relationship | None) -> Json | None:
    """Serialize id and level; None without a relationship."""
    return {"id": relationship.id, "level": relationship.level} if relationship else None


def serialize_contact(user: User, role: str | None, *, is_visible: bool) -> Json:
    """Serialize a contact; e-mail, phone and role are None unless `is_visible` (`shows_contact_details`)."""
    reach = {"email": user.email, "phone": user.phone, "mobile": user.mobile} if is_visible else {}
    return (
        serialize_person(user)
        | {"email": None, "phone": None, "mobile": None, "role": role if is_visible else None}
        | reach
    )


def serialize_directory_row(row: DirectoryRow) -> Json:
    """Serialize a row of the directory for `OrganisationRowSchema`."""
    level = RelationshipLevel(row.level) if row.level else None
    return serialize_organisation_brief(row, row.tags) | {
        "relationship": {"id": row.relationship_id, "level": level} if level else None,
        "external_ref": row.external_ref,
    }


def serialize_organisation_brief(organisation: DirectoryRow | Organisation, tags: Sequence[TagJson]) -> Json:
    """Serialize the common fields of a `DirectoryRow` or an `Organisation`."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "status": organisation.status,
        "is_test_organisation": organisation.is_test_organisation,
        "logo_url": picture_url(organisation.logo_id, organisation.logo_version),
        "brief_description": organisation.brief_description,
        "address": serialize_address(organisation),
        "tags": tags,
    }


def serialize_relationship_row(row: OrganisationRow, relationship: Relationship) -> Json:
    """Serialize the relationship of a row for `RelationshipSchema`; only its owner may see it."""
    organisation = row.organisation
    return {
        "id": relationship.id,
        "level": relationship.level,
        "notes": relationship.notes,
        "message": relationship.message,
        "external_ref": relationship.external_ref,
        "owner": {"id": relationship.owner_user_id, "name": row.owner_name} if row.owner_name else None,
        "tags": row.tags,
        "with_organisation": {"id": organisation.id, "name": organisation.name},
    }


def serialize_organisation_details(
    row: OrganisationRow, *, contacts: Sequence[Row[User, str | None, bool]], is_own: bool, may_message: bool
) -> Json:
    """Serialize an organisation and its rows for `OrganisationSchema`."""
    organisation, relationship = row.organisation, row.relationship
    return serialize_organisation_brief(organisation, row.tags) | {
        **{name: getattr(organisation, name) if is_own or name not in OWN_ONLY else None for name in PROFILE},
        "logo": {"id": organisation.logo_id} if organisation.logo_id else None,
        "relationship": serialize_relationship_row(row, relationship) if relationship else None,
        "external_ref": relationship.external_ref if relationship else None,
        "users": [
            serialize_contact(user, role, is_visible=is_visible) for user, role, is_visible in contacts
        ],
        "may_message": may_message and not is_own,
        "is_own": is_own,
    }


def serialize_organisation(*, actor: Actor, organisation_id: int) -> Json:
    """Load and serialize an organisation for `OrganisationSchema`; NotFoundError if the actor may not see it."""
    row = organisation_for(actor=actor, organisation_id=organisation_id)
    is_own = organisation_id == actor.organisation_id
    above_none = row.relationship is not None and is_above_none(row.relationship.level)
    customer = not is_own and is_customer(actor=actor, organisation_id=organisation_id)
    allowed = is_own or above_none or customer
    body = serialize_organisation_details(
        row,
        contacts=contacts_of(actor=actor, organisation_id=organisation_id),
        is_own=is_own,
        may_message=allowed,
    )
    sections = current_registry().hooks(OrganisationHooks).sections
    may_add = actor.may(Permission.MANAGE_USERS) and (is_own or above_none)
    return body | {
        "is_customer": customer,
        "roles": assignable_roles(actor=actor, organisation=row.organisation) if is_own or above_none else [],
        "authorities": sorted(actor.permissions) if is_own else [],
        "may_add_user": may_add,
        **{name: section(actor, row.relationship) for name, section in sections.items()},
    }


def serialize_relationship(*, actor: Actor, relationship: Relationship) -> Json:
    """Serialize a relationship of the actor's organisation for `RelationshipSchema`."""
    db.session.flush()
    row = organisation_for(actor=actor, organisation_id=relationship.with_organisation_id)
    return serialize_relationship_row(row, relationship)


def serialize_checked(checked: CheckedSupplier) -> Json:
    """Serialize the check of a row for `InviteeFaultsSchema`."""
    names = ("contact_name", "contact_email", "organisation_name")
    return {
        **{name: checked.faults.get(name) for name in names},
        "match": checked.match,
        "same_as_row": checked.same_as_row,
        "contact": checked.contact,
    }


def serialize_sample(*, actor: Actor, first: NewSupplier) -> Json:
    """Serialize the mail to the first of the suppliers for `SampleInvitationSchema`."""
    buyer = db.session.get_one(Organisation, actor.organisation_id)
    subject, line = supplier_invitation_text(
        inviter=actor.name, buyer=buyer.name, supplier=first.organisation_name
    )
    return {"to": first.contact_email, "subject": subject, "lines": [line]}


def serialize_contact_row(row: ContactRow | ContactDetails) -> Json:
    """Serialize a row of the contacts for `ContactRowSchema`."""
    return serialize_contact(row.user, row.role, is_visible=row.is_visible) | {
        "organisation": row.organisation,
        "relationship": serialize_relationship_brief(row.relationship),
        "has_page": not is_nameless(row.user),
    }


def serialize_user(*, actor: Actor, user_id: int) -> Json:
    """Load and serialize a user for `UserSchema`; NotFoundError if the actor may not see them."""
    row = contact_for(actor=actor, user_id=user_id)
    user, organisation = row.user, row.organisation
    is_own = organisation.id == actor.organisation_id
    manages = is_own and actor.may(Permission.MANAGE_USERS)
    has_more_permissions = exceeds(row.permissions or (), actor.permissions)
    is_actor = user.id == actor.user_id
    picture = {"id": user.picture_id} if user.picture_id else None
    return serialize_contact_row(row) | {
        "type": user.type,
        "organisation": serialize_organisation_face(organisation),
        "address": serialize_address(organisation),
        "colours": [colour(user.id)],
        "pictures": [picture] if picture else [],
        "large_pic": picture,
        "authorities": authorities(user) if is_own else [],
        "join_date": user.join_date,
        "time_zone": user.time_zone if is_own else None,
        "organisation_time_zone": organisation.time_zone if is_own else None,
        "is_own_organisation": is_own,
        "may_resend_invite": user.status == UserStatus.INVITED
        and user.erased is None
        and actor.may(Permission.MANAGE_USERS)
        and (is_own or invited_by_own(row)),
        "may_edit": is_actor or (manages and user.erased is None),
        "may_change_role": manages and not is_actor and not has_more_permissions,
        "may_suspend": manages
        and not is_actor
        and not has_more_permissions
        and user.erased is None
        and user.status != UserStatus.INVITED,
        "may_reset_factor": manages
        and not is_actor
        and not has_more_permissions
        and user.status == UserStatus.ACTIVE
        and factors_of(user.id).has_any,
        "may_erase": manages
        and not is_actor
        and not has_more_permissions
        and user.erased is None
        and user.status != UserStatus.ACTIVE,
        "roles": assignable_roles(actor=actor, organisation=organisation) if manages or is_actor else [],
    }
