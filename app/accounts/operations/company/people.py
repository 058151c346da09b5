"""The user of an identity at the provider: signing in, the first link, and joining."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, select, update

from app.accounts import mails
from app.accounts.models import MailLink, Organisation, Role, SignIn, User
from app.accounts.models.company import CompanySignIn, ExternalIdentity
from app.accounts.operations.company.flow import Flow, refuse
from app.accounts.operations.invitations import join_by_invitation
from app.accounts.operations.links import new_link
from app.accounts.operations.sessions import SUSPENDED, NewSession, start_session
from app.accounts.operations.users import create_user
from app.accounts.policies import exceeds, known_as, mixes_alphabets, require_step_up
from app.accounts.queries.company import (
    groups_of,
    has_verified_domain,
    identities_of,
    identity_of,
    other_ways,
)
from app.accounts.queries.factors import factors_of
from app.accounts.queries.links import live_link, open_invitation_of
from app.accounts.queries.people import roles_of, user_by_email
from app.accounts.types import (
    CompanySignInUse,
    LinkPurpose,
    ProviderClaims,
    SignInMethod,
    UserStatus,
    UserType,
)
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError

MAX_NAME = 200
"""Maximum length of the name of a person who joins, in characters."""
MAX_LINKS = 5
"""Maximum number of confirmation links for one user in an hour."""
CONFIRMATION_LIFE = timedelta(hours=2)
GOOGLE = "https://accounts.google.com"
AUTH_AGE = timedelta(minutes=5)
"""Maximum age of the proof of identity at the provider for a step-up."""
IS_OFF = "This company sign-in is not switched on."
OF_ANOTHER = "This account at the provider belongs to another user."
NO_EMAIL = "The provider sent no e-mail address. Ask the people who manage it to send the claim email."
NOT_VERIFIED = "The provider has not verified your e-mail address."
OTHER_DOMAIN = "Your e-mail address is not in a domain of this organisation."
UNKNOWN = "You have no account yet. Ask the people who manage users at your organisation for an invitation."
NO_ROLE = "You have no account yet, and no role is meant for new people. Ask the people who manage users."
ELSEWHERE = "Your e-mail address belongs to an account of another organisation."
INVITATION_ENDED = "Your invitation has expired. Ask the people who manage users for a new one."
TOO_MANY_LINKS = "We have sent you several links already. Use the newest one, or try again in an hour."
NOT_SAME = "You signed in as another person than the one that this link is for."
TOO_OLD = "The provider did not confirm just now that it's you. Please try again."
NOT_YOURS = "You signed in as another person. Please confirm with your own company sign-in."
LAST_WAY = "This is your only way to sign in. Choose a password first: request one on the login page."


@dataclass(frozen=True, slots=True)
class Mailed:
    """The first sign-in of an existing user: nothing happens before the link in the mail is used."""

    email: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The values of a user's claims that count."""

    issuer: str
    subject: str
    name: str
    email: str | None
    is_email_verified: bool
    groups: tuple[str, ...]


def person_of(company: CompanySignIn, claims: ProviderClaims) -> Person:
    """Return the values of verified claims that count; values of a wrong type are ignored."""
    email = claims.get("email")
    address = email.strip() if isinstance(email, str) and "@" in email and len(email) <= 320 else None
    groups = claims.get(company.groups_claim)
    name = claims.get("name")
    shown = "".join(filter(str.isprintable, name))[:MAX_NAME].strip() if isinstance(name, str) else ""
    return Person(
        issuer=company.issuer,
        subject=str(claims["sub"]),
        name=shown or (address or "").partition("@")[0],
        email=address,
        is_email_verified=_is_verified(company, claims, address),
        groups=tuple(each for each in groups if isinstance(each, str)) if isinstance(groups, list) else (),
    )


def fault_of(company: CompanySignIn, person: Person, identity: ExternalIdentity | None) -> str | None:
    """Return why this person can't sign in, also with a link by mail; None if they can."""
    if identity is not None and identity.confirmed is not None:
        return _fault_of_linked(company, db.session.get_one(User, identity.user_id))
    if person.email is None:
        return NO_EMAIL
    if not has_verified_domain(company.organisation_id, _domain_of(person.email)):
        return OTHER_DOMAIN
    user = user_by_email(person.email)
    if user is not None:
        return _fault_of_unlinked(company, user)
    if not person.is_email_verified or mixes_alphabets(known_as(person.email)):
        return NOT_VERIFIED
    if not company.joins_unknown:
        return UNKNOWN
    return None if _role_for(company, person) else NO_ROLE


def outcome_of(company: CompanySignIn, person: Person) -> str:
    """Return a sentence about what a sign-in of this person would do, for the trial."""
    identity = identity_of(person.issuer, person.subject)
    fault = fault_of(company, person, identity)
    if fault:
        return f"A sign-in would be refused: {fault}"
    if identity is not None and identity.confirmed is not None:
        return f"A sign-in would enter as {db.session.get_one(User, identity.user_id).name}."
    user = user_by_email(person.email or "")
    if user is not None:
        return f"The first sign-in would send an e-mail to {user.name}, {user.email}, to confirm it."
    role = _role_for(company, person)
    return f"The first sign-in would create an account with the role {role.name if role else ''}."


