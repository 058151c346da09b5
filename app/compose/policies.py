"""Rules of new messages that need no database."""

from app.compose.types import NewMessageType
from app.forms.public import DocFormType
from app.kernel.auth import Permission

FORM_TYPES: dict[NewMessageType, tuple[DocFormType, ...]] = {
    NewMessageType.MESSAGE: (),
    NewMessageType.RFI: (DocFormType.RFI, DocFormType.GENERIC),
    NewMessageType.NDA: (DocFormType.NDA,),
}
"""Which documents a message of each type carries (specification section 3, Message types)."""


def takes_forms(type: NewMessageType) -> bool:
    """Whether a message of this type carries documents, and so an RFx."""
    return bool(FORM_TYPES[type])


def needed_permission(type: NewMessageType) -> Permission:
    """What the sender must be allowed to do."""
    return Permission.SEND_RFX if takes_forms(type) else Permission.SEND_MESSAGES
