"""Kinds of threads and each user's own tags on them (specification section 9)."""

from enum import StrEnum


class ThreadType(StrEnum):
    GENERAL = "GENERAL"
    RFI = "RFI"


class ThreadTag(StrEnum):
    INBOX = "inbox"
    NEW = "new"
    TRASH = "trash"
