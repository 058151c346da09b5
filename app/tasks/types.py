"""Kinds and states of tasks."""

from collections.abc import Mapping
from enum import StrEnum


class TaskType(StrEnum):
    """The kind of a task.

    RFX: answer it. FOLLOW_UP: one question on one field. NONCONFORMANCE: resolve it. REVIEW: review what the other
    party has completed, the submitted response of an RFx or the requested resolution of a non-conformance; or review
    what the product could not send, of a request to suppliers or a schedule; or the result of a closed evaluation; or approve an
    award. HANDOVER: confirm the new contact of a guest's RFx. EVALUATION: mark the answers of suppliers. RFX_PART:
    answer a part of an RFx for the organisation. REVIEW_PART: accept or query the answers of a part of an RFx.
    DOCUMENT: submit a document to a customer. CORRECTIVE_ACTION: work on the corrective action of a non-conformance, for
    the supplier; review it or check its effectiveness, for the buyer.
    """

    RFX = "RFX"
    FOLLOW_UP = "FOLLOW_UP"
    NONCONFORMANCE = "NONCONFORMANCE"
    REVIEW = "REVIEW"
    EVALUATION = "EVALUATION"
    RFX_PART = "RFX_PART"
    HANDOVER = "HANDOVER"
    REVIEW_PART = "REVIEW_PART"
    DOCUMENT = "DOCUMENT"
    CORRECTIVE_ACTION = "CORRECTIVE_ACTION"


class TaskStatus(StrEnum):
    """OPEN waits for its assignee; ANSWERED waits for the assigner, who closes it."""

    OPEN = "OPEN"
    ANSWERED = "ANSWERED"
    CLOSED = "CLOSED"


class TaskMove(StrEnum):
    """The moves of a task."""

    ANSWER = "answer"
    CLOSE = "close"
    REOPEN = "reopen"


S = TaskStatus
TRANSITIONS: dict[tuple[TaskStatus, TaskMove], TaskStatus] = {
    (S.OPEN, TaskMove.ANSWER): S.ANSWERED,
    (S.OPEN, TaskMove.CLOSE): S.CLOSED,
    (S.ANSWERED, TaskMove.CLOSE): S.CLOSED,
    (S.ANSWERED, TaskMove.REOPEN): S.OPEN,
    (S.CLOSED, TaskMove.REOPEN): S.OPEN,
}

PAGE_SIZE = 10


class TaskSubject(StrEnum):
    """The kinds of records that tasks are about; their features are above this one."""

    RFX = "rfx"
    NCR = "ncr"
    REQUEST = "rfxRequest"
    EVALUATION = "rfxEvaluation"
    AWARD = "rfxAward"
    """The award of a request; the id is the one of the request."""
    DOCUMENT = "documentRequirement"
    """A type of document that a buyer wants from a supplier."""
    SCHEDULE = "schedule"
    """A schedule whose next round could not be sent."""


RFX_SUBJECT = TaskSubject.RFX
NCR_SUBJECT = TaskSubject.NCR
REQUEST_SUBJECT = TaskSubject.REQUEST
EVALUATION_SUBJECT = TaskSubject.EVALUATION
AWARD_SUBJECT = TaskSubject.AWARD
DOCUMENT_SUBJECT = TaskSubject.DOCUMENT
SCHEDULE_SUBJECT = TaskSubject.SCHEDULE


class DutyKind(StrEnum):
    """Kinds of due records about the subjects of tasks. TASK: a review, evaluation, approval or new contact."""

    RFX = "RFX"
    RFX_SENT = "RFX_SENT"
    FOLLOW_UP = "FOLLOW_UP"
    PART = "PART"
    NCR = "NCR"
    TASK = "TASK"
    DOCUMENT = "DOCUMENT"
    CORRECTIVE_ACTION = "CORRECTIVE_ACTION"


DUTY_LABELS: Mapping[str, str] = {
    DutyKind.RFX: "RFx to answer",
    DutyKind.RFX_SENT: "RFx sent",
    DutyKind.FOLLOW_UP: "Follow-up",
    DutyKind.PART: "Part of an RFx",
    DutyKind.NCR: "Non-conformance",
    DutyKind.TASK: "Task",
    DutyKind.DOCUMENT: "Document to send",
    DutyKind.CORRECTIVE_ACTION: "Corrective action",
}


class TaskMail(StrEnum):
    """The mails of tasks (specification section 2, Sysadmin)."""

    USERTASKASSIGNMENT = "USERTASKASSIGNMENT"
