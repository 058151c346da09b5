"""Kinds and states of assessments (specification sections 3, 4 and 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.forms.public import DocFormType


class AssessmentType(StrEnum):
    """QUALIFICATION: may this supplier deliver. PERFORMANCE: how well it does, by people who work with it."""

    QUALIFICATION = "QUALIFICATION"
    PERFORMANCE = "PERFORMANCE"


class AssessmentStatus(StrEnum):
    """NEW until the first answer, then INPROGRESS; COMPLETED by closing, for good."""

    NEW = "NEW"
    INPROGRESS = "INPROGRESS"
    COMPLETED = "COMPLETED"


class AssessmentMove(StrEnum):
    """What can happen to an assessment."""

    BEGIN = "begin"
    CLOSE = "close"


S = AssessmentStatus
TRANSITIONS: dict[tuple[AssessmentStatus, AssessmentMove], AssessmentStatus] = {
    (S.NEW, AssessmentMove.BEGIN): S.INPROGRESS,
    (S.INPROGRESS, AssessmentMove.BEGIN): S.INPROGRESS,
    (S.NEW, AssessmentMove.CLOSE): S.COMPLETED,
    (S.INPROGRESS, AssessmentMove.CLOSE): S.COMPLETED,
}

OPEN_STATUSES = (S.NEW, S.INPROGRESS)

TYPE_INFO: Mapping[str, dict[str, str]] = {
    AssessmentType.QUALIFICATION: {"label": "Qualification", "score_name": "Qualification score"},
    AssessmentType.PERFORMANCE: {"label": "Performance", "score_name": "Performance score"},
}
"""What each type, and its score, is called."""

STATUS_INFO: Mapping[str, dict[str, str]] = {
    AssessmentStatus.NEW: {"label": "New", "icon": "new", "style": "none"},
    AssessmentStatus.INPROGRESS: {"label": "In Progress", "icon": "in-progress", "style": "info"},
    AssessmentStatus.COMPLETED: {"label": "Completed", "icon": "completed", "style": "ok"},
}
"""How each status is shown: its words, what its icon means, its tone."""

SELF_SURVEY_FORMS = (DocFormType.SELF_SURVEY, DocFormType.RFI, DocFormType.GENERIC)
"""What a supplier can be asked about itself. The questionnaires that everyone starts with are RFIs."""
INTERNAL_SURVEY_FORMS = (DocFormType.INTERNAL_SURVEY,)
"""What internal surveys are made of (specification section 5, Internal survey request)."""


@dataclass(frozen=True, slots=True)
class GuestRecipient:
    """Somebody who is asked by e-mail; the name may be empty."""

    name: str
    email: str


SurveyRecipient = int | GuestRecipient
"""The id of a user, or an address (specification section 7, POST /api/assessment/{id})."""
