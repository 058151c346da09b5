"""Types and statuses of assessments (specification sections 3, 4 and 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.forms.public import DocFormType


class AssessmentType(StrEnum):
    """QUALIFICATION decides if a supplier may deliver. PERFORMANCE rates it, by the people who work with it."""

    QUALIFICATION = "QUALIFICATION"
    PERFORMANCE = "PERFORMANCE"


class AssessmentStatus(StrEnum):
    """NEW until the first answer, then INPROGRESS; COMPLETED after closing, permanently."""

    NEW = "NEW"
    INPROGRESS = "INPROGRESS"
    COMPLETED = "COMPLETED"


class ReportAudience(StrEnum):
    """INTERNAL names the respondents; SUPPLIER has averages and comments without names."""

    INTERNAL = "INTERNAL"
    SUPPLIER = "SUPPLIER"


class AssessmentMove(StrEnum):
    """Event that moves an assessment to another status."""

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
"""Labels of each type and of its score."""

STATUS_INFO: Mapping[str, dict[str, str]] = {
    AssessmentStatus.NEW: {"label": "New", "icon": "new", "style": "none"},
    AssessmentStatus.INPROGRESS: {"label": "In Progress", "icon": "in-progress", "style": "info"},
    AssessmentStatus.COMPLETED: {"label": "Completed", "icon": "completed", "style": "ok"},
}
"""Label, icon and style of each status."""

SELF_SURVEY_FORMS = (DocFormType.SELF_SURVEY, DocFormType.RFI, DocFormType.GENERIC)
"""Form types for self-surveys. They include RFI, the type of the starter questionnaires."""
INTERNAL_SURVEY_FORMS = (DocFormType.INTERNAL_SURVEY,)
"""Form types for internal surveys (specification section 5, Internal survey request)."""


@dataclass(frozen=True, slots=True)
class GuestRecipient:
    """Recipient by e-mail address; the name may be empty."""

    name: str
    email: str


SurveyRecipient = int | GuestRecipient
"""Id of a user, or an address (specification section 7, POST /api/assessment/{id})."""
