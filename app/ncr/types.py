"""Kinds, severities and states of non-conformances, and which moves are possible (specification sections 3, 4 and 9)."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum

PAGE_SIZE = 10
MIN_EVENT_DATE = date(2000, 1, 1)
"""No event before this day can be reported (specification section 9)."""
SUGGESTIONS = 10
MOST_ASSIGNEES = 50
"""The most people who are told of what is assigned to anyone at their organisation."""


class NcrType(StrEnum):
    """What was not as agreed."""

    BREACH = "BREACH"
    DELIVERY = "DELIVERY"
    PROCESS = "PROCESS"
    QUALITY = "QUALITY"
    CONTRACTUAL = "CONTRACTUAL"


class NcrSeverity(StrEnum):
    """How bad it is."""

    CRITICAL = "CRITICAL"
    MAJOR = "MAJOR"
    MINOR = "MINOR"


class NcrStatus(StrEnum):
    """PENDING: raised. INPROGRESS: its assignee's organisation has answered. RESOLVED by who raised it."""

    PENDING = "PENDING"
    INPROGRESS = "INPROGRESS"
    RESOLVED = "RESOLVED"
    DELETED = "DELETED"


class NcrMove(StrEnum):
    """What can happen to a non-conformance. RESTORE leads back to the state before DELETE."""

    START = "start"
    RESOLVE = "resolve"
    REOPEN = "reopen"
    DELETE = "delete"
    RESTORE = "restore"


S = NcrStatus
OPEN_STATUSES = (S.PENDING, S.INPROGRESS)
SHOWN_STATUSES = (S.PENDING, S.INPROGRESS, S.RESOLVED)
"""What a list shows that asks for no status: the deleted ones are hidden."""

MOVES: Mapping[tuple[NcrStatus, NcrStatus], NcrMove] = {
    (S.PENDING, S.INPROGRESS): NcrMove.START,
    (S.INPROGRESS, S.RESOLVED): NcrMove.RESOLVE,
    (S.RESOLVED, S.INPROGRESS): NcrMove.REOPEN,
    **{(status, S.DELETED): NcrMove.DELETE for status in SHOWN_STATUSES},
}
"""Every possible move between two states but RESTORE."""

STATUS_INFO: Mapping[str, dict[str, str]] = {
    S.PENDING: {"label": "Pending", "icon": "pending", "style": "wait"},
    S.INPROGRESS: {"label": "In Progress", "icon": "in-progress", "style": "info"},
    S.RESOLVED: {"label": "Resolved", "icon": "completed", "style": "ok"},
    S.DELETED: {"label": "Deleted", "icon": "delete", "style": "none"},
}
"""How each status is shown: its words, what its icon means, its tone."""

SEVERITY_LABELS: Mapping[str, str] = {s: s.title() for s in NcrSeverity}


class NcrMail(StrEnum):
    """The mails of non-conformances (specification section 2, Sysadmin)."""

    NCRCONVERSATION = "NCRCONVERSATION"
