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
