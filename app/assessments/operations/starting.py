"""Start of assessments."""

from dataclasses import dataclass, field
from datetime import datetime

from app.assessments.models import Assessment
from app.assessments.operations.recording import record_event
from app.assessments.operations.surveys import (
    NO_SELF_SURVEY,
    SentSurveys,
    SurveyRequest,
    send_internal_surveys,
    send_self_surveys,
)
from app.assessments.policies import demand_future
from app.assessments.types import AssessmentType
from app.extensions import db
from app.kernel.bulk.mails import JobMail
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError
from app.network.public import LEVELS_ABOVE_NONE, relationship_for
from app.rfx.public import RfxContext

NO_RELATIONSHIP = "Assessments need a relationship above None with this supplier."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAssessment:
    """Values of the New Assessment form."""

    relationship_id: int
    type: AssessmentType
    title: str
    deadline: datetime | None = None
    message_html: str = ""
    """Message to the recipients, in addition to the request; it may be empty."""
    self_survey: SurveyRequest = field(default_factory=SurveyRequest)
    internal_survey: SurveyRequest = field(default_factory=SurveyRequest)


def create_assessment(*, actor: Actor, new: NewAssessment, job: JobMail | None = None) -> SentSurveys:
    """Start an assessment of a supplier of the actor's network, and send its first surveys.

    `job` is the bulk job that this is a part of; it mails each colleague once.
    Raises InvalidError with sentences at the fields, NotFoundError for a relationship of another organisation.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    relationship = relationship_for(actor=actor, relationship_id=new.relationship_id)
    if relationship.level not in LEVELS_ABOVE_NONE:
        raise InvalidError(fields={"relationshipId": [NO_RELATIONSHIP]})
    demand_future(new.deadline)
    if new.type is AssessmentType.PERFORMANCE and new.self_survey.is_requested:
        raise InvalidError(fields={"selfSurveyRecipients": [NO_SELF_SURVEY]})
    assessment = Assessment(
        organisation_id=actor.organisation_id,
        relationship_id=relationship.id,
        with_organisation_id=relationship.with_organisation_id,
        type=new.type,
        title=new.title,
        deadline=new.deadline,
        created_by_user_id=actor.user_id,
    )
    db.session.add(assessment)
    db.session.flush()
    record_event("assessment.created", actor, assessment)
    sent: list[RfxContext] = []
    if new.self_survey.is_requested:
        sent += send_self_surveys(actor, assessment, new.self_survey, message_html=new.message_html)
    if new.internal_survey.is_requested:
        sent += send_internal_surveys(
            actor, assessment, new.internal_survey, message_html=new.message_html, job=job
        )
    return SentSurveys(assessment, sent)
