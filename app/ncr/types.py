"""Types, severities, statuses and transitions of non-conformances (specification sections 3, 4 and 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

PAGE_SIZE = 10
PDF, EIGHT_D_PDF = "pdf", "8d"
"""Formats of the file: the whole non-conformance, or its corrective action alone."""
MIN_EVENT_DATE = date(2000, 1, 1)
"""First day of an event that can be reported (specification section 9)."""
MAX_SUGGESTIONS = 10
MAX_ASSIGNEES = 50
"""Maximum number of users who are notified if a task is assigned to anyone at their organisation."""


class NcrType(StrEnum):
    """Subject of a non-conformance."""

    BREACH = "BREACH"
    DELIVERY = "DELIVERY"
    PROCESS = "PROCESS"
    QUALITY = "QUALITY"
    CONTRACTUAL = "CONTRACTUAL"


class NcrSeverity(StrEnum):
    """Severity of a non-conformance."""

    CRITICAL = "CRITICAL"
    MAJOR = "MAJOR"
    MINOR = "MINOR"


class NcrStatus(StrEnum):
    """PENDING: raised. INPROGRESS: the assignee's organisation has responded. RESOLVED: closed by the raiser."""

    PENDING = "PENDING"
    INPROGRESS = "INPROGRESS"
    RESOLVED = "RESOLVED"
    DELETED = "DELETED"


class NcrMove(StrEnum):
    """Event that moves a non-conformance to another status. RESTORE returns to the status before DELETE."""

    START = "start"
    RESOLVE = "resolve"
    REOPEN = "reopen"
    DELETE = "delete"
    RESTORE = "restore"


S = NcrStatus
OPEN_STATUSES = (S.PENDING, S.INPROGRESS)
UNDELETED_STATUSES = (S.PENDING, S.INPROGRESS, S.RESOLVED)
"""Statuses in a list without a status filter; deleted non-conformances are hidden."""

MOVES: Mapping[tuple[NcrStatus, NcrStatus], NcrMove] = {
    (S.PENDING, S.INPROGRESS): NcrMove.START,
    (S.INPROGRESS, S.RESOLVED): NcrMove.RESOLVE,
    (S.RESOLVED, S.INPROGRESS): NcrMove.REOPEN,
    **{(status, S.DELETED): NcrMove.DELETE for status in UNDELETED_STATUSES},
}
"""All transitions except RESTORE."""

STATUS_INFO: Mapping[str, dict[str, str]] = {
    S.PENDING: {"label": "Pending", "icon": "pending", "style": "wait"},
    S.INPROGRESS: {"label": "In Progress", "icon": "in-progress", "style": "info"},
    S.RESOLVED: {"label": "Resolved", "icon": "completed", "style": "ok"},
    S.DELETED: {"label": "Deleted", "icon": "delete", "style": "none"},
}
"""Label, icon and style of each status."""

SEVERITY_LABELS: Mapping[str, str] = {s: s.title() for s in NcrSeverity}


class Disposition(StrEnum):
    """Decision of the raiser about the defective parts; the supplier never sees it."""

    USE_AS_IS = "USE_AS_IS"
    REWORK = "REWORK"
    SORT = "SORT"
    RETURN = "RETURN"
    SCRAP = "SCRAP"


DISPOSITION_LABELS: Mapping[str, str] = {d: d.replace("_", " ").capitalize() for d in Disposition}

PART_LIMIT = 100
"""Characters of a part number, a batch and an order."""
NOTE_LIMIT = 5_000
"""Characters of the raiser's own note."""
MAX_QUANTITY = 1_000_000_000
RECURRENCE_DAYS = 365
"""Days before an event in which an earlier one of the same supplier, part and defect makes it a recurrence."""
MAX_OCCURRENCE = 100
"""A recurrence is counted up to here."""
ORDINALS = (
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth",
)  # fmt: skip

CODE_LIMIT = 20
CODE_NAME_LIMIT = 80
MAX_DEFECT_CODES = 500
"""Defect codes of one organisation, archived ones included."""
USUAL_CODES: Sequence[tuple[str, str]] = (
    ("DIM", "Dimension out of tolerance"), ("BUR", "Burr"), ("SCR", "Scratch or dent"), ("COR", "Corrosion"),
    ("COA", "Coating or surface finish"), ("MAT", "Wrong material"), ("CON", "Contamination"),
    ("FUN", "Function or test failed"), ("ASM", "Assembly error"), ("MIX", "Mixed or wrong parts"),
    ("QTY", "Wrong quantity"), ("LAT", "Late delivery"), ("PAC", "Packaging damage"), ("LAB", "Label error"),
    ("DOC", "Documents missing or wrong"),
)  # fmt: skip
"""Codes and names that an organisation can start with."""


class FigureGroup(StrEnum):
    """Property that figures are grouped by."""

    DEFECT = "defect"
    MONTH = "month"
    SUPPLIER = "supplier"
    PART = "part"


class FigureParty(StrEnum):
    """The non-conformances that figures count: those that the organisation raised, or those that others raised about it."""

    RAISED = "raised"
    RECEIVED = "received"


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureFilter:
    """The counted non-conformances: of one party, with an event from `start` to `end`, both included."""

    party: FigureParty
    start: date
    end: date


MAX_FIGURE_ROWS = 20
"""Defects, suppliers and parts of a figure, the most frequent ones."""
MAX_EXPORTED_FIGURE_ROWS = 10_000
"""Defects, suppliers and parts in the file of the figures, each."""
MAX_FIGURE_MONTHS = 120


class NcrMail(StrEnum):
    """Mail templates of non-conformances (specification section 2, Sysadmin)."""

    NCRCONVERSATION = "NCRCONVERSATION"
