"""Company sign-ins for tests."""

from app.accounts.models import Role, User
from app.accounts.models.company import (
    BreakGlassUser,
    CompanyDomain,
    CompanyGroup,
    CompanySignIn,
    ExternalIdentity,
)
from app.accounts.types import CompanySignInUse
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import encrypt
from tests.fixtures.identity_provider import IdentityProvider

DOMAIN = "northwind.example"
SLUG = "northwind"


def add_company(
    lead: User,
    provider: IdentityProvider,
    *,
    use: CompanySignInUse = CompanySignInUse.OPTIONAL,
    joins: bool = False,
    groups: dict[str, Role] | None = None,
    domain: str | None = DOMAIN,
    slug: str = SLUG,
) -> CompanySignIn:
    """Set up the company sign-in of the organisation of `lead`, with a verified domain."""
    company = CompanySignIn(
        organisation_id=lead.organisation_id,
        slug=slug,
        issuer=provider.issuer,
        client_id=provider.client_id,
        secret_encrypted=encrypt(provider.secret),
        use=use,
        joins_unknown=joins,
    )
    db.session.add(company)
    db.session.flush()
    for name, role in (groups or {}).items():
        db.session.add(CompanyGroup(company_sign_in_id=company.id, name=name, role_id=role.id))
        db.session.flush()
    if domain:
        add_domain(lead, domain)
    return company


def add_domain(lead: User, name: str = DOMAIN, *, verified: bool = True) -> CompanyDomain:
    """Add a mail domain to the organisation of `lead`."""
    domain = CompanyDomain(
        organisation_id=lead.organisation_id,
        name=name,
        token=f"assay-verification={name}",
        verified=now() if verified else None,
    )
    db.session.add(domain)
    db.session.flush()
    return domain


def link_identity(
    user: User, provider: IdentityProvider, subject: str = "subject-1", *, confirmed: bool = True
) -> ExternalIdentity:
    """Connect a user with a person at the provider."""
    identity = ExternalIdentity(
        user_id=user.id, issuer=provider.issuer, subject=subject, confirmed=now() if confirmed else None
    )
    db.session.add(identity)
    db.session.flush()
    return identity


def make_break_glass(user: User) -> None:
    """Let a user sign in without the company sign-in."""
    db.session.add(BreakGlassUser(user_id=user.id))
    db.session.flush()
