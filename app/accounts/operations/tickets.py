"""Tickets that connect the steps of a sign-in: signed, short-lived, and usable once.

A ticket names its purpose and its user, and has the random challenge that a passkey signs. Only used tickets are stored.
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import SpentTicket, User
from app.extensions import db
from app.kernel.clock import UTC, now
from app.kernel.db.purging import delete_in_batches
from app.kernel.http.errors import UnauthorizedError
from app.kernel.registry import current_registry

TICKET_LIFE = timedelta(minutes=5)
TICKET_LENGTH = 1000
"""Maximum number of characters of a ticket."""
TICKET_GONE = "That took too long, or was used already. Please start again."


class TicketPurpose(StrEnum):
    """The step that a ticket is for."""

    SECOND_FACTOR = "secondFactor"
    SIGN_IN = "signIn"
    STEP_UP = "stepUp"
    NEW_PASSKEY = "newPasskey"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A valid ticket."""

    nonce: str
    expires: datetime
    user_id: int | None
    """None for a sign-in with a passkey, which names the user."""
    email: str
    """The user's address when the ticket was created, or an empty string."""
    state: str
    """Changes with the user's password, which ends the ticket."""

    @property
    def challenge(self) -> bytes:
        """The challenge for a passkey: 32 random bytes."""
        return base64.urlsafe_b64decode(self.nonce)


def new_ticket(purpose: TicketPurpose, user: User | None = None) -> tuple[str, Ticket]:
    """Create a ticket, and return its text for the client with its values."""
    ticket = Ticket(
        nonce=base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        expires=now() + TICKET_LIFE,
        user_id=user.id if user else None,
        email=user.email if user else "",
        state=_state_of(user) if user else "",
    )
    values = [purpose, ticket.nonce, ticket.expires.timestamp(), ticket.user_id, ticket.email, ticket.state]
    return _serializer().dumps(values), ticket


def read_ticket(text: str, purpose: TicketPurpose) -> Ticket:
    """Return a ticket of this purpose; raise UnauthorizedError (`ticketGone`) for expired and forged ones."""
    try:
        [purpose_of_text, nonce, expires, user_id, email, state] = _serializer().loads(text)
    except (BadSignature, ValueError, TypeError) as error:
        raise UnauthorizedError(TICKET_GONE, code="ticketGone") from error
    ticket = Ticket(nonce, datetime.fromtimestamp(expires, UTC), user_id, email, state)
    if purpose_of_text != purpose or ticket.expires < now():
        raise UnauthorizedError(TICKET_GONE, code="ticketGone")
    return ticket


def check_ticket_user(ticket: Ticket, user: User) -> None:
    """Raise UnauthorizedError unless the ticket belongs to `user`, whose password is still the same."""
    if ticket.user_id != user.id or not secrets.compare_digest(ticket.state, _state_of(user)):
        raise UnauthorizedError(TICKET_GONE, code="ticketGone")


def spend_ticket(ticket: Ticket) -> None:
    """Use a ticket; raise UnauthorizedError (`ticketGone`) if it has been used, also by a simultaneous request."""
    if not spend_nonce(ticket.nonce, ticket.expires):
        raise UnauthorizedError(TICKET_GONE, code="ticketGone")


def spend_nonce(nonce: str, expires: datetime) -> bool:
    """Store that a random value is used; return False if it was used before, also by a simultaneous request."""
    spent = (
        insert(SpentTicket)
        .values(nonce=nonce, expires=expires)
        .on_conflict_do_nothing(index_elements=["nonce"])
        .returning(SpentTicket.nonce)
    )
    return db.session.execute(spent).scalar() is not None


def delete_spent_tickets() -> None:
    """Delete used tickets that have expired."""
    delete_in_batches(SpentTicket.id, SpentTicket.expires < now())


def _state_of(user: User) -> str:
    return hashlib.sha256((user.password_hash or "").encode()).hexdigest()[:16]


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(current_registry().settings.SECRET_KEY, salt="sign-in ticket")
