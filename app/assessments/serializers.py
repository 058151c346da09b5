"""Serializers of assessments and their scores."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from app.accounts.public import picture_url
from app.assessments import queries
from app.assessments.models import Assessment
from app.assessments.operations.running import (
    is_counted,
    scoreboard_for,
)
from app.assessments.policies import is_open, may_manage, supplier_report_refusal
from app.assessments.queries import AssessmentDetailRow, AssessmentRow, PastScoreRow, SurveyRow
from app.assessments.types import (
    STATUS_INFO,
    TYPE_INFO,
    AssessmentStatus,
    AssessmentType,
)
from app.kernel.http.auth import Actor
from app.network.public import relationship_for
from app.rfx.public import STATUS_INFO as RFX_STATUS_INFO
from app.rfx.public import (
    RfxStatus,
    respondent_label,
    rfx_results,
    status_now,
    type_label,
)
from app.tasks.public import RFX_SUBJECT, TaskType, serialize_subject_task, tasks_of


def serialize_assessment_row(row: AssessmentRow) -> dict[str, object]:
    """Serialize a row of the list for a dump by `AssessmentRowSchema`."""
    assessment = row.Assessment
    completed = assessment.status == AssessmentStatus.COMPLETED
    return {
        "id": assessment.id,
        "title": assessment.title,
        "type": AssessmentType(assessment.type),
        "type_info": TYPE_INFO[assessment.type],
        "status": AssessmentStatus(assessment.status),
        "status_info": STATUS_INFO[assessment.status],
        "created": assessment.created,
        "deadline": assessment.deadline,
        "completed_date": assessment.completed_date,
        "previous_score": json_score(assessment.previous_score if completed else row.live_previous_score),
        "completed_score": json_score(assessment.completed_score),
        "open_tasks_count": row.open_tasks,
        "closed_tasks_count": row.closed_tasks,
        "relationship": {
            "id": assessment.relationship_id,
            "with_organisation": {
                "id": assessment.with_organisation_id,
                "name": row.supplier_name,
                "logo_url": picture_url(row.supplier_logo_id, row.supplier_logo_version),
            },
        },
    }


def serialize_score_histories(rows: Sequence[PastScoreRow]) -> list[dict[str, object]]:
    """Serialize rows of `score_history` by type (`ScoreHistorySchema`); types without rows are omitted."""
    by_type: Mapping[AssessmentType, list[PastScoreRow]] = {
        assessment_type: [row for row in rows if row.type == assessment_type]
        for assessment_type in AssessmentType
    }
    return [
        {
            "type": assessment_type,
            "score_name": TYPE_INFO[assessment_type]["score_name"],
            "latest": json_score(history_rows[0].completed_score),
            "history": [
                {
                    "id": row.id,
                    "title": row.title,
                    "completed_date": row.completed_date,
                    "score": json_score(row.completed_score),
                }
                for row in history_rows
            ],
        }
        for assessment_type, history_rows in by_type.items()
        if history_rows
    ]


def json_score(score: Decimal | None) -> float | None:
    """Convert a score to a JSON number."""
    return None if score is None else float(score)


def serialize_assessment_by_id(*, actor: Actor, assessment_id: int) -> dict[str, object]:
    """Serialize an assessment (`AssessmentSchema`); raises NotFoundError if it belongs to another organisation.

    The number of statements does not depend on the number of surveys. An open assessment has the current scores.
    """
    return serialize_assessment(queries.assessment_row(actor=actor, assessment_id=assessment_id), actor=actor)


def serialize_assessment(row: AssessmentDetailRow, *, actor: Actor) -> dict[str, object]:
    """Serialize a loaded assessment (`AssessmentSchema`); the caller has checked that `actor` may see it."""
    assessment = row.Assessment
    surveys = queries.surveys_of(assessment_id=assessment.id)
    results = rfx_results([survey.Rfx.id for survey in surveys])
    tasks = _tasks(surveys)
    if is_open(assessment.status):
        respondents = {survey.Rfx.id: _respondent(survey) for survey in surveys if is_counted(survey.Rfx)}
        scoring: dict[str, object] | None = scoreboard_for(assessment.type, respondents, results)
    else:
        scoring = assessment.scoreboard
    return serialize_assessment_row(row) | {
        "created_by": {"id": assessment.created_by_user_id, "name": row.creator_name},
        "closed_by": {"id": assessment.closed_by_user_id, "name": row.closer_name}
        if assessment.closed_by_user_id
        else None,
        "may_manage": may_manage(actor),
        "rfxs": [_survey(survey, results[survey.Rfx.id].overall) for survey in surveys],
        "tasks": tasks,
        "scoring": scoring,
        "previous": _previous(queries.previous_assessment(assessment)),
        "supplier_report_refusal": supplier_report_refusal(assessment.type, scoring or {"respondents": []}),
    }


def _previous(previous: Assessment | None) -> dict[str, object] | None:
    if previous is None:
        return None
    scoreboard = previous.scoreboard or {}
    return {
        "id": previous.id,
        "title": previous.title,
        "completed_date": previous.completed_date,
        "score": json_score(previous.completed_score),
        "topics": scoreboard.get("topics", ()),
    }


def _respondent(row: SurveyRow) -> str:
    return respondent_label(
        row.Rfx,
        to_guest=row.to_guest,
        asked_name=row.asked_name,
        asked_email=row.asked_email,
        respondent_name=row.respondent_name,
    )


def _survey(row: SurveyRow, score: Decimal | None) -> dict[str, object]:
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
        "status_info": RFX_STATUS_INFO[status],
        "form_title": ", ".join(row.form_titles or ()),
        "recipient": row.asked_name or row.addressed or row.respondent_name,
        "recipient_email": row.asked_email if row.to_guest else None,
        "recipient_user_id": rfx.recipient_user_id,
        "is_guest": row.to_guest,
        # Show scores of submitted surveys only, because the others do not count.
        "score": json_score(score) if status is RfxStatus.COMPLETED else None,
    }  # fmt: skip


def _tasks(surveys: Sequence[SurveyRow]) -> list[dict[str, object]]:
    """Serialize the follow-up tasks of the surveys that are not ignored, oldest first."""
    rfx_by_id = {survey.Rfx.id: survey.Rfx for survey in surveys if not survey.Rfx.ignored}
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=list(rfx_by_id), type=TaskType.FOLLOW_UP)
    return [
        serialize_subject_task(row)
        | {"rfx_id": row.task.subject_id, "rfx_title": rfx_by_id[row.task.subject_id].title}
        for row in rows
    ]


def serialize_score_history(*, actor: Actor, relationship_id: int) -> list[dict[str, object]]:
    """Serialize the scores of a supplier by type (`ScoreHistorySchema`); NotFoundError for others' relationships."""
    relationship_for(actor=actor, relationship_id=relationship_id)
    return serialize_score_histories(queries.score_history(relationship_id=relationship_id))