def sign_in_person(
    *,
    flow: Flow,
    company: CompanySignIn,
    claims: ProviderClaims,
    user_agent: str,
    address: str,
    life: timedelta,
) -> NewSession | Mailed:
    """Sign in the user of verified claims.

    An identity that is not linked yet, but whose address belongs to a user of the organisation, gets a link by mail. A
    person without an account joins, if the organisation allows it. Raises CompanySignInError, after recording the failure.
    """
    if company.use is CompanySignInUse.OFF:
        raise refuse(flow, IS_OFF)
    person = person_of(company, claims)
    # Two tabs of one person would otherwise both create the user or the identity.
    key = func.hashtextextended(f"{person.issuer} {person.subject}", 0)
    db.session.execute(select(func.pg_advisory_xact_lock(key)))
    identity = identity_of(person.issuer, person.subject, lock=True)
    fault = fault_of(company, person, identity)
    if fault:
        raise refuse(flow, fault, user_id=identity.user_id if identity and identity.confirmed else None)
    if identity is None or identity.confirmed is None:
        user = user_by_email(person.email or "")
        if user is not None:
            return _mail_link(flow, person, user, identity)
        identity = _join(flow, company, person, identity)
    return _start(identity, user_agent=user_agent, address=address, life=life)


def confirm_person(
    *,
    flow: Flow,
    company: CompanySignIn,
    claims: ProviderClaims,
    user_agent: str,
    address: str,
    life: timedelta,
) -> NewSession:
    """Link the identity of verified claims with the mailed link of the flow, and sign in.

    The browser has signed in at the provider again, so a link that another person has caused links nothing. Raises
    CompanySignInError.
    """
    link = live_link(flow.link or "", LinkPurpose.IDENTITY_CONFIRMATION)
    if link is None or link.identity_id is None or company.use is CompanySignInUse.OFF:
        raise refuse(flow, "Sorry, that link is no longer valid.")
    identity: ExternalIdentity = db.session.execute(
        select(ExternalIdentity)
        .where(ExternalIdentity.id == link.identity_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).scalar_one()
    person = person_of(company, claims)
    if (identity.issuer, identity.subject) != (person.issuer, person.subject):
        raise refuse(flow, NOT_SAME, user_id=link.user_id)
    user = db.session.get_one(User, link.user_id, with_for_update=True, populate_existing=True)
    fault = _fault_of_unlinked(company, user)
    if fault or identity.user_id != user.id:
        raise refuse(flow, fault or OF_ANOTHER, user_id=user.id)
    if user.status == UserStatus.INVITED:
        join_by_invitation(user=user)
    identity.confirmed, link.used = now(), now()
    _record_first(user)
    return _start(identity, user_agent=user_agent, address=address, life=life)


def confirm_step_up(*, flow: Flow, company: CompanySignIn, claims: ProviderClaims, actor: Actor) -> None:
    """Confirm the actor's identity with verified claims. Raises CompanySignInError unless they are the actor's, and new.

    A provider that does not state the time of the proof is trusted to have asked, as in a new sign-in.
    """
    person = person_of(company, claims)
    identity = identity_of(person.issuer, person.subject)
    is_own = identity is not None and identity.confirmed is not None and identity.user_id == actor.user_id
    if not is_own or flow.user_id != actor.user_id or actor.organisation_id != company.organisation_id:
        raise refuse(flow, NOT_YOURS, user_id=actor.user_id)
    proven = claims.get("auth_time")
    if isinstance(proven, int | float) and proven < (now() - AUTH_AGE).timestamp():
        raise refuse(flow, TOO_OLD, user_id=actor.user_id)
    db.session.execute(update(SignIn).where(SignIn.id == actor.session_id).values(assured_at=now()))
    record("user.stepUp", actor=actor, subject_user_id=actor.user_id, userId=actor.user_id,
           userName=actor.name, method=SignInMethod.COMPANY)  # fmt: skip


def remove_identity(*, actor: Actor, identity_id: int) -> None:
    """Remove a linked identity of the actor.

    Raises StepUpError, NotFoundError, and ConflictError if the actor has no other way to sign in.
    """
    require_step_up(actor)
    user = db.session.get_one(User, actor.user_id, with_for_update=True, populate_existing=True)
    linked = identities_of(user.id)
    chosen = next((each.identity for each in linked if each.identity.id == identity_id), None)
    if chosen is None:
        raise NotFoundError
    has_another = any(each.company is not None and each.identity.id != identity_id for each in linked)
    if not has_another and not can_sign_in_otherwise(user):
        raise ConflictError(LAST_WAY)
    db.session.delete(chosen)
    record("user.companySignInRemoved", actor=actor, subject_user_id=user.id, userId=user.id,
           userName=user.name)  # fmt: skip
    mails.mail_identity_removed(user)
    db.session.flush()


def can_sign_in_otherwise(user: User) -> bool:
    """Return True if a user can sign in without the company sign-in: with a password or a passkey that is not refused."""
    has_way = user.password_hash is not None or factors_of(user.id).passkeys > 0
    return has_way and not other_ways(user).are_refused


def _is_verified(company: CompanySignIn, claims: ProviderClaims, email: str | None) -> bool:
    """Return True unless the provider says that the address may be wrong.

    Every person can create an account at Google with a company's address, so only the domain of Google Workspace counts.
    """
    if company.issuer == GOOGLE:
        hosted = claims.get("hd")
        return email is not None and isinstance(hosted, str) and hosted.lower() == _domain_of(email)
    return claims.get("email_verified", True) in {True, "true"}


def _domain_of(email: str) -> str:
    return known_as(email).rpartition("@")[2]


def _fault_of_linked(company: CompanySignIn, user: User) -> str | None:
    if user.organisation_id != company.organisation_id or user.type != UserType.USER:
        return OF_ANOTHER
    return None if user.status == UserStatus.ACTIVE else SUSPENDED


def _fault_of_unlinked(company: CompanySignIn, user: User) -> str | None:
    if user.organisation_id != company.organisation_id:
        return ELSEWHERE
    if user.status == UserStatus.SUSPENDED:
        return SUSPENDED
    if user.status == UserStatus.INVITED:
        invitation = open_invitation_of(user.id)
        return None if invitation is not None and invitation.expires > now() else INVITATION_ENDED
    return None


def _role_for(company: CompanySignIn, person: Person) -> Role | None:
    """Return the role of a person who joins: the first group's, else the lowest one, if there is one (`lowest_role`)."""
    roles = {role.id: role for role in roles_of(company.organisation_id)}
    for group in groups_of(company.id):
        if group.name in person.groups:
            return roles[group.role_id]
    return lowest_role(roles.values())


def lowest_role(roles: Iterable[Role]) -> Role | None:
    """Return the role with the fewest permissions, or None if even that one manages users or the organisation."""
    lowest = min(roles, key=lambda role: (len(role.permissions), -role.id), default=None)
    return lowest if lowest is not None and not exceeds(lowest.permissions, ()) else None


def _mail_link(flow: Flow, person: Person, user: User, identity: ExternalIdentity | None) -> Mailed:
    """Mail a link to the user's own address; earlier links of the identity end."""
    recent = select(func.count()).where(
        MailLink.user_id == user.id,
        MailLink.purpose == LinkPurpose.IDENTITY_CONFIRMATION,
        MailLink.created > now() - timedelta(hours=1),
    )
    if db.session.execute(recent).scalar_one() >= MAX_LINKS:
        raise refuse(flow, TOO_MANY_LINKS, user_id=user.id)
    if identity is None:
        identity = ExternalIdentity(user_id=user.id, issuer=person.issuer, subject=person.subject)
        db.session.add(identity)
    identity.user_id = user.id
    db.session.flush()
    db.session.execute(
        update(MailLink)
        .where(MailLink.identity_id == identity.id, MailLink.used.is_(None))
        .values(used=now())
    )
    token = new_link(
        purpose=LinkPurpose.IDENTITY_CONFIRMATION,
        user_id=user.id,
        life=CONFIRMATION_LIFE,
        identity_id=identity.id,
    )
    organisation = db.session.get_one(Organisation, user.organisation_id)
    mails.mail_identity_confirmation(user=user, organisation=organisation, name=person.name, token=token)
    return Mailed(user.email)


def _join(
    flow: Flow, company: CompanySignIn, person: Person, identity: ExternalIdentity | None
) -> ExternalIdentity:
    role = _role_for(company, person)
    if role is None or person.email is None:
        raise refuse(flow, NO_ROLE)
    try:
        user = create_user(
            organisation_id=company.organisation_id, role=role, name=person.name, email=known_as(person.email)
        )
    except InvalidError as error:
        # The same person has joined in another tab at the same time.
        raise refuse(flow, "Please try again.") from error
    user.status, user.join_date = UserStatus.ACTIVE, now()
    if identity is None:
        identity = ExternalIdentity(issuer=person.issuer, subject=person.subject)
        db.session.add(identity)
    identity.user_id, identity.confirmed = user.id, now()
    db.session.flush()
    record("user.companySignInJoined", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    _mail_first(user)
    return identity


def _record_first(user: User) -> None:
    db.session.flush()
    record("user.companySignInLinked", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    _mail_first(user)


def _mail_first(user: User) -> None:
    mails.mail_first_company_sign_in(user, db.session.get_one(Organisation, user.organisation_id))


def _start(identity: ExternalIdentity, *, user_agent: str, address: str, life: timedelta) -> NewSession:
    identity.last_used = now()
    return start_session(
        user=db.session.get_one(User, identity.user_id),
        user_agent=user_agent,
        address=address,
        life=life,
        methods=[SignInMethod.COMPANY],
    )
