"""Endpoints of assessments."""

from flask.views import MethodView

from app.assessments import queries, schemas
from app.assessments.exports import KIND, demand_supplier_report
from app.assessments.operations import recording, running, starting, surveys
from app.assessments.schemas import assessment_filter
from app.assessments.serializers import (
    serialize_assessment_by_id,
    serialize_assessment_row,
    serialize_score_history,
)
from app.assessments.types import ReportAudience
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments
from app.kernel.http.lists import list_query, listed
from app.kernel.jobs.exports import request_export
from app.rfx.public import (
    DeadlineBody,
    DeadlineSchema,
    ExportIdSchema,
    NothingSchema,
    seen_deadline,
)

blueprint = Blueprint("assessment", __name__, url_prefix="/api", description="Assessments of suppliers")

PAGE_SIZE = 10


def _self_survey(body: schemas.SelfSurveyBody) -> surveys.SurveyRequest:
    return surveys.SurveyRequest(
        doc_form_id=body["self_survey_doc_form_id"],
        bundle_id=body["self_survey_doc_form_bundle_id"],
        recipients=body["self_survey_recipients"],
    )


def _internal_survey(body: schemas.InternalSurveyBody) -> surveys.SurveyRequest:
    return surveys.SurveyRequest(
        doc_form_id=body["internal_survey_doc_form_id"],
        bundle_id=body["internal_survey_doc_form_bundle_id"],
        recipients=body["internal_survey_recipients"],
    )


@blueprint.route("/assessment")
class AssessmentsView(MethodView):
    """Assessments of the actor's organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.AssessmentQuerySchema, location="query")
    @blueprint.response(200, schemas.AssessmentRowSchema(many=True))
    def get(self, query: Arguments) -> object:
        """List the assessments of the actor's organisation, newest first by default."""
        page = queries.list_assessments(
            actor=current_actor(),
            filters=assessment_filter(query),
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_assessment_row(row) for row in page.rows])

    @requires(Permission.MANAGE_ASSESSMENTS)
    @idempotent
    @blueprint.arguments(schemas.NewAssessmentSchema)
    @blueprint.response(201, schemas.AssessmentSchema)
    def post(self, body: schemas.NewAssessmentBody) -> dict[str, object]:
        """Start an assessment of a supplier; each recipient gets a separate RFx and a mail."""
        actor = current_actor()
        started = starting.create_assessment(
            actor=actor,
            new=starting.NewAssessment(
                relationship_id=body["relationship_id"],
                type=body["type"],
                title=body["title"],
                deadline=body["deadline"],
                message_html=body["message"],
                self_survey=_self_survey(body),
                internal_survey=_internal_survey(body),
            ),
        )
        return serialize_assessment_by_id(actor=actor, assessment_id=started.assessment.id)


