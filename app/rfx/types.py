"""Statuses of RFxs and responses, and the allowed transitions (specification sections 3 and 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict


class RfxType(StrEnum):
    """Purpose of an RFx."""

    RFI = "RFI"
    NDA = "NDA"
    ASSESSMENT_SELF_SURVEY = "ASSESSMENT_SELF_SURVEY"
    ASSESSMENT_INTERNAL_SURVEY = "ASSESSMENT_INTERNAL_SURVEY"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessmentRef:
    """Assessment that an RFx is sent for, with the assessed relationship and its supplier."""

    id: int
    title: str
    relationship_id: int
    supplier_id: int


class FieldScoreJson(TypedDict):
    """Stored score of one field: `rule` is the index of the rule that applied; numbers are decimal strings."""

    key: str
    rule: int | None
    points: str
    most: str
    weight: str
    score: str


class SectionScoreJson(TypedDict):
    """Stored score of one topic; numbers are decimal strings."""

    topic: str
    score: str | None
    weight: str
    fields: list[FieldScoreJson]


class RequestType(StrEnum):
    """Kind of documents in a request: questionnaires, or agreements to sign."""

    RFI = "RFI"
    NDA = "NDA"


class RequestState(StrEnum):
    """State of a request. SCHEDULED has no RFxs yet; CANCELLED was scheduled and never sent, or withdrawn as a whole."""

    SCHEDULED = "SCHEDULED"
    OPEN = "OPEN"
    EVALUATING = "EVALUATING"
    AWARDED = "AWARDED"
    CANCELLED = "CANCELLED"


class RfxStatus(StrEnum):
    """Status of an RFx: NEW is sent, PENDING opened, INPROGRESS has a saved answer; COMPLETED is submitted."""

    NEW = "NEW"
    PENDING = "PENDING"
    INPROGRESS = "INPROGRESS"
    COMPLETED = "COMPLETED"
    DECLINED = "DECLINED"
    EXPIRED = "EXPIRED"


class ResponseStatus(StrEnum):
    """Status of the response of one party."""

    NOT_STARTED = "NOT_STARTED"
    INPROGRESS = "INPROGRESS"
    SUBMITTED = "SUBMITTED"
    DECLINED = "DECLINED"


class RfxMove(StrEnum):
    """Event that moves an RFx to another status."""

    OPEN = "open"
    ANSWER = "answer"
    SUBMIT = "submit"
    DECLINE = "decline"
    EXPIRE = "expire"
    WITHDRAW = "withdraw"
    EXTEND = "extend"
    REOPEN = "reopen"


class ViewerRole(StrEnum):
    """Role of a viewer in an RFx.

    A guest is a respondent without an organisation. A recipient is a colleague of the requester who was assigned an
    internal survey. Both may answer without any permission.
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
    **{(status, RfxMove.WITHDRAW): S.EXPIRED for status in OPEN_STATUSES},
    (S.COMPLETED, RfxMove.REOPEN): S.INPROGRESS,
    (S.DECLINED, RfxMove.REOPEN): S.INPROGRESS,
}
"""All transitions except EXTEND, which returns an EXPIRED RFx to its previous status."""

RFX = "RFX"
"""Subject type of the grants of guests (`app.kernel.auth.Grant`): one RFx as its respondent, without a scope."""
RFX_FILE = "rfxFile"
"""Subject type of the files that an RFx was sent with; files of answers have the subject type `rfx`."""

STATUS_INFO: Mapping[str, dict[str, str]] = {
    RfxStatus.NEW: {"label": "New", "icon": "new", "style": "none"},
    RfxStatus.PENDING: {"label": "Pending", "icon": "pending", "style": "wait"},
    RfxStatus.INPROGRESS: {"label": "In Progress", "icon": "in-progress", "style": "info"},
    RfxStatus.COMPLETED: {"label": "Completed", "icon": "completed", "style": "ok"},
    RfxStatus.DECLINED: {"label": "Declined", "icon": "declined", "style": "bad"},
    RfxStatus.EXPIRED: {"label": "Expired", "icon": "expired", "style": "bad"},
}
"""Label, icon and style of each status."""


class RfxMail(StrEnum):
    """Mail templates of RFxs (specification section 2, Sysadmin)."""

    RFI = "RFI"
    RFIREMINDER = "RFIREMINDER"
    RFIREOPEN = "RFIREOPEN"
    RFISUBMIT = "RFISUBMIT"
    SELFSURVEYREQUEST = "SELFSURVEYREQUEST"
    SURVEYREQUEST = "SURVEYREQUEST"
    DEADLINECHANGED = "DEADLINECHANGED"
