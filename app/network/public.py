"""The names of the network that other features use."""

from app.network.models import Relationship
from app.network.operations.guest_people import SUPPLIER_ADDRESS, guest_to_ask
from app.network.operations.invitations import invite_supplier
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.people import add_user, suspend
from app.network.operations.relationships import change_level, create_relationship, save_notes, save_tags
from app.network.policies import NetworkPageHooks, OrganisationHooks, mail_domain
from app.network.queries.directory import OrganisationFilter, matching_partners
from app.network.queries.logos import logos_of
from app.network.queries.relationships import (
    first_inviter,
    has_suppliers,
    keeps_any_relationship,
    level_counts,
    may_message,
    message_partners,
    relationship_for,
    relationship_with,
)
from app.network.schemas.organisations import OrganisationQuerySchema, organisation_filter
from app.network.types import LEVELS_ABOVE_NONE, NetworkMail, RelationshipLevel

__all__ = [
    "LEVELS_ABOVE_NONE",
    "SUPPLIER_ADDRESS",
    "NetworkMail",
    "NetworkPageHooks",
    "OrganisationFilter",
    "OrganisationHooks",
    "OrganisationQuerySchema",
    "Relationship",
    "RelationshipLevel",
    "add_user",
    "change_level",
    "create_relationship",
    "first_inviter",
    "guest_to_ask",
    "has_suppliers",
    "invite_supplier",
    "keeps_any_relationship",
    "level_counts",
    "logos_of",
    "mail_domain",
    "mark_as_known",
    "matching_partners",
    "may_message",
    "message_partners",
    "organisation_filter",
    "relationship_for",
    "relationship_with",
    "save_notes",
    "save_tags",
    "suspend",
]
