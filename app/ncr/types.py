"""Types, severities, statuses and transitions of non-conformances (specification sections 3, 4 and 9)."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum

PAGE_SIZE = 10
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


class NcrMail(StrEnum):
    """Mail templates of non-conformances (specification section 2, Sysadmin)."""

    NCRCONVERSATION = "NCRCONVERSATION"
