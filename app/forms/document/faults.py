"""What can be wrong with a form document, as data: one `Fault` for each."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Severity(StrEnum):
    """REFUSED documents are never stored. UNFINISHED ones are stored as drafts but not published."""

    REFUSED = "REFUSED"
    UNFINISHED = "UNFINISHED"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: a plain sentence for the author, and the `fid` of the field that it is about, if it is
    about one.
    """

    sentence: str
    severity: Severity = Severity.REFUSED
    fid: str | None = None


Report: TypeAlias = Callable[[str, Severity], None]
"""Takes one sentence about the thing under inspection, and how grave it is."""
