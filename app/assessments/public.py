"""Names of assessments for other features."""

from app.assessments.models import Assessment
from app.assessments.operations.running import close_assessment
from app.assessments.operations.starting import NewAssessment, create_assessment
from app.assessments.operations.surveys import SurveyRequest
from app.assessments.queries import PastScoreRow, assessment_for, score_history
from app.assessments.types import TYPE_INFO, AssessmentType, GuestRecipient

__all__ = [
    "TYPE_INFO",
    "Assessment",
    "AssessmentType",
    "GuestRecipient",
    "NewAssessment",
    "PastScoreRow",
    "SurveyRequest",
    "assessment_for",
    "close_assessment",
    "create_assessment",
    "score_history",
]
