"""The responsible person of a corrective action: a user of the supplier, or a person by e-mail address."""

from dataclasses import dataclass

from app.accounts.public import User, UserStatus, active_user, create_guest, known_as, user_by_email
from app.corrective_actions.queries.actions import count_guests, guest_with_address
from app.corrective_actions.types import GUEST_PERIOD, MAX_GUESTS
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError, TooManyError
from app.ncr.public import NcrContext, people_at
from app.network.public import guest_to_ask

ONE_OF = "Choose a person or enter an e-mail address, not both."
NAME_NEEDED = "Enter the person's name."
SUSPENDED = "{name} is suspended. Ask someone else."
NO_PERMISSION = "{name} can't manage non-conformances. Ask someone else."
TOO_MANY_GUESTS = (
    f"Your organisation has asked {MAX_GUESTS} people by e-mail since yesterday. Please wait a day."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """A user of the supplier, a person with an e-mail address, or neither: anyone at the supplier."""

    user_id: int | None = None
    name: str = ""
    email: str | None = None


def person_to_ask(*, actor: Actor, ncr: NcrContext, recipient: Recipient) -> User | None:
    """Return the responsible person; None for anyone at the supplier.

    Users with an account must be allowed to manage non-conformances. A contact who has not accepted the invitation, and
    an address without an account at the supplier, become a guest, who is used again. Raises NotFoundError for users of
    others, InvalidError with sentences at the fields, TooManyError beyond MAX_GUESTS.
    """
    if recipient.user_id is not None and recipient.email is not None:
        raise InvalidError(fields={"userId": [ONE_OF]})
    if recipient.user_id is not None:
        user = active_user(organisation_id=ncr.supplier.id, user_id=recipient.user_id)
        if user.status == UserStatus.ACTIVE:
            return _demand_manager(ncr, user, "userId")
        return _guest(actor, ncr, user.name, user.email, is_user=True)
    if recipient.email is None:
        return None
    address = known_as(recipient.email)
    account = user_by_email(address)
    if account is None or account.organisation_id != ncr.supplier.id:
        return _guest(actor, ncr, recipient.name, recipient.email, is_user=False)
    if account.status == UserStatus.SUSPENDED:
        raise InvalidError(fields={"email": [SUSPENDED.format(name=account.name)]})
    if account.status == UserStatus.ACTIVE:
        return _demand_manager(ncr, account, "email")
    return _guest(actor, ncr, account.name, account.email, is_user=True)


def _demand_manager(ncr: NcrContext, user: User, field: str) -> User:
    managers = {person.user.id for person in people_at([ncr.supplier.id]) if person.manages}
    if user.id not in managers:
        raise InvalidError(fields={field: [NO_PERMISSION.format(name=user.name)]})
    return user


def _guest(actor: Actor, ncr: NcrContext, name: str, email: str, *, is_user: bool) -> User:
    guest = guest_with_address(
        organisation_id=ncr.raiser.id, with_organisation_id=ncr.supplier.id, email=email
    )
    if guest is not None:
        return guest
    if not name:
        raise InvalidError(fields={"name": [NAME_NEEDED]})
    if count_guests(organisation_id=actor.organisation_id, since=now() - GUEST_PERIOD) >= MAX_GUESTS:
        raise TooManyError(TOO_MANY_GUESTS, retry_after=int(GUEST_PERIOD.total_seconds() // 2))
    # The contacts of this supplier are known to the buyer; other addresses must be outside its network.
    return (
        create_guest(name=name, email=email) if is_user else guest_to_ask(actor=actor, name=name, email=email)
    )
