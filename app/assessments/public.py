"""Names of assessments for other features."""

from app.assessments.operations.running import close_assessment
from app.assessments.operations.starting import NewAssessment, create_assessment
from app.assessments.operations.surveys import SurveyRequest
from app.assessments.types import AssessmentType, GuestRecipient

__all__ = [
    "AssessmentType",
    "GuestRecipient",
    "NewAssessment",
    "SurveyRequest",
    "close_assessment",
    "create_assessment",
]
