"""The names of new messages that other features use."""

from app.compose.operations.documents import chosen_documents
from app.compose.operations.recipients import Recipient, RecipientChoice, Resolution, resolve_recipients
from app.compose.operations.sending import send_to_recipient
from app.compose.schemas import MAX_DOCUMENTS, TOO_MANY_DOCUMENTS, ContentSchema, RecipientsSchema
from app.compose.types import MAX_SUPPLIERS, TOO_MANY_SUPPLIERS, NewMessageType

__all__ = [
    "MAX_DOCUMENTS",
    "MAX_SUPPLIERS",
    "TOO_MANY_DOCUMENTS",
    "TOO_MANY_SUPPLIERS",
    "ContentSchema",
    "NewMessageType",
    "Recipient",
    "RecipientChoice",
    "RecipientsSchema",
    "Resolution",
    "chosen_documents",
    "resolve_recipients",
    "send_to_recipient",
]
