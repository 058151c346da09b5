"""Rules of new messages without database access."""

from app.compose.types import NewMessageType
from app.forms.public import DocFormType
from app.kernel.auth import Permission

FORM_TYPES: dict[NewMessageType, tuple[DocFormType, ...]] = {
    NewMessageType.MESSAGE: (),
    NewMessageType.RFI: (DocFormType.RFI, DocFormType.GENERIC),
    NewMessageType.NDA: (DocFormType.NDA,),
}
"""The types of documents in a message of each type (specification section 3, Message types)."""


def takes_forms(type: NewMessageType) -> bool:
    """Return True if a message of this type has documents, and therefore an RFx."""
    return bool(FORM_TYPES[type])


def needed_permission(type: NewMessageType) -> Permission:
    """Return the permission that the sender needs."""
    return Permission.SEND_RFX if takes_forms(type) else Permission.SEND_MESSAGES
