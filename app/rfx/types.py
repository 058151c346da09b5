"""States of RFxs and responses, and which moves are possible (specification sections 3 and 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class RfxType(StrEnum):
    """What an RFx is for."""

    RFI = "RFI"
    NDA = "NDA"
    ASSESSMENT_SELF_SURVEY = "ASSESSMENT_SELF_SURVEY"
    ASSESSMENT_INTERNAL_SURVEY = "ASSESSMENT_INTERNAL_SURVEY"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessmentRef:
    """The assessment that an RFx is sent for, the relationship that it assesses and the supplier at its other end."""

    id: int
    title: str
    relationship_id: int
    supplier_id: int


class RfxStatus(StrEnum):
    """NEW: sent. PENDING: opened. INPROGRESS: an answer is saved. Then submitted, declined or out of time."""

    NEW = "NEW"
    PENDING = "PENDING"
    INPROGRESS = "INPROGRESS"
    COMPLETED = "COMPLETED"
    DECLINED = "DECLINED"
    EXPIRED = "EXPIRED"


class ResponseStatus(StrEnum):
    """How far one end of an RFx has come."""

    NOT_STARTED = "NOT_STARTED"
    INPROGRESS = "INPROGRESS"
    SUBMITTED = "SUBMITTED"
    DECLINED = "DECLINED"


class RfxMove(StrEnum):
    """What can happen to an RFx."""

    OPEN = "open"
    ANSWER = "answer"
    SUBMIT = "submit"
    DECLINE = "decline"
    EXPIRE = "expire"
    EXTEND = "extend"
    REOPEN = "reopen"


class ViewerRole(StrEnum):
    """Which end of an RFx a viewer stands at.

    A guest is a respondent without an organisation of its own, a recipient one of the requester's own people, who
    was asked by name (an internal survey): both may answer for that reason alone.
    """

    REQUESTER = "REQUESTER"
    RESPONDENT = "RESPONDENT"
    RECIPIENT = "RECIPIENT"
    GUEST = "GUEST"


ASKED_BY_NAME = (ViewerRole.RECIPIENT, ViewerRole.GUEST)


S = RfxStatus
OPEN_STATUSES = (S.NEW, S.PENDING, S.INPROGRESS)

TRANSITIONS: dict[tuple[RfxStatus, RfxMove], RfxStatus] = {
    (S.NEW, RfxMove.OPEN): S.PENDING,
    (S.NEW, RfxMove.ANSWER): S.INPROGRESS,
    (S.PENDING, RfxMove.ANSWER): S.INPROGRESS,
    (S.INPROGRESS, RfxMove.ANSWER): S.INPROGRESS,
    **{(status, RfxMove.SUBMIT): S.COMPLETED for status in OPEN_STATUSES},
    **{(status, RfxMove.DECLINE): S.DECLINED for status in OPEN_STATUSES},
    **{(status, RfxMove.EXPIRE): S.EXPIRED for status in OPEN_STATUSES},
    (S.COMPLETED, RfxMove.REOPEN): S.INPROGRESS,
    (S.DECLINED, RfxMove.REOPEN): S.INPROGRESS,
}
"""Every possible move but EXTEND, which takes EXPIRED back to the state before."""

RFX_FILE = "rfxFile"
"""Subject type of the files that an RFx was sent with; those of its answers are attached to `rfx`."""

STATUS_INFO: Mapping[str, dict[str, str]] = {
    RfxStatus.NEW: {"label": "New", "icon": "new", "style": "none"},
    RfxStatus.PENDING: {"label": "Pending", "icon": "pending", "style": "wait"},
    RfxStatus.INPROGRESS: {"label": "In Progress", "icon": "in-progress", "style": "info"},
    RfxStatus.COMPLETED: {"label": "Completed", "icon": "completed", "style": "ok"},
    RfxStatus.DECLINED: {"label": "Declined", "icon": "declined", "style": "bad"},
    RfxStatus.EXPIRED: {"label": "Expired", "icon": "expired", "style": "bad"},
}
"""How each status is shown: its words, what its icon means, its tone."""


class RfxMail(StrEnum):
    """The mails of RFxs (specification section 2, Sysadmin)."""

    RFI = "RFI"
    RFIREMINDER = "RFIREMINDER"
    RFIREOPEN = "RFIREOPEN"
    RFISUBMIT = "RFISUBMIT"
    SELFSURVEYREQUEST = "SELFSURVEYREQUEST"
    SURVEYREQUEST = "SURVEYREQUEST"
    DEADLINECHANGED = "DEADLINECHANGED"
