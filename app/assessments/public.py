"""What assessments give to their own calls and pages, and to the features above them."""

from typing import Any

from sqlalchemy import Row

from app.assessments import queries, schemas
from app.assessments.exports import report_file
from app.assessments.operations.running import (
    close_assessment,
    counts,
    scoreboard_for,
)
from app.assessments.operations.starting import NewAssessment, create_assessment
from app.assessments.operations.surveys import SurveyRequest, request_internal_surveys
from app.assessments.policies import is_open, may_manage
from app.assessments.queries import AssessmentFilter, assessment_for
from app.assessments.types import AssessmentType, GuestRecipient
from app.kernel.auth import Actor
from app.kernel.exports import ExportFile
from app.network.public import relationship_for
from app.rfx.public import (
    STATUS_INFO,
    RfxStatus,
    respondent_label,
    rfx_results,
    status_now,
    type_label,
)
from app.tasks.public import RFX_SUBJECT, TaskType, subject_task, tasks_of

__all__ = [
    "AssessmentFilter", "AssessmentType", "GuestRecipient", "NewAssessment", "SurveyRequest", "assessment_body",
    "assessment_for", "close_assessment", "create_assessment", "request_internal_surveys", "score_history",
]  # fmt: skip


def assessment_body(*, actor: Actor, assessment_id: int) -> dict[str, Any]:
    """An assessment as `AssessmentSchema` dumps it; NotFoundError where it is another organisation's.

    The same few statements for any number of surveys. While it is open the scores are those of this moment.
    """
    return body_of(queries.assessment_row(actor=actor, assessment_id=assessment_id), actor=actor)


def body_of(row: Row[Any], *, actor: Actor) -> dict[str, Any]:
    """An assessment that `actor` has been found to see, as `AssessmentSchema` dumps it."""
    assessment = row.Assessment
    surveys = queries.surveys_of(assessment_id=assessment.id)
    results = rfx_results([survey.Rfx.id for survey in surveys])
    tasks = _tasks(surveys)
    if is_open(assessment.status):
        respondents = {survey.Rfx.id: _respondent(survey) for survey in surveys if counts(survey.Rfx)}
        scoring = scoreboard_for(assessment.type, respondents, results)
    else:
        scoring = assessment.scoreboard
    return schemas.assessment_row(row) | {
        "created_by": {"id": assessment.created_by_user_id, "name": row.creator_name},
        "closed_by": {"id": assessment.closed_by_user_id, "name": row.closer_name}
        if assessment.closed_by_user_id
        else None,
        "may_manage": may_manage(actor),
        "rfxs": [_survey(survey, results[survey.Rfx.id].overall) for survey in surveys],
        "tasks": tasks,
        "scoring": scoring,
    }


def _respondent(row: Row[Any]) -> str:
    return respondent_label(
        row.Rfx,
        to_guest=row.to_guest,
        asked_name=row.asked_name,
        asked_email=row.asked_email,
        respondent_name=row.respondent_name,
    )


def _survey(row: Row[Any], score: Any) -> dict[str, Any]:
    rfx, status = row.Rfx, status_now(row.Rfx)
    return {
        **{
            name: getattr(rfx, name)
            for name in (
                "id", "type", "title", "bundle_name", "created", "sent_date", "reminder_sent_date", "deadline", "ignored",
            )
        },
        "ref": rfx.id,
        "type_label": type_label(rfx.type, ()),
        "status": status.value,
        "status_info": STATUS_INFO[status],
        "form_title": ", ".join(row.form_titles or ()),
        "recipient": row.asked_name or row.addressed or row.respondent_name,
        "recipient_email": row.asked_email if row.to_guest else None,
        "recipient_user_id": rfx.recipient_user_id,
        "is_guest": row.to_guest,
        # What is half answered, or never was submitted, counts nowhere.
        "score": schemas.share(score) if status is RfxStatus.COMPLETED else None,
    }  # fmt: skip


def _tasks(surveys: Any) -> list[dict[str, Any]]:
    """The follow-up tasks of the surveys that are not removed, oldest first."""
    shown = {survey.Rfx.id: survey.Rfx for survey in surveys if not survey.Rfx.ignored}
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=list(shown), type=TaskType.FOLLOW_UP)
    return [
        subject_task(row) | {"rfx_id": row[0].subject_id, "rfx_title": shown[row[0].subject_id].title}
        for row in rows
    ]


def score_history(*, actor: Actor, relationship_id: int) -> list[dict[str, Any]]:
    """The scores of a supplier by type as `ScoreHistorySchema` dumps them; NotFoundError for others' relationships."""
    relationship_for(actor=actor, relationship_id=relationship_id)
    return schemas.score_histories(queries.score_history(relationship_id=relationship_id))


def build_report(actor: Actor, _format: str, args: dict[str, Any]) -> ExportFile:
    """Make the report of one assessment, as whoever asked for it may see it at this moment."""
    return report_file(
        actor=actor, body=assessment_body(actor=actor, assessment_id=int(args["assessment_id"]))
    )
