"""States of an award, the allowed transitions, and limits."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum


class AwardState(StrEnum):
    """State of an award. APPROVED only where the organisation needs an approval; SENT and its letters are permanent."""

    DRAFT = "DRAFT"
    PENDING_APPROVAL = "PENDING_APPROVAL"
    APPROVED = "APPROVED"
    SENT = "SENT"
    CANCELLED = "CANCELLED"


class AwardMove(StrEnum):
    """Event that moves an award to another state."""

    SUBMIT = "submit"
    APPROVE = "approve"
    SEND_BACK = "sendBack"
    RECALL = "recall"
    SEND = "send"
    CANCEL = "cancel"
    RESTART = "restart"


class LetterState(StrEnum):
    """State of the letter to one supplier. FAILED has a sentence; it could reach no person."""

    WAITING = "WAITING"
    SENT = "SENT"
    FAILED = "FAILED"


S, M = AwardState, AwardMove
TRANSITIONS: Mapping[tuple[AwardState, AwardMove], AwardState] = {
    (S.DRAFT, M.SUBMIT): S.PENDING_APPROVAL,
    (S.PENDING_APPROVAL, M.APPROVE): S.APPROVED,
    (S.PENDING_APPROVAL, M.SEND_BACK): S.DRAFT,
    (S.PENDING_APPROVAL, M.RECALL): S.DRAFT,
    (S.APPROVED, M.RECALL): S.DRAFT,
    (S.APPROVED, M.SEND): S.SENT,
    (S.DRAFT, M.SEND): S.SENT,
    (S.DRAFT, M.CANCEL): S.CANCELLED,
    (S.PENDING_APPROVAL, M.CANCEL): S.CANCELLED,
    (S.APPROVED, M.CANCEL): S.CANCELLED,
    (S.CANCELLED, M.RESTART): S.DRAFT,
}
"""All transitions. A draft is sent without an approval only if the organisation needs none."""

REASON_LIMIT = 2_000
"""Number of characters of each reason."""
MAX_LINES = 500
"""Number of suppliers of an award: a request has no more."""
MAX_APPROVERS = 300
"""Number of colleagues that can be named as approver."""
LONGEST_STANDSTILL = timedelta(days=366)
LETTERS_JOB = "rfxAward.sendLetters"
REPORT = "rfxAward"
"""Kind of the export of the PDF report."""
