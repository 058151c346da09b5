"""Operations on a running assessment: deadline, reminders, first answer, closing."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import update

from app.assessments.models import Assessment
from app.assessments.operations.recording import lock_with_surveys, record_event
from app.assessments.policies import demand_future, demand_open, status_after
from app.assessments.queries import previous_score
from app.assessments.scoreboard import Survey, overall_of, scoreboard_of
from app.assessments.types import AssessmentMove, AssessmentStatus
from app.extensions import db
from app.kernel.clock import is_same_moment, now, optional_moment_text
from app.kernel.db.deadlines import SeenDeadline, demand_seen
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.rfx.public import (
    Rfx,
    RfxResult,
    RfxStatus,
    end_with_assessment,
    is_answerable,
    mail_deadline_changed,
    move_deadline,
    rfx_results,
    send_reminder,
)

NONE_COMPLETED = "At least one survey must be completed before this assessment can be closed."
NONE_OPEN = "There is no open survey to send reminders for."
NO_RECIPIENTS = "No one can be reminded, because all recipients who have not answered are suspended."
NOT_ITS_SURVEY = "One of the surveys is not part of this assessment."


def change_deadline(
    *, actor: Actor, assessment_id: int, deadline: datetime | None, seen: SeenDeadline | None = None
) -> None:
    """Set or remove the deadline of an assessment and of its surveys; all recipients get a mail.

    Expired surveys can be answered again. Submitted, declined and ignored surveys do not change, and the recipients of
    ignored ones get no mail. Raises ConflictError for a completed assessment, and ConflictError with code `stale` if
    the stored deadline differs from the `seen` one.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment, contexts = lock_with_surveys(actor, assessment_id)
    demand_open(assessment.status)
    demand_future(deadline)
    demand_seen(deadline=deadline, stored=assessment.deadline, seen=seen, zone=actor.zone)
    counted = [context for context in contexts if not context.rfx.ignored]
    for context in counted:
        if context.rfx.status not in {RfxStatus.COMPLETED, RfxStatus.DECLINED}:
            move_deadline(actor=actor, context=context, deadline=deadline)
    previous = assessment.deadline
    if is_same_moment(previous, deadline):
        return
    assessment.deadline = deadline
    record_event(
        "assessment.deadlineChanged", actor, assessment,
        deadline=optional_moment_text(deadline), fromDeadline=optional_moment_text(previous),
    )  # fmt: skip
    db.session.flush()
    for context in counted:
        mail_deadline_changed(context, by_user_id=actor.user_id, deadline=deadline)


def send_reminders(*, actor: Actor, assessment_id: int, rfx_ids: Sequence[int] = ()) -> int:
    """Mail reminders of the open surveys, or of the open ones in `rfx_ids`; returns the number of mails.

    Raises ConflictError if none is open, or if all recipients are suspended.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment, contexts = lock_with_surveys(actor, assessment_id)
    demand_open(assessment.status)
    if set(rfx_ids) - {context.rfx.id for context in contexts}:
        raise InvalidError(fields={"rfxIds": [NOT_ITS_SURVEY]})
    to_remind = [
        context
        for context in contexts
        if is_answerable(context.rfx)
        and not context.rfx.ignored
        and (not rfx_ids or context.rfx.id in rfx_ids)
    ]
    if not to_remind:
        raise ConflictError(NONE_OPEN)
    sent = sum(send_reminder(actor=actor, context=context) for context in to_remind)
    if not sent:
        raise ConflictError(NO_RECIPIENTS)
    return sent


def close_assessment(*, actor: Actor, assessment_id: int) -> Assessment:
    """Complete an assessment: its open surveys expire, and its score and scoreboard are fixed permanently.

    Raises ConflictError if it is completed, or if none of its surveys, except ignored ones, was submitted.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment, contexts = lock_with_surveys(actor, assessment_id)
    status = status_after(assessment.status, AssessmentMove.CLOSE)
    respondents = {
        context.rfx.id: context.respondent_label for context in contexts if is_counted(context.rfx)
    }
    if not respondents:
        raise ConflictError(NONE_COMPLETED, code="noCompletedSurvey")
    scoreboard = scoreboard_for(assessment.type, respondents)
    end_with_assessment(actor=actor, contexts=contexts)
    assessment.previous_score = previous_score(assessment)
    assessment.status, assessment.completed_date, assessment.closed_by_user_id = status, now(), actor.user_id
    assessment.scoreboard, assessment.completed_score = scoreboard, overall_of(scoreboard)
    record_event("assessment.closed", actor, assessment, score=scoreboard["overall"])
    db.session.flush()
    return assessment


def is_counted(survey: Rfx) -> bool:
    """Return True if a survey counts in the score: it is submitted and not ignored."""
    return survey.status == RfxStatus.COMPLETED and not survey.ignored


def scoreboard_for(
    type: str, respondents: Mapping[int, str], results: Mapping[int, RfxResult] | None = None
) -> dict[str, object]:
    """Build the scoreboard of surveys from their stored scores; `respondents` has the respondent by survey id.

    `results` are the results of at least these surveys, if the caller has read them already.
    """
    results_by_id = rfx_results(list(respondents)) if results is None else results
    return scoreboard_of(
        type,
        [
            Survey(rfx_id=rfx_id, respondent=respondent, result=results_by_id[rfx_id])
            for rfx_id, respondent in respondents.items()
        ],
    )


def record_started(*, assessment_id: int) -> None:
    """Set a NEW assessment to INPROGRESS after its first answer; other statuses do not change."""
    db.session.execute(
        update(Assessment)
        .where(Assessment.id == assessment_id, Assessment.status == AssessmentStatus.NEW)
        .values(status=status_after(AssessmentStatus.NEW, AssessmentMove.BEGIN))
        .execution_options(synchronize_session=False)
    )
