"""The pages of the network: directory, an organisation, inviting, contacts."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.events.public import record_view
from app.kernel.auth import SIGNED_IN, Permission, current_actor, page_requires
from app.kernel.lists import address_query, first_page
from app.kernel.pages import MenuEntry, PageKit, render_page
from app.kernel.pagination import ListQuery
from app.network import public, queries, schemas
from app.network.api import CONTACTS_PAGE_SIZE, PAGE_SIZE
from app.network.policies import default_invite_message

blueprint = Blueprint("network_pages", __name__)


def add_menus(kit: PageKit) -> None:
    kit.nav.append(MenuEntry("Contacts", "contacts", 30, href="/contacts"))
    kit.nav.append(MenuEntry("Network", "network", 40, href="/organisations"))
    kit.plus_menu.append(
        MenuEntry(
            "Invite A New Supplier...", "invite", 20, href="/organisations/invite",
            permission=Permission.MANAGE_RELATIONSHIPS,
        )
    )  # fmt: skip


@blueprint.get("/organisations")
@page_requires(SIGNED_IN)
def organisations() -> ResponseReturnValue:
    query = address_query(schemas.OrganisationQuerySchema())
    page = queries.list_organisations(
        actor=current_actor(),
        which=public.organisation_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = schemas.OrganisationRowSchema(many=True).dump(
        [schemas.organisation_row(row[0], row[1], row[2]) for row in page.rows]
    )
    return render_page("Network", "network/organisations", {"list": first_page(page, rows)})


@blueprint.get("/organisations/invite")
@page_requires(Permission.MANAGE_RELATIONSHIPS)
def invite() -> ResponseReturnValue:
    actor = current_actor()
    message = queries.invite_template(actor=actor) or default_invite_message(actor.name)
    return render_page("Invite A New Supplier", "network/invite", {"message": message})


@blueprint.get("/organisations/<int:organisation_id>")
@page_requires(SIGNED_IN)
def organisation(organisation_id: int) -> ResponseReturnValue:
    actor = current_actor()
    body = public.organisation_body(actor=actor, organisation_id=organisation_id)
    if not body["is_own"]:
        record_view(
            "user.viewed.organisation", actor=actor, key="organisationId",
            organisationId=organisation_id, organisationName=body["name"],
        )  # fmt: skip
    return render_page(
        body["name"], "network/organisation", {"organisation": schemas.OrganisationSchema().dump(body)}
    )


@blueprint.get("/contacts")
@page_requires(SIGNED_IN)
def contacts() -> ResponseReturnValue:
    query = address_query(schemas.ContactQuerySchema(), myOrgOnly="true", includeSuspended="true")
    page = queries.list_contacts(
        actor=current_actor(),
        which=public.contact_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=CONTACTS_PAGE_SIZE),
    )
    rows = schemas.ContactRowSchema(many=True).dump([public.contact_row(row) for row in page.rows])
    return render_page("Contacts", "network/contacts", {"list": first_page(page, rows)})


@blueprint.get("/contacts/<int:user_id>")
@page_requires(SIGNED_IN)
def contact(user_id: int) -> ResponseReturnValue:
    actor = current_actor()
    body = public.user_body(actor=actor, user_id=user_id)
    if user_id != actor.user_id:
        record_view("user.viewed.user", actor=actor, key="userId", userId=user_id, userName=body["name"])
    return render_page(body["name"], "network/contact", {"user": schemas.UserSchema().dump(body)})
