"""The names of messages that other features use."""

from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.operations import (
    join_thread,
    move_participation,
    reply,
    send_message,
    start_thread,
    thread_replied,
)
from app.messages.policies import ThreadHooks, ThreadSubject
from app.messages.queries import ThreadFilter, latest_activity, list_threads, messages_of, new_thread_count
from app.messages.schemas import MessageSchema, ThreadRowSchema, ThreadSchema
from app.messages.serializers import serialize_message, serialize_thread, serialize_thread_row
from app.messages.types import MESSAGE_SUBJECT, MessageMail, ThreadTag, ThreadType

__all__ = [
    "MESSAGE_SUBJECT",
    "Message",
    "MessageMail",
    "MessageSchema",
    "MessageThread",
    "ThreadFilter",
    "ThreadHooks",
    "ThreadParticipant",
    "ThreadRowSchema",
    "ThreadSchema",
    "ThreadSubject",
    "ThreadTag",
    "ThreadType",
    "join_thread",
    "latest_activity",
    "list_threads",
    "messages_of",
    "move_participation",
    "new_thread_count",
    "reply",
    "send_message",
    "serialize_message",
    "serialize_thread",
    "serialize_thread_row",
    "start_thread",
    "thread_replied",
]
