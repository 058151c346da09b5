"""Kinds of threads and each user's own tags on them (specification section 9)."""

from datetime import timedelta
from enum import StrEnum

PAGE_SIZE = 10
SAMPLE_LENGTH = 140
MAIL_GAP = timedelta(minutes=5)
"""How long a mail about a message waits for more messages in the same thread."""
EMPTY_SENTENCE = "Please enter a message."
MESSAGE_SUBJECT = "message"
"""What attachments of messages are attached to."""


class ThreadType(StrEnum):
    """A plain conversation, or one that carries a request for information."""

    GENERAL = "GENERAL"
    RFI = "RFI"


class ThreadTag(StrEnum):
    """Each participant's own mark on a thread: in the inbox, not opened since the last message, deleted."""

    INBOX = "inbox"
    NEW = "new"
    TRASH = "trash"


class MessageMail(StrEnum):
    """The mails of conversations (specification section 2, Sysadmin)."""

    RFICONVERSATION = "RFICONVERSATION"
