"""What the messages feature gives: to its own calls and pages, and to the features above it."""

from collections.abc import Mapping
from typing import Any

from app.files.public import attachments_of
from app.kernel.auth import Actor
from app.messages import queries, schemas
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.operations import (
    create_thread,
    join_thread,
    reply,
    send_message,
    start_thread,
    thread_replied,
)
from app.messages.policies import (
    ThreadHooks,
    ThreadSubject,
    may_reply,
    thread_subject,
)
from app.messages.queries import (
    ThreadFilter,
    latest_activity,
    list_threads,
    messages_of,
    new_thread_count,
)
from app.messages.schemas import (
    MessageSchema,
    ThreadPersonSchema,
    ThreadRowSchema,
    ThreadSchema,
    message_body,
    thread_row,
)
from app.messages.types import MESSAGE_SUBJECT, MessageMail, ThreadTag, ThreadType


def thread_filter(query: Mapping[str, Any]) -> queries.ThreadFilter:
    """The list's filters from its query."""
    return queries.ThreadFilter(
        search=query["search"],
        subject=query["subject"],
        tags=query["tags"],
        of_tasks=query["filter_type_task"],
        of_rfis=query["filter_type_rfi"],
    )


def thread_body(*, actor: Actor, thread_id: int, from_message_id: int | None = None) -> dict[str, Any]:
    """One thread as `ThreadSchema` dumps it; NotFoundError where the actor can't see it. Five statements."""
    thread, participant = queries.thread_for(actor=actor, thread_id=thread_id)
    messages = queries.messages_of(thread_id=thread_id, from_message_id=from_message_id)
    return schemas.thread_body(
        thread,
        participant,
        messages,
        queries.participants_of(thread_id=thread_id),
        attachments_of(MESSAGE_SUBJECT, [row[0].id for row in messages]),
        replies=may_reply(actor, takes_part=participant is not None),
        belongs_to=thread_subject(thread_id),
    )


__all__ = [
    "MESSAGE_SUBJECT",
    "Message",
    "MessageMail",
    "MessageSchema",
    "MessageThread",
    "ThreadFilter",
    "ThreadHooks",
    "ThreadParticipant",
    "ThreadPersonSchema",
    "ThreadRowSchema",
    "ThreadSchema",
    "ThreadSubject",
    "ThreadTag",
    "ThreadType",
    "create_thread",
    "join_thread",
    "latest_activity",
    "list_threads",
    "message_body",
    "messages_of",
    "new_thread_count",
    "reply",
    "send_message",
    "start_thread",
    "thread_body",
    "thread_filter",
    "thread_replied",
    "thread_row",
]
