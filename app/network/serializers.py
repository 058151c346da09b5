"""JSON of organisations, relationships and people."""

from collections.abc import Sequence
from typing import Any

from app.accounts.public import (
    Organisation,
    User,
    UserStatus,
    authorities,
    colour,
    exceeds,
    is_nameless,
    picture_url,
    serialize_address,
    serialize_person,
)
from app.extensions import db
from app.kernel.auth import Actor, Permission
from app.kernel.registry import current_registry
from app.network.models import Relationship
from app.network.policies import OrganisationHooks, is_above_none
from app.network.queries.contacts import (
    contact_for,
    contacts_of,
    invited_by_own,
    roles_to_give,
)
from app.network.queries.directory import DirectoryRow, organisation_for
from app.network.queries.relationships import (
    is_customer,
)
from app.network.types import RelationshipLevel


def serialize_organisation_face(organisation: Organisation) -> dict[str, Any]:
    """An organisation as `OrganisationFaceSchema` dumps it."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "logo_url": picture_url(organisation.logo_id, organisation.logo_version),
    }


def serialize_relationship_brief(relationship: Relationship | None) -> dict[str, Any] | None:
    """Id and level, or None without a relationship."""
    return {"id": relationship.id, "level": RelationshipLevel(relationship.level)} if relationship else None


def serialize_contact(user: User, role: str | None, *, is_visible: bool) -> dict[str, Any]:
    """A contact person; what reaches them, and their role, only where `is_visible` (`shows_contact_details`)."""
    reach = {"email": user.email, "phone": user.phone, "mobile": user.mobile} if is_visible else {}
    return (
        serialize_person(user)
        | {"email": None, "phone": None, "mobile": None, "role": role if is_visible else None}
        | reach
    )


def serialize_directory_row(row: DirectoryRow) -> dict[str, Any]:
    """A row of the directory as `OrganisationRowSchema` dumps it."""
    level = RelationshipLevel(row.level) if row.level else None
    return serialize_organisation_brief(row, row.tags) | {
        "relationship": {"id": row.relationship_id, "level": level} if level else None
    }


def serialize_organisation_brief(organisation: Any, tags: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a row of the directory and the organisation itself have in common; either may be given."""
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


def serialize_relationship_row(
    relationship: Relationship, organisation: Organisation, tags: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """A relationship as `RelationshipSchema` dumps it: for its keeper alone."""
    return {
        "id": relationship.id,
        "level": RelationshipLevel(relationship.level),
        "notes": relationship.notes,
        "message": relationship.message,
        "tags": tags,
        "with_organisation": {"id": organisation.id, "name": organisation.name},
    }


def serialize_organisation_details(
    row: Any, *, contacts: Sequence[Any], own: bool, may_message: bool
) -> dict[str, Any]:
    """An organisation as `OrganisationSchema` dumps it."""
    organisation, relationship, tags = row[0], row[1], row[2]
    return serialize_organisation_brief(organisation, tags) | {
        "description_html": organisation.description_html,
        "website_url": organisation.website_url,
        "registration_number": organisation.registration_number,
        "logo": {"id": organisation.logo_id} if organisation.logo_id else None,
        "tax_id_number": organisation.tax_id_number if own else None,
        "duns_number": organisation.duns_number if own else None,
        "ownership_type": organisation.ownership_type if own else None,
        "preferred_currency": organisation.preferred_currency if own else None,
        "relationship": serialize_relationship_row(relationship, organisation, tags)
        if relationship
        else None,
        "users": [serialize_contact(c[0], c[1], is_visible=c[2]) for c in contacts],
        "may_message": may_message and not own,
        "is_own": own,
    }


def serialize_organisation(*, actor: Actor, organisation_id: int) -> dict[str, Any]:
    """One organisation as `OrganisationSchema` dumps it; NotFoundError where it may not be seen."""
    row = organisation_for(actor=actor, organisation_id=organisation_id)
    own = organisation_id == actor.organisation_id
    above_none = row[1] is not None and is_above_none(row[1].level)
    customer = not own and is_customer(actor=actor, organisation_id=organisation_id)
    allowed = own or above_none or customer
    body = serialize_organisation_details(
        row, contacts=contacts_of(actor=actor, organisation_id=organisation_id), own=own, may_message=allowed
    )
    sections = current_registry().hooks(OrganisationHooks).sections
    may_add = actor.may(Permission.MANAGE_USERS) and (own or above_none)
    return body | {
        "is_customer": customer,
        "roles": roles_to_give(actor=actor, organisation=row[0]) if own or above_none else [],
        "authorities": sorted(actor.permissions) if own else [],
        "may_add_user": may_add,
        **{name: section(actor, row[1]) for name, section in sections.items()},
    }


def serialize_relationship(*, actor: Actor, relationship: Relationship) -> dict[str, Any]:
    """A relationship of the actor's own as `RelationshipSchema` dumps it."""
    db.session.flush()
    row = organisation_for(actor=actor, organisation_id=relationship.with_organisation_id)
    organisation: Organisation = row[0]
    return serialize_relationship_row(relationship, organisation, row[2])


def serialize_contact_row(row: Any) -> dict[str, Any]:
    """A row of the contacts as `ContactRowSchema` dumps it."""
    user, role, organisation, relationship, is_visible = row[0], row[1], row[2], row[3], row[4]
    return serialize_contact(user, role, is_visible=is_visible) | {
        "organisation": organisation,
        "relationship": serialize_relationship_brief(relationship),
        "has_page": not is_nameless(user),
    }


def serialize_user(*, actor: Actor, user_id: int) -> dict[str, Any]:
    """One user as `UserSchema` dumps it; NotFoundError where they may not be seen."""
    row = contact_for(actor=actor, user_id=user_id)
    user, organisation = row[0], row[2]
    own = organisation.id == actor.organisation_id
    manages = own and actor.may(Permission.MANAGE_USERS)
    more = exceeds(row.permissions or (), actor.permissions)
    oneself = user.id == actor.user_id
    picture = {"id": user.picture_id} if user.picture_id else None
    return serialize_contact_row(row) | {
        "type": user.type,
        "organisation": serialize_organisation_face(organisation),
        "address": serialize_address(organisation),
        "colours": [colour(user.id)],
        "pictures": [picture] if picture else [],
        "large_pic": picture,
        "authorities": authorities(user) if own else [],
        "join_date": user.join_date,
        "is_own_organisation": own,
        "may_resend_invite": user.status == UserStatus.INVITED
        and actor.may(Permission.MANAGE_USERS)
        and (own or invited_by_own(row)),
        "may_edit": oneself or manages,
        "may_change_role": manages and not oneself and not more,
        "may_suspend": manages and not oneself and not more and user.status != UserStatus.INVITED,
        "roles": roles_to_give(actor=actor, organisation=organisation) if manages or oneself else [],
    }
