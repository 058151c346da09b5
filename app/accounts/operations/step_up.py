"""Confirming the user's identity again, which sensitive operations require (`require_step_up`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import update

from app.accounts.models import SignIn, User
from app.accounts.operations.factors import use_factor, wrong_factor
from app.accounts.operations.passkeys import request_options
from app.accounts.operations.passwords import check_current_password
from app.accounts.operations.tickets import (
    TicketPurpose,
    check_ticket_user,
    new_ticket,
    read_ticket,
    spend_ticket,
)
from app.accounts.queries.company import identities_of, other_ways
from app.accounts.queries.factors import factors_of
from app.accounts.types import SignInMethod
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError

FACTOR_NEEDED = "Confirm with your second factor."
NOTHING_SENT = "Enter your password."


@dataclass(frozen=True, slots=True)
class StepUpOptions:
    """The methods with which a user can confirm their identity, with ticket and options for a passkey."""

    methods: Sequence[SignInMethod]
    ticket: str | None = None
    passkey_options: str | None = None
    company_slug: str | None = None
    """The company sign-in with which the user can confirm their identity, or None."""


def step_up_options(actor: Actor) -> StepUpOptions:
    """Return the methods of the actor: the second factors if there are any, else the password; and the company sign-in."""
    user = db.session.get_one(User, actor.user_id)
    factors = factors_of(user.id)
    companies = [each.company for each in identities_of(user.id) if each.company]
    slug = companies[0].slug if companies else None
    methods = factors.methods or ([SignInMethod.PASSWORD] if _may_use_password(user) else [])
    if slug:
        methods = [*methods, SignInMethod.COMPANY]
    if not factors.passkeys:
        return StepUpOptions(methods, company_slug=slug)
    text, ticket = new_ticket(TicketPurpose.STEP_UP, user)
    return StepUpOptions(methods, text, request_options(ticket=ticket), slug)


def confirm_identity(
    *,
    actor: Actor,
    current_password: str | None,
    code: str | None,
    ticket: str | None,
    credential: str | None,
) -> None:
    """Confirm the actor's identity, with the password or, for users with a second factor, with a code or a passkey.

    Raises InvalidError at the value that is not accepted, UnauthorizedError for a ticket that is not valid.
    """
    user = db.session.get_one(User, actor.user_id)
    if not factors_of(user.id).has_any:
        if not current_password or not _may_use_password(user):
            raise InvalidError(fields={"currentPassword": [NOTHING_SENT]})
        check_current_password(user=user, password=current_password)
        _assure(actor, SignInMethod.PASSWORD)
        return
    if code is None and (credential is None or ticket is None):
        raise InvalidError(fields={"code": [FACTOR_NEEDED]})
    opened = read_ticket(ticket, TicketPurpose.STEP_UP) if ticket and code is None else None
    if opened:
        check_ticket_user(opened, user)
    method = use_factor(user=user, ticket=opened, code=code, credential=credential)
    if method is None:
        raise wrong_factor(code)
    if opened:
        spend_ticket(opened)
    _assure(actor, method)


def _may_use_password(user: User) -> bool:
    return user.password_hash is not None and not other_ways(user).are_refused


def _assure(actor: Actor, method: SignInMethod) -> None:
    db.session.execute(update(SignIn).where(SignIn.id == actor.session_id).values(assured_at=now()))
    record("user.stepUp", actor=actor, subject_user_id=actor.user_id, userId=actor.user_id,
           userName=actor.name, method=method)  # fmt: skip
