"""The names of the network that other features use."""

from app.network.bulk.suppliers import NOT_IN_NETWORK, relationship_of, resolve_suppliers
from app.network.models import Relationship
from app.network.operations.guest_people import SUPPLIER_ADDRESS, guest_to_ask
from app.network.operations.invitations import invite_supplier
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.people import add_user, suspend
from app.network.operations.relationships import (
    change_level,
    change_owner,
    create_relationship,
    relationship_created,
    save_notes,
    save_tags,
)
from app.network.operations.supplier_changes import (
    AppliedChange,
    SupplierChange,
    change_suppliers,
    delete_unused_tags,
    remove_supplier,
    restore_supplier,
)
from app.network.operations.suppliers import (
    InvitedSupplier,
    SupplierValues,
    add_invited_suppliers,
    add_known_suppliers,
)
from app.network.policies import (
    MatchHooks,
    Merge,
    MergeHooks,
    Moves,
    NetworkPageHooks,
    OrganisationHooks,
    Reference,
    mail_domain,
)
from app.network.queries.bulk import contacts_to_ask
from app.network.queries.candidates import (
    Candidate,
    Keys,
    UsedAddress,
    directory_candidates,
    network_candidates,
    used_addresses,
)
from app.network.queries.directory import OrganisationFilter, count_organisations, matching_partners
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
from app.network.queries.visibility import visible_to
from app.network.schemas.organisations import OrganisationQuerySchema, organisation_filter
from app.network.types import DEFAULT_LEVEL, LEVELS_ABOVE_NONE, TAGS_LIMIT, NetworkMail, RelationshipLevel

__all__ = [
    "DEFAULT_LEVEL",
    "LEVELS_ABOVE_NONE",
    "NOT_IN_NETWORK",
    "SUPPLIER_ADDRESS",
    "TAGS_LIMIT",
    "AppliedChange",
    "Candidate",
    "InvitedSupplier",
    "Keys",
    "MatchHooks",
    "Merge",
    "MergeHooks",
    "Moves",
    "NetworkMail",
    "NetworkPageHooks",
    "OrganisationFilter",
    "OrganisationHooks",
    "OrganisationQuerySchema",
    "Reference",
    "Relationship",
    "RelationshipLevel",
    "SupplierChange",
    "SupplierValues",
    "UsedAddress",
    "add_invited_suppliers",
    "add_known_suppliers",
    "add_user",
    "change_level",
    "change_owner",
    "change_suppliers",
    "contacts_to_ask",
    "count_organisations",
    "create_relationship",
    "delete_unused_tags",
    "directory_candidates",
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
    "network_candidates",
    "organisation_filter",
    "relationship_created",
    "relationship_for",
    "relationship_of",
    "relationship_with",
    "remove_supplier",
    "resolve_suppliers",
    "restore_supplier",
    "save_notes",
    "save_tags",
    "suspend",
    "used_addresses",
    "visible_to",
]
