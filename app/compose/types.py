"""Kinds of new messages (specification section 3, Message types)."""

from dataclasses import dataclass
from enum import StrEnum


class NewMessageType(StrEnum):
    """MESSAGE: only a thread. RFI and NDA: a thread of type RFI with an RFx."""

    MESSAGE = "MESSAGE"
    RFI = "RFI"
    NDA = "NDA"


@dataclass(frozen=True, slots=True)
class NewGuest:
    """A person without an account, who gets a link by mail; the name may be empty."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class PastedAddress:
    """One entry of a pasted list with the number of its line; None instead of the guest if it is no address."""

    line: int
    text: str
    guest: NewGuest | None


MAX_SUPPLIERS = 500
"""The maximum number of suppliers of one request."""

NO_RECIPIENTS = "Choose at least one recipient."
TOO_MANY_SUPPLIERS = f"A request can go to at most {MAX_SUPPLIERS} suppliers. Choose fewer."
NO_USERS = "No one at {name} can receive messages."
UNKNOWN_ORGANISATION = "Messages need a relationship above None with this organisation."
