"""What the network gives: to its own calls and pages, and to the features above it."""

from collections.abc import Mapping
from typing import Any

from app.accounts.public import Organisation, UserStatus
from app.extensions import db
from app.files.public import register_access
from app.kernel.auth import Actor, Permission
from app.network import queries, schemas
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.operations import change_level, create_relationship, invite_supplier, save_notes, save_tags
from app.network.queries import (
    contacts_of,
    organisation_for,
    related_above_none,
    relationship_for,
    relationship_with,
    suggest_message_partners,
    users_with,
)
from app.network.schemas import OrganisationNameSchema, RelationshipBriefSchema
from app.network.types import LEVELS_ABOVE_NONE, RelationshipLevel

LEVEL_SWITCHES = {
    "evaluation_suppliers": RelationshipLevel.EVALUATION,
    "approved_suppliers": RelationshipLevel.APPROVED,
    "preferred_suppliers": RelationshipLevel.PREFERRED,
    "contracted_suppliers": RelationshipLevel.CONTRACTED,
}


def may_message(actor: Actor, organisation_id: int) -> bool:
    """Whether the actor's organisation may write to another: related above None in either direction."""
    return related_above_none(actor=actor, organisation_id=organisation_id)


def organisation_filter(query: Mapping[str, Any]) -> queries.OrganisationFilter:
    """The directory's filters from its query; All Organisations outweighs the four levels."""
    levels = (
        [] if query["all_organisations"] else [level for name, level in LEVEL_SWITCHES.items() if query[name]]
    )
    return queries.OrganisationFilter(
        search=query["search"],
        name=query["name"],
        city=query["city"],
        country=query["country"],
        tags=query["tags"],
        levels=levels,
    )


def contact_filter(query: Mapping[str, Any]) -> queries.ContactFilter:
    """The contacts' filters from their query."""
    return queries.ContactFilter(
        search=query["search"],
        user_name=query["user_name"],
        organisation_name=query["organisation_name"],
        own_only=query["my_org_only"],
        include_suspended=query["include_suspended"],
    )


def organisation_body(*, actor: Actor, organisation_id: int) -> dict[str, Any]:
    """One organisation as `OrganisationSchema` dumps it; NotFoundError where it may not be seen."""
    row = organisation_for(actor=actor, organisation_id=organisation_id)
    own = organisation_id == actor.organisation_id
    allowed = own or may_message(actor, organisation_id)
    return schemas.organisation_body(
        row, contacts=contacts_of(organisation_id=organisation_id), own=own, may_message=allowed
    )


def relationship_body(*, actor: Actor, relationship: Relationship) -> dict[str, Any]:
    """A relationship of the actor's own as `RelationshipSchema` dumps it."""
    db.session.flush()
    row = organisation_for(actor=actor, organisation_id=relationship.with_organisation_id)
    organisation: Organisation = row[0]
    return schemas.relationship_body(relationship, organisation, row[2])


def contact_row(row: Any) -> dict[str, Any]:
    """A row of the contacts as `ContactRowSchema` dumps it."""
    user, role, organisation, relationship, told = row[0], row[1], row[2], row[3], row[4]
    return schemas.contact(user, role, told=told) | {
        "organisation": organisation,
        "relationship": schemas.relationship_brief(relationship),
    }


def user_body(*, actor: Actor, user_id: int) -> dict[str, Any]:
    """One user as `UserSchema` dumps it; NotFoundError where they may not be seen."""
    row = queries.contact_for(actor=actor, user_id=user_id)
    user, organisation, relationship = row[0], row[2], row[3]
    own = organisation.id == actor.organisation_id
    invited_by_us = relationship is not None and relationship.by_invitation
    return contact_row(row) | {
        "organisation": schemas.organisation_face(organisation),
        "join_date": user.join_date,
        "is_own_organisation": own,
        "may_resend_invite": user.status == UserStatus.INVITED
        and actor.may(Permission.MANAGE_USERS)
        and (own or invited_by_us),
    }


def _sees_logo(actor: Actor, organisation_ids: list[int]) -> bool:
    return queries.sees_all_organisations(actor=actor, organisation_ids=organisation_ids)


def _sees_picture(actor: Actor, user_ids: list[int]) -> bool:
    return queries.sees_all_users(actor=actor, user_ids=user_ids)


register_access("organisation", _sees_logo)
register_access("user", _sees_picture)

__all__ = [
    "LEVELS_ABOVE_NONE", "OrganisationNameSchema", "Relationship", "RelationshipBriefSchema", "RelationshipLevel",
    "RelationshipTag", "Tag", "change_level", "contact_filter", "contact_row", "contacts_of", "create_relationship",
    "invite_supplier", "may_message", "organisation_body", "organisation_filter", "organisation_for",
    "related_above_none", "relationship_body", "relationship_for", "relationship_with", "save_notes", "save_tags",
    "suggest_message_partners", "user_body", "users_with",
]  # fmt: skip
