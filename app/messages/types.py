"""Kinds of threads and each user's own tags on them (specification section 9)."""

from enum import StrEnum


class ThreadType(StrEnum):
    """GENERAL for messages; RFI where an RFx belongs to the thread."""

    GENERAL = "GENERAL"
    RFI = "RFI"


class ThreadTag(StrEnum):
    """What a user has a thread tagged with, for that user alone."""

    INBOX = "inbox"
    NEW = "new"
    TRASH = "trash"
