"""The contact of a request for documents: a user of the supplier, or a person without an account."""

from collections.abc import Mapping
from datetime import timedelta

from app.accounts.public import (
    User,
    UserStatus,
    active_user,
    create_guest,
    grant_access,
    known_as,
    revoke_access,
    user_by_email,
)
from app.documents.queries.parties import (
    AskedSupplier,
    count_guests,
    guest_with_address,
    guests_without_requirement,
)
from app.documents.queries.requirements import today_of
from app.documents.types import DOCUMENT_GRANT, MAX_GUESTS
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError, TooManyError
from app.network.public import guest_to_ask

ONE_OF = "Choose a contact or enter an e-mail address."
NAME_NEEDED = "Enter the person's name."
SUSPENDED = "{name} is suspended. Ask someone else."
TOO_MANY_GUESTS = (
    f"Your organisation has asked {MAX_GUESTS} people by e-mail since yesterday. Please wait a day."
)
PAUSE = timedelta(hours=12)


def contact_to_ask(
    *, actor: Actor, supplier: AskedSupplier, user_id: int | None, email: str | None, name: str
) -> User:
    """Return the contact: a user of the supplier with an account, or a guest who gets a link.

    A contact who has not accepted the invitation yet becomes a guest, and so does a person by e-mail address, unless the
    address belongs to a user of the supplier. A guest of this relationship is used again. Raises NotFoundError for users
    of others, InvalidError with sentences at the fields, TooManyError beyond MAX_GUESTS.
    """
    if (user_id is None) == (email is None):
        raise InvalidError(fields={"userId": [ONE_OF]})
    if user_id is not None:
        user = active_user(organisation_id=supplier.supplier.id, user_id=user_id)
        if user.status == UserStatus.ACTIVE:
            return user
        return _guest(actor, supplier, user.name, user.email, is_user=True)
    address = known_as(email or "")
    account = user_by_email(address)
    if account is None or account.organisation_id != supplier.supplier.id:
        return _guest(actor, supplier, name, address, is_user=False)
    if account.status == UserStatus.SUSPENDED:
        raise InvalidError(fields={"email": [SUSPENDED.format(name=account.name)]})
    if account.status == UserStatus.ACTIVE:
        return account
    return _guest(actor, supplier, account.name, address, is_user=True)


def _guest(actor: Actor, supplier: AskedSupplier, name: str, email: str, *, is_user: bool) -> User:
    relationship_id = supplier.relationship.id
    guest = guest_with_address(relationship_id=relationship_id, email=email)
    if guest is None:
        if not name:
            raise InvalidError(fields={"name": [NAME_NEEDED]})
        yesterday = today_of(actor) - timedelta(days=1)
        if count_guests(organisation_id=actor.organisation_id, since=yesterday) >= MAX_GUESTS:
            raise TooManyError(TOO_MANY_GUESTS, retry_after=int(PAUSE.total_seconds()))
        # The contacts of this supplier are known to the buyer; other addresses must be outside its network.
        guest = (
            create_guest(name=name, email=email)
            if is_user
            else guest_to_ask(actor=actor, name=name, email=email)
        )
    grant_access(
        user_id=guest.id,
        subject_type=DOCUMENT_GRANT,
        subject_id=relationship_id,
        created_by_user_id=actor.user_id,
    )
    return guest


def end_former_access(former: Mapping[int, int]) -> None:
    """End the links of guests who are no longer asked for anything; `former` has the relationship of each contact."""
    if not former:
        return
    for user_id in guests_without_requirement(user_ids=former.keys(), relationship_ids=set(former.values())):
        revoke_access(user_id=user_id, subject_type=DOCUMENT_GRANT, subject_id=former[user_id])
