"""The mail domains of an organisation, which a TXT record in the DNS verifies."""

import secrets

from email_validator import EmailNotValidError
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from app.accounts.models import Organisation
from app.accounts.models.company import CompanyDomain
from app.accounts.operations.company.settings import record_change
from app.accounts.policies import PUBLIC_MAIL_DOMAINS, require_step_up
from app.accounts.queries.company import company_of, has_verified_domain
from app.accounts.types import CompanySignInUse
from app.extensions import db
from app.kernel.clock import now
from app.kernel.email_addresses import parse_address
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.registry import current_registry

MAX_DOMAINS = 20
DNS_SECONDS = 5.0
NOT_A_DOMAIN = "Enter a domain, such as example.com."
PUBLIC_DOMAIN = "This domain belongs to a public mail provider. Enter your organisation's own domain."
ALREADY_ADDED = "This domain is in the list already."
TOO_MANY = f"An organisation can have {MAX_DOMAINS} domains. Remove one first."
TAKEN = "Another organisation has verified this domain. Contact the people who run this platform."
NO_RECORD = "The record was not found. New records can take an hour to appear. Please try again later."
NO_DNS = "The DNS did not respond. Please try again later."
LAST_DOMAIN = (
    "Company sign-in needs a verified domain. Allow other ways to sign in before you remove the last one."
)


def add_domain(*, actor: Actor, name: str) -> CompanyDomain:
    """Add a mail domain, with the TXT record that will verify it.

    Raises StepUpError, InvalidError at `domain`, and ConflictError for one too many.
    """
    require_step_up(actor)
    domain = _domain_named(name)
    db.session.get_one(Organisation, actor.organisation_id, with_for_update={"key_share": True})
    of_own = CompanyDomain.organisation_id == actor.organisation_id
    existing = db.session.execute(select(func.count()).where(of_own)).scalar_one()
    if existing >= MAX_DOMAINS:
        raise ConflictError(TOO_MANY)
    added = CompanyDomain(
        organisation_id=actor.organisation_id,
        name=domain,
        token=f"assay-verification={secrets.token_urlsafe(24)}",
    )
    try:
        with db.session.begin_nested():
            db.session.add(added)
    except IntegrityError as error:
        raise InvalidError(fields={"domain": [ALREADY_ADDED]}) from error
    record_change(actor)
    return added


def verify_domain(*, actor: Actor, domain_id: int) -> CompanyDomain:
    """Look up the TXT record of a domain, and mark the domain as verified if it is there.

    Raises StepUpError, NotFoundError, and ConflictError without the record or for a domain of another organisation.
    """
    require_step_up(actor)
    domain = _own_domain(actor, domain_id)
    if domain.verified is not None:
        return domain
    if domain.token not in _txt_records(domain.name):
        raise ConflictError(NO_RECORD)
    try:
        with db.session.begin_nested():
            domain.verified = now()
    except IntegrityError as error:
        raise ConflictError(TAKEN) from error
    record_change(actor)
    return domain


def remove_domain(*, actor: Actor, domain_id: int) -> None:
    """Remove a mail domain. Raises StepUpError, NotFoundError, ConflictError for the last one while it is required."""
    require_step_up(actor)
    company = company_of(actor.organisation_id, lock=True)
    domain = _own_domain(actor, domain_id)
    was_verified = domain.verified is not None
    db.session.delete(domain)
    db.session.flush()
    is_required = company is not None and company.use is CompanySignInUse.REQUIRED
    if was_verified and is_required and not has_verified_domain(actor.organisation_id):
        raise ConflictError(LAST_DOMAIN)
    record_change(actor)


def _own_domain(actor: Actor, domain_id: int) -> CompanyDomain:
    domain: CompanyDomain | None = db.session.execute(
        select(CompanyDomain)
        .where(CompanyDomain.id == domain_id, CompanyDomain.organisation_id == actor.organisation_id)
        .with_for_update()
    ).scalar()
    if domain is None:
        raise NotFoundError
    return domain


def _domain_named(name: str) -> str:
    """Return a domain in the form of `known_as`; raise InvalidError at `domain` for other text and public providers."""
    try:
        address = parse_address(f"x@{name.strip()}")
    except EmailNotValidError as error:
        raise InvalidError(fields={"domain": [NOT_A_DOMAIN]}) from error
    domain = address.domain.lower()
    if "." not in domain or "[" in domain:
        raise InvalidError(fields={"domain": [NOT_A_DOMAIN]})
    if domain in PUBLIC_MAIL_DOMAINS:
        raise InvalidError(fields={"domain": [PUBLIC_DOMAIN]})
    return domain


def _txt_records(domain: str) -> set[str]:
    """Return the TXT records of a domain; empty without any. Raises ConflictError if the DNS does not respond."""
    # Loaded here, because most web processes need no DNS.
    import dns.exception
    import dns.resolver

    server = current_registry().settings.DNS_SERVER
    resolver = dns.resolver.Resolver(configure=not server)
    if server:
        host, _, port = server.rpartition(":")
        resolver.nameservers = [host]
        resolver.port = int(port)
    try:
        answer = resolver.resolve(domain, "TXT", lifetime=DNS_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return set()
    except dns.exception.DNSException as error:
        raise ConflictError(NO_DNS) from error
    return {b"".join(record.strings).decode("utf-8", "replace") for record in answer}
