"""What the network gives: to its own calls and pages, and to the features above it."""

from collections.abc import Mapping
from typing import Any

from app.accounts.public import (
    Organisation,
    OrganisationStatus,
    UserStatus,
    address,
    authorities,
    colour,
    decides_about_others,
    exceeds,
    roles_and_lead,
)
from app.extensions import db
from app.kernel.auth import Actor, Permission
from app.kernel.registry import current_registry
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.operations.invitations import invite_supplier
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.people import add_user, suspend
from app.network.operations.relationships import change_level, create_relationship, save_notes, save_tags
from app.network.policies import OrganisationHooks, is_above_none
from app.network.queries.contacts import (
    ContactFilter,
    contact_for,
    contacts_of,
    invited_by_own,
    users_with,
)
from app.network.queries.directory import OrganisationFilter, organisation_for
from app.network.queries.relationships import (
    is_customer,
    keeps_any_relationship,
    level_counts,
    related_above_none,
    relationship_for,
    relationship_with,
    suggest_message_partners,
)
from app.network.schemas import organisations, people
from app.network.schemas.briefs import (
    OrganisationNameSchema,
    RelationshipBriefSchema,
    organisation_face,
    relationship_brief,
)
from app.network.types import LEVELS_ABOVE_NONE, NetworkMail, RelationshipLevel

LEVEL_SWITCHES = {
    "evaluation_suppliers": RelationshipLevel.EVALUATION,
    "approved_suppliers": RelationshipLevel.APPROVED,
    "preferred_suppliers": RelationshipLevel.PREFERRED,
    "contracted_suppliers": RelationshipLevel.CONTRACTED,
}


def may_message(actor: Actor, organisation_id: int) -> bool:
    """Whether the actor's organisation may write to another: related above None in either direction."""
    return related_above_none(actor=actor, organisation_id=organisation_id)


def organisation_filter(query: Mapping[str, Any]) -> OrganisationFilter:
    """The directory's filters from its query; All Organisations outweighs the four levels."""
    levels = (
        [] if query["all_organisations"] else [level for name, level in LEVEL_SWITCHES.items() if query[name]]
    )
    return OrganisationFilter(
        search=query["search"],
        name=query["name"],
        city=query["city"],
        country=query["country"],
        tags=query["tags"],
        levels=levels,
    )


def contact_filter(query: Mapping[str, Any]) -> ContactFilter:
    """The contacts' filters from their query."""
    return ContactFilter(
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
    above_none = row[1] is not None and is_above_none(row[1].level)
    customer = not own and is_customer(actor=actor, organisation_id=organisation_id)
    allowed = own or above_none or customer
    body = organisations.organisation_body(
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


def relationship_body(*, actor: Actor, relationship: Relationship) -> dict[str, Any]:
    """A relationship of the actor's own as `RelationshipSchema` dumps it."""
    db.session.flush()
    row = organisation_for(actor=actor, organisation_id=relationship.with_organisation_id)
    organisation: Organisation = row[0]
    return organisations.relationship_body(relationship, organisation, row[2])


def contact_row(row: Any) -> dict[str, Any]:
    """A row of the contacts as `ContactRowSchema` dumps it."""
    user, role, organisation, relationship, told = row[0], row[1], row[2], row[3], row[4]
    return people.contact(user, role, told=told) | {
        "organisation": organisation,
        "relationship": relationship_brief(relationship),
    }


def user_body(*, actor: Actor, user_id: int) -> dict[str, Any]:
    """One user as `UserSchema` dumps it; NotFoundError where they may not be seen."""
    row = contact_for(actor=actor, user_id=user_id)
    user, organisation = row[0], row[2]
    own = organisation.id == actor.organisation_id
    manages = own and actor.may(Permission.MANAGE_USERS)
    more = exceeds(row.permissions or (), actor.permissions)
    oneself = user.id == actor.user_id
    picture = {"id": user.picture_id} if user.picture_id else None
    return contact_row(row) | {
        "type": user.type,
        "organisation": organisation_face(organisation),
        "address": address(organisation),
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


def roles_to_give(*, actor: Actor, organisation: Organisation) -> list[str]:
    """The names of the roles that the actor can give in an organisation (specification section 5, Add user).

    Of the own one those that manage no more than the actor does; of another that is CONFIRMED and has a Super
    User of its own, those that manage neither users nor the organisation.
    """
    roles, led = roles_and_lead(organisation.id)
    if organisation.id == actor.organisation_id:
        return [role.name for role in roles if not exceeds(role.permissions, actor.permissions)]
    free = organisation.status != OrganisationStatus.CONFIRMED or not led
    return [role.name for role in roles if free or not decides_about_others(role.permissions)]


__all__ = [
    "LEVELS_ABOVE_NONE",
    "NetworkMail",
    "OrganisationHooks",
    "OrganisationNameSchema",
    "Relationship",
    "RelationshipBriefSchema",
    "RelationshipLevel",
    "RelationshipTag",
    "Tag",
    "add_user",
    "change_level",
    "contact_filter",
    "contact_row",
    "contacts_of",
    "create_relationship",
    "invite_supplier",
    "keeps_any_relationship",
    "level_counts",
    "mark_as_known",
    "may_message",
    "organisation_body",
    "organisation_filter",
    "organisation_for",
    "related_above_none",
    "relationship_body",
    "relationship_for",
    "relationship_with",
    "save_notes",
    "save_tags",
    "suggest_message_partners",
    "suspend",
    "user_body",
    "users_with",
]  # fmt: skip
