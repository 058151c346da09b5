"""Types of threads and the tags that each user has on them (specification section 9)."""

from datetime import timedelta
from enum import StrEnum

PAGE_SIZE = 10
SAMPLE_LENGTH = 140
MAIL_GAP = timedelta(minutes=5)
"""Delay of a mail about a message, so that later messages of the thread share it."""
EMPTY_SENTENCE = "Please enter a message."
MESSAGE_SUBJECT = "message"
"""Subject type of files attached to messages."""


class ThreadType(StrEnum):
    """Plain conversation, or the conversation of a request for information."""

    GENERAL = "GENERAL"
    RFI = "RFI"


class MessageType(StrEnum):
    """The kinds of messages in a thread; all are written by people so far."""

    MESSAGE = "MESSAGE"


class ThreadTag(StrEnum):
    """Participant's tag on a thread: in the inbox, not opened since the last message, deleted."""

    INBOX = "inbox"
    NEW = "new"
    TRASH = "trash"


class MessageMail(StrEnum):
    """Mail templates of conversations (specification section 2, Sysadmin)."""

    RFICONVERSATION = "RFICONVERSATION"
