"""Setting up the company sign-in of an organisation."""

import re
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, exists, select, update
from sqlalchemy.exc import IntegrityError

from app.accounts.models import Organisation, SignIn, User
from app.accounts.models.company import BreakGlassUser, CompanyGroup, CompanySignIn
from app.accounts.policies import exceeds, require_step_up
from app.accounts.queries.company import company_of, has_verified_domain, keepers_of
from app.accounts.queries.people import roles_of
from app.accounts.types import CompanySignInUse, SignInMethod
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import encrypt, has_data_keys
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError

NO_DATA_KEYS = "Company sign-in is not available yet: the operator has to set DATA_KEYS."
SECRET_NEEDED = "Enter the client secret."  # noqa: S105
SECRET_AGAIN = "Enter the client secret of the new provider."  # noqa: S105
DOMAIN_NEEDED = "Verify a domain first."
UNKNOWN_ROLE = "Choose your organisation's roles."
ROLE_EXCEEDS = "This role manages more than yours does, so you can't give it to a group."
GROUP_TWICE = "Each group can have one role only."
BREAK_GLASS_NEEDED = "Choose at least one user who can sign in if the company sign-in fails."
BREAK_GLASS_RULE = "Break-glass users need the permission to manage integrations, and a second factor."
STILL_REQUIRED = "Allow other ways to sign in before you remove the company sign-in."
MAX_SLUG = 40
RESERVED_SLUGS = frozenset({"confirm", "return"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyValues:
    """The settings of a company sign-in. Without `client_secret` the stored one stays."""

    issuer: str
    client_id: str
    client_secret: str | None
    use: CompanySignInUse
    joins_unknown: bool
    groups_claim: str
    groups: Sequence[tuple[str, int]]
    """Names of groups with role ids, in the order in which they decide."""
    break_glass_user_ids: Sequence[int]


def save_company_sign_in(*, actor: Actor, values: CompanyValues) -> None:
    """Set up or change the company sign-in of the actor's organisation.

    A new provider must have metadata, and needs its own secret, so that the stored one is not sent to another address.
    With CompanySignInUse.REQUIRED, other sign-ins of users who are not break-glass users end, except the actor's. Raises
    StepUpError, ConflictError without DATA_KEYS, and InvalidError with fields.
    """
    require_step_up(actor)
    if not has_data_keys():
        raise ConflictError(NO_DATA_KEYS)
    company = company_of(actor.organisation_id)
    is_new_provider = company is None or company.issuer != values.issuer
    fields = _secret_faults(values, is_first=company is None, is_new_provider=is_new_provider)
    if not fields and is_new_provider:
        _check_provider(values.issuer)
    organisation = db.session.get_one(
        Organisation, actor.organisation_id, with_for_update={"key_share": True}
    )
    fields |= _use_faults(actor, values) | _group_faults(actor, values)
    if fields:
        raise InvalidError(fields=fields)
    if company is None:
        company = CompanySignIn(organisation_id=organisation.id, slug=_new_slug(organisation.name))
        db.session.add(company)
    if values.client_secret:
        company.secret_encrypted = encrypt(values.client_secret)
    if is_new_provider:
        company.problem = company.problem_since = None
    company.issuer, company.client_id = values.issuer, values.client_id
    company.use, company.joins_unknown = values.use, values.joins_unknown
    company.groups_claim = values.groups_claim
    try:
        with db.session.begin_nested():
            db.session.flush()
    except IntegrityError as error:
        raise ConflictError from error
    _replace_groups(company, values.groups)
    _replace_break_glass(organisation.id, values.break_glass_user_ids)
    if values.use is CompanySignInUse.REQUIRED:
        _end_other_sign_ins(actor)
    record_change(actor)


def remove_company_sign_in(*, actor: Actor) -> None:
    """Remove the provider of the actor's organisation; domains and linked identities stay.

    Raises StepUpError, NotFoundError, and ConflictError while it is the only way to sign in.
    """
    require_step_up(actor)
    company = company_of(actor.organisation_id, lock=True)
    if company is None:
        raise NotFoundError
    if company.use is CompanySignInUse.REQUIRED:
        raise ConflictError(STILL_REQUIRED)
    _replace_groups(company, [])
    _replace_break_glass(actor.organisation_id, [])
    db.session.delete(company)
    record_change(actor)


def record_change(actor: Actor) -> None:
    """Record that the rules for signing in changed, and flush."""
    record(
        "organisation.signInChanged",
        actor=actor,
        organisationId=actor.organisation_id,
        organisationName=actor.organisation_name,
    )
    db.session.flush()


def _secret_faults(values: CompanyValues, *, is_first: bool, is_new_provider: bool) -> dict[str, list[str]]:
    if values.client_secret or not is_new_provider:
        return {}
    return {"clientSecret": [SECRET_NEEDED if is_first else SECRET_AGAIN]}


def _check_provider(issuer: str) -> None:
    """Raise InvalidError at `issuer` unless its metadata can be read."""
    from app.accounts.operations.company.provider import ProviderError, discover
    from app.kernel.http.outbound import check_address

    check_address(issuer, field="issuer")
    try:
        discover(issuer, fresh=True)
    except ProviderError as error:
        raise InvalidError(fields={"issuer": [str(error)]}) from error


def _use_faults(actor: Actor, values: CompanyValues) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    if values.use is not CompanySignInUse.OFF and not has_verified_domain(actor.organisation_id):
        fields["use"] = [DOMAIN_NEEDED]
    chosen = set(values.break_glass_user_ids)
    usable = {each.id for each in keepers_of(actor.organisation_id) if each.has_factor}
    if not chosen <= usable:
        fields["breakGlassUserIds"] = [BREAK_GLASS_RULE]
    elif values.use is CompanySignInUse.REQUIRED and not chosen:
        fields["breakGlassUserIds"] = [BREAK_GLASS_NEEDED]
    return fields


def _group_faults(actor: Actor, values: CompanyValues) -> dict[str, list[str]]:
    roles = {role.id: role for role in roles_of(actor.organisation_id)}
    stored = _stored_groups(actor.organisation_id)
    names = [name for name, _ in values.groups]
    if len(set(names)) < len(names):
        return {"groups": [GROUP_TWICE]}
    for name, role_id in values.groups:
        if role_id not in roles:
            return {"groups": [UNKNOWN_ROLE]}
        # Unchanged rows of a colleague with more permissions stay.
        if (name, role_id) not in stored and exceeds(roles[role_id].permissions, actor.permissions):
            return {"groups": [ROLE_EXCEEDS]}
    return {}


def _stored_groups(organisation_id: int) -> set[tuple[str, int]]:
    rows = db.session.execute(
        select(CompanyGroup.name, CompanyGroup.role_id)
        .join(CompanySignIn, CompanySignIn.id == CompanyGroup.company_sign_in_id)
        .where(CompanySignIn.organisation_id == organisation_id)
    )
    return {(name, role_id) for name, role_id in rows}


def _replace_groups(company: CompanySignIn, groups: Sequence[tuple[str, int]]) -> None:
    db.session.execute(delete(CompanyGroup).where(CompanyGroup.company_sign_in_id == company.id))
    for name, role_id in groups:
        db.session.add(CompanyGroup(company_sign_in_id=company.id, name=name, role_id=role_id))
    db.session.flush()


def _replace_break_glass(organisation_id: int, user_ids: Sequence[int]) -> None:
    of_organisation = select(User.id).where(User.organisation_id == organisation_id)
    db.session.execute(delete(BreakGlassUser).where(BreakGlassUser.user_id.in_(of_organisation)))
    db.session.add_all(BreakGlassUser(user_id=user_id) for user_id in dict.fromkeys(user_ids))
    db.session.flush()


def _end_other_sign_ins(actor: Actor) -> None:
    users = select(User.id).where(
        User.organisation_id == actor.organisation_id, ~exists().where(BreakGlassUser.user_id == User.id)
    )
    db.session.execute(
        update(SignIn)
        .where(
            SignIn.user_id.in_(users),
            SignIn.ended.is_(None),
            SignIn.expires > now(),
            ~SignIn.methods.contains([SignInMethod.COMPANY.value]),
            SignIn.id != (actor.session_id or 0),
        )
        .values(ended=now())
        .execution_options(synchronize_session=False)
    )


def _new_slug(name: str) -> str:
    """Return an address for an organisation: its name, with random characters if that is taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_SLUG].strip("-")
    is_taken = select(exists().where(CompanySignIn.slug == slug))
    if slug and slug not in RESERVED_SLUGS and not db.session.execute(is_taken).scalar():
        return slug
    return "-".join(filter(None, [slug, secrets.token_hex(4)]))
