"""Serializers of the company sign-in."""

from app.accounts.models import User
from app.accounts.models.company import CompanyDomain, CompanySignIn
from app.accounts.operations.company.flow import RETURN_PATH
from app.accounts.operations.company.people import can_sign_in_otherwise, lowest_role
from app.accounts.queries.company import (
    company_of,
    domains_of,
    groups_of,
    identities_of,
    keepers_of,
    linked_people,
)
from app.accounts.queries.people import roles_of
from app.accounts.types import CompanySignInState, CompanySignInUse
from app.extensions import db
from app.kernel.data_keys import has_data_keys
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import absolute_url

STATES = {
    CompanySignInUse.OFF: CompanySignInState.READY,
    CompanySignInUse.OPTIONAL: CompanySignInState.ON,
    CompanySignInUse.REQUIRED: CompanySignInState.ENFORCED,
}


def serialize_company_sign_in(actor: Actor) -> dict[str, object]:
    """Serialize the company sign-in of the actor's organisation for `CompanySignInSchema`."""
    company = company_of(actor.organisation_id)
    domains = domains_of(actor.organisation_id)
    roles = roles_of(actor.organisation_id)
    lowest = lowest_role(roles)
    if company is None:
        state = CompanySignInState.NOT_SET_UP
    elif not any(domain.verified for domain in domains):
        state = CompanySignInState.DOMAIN_NOT_VERIFIED
    else:
        state = STATES[company.use]
    return {
        "state": state,
        "can_set_up": has_data_keys(),
        "redirect_address": absolute_url(RETURN_PATH),
        "provider": _provider_of(company) if company else None,
        "domains": [domain_of(domain) for domain in domains],
        "roles": [{"id": role.id, "name": role.name, "is_lowest": role is lowest} for role in roles],
        "keepers": keepers_of(actor.organisation_id),
    }


def domain_of(domain: CompanyDomain) -> dict[str, object]:
    """Serialize a mail domain for `CompanyDomainSchema`."""
    return {"id": domain.id, "name": domain.name, "record": domain.token, "verified": domain.verified}


def start_path(company: CompanySignIn) -> str:
    """Return the path that begins a company sign-in."""
    return f"/signin/company/{company.slug}"


def serialize_identities(actor: Actor) -> list[dict[str, object]]:
    """Serialize the company sign-ins of the actor for a list of `IdentitySchema`."""
    linked = identities_of(actor.user_id)
    if not linked:
        return []
    has_other_way = can_sign_in_otherwise(db.session.get_one(User, actor.user_id))
    usable = {each.identity.id for each in linked if each.company is not None}
    return [
        {
            "id": each.identity.id,
            "issuer": each.identity.issuer,
            "is_usable": each.identity.id in usable,
            "is_removable": has_other_way or bool(usable - {each.identity.id}),
            "created": each.identity.created,
            "last_used": each.identity.last_used,
        }
        for each in linked
    ]


def _provider_of(company: CompanySignIn) -> dict[str, object]:
    return {
        "issuer": company.issuer,
        "client_id": company.client_id,
        "use": company.use,
        "joins_unknown": company.joins_unknown,
        "groups_claim": company.groups_claim,
        "groups": groups_of(company.id),
        "start_path": start_path(company),
        "linked_people": linked_people(company.organisation_id, company.issuer),
        "problem": company.problem,
        "problem_since": company.problem_since,
    }
