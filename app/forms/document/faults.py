"""Faults of a form document, as data."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Severity(StrEnum):
    """Severity of a fault: REFUSED documents are not stored, UNFINISHED ones are stored as drafts but not published."""

    REFUSED = "REFUSED"
    UNFINISHED = "UNFINISHED"


@dataclass(frozen=True, slots=True)
class Fault:
    """Fault of a document: a plain sentence for the author, and the `fid` of the field if it concerns a field."""

    sentence: str
    severity: Severity = Severity.REFUSED
    fid: str | None = None


Report: TypeAlias = Callable[[str, Severity], None]
"""Callback that adds one fault: a sentence about the checked object, and its severity."""
