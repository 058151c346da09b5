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


class FormerKeyJson(TypedDict):
    """Value key from before a move to another revision, and where a text typed under it belongs now.

    A text is from before the move if it is based on `base` or an earlier iteration. `key` and `iteration` replace the
    former key and `base`; `key` is None if the question is no longer asked or asks for another kind of answer.
    """

    former: str
    base: int
    label: str
    key: str | None
    iteration: int
    is_asked: bool


class RequestType(StrEnum):
    """Kind of documents in a request: questionnaires, or agreements to sign."""

    RFI = "RFI"
    NDA = "NDA"


class AnswerSource(StrEnum):
    """Origin of an answer: typed on a page or sent to the API, or taken from a filled workbook.

    MOVED was appended when the RFx moved to a new revision of its form: an answer with its author and time, or none
    where the former answer no longer fits. CARRIED was confirmed from the earlier round without a change.
    """

    SCREEN = "SCREEN"
    WORKBOOK = "WORKBOOK"
    MOVED = "MOVED"
    CARRIED = "CARRIED"


class CarriedState(StrEnum):
    """State of the answer that an earlier round has for a question.

    OFFERED waits for the respondent. CONFIRMED was saved unchanged, REPLACED was answered differently or cleared.
    DROPPED is not offered, because the answer no longer fits or the question is new.
    """

    OFFERED = "OFFERED"
    CONFIRMED = "CONFIRMED"
    REPLACED = "REPLACED"
    DROPPED = "DROPPED"


class CarriedOutcome(StrEnum):
    """Change of a question since the earlier round, the strongest one first.

    NEW was not asked. CHOICES: other options. RULES: other limits, unit, conditions or columns, or now required.
    REWORDED: another label or hint.
    """

    NEW = "NEW"
    TYPE = "TYPE"
    CHOICES = "CHOICES"
    RULES = "RULES"
    REWORDED = "REWORDED"
    SAME = "SAME"


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


class PartStatus(StrEnum):
    """Status of a part. ASKED becomes OPENED with the first act of the assignee; RETURNED and WITHDRAWN are final."""

    ASKED = "ASKED"
    OPENED = "OPENED"
    DONE = "DONE"
    RETURNED = "RETURNED"
    WITHDRAWN = "WITHDRAWN"


class PartMove(StrEnum):
    """Event that moves a part to another status. ASK asks its assignee again, or another one."""

    ASK = "ask"
    OPEN = "open"
    FINISH = "finish"
    RETURN = "return"
    WITHDRAW = "withdraw"


P = PartStatus
WAITING_PARTS = (P.ASKED, P.OPENED)
LIVE_PARTS = (P.ASKED, P.OPENED, P.DONE)
"""The statuses in which the assignee may answer. Answers can be corrected after DONE, until the RFx is submitted."""

PART_TRANSITIONS: dict[tuple[PartStatus, PartMove], PartStatus] = {
    (P.ASKED, PartMove.OPEN): P.OPENED,
    **{(status, PartMove.ASK): P.ASKED for status in LIVE_PARTS},
    **{(status, PartMove.FINISH): P.DONE for status in WAITING_PARTS},
    **{(status, PartMove.RETURN): P.RETURNED for status in WAITING_PARTS},
    **{(status, PartMove.WITHDRAW): P.WITHDRAWN for status in LIVE_PARTS},
}
"""All transitions of parts. They are possible only while the RFx is open."""


class ViewerRole(StrEnum):
    """Role of a viewer in an RFx.

    A guest is a respondent without an organisation. A recipient is a colleague of the requester who was assigned an
    internal survey. Both may answer without any permission. A delegate has a link to one part of the RFx and answers
    that part for the respondent.
    """

    REQUESTER = "REQUESTER"
    RESPONDENT = "RESPONDENT"
    RECIPIENT = "RECIPIENT"
    GUEST = "GUEST"
    DELEGATE = "DELEGATE"


ASKED_BY_NAME = (ViewerRole.RECIPIENT, ViewerRole.GUEST)
GUEST_ROLES = (ViewerRole.GUEST, ViewerRole.DELEGATE)


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
"""Subject type of the grants of guests (`app.kernel.http.auth.Grant`): one RFx as its respondent, without a scope."""
WORKBOOK_EXPORT = "rfxWorkbook"
"""Kind of the export of the workbook to fill in."""
RFX_PART = "RFX_PART"
"""Subject type of the grants of delegates: one part of an RFx (`RfxPart`), without a scope."""
FIRST_VIEW = ("rwMap", "tasks", "reuse")
"""Includes of `serialize_rfx` for the pages of an RFx."""
SKIP_TO_QUESTIONS = ("Skip to the questions", "questions")
"""Text and target of the first link on pages with questions to answer."""
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