@blueprint.route("/assessment/<int:assessment_id>")
class AssessmentView(MethodView):
    """One assessment."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.AssessmentSchema)
    def get(self, assessment_id: int) -> dict[str, object]:
        """Return an assessment with its RFxs, follow-up tasks and scores."""
        return serialize_assessment_by_id(actor=current_actor(), assessment_id=assessment_id)

    @requires(Permission.MANAGE_ASSESSMENTS)
    @idempotent
    @blueprint.arguments(schemas.InternalSurveySchema)
    @blueprint.response(200, schemas.AssessmentSchema)
    def post(self, body: schemas.InternalSurveyBody, assessment_id: int) -> dict[str, object]:
        """Send the internal survey to more people; return the updated assessment."""
        actor = current_actor()
        surveys.request_internal_surveys(
            actor=actor,
            assessment_id=assessment_id,
            request=_internal_survey(body),
        )
        return serialize_assessment_by_id(actor=actor, assessment_id=assessment_id)


@blueprint.route("/assessment/<int:assessment_id>/selfSurvey")
class SelfSurveysView(MethodView):
    """Self-surveys that are sent after the start of an assessment."""

    @requires(Permission.MANAGE_ASSESSMENTS)
    @idempotent
    @blueprint.arguments(schemas.SelfSurveySchema)
    @blueprint.response(200, schemas.AssessmentSchema)
    def post(self, body: schemas.SelfSurveyBody, assessment_id: int) -> dict[str, object]:
        """Send a self-survey to more contacts of the supplier; return the updated assessment."""
        actor = current_actor()
        surveys.request_self_surveys(
            actor=actor,
            assessment_id=assessment_id,
            request=_self_survey(body),
            message_html=body["message"],
        )
        return serialize_assessment_by_id(actor=actor, assessment_id=assessment_id)


@blueprint.route("/assessment/<int:assessment_id>/deadline")
class AssessmentDeadlineView(MethodView):
    """Deadline of an assessment and of its surveys."""

    @requires(Permission.MANAGE_ASSESSMENTS)
    @blueprint.arguments(DeadlineSchema)
    @blueprint.response(200, schemas.AssessmentSchema)
    def put(self, body: DeadlineBody, assessment_id: int) -> dict[str, object]:
        """Set or remove the deadline; all recipients are notified by mail."""
        actor = current_actor()
        running.change_deadline(
            actor=actor,
            assessment_id=assessment_id,
            deadline=body["deadline"],
            seen=seen_deadline(body),
        )
        return serialize_assessment_by_id(actor=actor, assessment_id=assessment_id)


@blueprint.route("/assessment/<int:assessment_id>/close")
class AssessmentCloseView(MethodView):
    """Completion of an assessment."""

    @requires(Permission.MANAGE_ASSESSMENTS)
    @idempotent
    @blueprint.arguments(NothingSchema)
    @blueprint.response(200, schemas.AssessmentSchema)
    def post(self, _body: dict[str, object], assessment_id: int) -> dict[str, object]:
        """Complete the assessment permanently: open surveys expire and the score is fixed."""
        actor = current_actor()
        running.close_assessment(actor=actor, assessment_id=assessment_id)
        return serialize_assessment_by_id(actor=actor, assessment_id=assessment_id)


@blueprint.route("/assessment/<int:assessment_id>/reminder")
class AssessmentReminderView(MethodView):
    """Reminders to recipients who have not submitted."""

    @requires(Permission.MANAGE_ASSESSMENTS)
    @idempotent
    @blueprint.arguments(schemas.SurveyReminderSchema)
    @blueprint.response(200, schemas.RemindersSentSchema)
    def post(self, body: schemas.SurveyReminderBody, assessment_id: int) -> dict[str, int]:
        """Mail a reminder of each open survey, or of some of them."""
        sent = running.send_reminders(
            actor=current_actor(), assessment_id=assessment_id, rfx_ids=body["rfx_ids"]
        )
        return {"sent": sent}


@blueprint.route("/assessment/<int:assessment_id>/report")
class AssessmentReportView(MethodView):
    """Report of an assessment."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.AssessmentReportSchema)
    @blueprint.response(202, ExportIdSchema)
    def post(self, body: schemas.AssessmentReportBody, assessment_id: int) -> object:
        """Request the report as PDF; GET /api/export/{id} shows when it is ready. HTML in the request is ignored.

        The report for the supplier is refused with 409 for a qualification and with fewer than 3 respondents.
        """
        actor, audience = current_actor(), body["audience"]
        assessment = queries.assessment_for(actor=actor, assessment_id=assessment_id)
        if audience is ReportAudience.SUPPLIER:
            demand_supplier_report(actor=actor, assessment_id=assessment_id)
        recording.record_report(actor=actor, assessment=assessment)
        args: dict[str, object] = {"assessment_id": assessment_id, "audience": audience.value}
        return request_export(actor=actor, kind=KIND, format="pdf", args=args)


@blueprint.route("/relationship/<int:relationship_id>/score")
class ScoreHistoryView(MethodView):
    """Scores of a supplier."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ScoreHistorySchema(many=True))
    def get(self, relationship_id: int) -> object:
        """Return the latest and the earlier scores of completed assessments, by type."""
        return serialize_score_history(actor=current_actor(), relationship_id=relationship_id)
