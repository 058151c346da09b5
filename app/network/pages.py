"""Pages of the network: directory, organisation, invitation, contacts."""

from typing import cast

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from app.events.public import record_view
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, page_requires
from app.kernel.http.errors import NotFoundError
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.kernel.registry import current_registry
from app.network.api.organisations import PAGE_SIZE
from app.network.api.people import CONTACTS_PAGE_SIZE
from app.network.policies import NetworkPageHooks, default_invite_message
from app.network.queries.contacts import list_contacts
from app.network.queries.directory import list_organisations
from app.network.queries.not_invited import list_uninvited
from app.network.queries.relationships import invite_template
from app.network.schemas.organisations import (
    OrganisationQuerySchema,
    OrganisationRowSchema,
    OrganisationSchema,
    organisation_filter,
)
from app.network.schemas.people import ContactQuerySchema, ContactRowSchema, UserSchema, contact_filter
from app.network.serializers import (
    serialize_contact_row,
    serialize_directory_row,
    serialize_organisation,
    serialize_user,
)
from app.views.public import open_list

blueprint = Blueprint("network_pages", __name__)


@blueprint.get("/organisations")
@page_requires(SIGNED_IN)
def organisations() -> ResponseReturnValue:
    """Render the directory with the filters of the address, or the tab of a feature above."""
    tab = current_registry().hooks(NetworkPageHooks).tabs.get(request.args.get("tab", ""))
    if tab is not None:
        return cast("ResponseReturnValue", tab())
    opened = open_list("organisation")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(OrganisationQuerySchema())
    page = list_organisations(
        actor=current_actor(),
        filters=organisation_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(OrganisationRowSchema, [serialize_directory_row(row) for row in page.rows])
    return render_page("Network", "network/organisations", opened.props | {"list": first_page(page, rows)})


@blueprint.get("/organisations/invite")
@page_requires(Permission.MANAGE_RELATIONSHIPS)
def invite() -> ResponseReturnValue:
    actor = current_actor()
    message = invite_template(actor=actor) or default_invite_message(actor.name)
    return render_page("Invite A New Supplier", "network/invite", {"message": message})


@blueprint.get("/organisations/invite/several")
@page_requires(Permission.MANAGE_RELATIONSHIPS)
def invite_several() -> ResponseReturnValue:
    actor = current_actor()
    message = invite_template(actor=actor) or default_invite_message(actor.name)
    uninvited = list_uninvited(actor=actor, search="", query=ListQuery(page_size=1)).total
    return render_page(
        "Invite several suppliers", "network/invite-several", {"message": message, "uninvited": uninvited}
    )


@blueprint.get("/organisations/<int:organisation_id>")
@page_requires(SIGNED_IN)
def organisation(organisation_id: int) -> ResponseReturnValue:
    actor = current_actor()
    try:
        body = serialize_organisation(actor=actor, organisation_id=organisation_id)
    except NotFoundError:
        aliases = current_registry().hooks(NetworkPageHooks).aliases
        successor = next((new_id for alias in aliases if (new_id := alias(actor, organisation_id))), None)
        if successor is None:
            raise
        return redirect(f"/organisations/{successor}")
    if not body["is_own"]:
        record_view(
            "user.viewed.organisation", actor=actor, key="organisationId",
            organisationId=organisation_id, organisationName=body["name"],
        )  # fmt: skip
    return render_page(
        str(body["name"]), "network/organisation", {"organisation": dumped(OrganisationSchema, body)}
    )


@blueprint.get("/contacts")
@page_requires(SIGNED_IN)
def contacts() -> ResponseReturnValue:
    opened = open_list("user")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(ContactQuerySchema(), myOrgOnly="true", includeSuspended="true")
    page = list_contacts(
        actor=current_actor(),
        filters=contact_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=CONTACTS_PAGE_SIZE),
    )
    rows = dumped_many(ContactRowSchema, [serialize_contact_row(row) for row in page.rows])
    return render_page("Contacts", "network/contacts", opened.props | {"list": first_page(page, rows)})


@blueprint.get("/contacts/<int:user_id>")
@page_requires(SIGNED_IN)
def contact(user_id: int) -> ResponseReturnValue:
    actor = current_actor()
    body = serialize_user(actor=actor, user_id=user_id)
    if user_id != actor.user_id:
        record_view("user.viewed.user", actor=actor, key="userId", userId=user_id, userName=body["name"])
    return render_page(str(body["name"]), "network/contact", {"user": dumped(UserSchema, body)})


@blueprint.get("/setup/organisation")
@page_requires(Permission.MANAGE_ORGANISATION)
def setup_organisation() -> ResponseReturnValue:
    actor = current_actor()
    body = serialize_organisation(actor=actor, organisation_id=actor.organisation_id)
    return render_page(
        f"Setup: {body['name']}", "setup/organisation", {"organisation": dumped(OrganisationSchema, body)}
    )
