"""Registrations of the network: organisations, contacts and relationships."""

from app.events.public import JournalHooks
from app.files.public import FileHooks
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry
from app.network import pages
from app.network.api import organisations, people, relationships
from app.network.bulk.contacts import RESEND_INVITATION
from app.network.bulk.invitations import INVITE
from app.network.bulk.suppliers import SUPPLIER_ACTIONS
from app.network.list_kind import CONTACTS, ORGANISATIONS
from app.network.operations.merging import register_merging
from app.network.policies import MergeHooks
from app.network.queries.contacts import is_colleague
from app.network.queries.relationships import keeps_any_relationship
from app.network.queries.visibility import sees_all_organisations, sees_all_users
from app.network.search import CONTACTS as CONTACT_SEARCH
from app.network.search import SUPPLIERS as SUPPLIER_SEARCH
from app.network.types import NetworkMail
from app.search.public import SearchHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, menus, bulk actions, mails, and the access checks of logos, pictures and journals."""
    registry.add_api(organisations.blueprint, relationships.blueprint, people.blueprint)
    registry.add_pages(pages.blueprint)
    for action in (*SUPPLIER_ACTIONS, RESEND_INVITATION):
        registry.add_bulk(action)
    registry.add_mail_templates(NetworkMail)
    registry.hooks(SearchHooks).add(SUPPLIER_SEARCH, CONTACT_SEARCH)
    registry.add_list(ORGANISATIONS)
    registry.add_list(CONTACTS)
    registry.add_bulk(INVITE)
    register_merging(registry.hooks(MergeHooks))
    menus = registry.pages
    menus.nav.append(MenuEntry("Contacts", "contacts", 30, href="/contacts"))
    menus.nav.append(MenuEntry("Network", "network", 40, href="/organisations"))
    menus.settings_menu.append(
        MenuEntry(
            "My Organisation...",
            "organisation",
            10,
            href="/setup/organisation",
            permission=Permission.MANAGE_ORGANISATION,
        )
    )
    menus.plus_menu.append(
        MenuEntry(
            "Invite A New Supplier...",
            "invite",
            20,
            href="/organisations/invite",
            permission=Permission.MANAGE_RELATIONSHIPS,
        )
    )
    files = registry.hooks(FileHooks)
    files.add_access(
        "organisation", lambda actor, ids: sees_all_organisations(actor=actor, organisation_ids=ids)
    )
    files.add_access("user", lambda actor, ids: sees_all_users(actor=actor, user_ids=ids))
    journals = registry.hooks(JournalHooks).checks
    journals["relationship"] = lambda actor, relationship_id: keeps_any_relationship(
        actor=actor, relationship_ids=[relationship_id]
    )
    journals["user"] = lambda actor, user_id: is_colleague(actor=actor, user_id=user_id)
