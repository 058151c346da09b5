"""Serializers of threads and messages."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Row

from app.accounts.public import GUEST_SAFE_NAME, Organisation, User, serialize_person
from app.files.public import AttachmentInfo, attachments_of
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.messages import queries
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.policies import (
    ThreadSubject,
    may_reply,
    thread_subject,
)
from app.messages.queries import MessageRow, ThreadRow
from app.messages.types import MESSAGE_SUBJECT, ThreadType


def serialize_thread_person(user: User, organisation: Organisation) -> Json:
    """Serialize a user in a thread for `ThreadPersonSchema`."""
    return serialize_person(user) | {"organisation": organisation}


def serialize_thread_row(row: ThreadRow) -> Json:
    """Serialize a row of `list_threads` for `ThreadRowSchema`."""
    # Guests are not participants, so a thread with a guest has no other organisation: show the safe name of guests.
    other_names = [GUEST_SAFE_NAME] if row.other_party.is_placeholder else row.other_organisations
    return _thread(row.thread, row.participant) | {
        "last_message": _last_message(row.last_message, row.author, row.organisation),
        "other_organisations": other_names,
        "counterpart": serialize_thread_person(row.counterpart, row.counterpart_organisation)
        if row.counterpart and row.counterpart_organisation
        else None,
    }


def serialize_message(row: MessageRow, attachments: Mapping[int, Sequence[AttachmentInfo]]) -> Json:
    """Serialize (Message, author, Organisation) for `MessageSchema`."""
    message, author, organisation = row
    return {
        "id": message.id,
        "type": message.type,
        "created": message.created,
        "created_by": serialize_thread_person(author, organisation),
        "sample": message.sample,
        "html": message.html,
        "attachments": attachments.get(message.id, ()),
    }


def serialize_loaded_thread(
    thread: MessageThread,
    participant: ThreadParticipant | None,
    messages: Sequence[MessageRow],
    participants: Sequence[Row[User, Organisation]],
    attachments: Mapping[int, Sequence[AttachmentInfo]],
    *,
    replies: bool,
    belongs_to: ThreadSubject | None,
) -> Json:
    """Serialize a thread and its rows for `ThreadSchema`."""
    last, author, organisation = messages[-1]
    return _thread(thread, participant) | {
        "created": thread.created,
        "last_message": _last_message(last, author, organisation),
        "messages": [serialize_message(row, attachments) for row in messages],
        "older_count": thread.message_count - len(messages),
        "participants": [serialize_thread_person(user, organisation) for user, organisation in participants],
        "takes_part": participant is not None,
        "may_reply": replies,
        "belongs_to": belongs_to,
    }


def _thread(thread: MessageThread, participant: ThreadParticipant | None) -> Json:
    return {
        "id": thread.id,
        "type": ThreadType(thread.type),
        "subject": thread.subject,
        "tags": participant.tags if participant else [],
        "last_activity": thread.last_activity,
        "message_count": thread.message_count,
    }


def _last_message(message: Message, author: User, organisation: Organisation) -> Json:
    return {
        "id": message.id,
        "sample": message.sample,
        "created": message.created,
        "created_by": serialize_thread_person(author, organisation),
    }


def serialize_thread(*, actor: Actor, thread_id: int, from_message_id: int | None = None) -> Json:
    """Load and serialize one thread for `ThreadSchema` with five statements; NotFoundError if the actor may not see it."""
    thread, participant = queries.thread_for(actor=actor, thread_id=thread_id)
    messages = queries.messages_of(thread_id=thread_id, from_message_id=from_message_id)
    return serialize_loaded_thread(
        thread,
        participant,
        messages,
        queries.participants_of(thread_id=thread_id),
        attachments_of(MESSAGE_SUBJECT, [message.id for message, _, _ in messages]),
        replies=may_reply(actor, takes_part=participant is not None),
        belongs_to=thread_subject(thread_id),
    )
