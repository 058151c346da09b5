"""Endpoints for the company sign-in: its settings, its domains, and what the login page and its users see of it."""

from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.accounts.operations.company.domains import add_domain, remove_domain, verify_domain
from app.accounts.operations.company.people import remove_identity
from app.accounts.operations.company.settings import remove_company_sign_in, save_company_sign_in
from app.accounts.queries.company import usable_company
from app.accounts.schemas import company as schemas
from app.accounts.serializers.company import (
    domain_of,
    serialize_company_sign_in,
    serialize_identities,
    start_path,
)
from app.extensions import limiter
from app.kernel.http.auth import PUBLIC, SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint(
    "companySignIn", __name__, url_prefix="/api", description="Signing in with the organisation's identity provider"
)  # fmt: skip


@blueprint.route("/companySignIn")
class CompanySignInView(MethodView):
    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.CompanySignInSchema)
    def get(self) -> dict[str, object]:
        """Return the company sign-in of the own organisation, without the client secret."""
        return serialize_company_sign_in(current_actor())

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.CompanySignInChangeSchema)
    @blueprint.response(200, schemas.CompanySignInSchema)
    def put(self, body: schemas.CompanySignInBody) -> dict[str, object]:
        """Set up or change the company sign-in. Needs a recent confirmation (`stepUp`).

        A new issuer is looked up at once. With the use `REQUIRED`, all other sign-ins end, except sign-ins of break-glass
        users and this one.
        """
        actor = current_actor()
        save_company_sign_in(actor=actor, values=schemas.values_of(body))
        return serialize_company_sign_in(actor)

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(204)
    def delete(self) -> str:
        """Remove the provider; 409 while it is the only way to sign in. Needs `stepUp`."""
        remove_company_sign_in(actor=current_actor())
        return ""


@blueprint.route("/companySignIn/domain")
class CompanyDomainsView(MethodView):
    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.NewDomainSchema)
    @blueprint.response(201, schemas.CompanyDomainSchema)
    def post(self, body: schemas.NewDomainBody) -> dict[str, object]:
        """Add a mail domain, with the TXT record that verifies it. Needs `stepUp`."""
        return domain_of(add_domain(actor=current_actor(), name=body["domain"]))


@blueprint.route("/companySignIn/domain/<int:domain_id>")
class CompanyDomainView(MethodView):
    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(204)
    def delete(self, domain_id: int) -> str:
        """Remove a mail domain; 409 for the last verified one of a required company sign-in. Needs `stepUp`."""
        remove_domain(actor=current_actor(), domain_id=domain_id)
        return ""


@blueprint.route("/companySignIn/domain/<int:domain_id>/verify")
class DomainVerificationView(MethodView):
    decorators = [limiter.limit("60 per hour", key_func=get_remote_address)]

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.CompanyDomainSchema)
    def post(self, domain_id: int) -> dict[str, object]:
        """Look up the TXT record of a domain; 409 without it. Needs `stepUp`."""
        return domain_of(verify_domain(actor=current_actor(), domain_id=domain_id))


@blueprint.route("/session/companySignIn")
class OfferView(MethodView):
    decorators = [limiter.limit("600 per hour", key_func=get_remote_address)]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.DomainQuerySchema, location="query")
    @blueprint.response(200, schemas.OfferAnswerSchema)
    def get(self, query: schemas.DomainQuery) -> dict[str, object]:
        """Return the company sign-in of a mail domain, or null. The response does not depend on any user."""
        usable = usable_company(query["domain"].strip().lower())
        if usable is None:
            return {"offer": None}
        company, organisation = usable
        return {"offer": {"path": start_path(company), "organisation_name": organisation.name}}


@blueprint.route("/user/identity")
class IdentitiesView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.IdentitySchema(many=True))
    def get(self) -> list[dict[str, object]]:
        """List the company sign-ins that are connected with the current user."""
        return serialize_identities(current_actor())


@blueprint.route("/user/identity/<int:identity_id>")
class IdentityView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self, identity_id: int) -> str:
        """Remove an own company sign-in; the user gets a mail. 409 for the only way to sign in. Needs `stepUp`."""
        remove_identity(actor=current_actor(), identity_id=identity_id)
        return ""
