"""Endpoints of the directory and of single organisations."""

from collections.abc import Sequence
from typing import cast

from flask.views import MethodView
from sqlalchemy import Row

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.network.operations.organisations import (
    change_award_approval,
    change_logo,
    save_address,
    save_profile,
)
from app.network.queries.directory import list_organisations
from app.network.queries.relationships import suggest_message_partners
from app.network.schemas import briefs, people
from app.network.schemas import organisations as schemas
from app.network.serializers import serialize_directory_row, serialize_organisation

blueprint = Blueprint("organisations", __name__, url_prefix="/api", description="Organisations")


PAGE_SIZE = 16


@blueprint.route("/organisation")
class OrganisationsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.OrganisationQuerySchema, location="query")
    @blueprint.response(200, schemas.OrganisationRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the directory, with the viewer's relationship to each organisation and its tags."""
        page = list_organisations(
            actor=current_actor(),
            filters=schemas.organisation_filter(query),
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_directory_row(row) for row in page.rows])


@blueprint.route("/organisation/<int:organisation_id>")
class OrganisationView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.IncludesSchema, location="query")
    @blueprint.response(200, schemas.OrganisationSchema)
    def get(self, query: Arguments, organisation_id: int) -> Json:
        """Return one organisation; `i` names the parts to include."""
        body = serialize_organisation(actor=current_actor(), organisation_id=organisation_id)
        left_out = [part for part in schemas.INCLUDES if query["i"] and part not in query["i"]]
        return {name: value for name, value in body.items() if name not in schemas.parts(left_out)}

    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.OrganisationDetailsSchema)
    @blueprint.response(200, schemas.OrganisationSchema)
    def put(self, body: Arguments, organisation_id: int) -> Json:
        """Replace the profile of the actor's organisation."""
        actor = current_actor()
        based_on = body.pop("based_on")
        # A blank time zone is UTC, and none keeps the stored one.
        profile = _none_for_blank(body) | {"time_zone": body["time_zone"]}
        save_profile(actor=actor, organisation_id=organisation_id, profile=profile, based_on=based_on)
        return serialize_organisation(actor=actor, organisation_id=organisation_id)


@blueprint.route("/organisation/<int:organisation_id>/address")
class OrganisationAddressView(MethodView):
    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.AddressChangeSchema)
    @blueprint.response(200, schemas.OrganisationSchema)
    def put(self, body: Arguments, organisation_id: int) -> Json:
        """Replace the registered address of the actor's organisation."""
        actor = current_actor()
        based_on = body.pop("based_on")
        save_address(
            actor=actor, organisation_id=organisation_id, address=_none_for_blank(body), based_on=based_on
        )
        return serialize_organisation(actor=actor, organisation_id=organisation_id)


@blueprint.route("/organisation/<int:organisation_id>/awardApproval")
class OrganisationAwardApprovalView(MethodView):
    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.AwardApprovalSchema)
    @blueprint.response(200, schemas.OrganisationSchema)
    def put(self, body: Arguments, organisation_id: int) -> Json:
        """Choose whether a second user has to approve each award of a request."""
        actor = current_actor()
        change_award_approval(actor=actor, organisation_id=organisation_id, is_needed=body["is_needed"])
        return serialize_organisation(actor=actor, organisation_id=organisation_id)


@blueprint.route("/organisation/<int:organisation_id>/logo")
class OrganisationLogoView(MethodView):
    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.LogoChangeSchema)
    @blueprint.response(200, schemas.OrganisationSchema)
    def put(self, body: Arguments, organisation_id: int) -> Json:
        """Set an uploaded picture (kind COMPANYLOGO) as the logo of the actor's organisation."""
        actor = current_actor()
        change_logo(actor=actor, organisation_id=organisation_id, attachment_id=body["attachment_id"])
        return serialize_organisation(actor=actor, organisation_id=organisation_id)


@blueprint.route("/organisation/<int:organisation_id>/user")
class OrganisationUsersView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, people.ContactSchema(many=True))
    def get(self, organisation_id: int) -> list[Json]:
        """List the users of an organisation who are not suspended."""
        body = serialize_organisation(actor=current_actor(), organisation_id=organisation_id)
        return cast("list[Json]", body["users"])


@blueprint.route("/organisation/messagePartner")
class MessagePartnersView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.SearchSchema, location="query")
    @blueprint.response(200, briefs.OrganisationNameSchema(many=True))
    def get(self, query: Arguments) -> Sequence[Row[int, str]]:
        """Suggest organisations that the viewer may write to: related above None in either direction."""
        return suggest_message_partners(actor=current_actor(), search=query["search"])


def _none_for_blank(body: Arguments) -> Arguments:
    return {name: value or None for name, value in body.items()}
