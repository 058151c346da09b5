"""Schemas of assessments."""

import re
from datetime import datetime
from typing import Any, TypedDict

from marshmallow import ValidationError, fields, validate

from app.assessments import queries
from app.assessments.types import (
    AssessmentStatus,
    AssessmentType,
    GuestRecipient,
    ReportAudience,
    SurveyRecipient,
)
from app.kernel.email_addresses import named_address
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import (
    CamelSchema,
    Html,
    Id,
    Line,
    ListQuerySchema,
    Moment,
    SortBy,
    StatusInfoSchema,
    due_filter,
    enum_list,
)
from app.rfx.public import (
    RfxStatusSchema,
)
from app.tasks.public import SubjectTaskSchema

SORTS = ("created", "supplier", "title", "type", "status", "score", "deadline")
MAX_ITEMS = 200
BAD_RECIPIENT = "Enter the id of a user or an e-mail address."
NO_TITLE = "A title is required."


class Recipient(fields.Raw):
    """Recipient of a survey: the id of a user, or an e-mail address, with a name as `Jo Park <jo@example.org>`."""

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: object) -> SurveyRecipient:
        raw = super()._deserialize(value, attr, data, **kwargs)
        text = str(raw).strip() if isinstance(raw, int | str) and not isinstance(raw, bool) else ""
        if re.fullmatch(r"[0-9]{1,18}", text):
            return int(text)
        try:
            name, email = named_address(text)
        except ValueError as error:
            raise ValidationError(BAD_RECIPIENT) from error
        return GuestRecipient(name=name, email=email)


def _recipients() -> fields.List[SurveyRecipient]:
    return fields.List(
        Recipient(metadata={"description": "The id of a user, or an e-mail address."}),
        load_default=list,
        validate=validate.Length(max=MAX_ITEMS),
    )


class InternalSurveySchema(CamelSchema):
    """Additional recipients of an internal survey (specification section 7, POST /api/assessment/{id})."""

    assessment_id = Id(load_default=None, allow_none=True)
    internal_survey_doc_form_id = Id(load_default=None, allow_none=True)
    internal_survey_doc_form_bundle_id = Id(load_default=None, allow_none=True)
    internal_survey_recipients = _recipients()


class SelfSurveySchema(CamelSchema):
    """Additional recipients of a self-survey; `message` is in their mail and their thread."""

    message = Html(load_default="")
    self_survey_doc_form_id = Id(load_default=None, allow_none=True)
    self_survey_doc_form_bundle_id = Id(load_default=None, allow_none=True)
    self_survey_recipients = _recipients()


class NewAssessmentSchema(CamelSchema):
    """Body of the New Assessment form. `relationshipId` is the relationship of the own organisation with the supplier."""

    relationship_id = Id(required=True, error_messages={"required": "A supplier must be selected."})
    type = fields.Enum(AssessmentType, by_value=True, required=True)
    title = Line(required=True, error_messages={"required": NO_TITLE, "null": NO_TITLE})
    deadline = Moment(load_default=None, allow_none=True)
    message = Html(load_default="")
    self_survey_doc_form_id = Id(load_default=None, allow_none=True)
    self_survey_doc_form_bundle_id = Id(load_default=None, allow_none=True)
    self_survey_recipients = _recipients()
    internal_survey_doc_form_id = Id(load_default=None, allow_none=True)
    internal_survey_doc_form_bundle_id = Id(load_default=None, allow_none=True)
    internal_survey_recipients = _recipients()


class InternalSurveyBody(TypedDict):
    """Loaded `InternalSurveySchema`."""

    internal_survey_doc_form_id: int | None
    internal_survey_doc_form_bundle_id: int | None
    internal_survey_recipients: list[SurveyRecipient]


class SelfSurveyBody(TypedDict):
    """Loaded `SelfSurveySchema`."""

    message: str
    self_survey_doc_form_id: int | None
    self_survey_doc_form_bundle_id: int | None
    self_survey_recipients: list[SurveyRecipient]


class NewAssessmentBody(InternalSurveyBody, SelfSurveyBody):
    """Loaded `NewAssessmentSchema`."""

    relationship_id: int
    type: AssessmentType
    title: str
    deadline: datetime | None


class SurveyReminderSchema(CamelSchema):
    """Surveys to remind of; all open ones if empty."""

    rfx_ids = fields.List(Id(), load_default=list, validate=validate.Length(max=MAX_ITEMS))


class SurveyReminderBody(TypedDict):
    """Loaded `SurveyReminderSchema`."""

    rfx_ids: list[int]


class RemindersSentSchema(CamelSchema):
    """Number of mails."""

    sent = fields.Integer(required=True)


class AssessmentReportSchema(CamelSchema):
    """Request for a report. `html` is accepted and ignored, because the report is built from stored data."""

    html = Html(load_default="", allow_none=True)
    audience = fields.Enum(
        ReportAudience,
        by_value=True,
        load_default=ReportAudience.INTERNAL,
        metadata={"description": "SUPPLIER: averages and comments without names, from 3 respondents on."},
    )


class AssessmentReportBody(TypedDict):
    """Loaded `AssessmentReportSchema`."""

    html: str | None
    audience: ReportAudience


class AssessmentQuerySchema(ListQuerySchema):
    """Filters of the list of assessments."""

    search = Line(load_default="", blank=True)
    relationship_id = Id(load_default=None)
    type = enum_list(AssessmentType)
    status = enum_list(AssessmentStatus)
    due = due_filter()
    sort = SortBy(SORTS, first="-created")


class TypeInfoSchema(CamelSchema):
    """Labels of a type and of its score."""

    label = fields.String(required=True)
    score_name = fields.String(required=True)


class AssessedSupplierSchema(CamelSchema):
    """Assessed supplier."""

    id = Id(required=True)
    name = fields.String(required=True)
    logo_url = fields.String(required=True, allow_none=True)


class AssessmentRelationshipSchema(CamelSchema):
    """Assessed relationship."""

    id = Id(required=True)
    with_organisation = fields.Nested(AssessedSupplierSchema, required=True)


class AssessmentRowSchema(CamelSchema):
    """An assessment in a list (specification section 3, Assessment); scores are shares of 1."""

    id = Id(required=True)
    title = fields.String(required=True)
    type = fields.Enum(AssessmentType, by_value=True, required=True)
    type_info = fields.Nested(TypeInfoSchema, required=True)
    status = fields.Enum(AssessmentStatus, by_value=True, required=True)
    status_info = fields.Nested(StatusInfoSchema, required=True)
    created = fields.AwareDateTime(required=True)
    deadline = fields.AwareDateTime(required=True, allow_none=True)
    completed_date = fields.AwareDateTime(required=True, allow_none=True)
    previous_score = fields.Float(required=True, allow_none=True)
    completed_score = fields.Float(required=True, allow_none=True)
    open_tasks_count = fields.Integer(required=True)
    closed_tasks_count = fields.Integer(required=True)
    relationship = fields.Nested(AssessmentRelationshipSchema, required=True)


class SurveySchema(RfxStatusSchema):
    """An RFx of an assessment: form, recipient, status and score."""

    id = Id(required=True)
    ref = Id(required=True)
    type = fields.String(required=True)
    type_label = fields.String(required=True)
    title = fields.String(required=True)
    form_title = fields.String(required=True)
    bundle_name = fields.String(required=True, allow_none=True)
    recipient = fields.String(required=True)
    recipient_email = fields.String(required=True, allow_none=True)
    recipient_user_id = Id(
        required=True, allow_none=True, metadata={"description": "The colleague who is asked, if it is one."}
    )
    is_guest = fields.Boolean(required=True)
    created = fields.AwareDateTime(required=True)
    sent_date = fields.AwareDateTime(required=True, allow_none=True)
    reminder_sent_date = fields.AwareDateTime(required=True, allow_none=True)
    deadline = fields.AwareDateTime(required=True, allow_none=True)
    ignored = fields.Boolean(required=True)
    score = fields.Float(required=True, allow_none=True)


class AssessmentTaskSchema(SubjectTaskSchema):
    """A follow-up task of one of the surveys."""

    rfx_id = Id(required=True)
    rfx_title = fields.String(required=True)


class RespondentScoreSchema(CamelSchema):
    """A respondent and the mean of its scores: a column of the table."""

    rfx_id = Id(required=True)
    name = fields.String(required=True)
    score = fields.Float(required=True, allow_none=True)


class TopicScoreSchema(CamelSchema):
    """A topic and the score of its questions."""

    topic = fields.String(required=True)
    score = fields.Float(required=True, allow_none=True)
    weight = fields.Float(required=True)
    questions = fields.Integer(required=True)


class QuestionScoreSchema(CamelSchema):
    """A question and its score for each respondent, in the order of the columns: a row of the table."""

    question = fields.String(required=True)
    topic = fields.String(required=True)
    weight = fields.Float(required=True)
    scores = fields.List(fields.Float(allow_none=True), required=True)
    keys = fields.List(
        fields.String(allow_none=True),
        metadata={
            "description": "Value keys of the answers; absent in assessments that an earlier version closed."
        },
    )
    mean = fields.Float(required=True, allow_none=True)


class SurveyCommentSchema(CamelSchema):
    """Comment of one respondent."""

    respondent = fields.String(required=True)
    text = fields.String(required=True)


class QuestionCommentsSchema(CamelSchema):
    """Comments on one question."""

    question = fields.String(required=True)
    answers = fields.List(fields.Nested(SurveyCommentSchema), required=True)


class AssessmentScoringSchema(CamelSchema):
    """Scores of an assessment (specification section 3, ScoringResults): shares of 1, null if nothing is scored."""

    overall = fields.Float(required=True, allow_none=True)
    respondents = fields.List(fields.Nested(RespondentScoreSchema), required=True)
    topics = fields.List(fields.Nested(TopicScoreSchema), required=True)
    questions = fields.List(fields.Nested(QuestionScoreSchema), required=True)
    comments = fields.List(fields.Nested(QuestionCommentsSchema), required=True)


class PreviousTopicSchema(CamelSchema):
    """Score of a topic in the previous assessment."""

    topic = fields.String(required=True)
    score = fields.Float(required=True, allow_none=True)


class PreviousAssessmentSchema(CamelSchema):
    """The last completed assessment of the same supplier and type before this one."""

    id = Id(required=True)
    title = fields.String(required=True)
    completed_date = fields.AwareDateTime(required=True)
    score = fields.Float(required=True, allow_none=True)
    topics = fields.List(fields.Nested(PreviousTopicSchema), required=True)


class AssessmentPersonSchema(CamelSchema):
    """User who started or closed an assessment."""

    id = Id(required=True)
    name = fields.String(required=True)


class AssessmentSchema(AssessmentRowSchema):
    """An assessment with its surveys, their follow-up tasks and its scores."""

    created_by = fields.Nested(AssessmentPersonSchema, required=True)
    closed_by = fields.Nested(AssessmentPersonSchema, required=True, allow_none=True)
    may_manage = fields.Boolean(required=True)
    rfxs = fields.List(fields.Nested(SurveySchema), required=True)
    tasks = fields.List(fields.Nested(AssessmentTaskSchema), required=True)
    scoring = fields.Nested(AssessmentScoringSchema, required=True)
    previous = fields.Nested(PreviousAssessmentSchema, required=True, allow_none=True)
    supplier_report_refusal = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The reason why there is no report for the supplier; null if there is one."},
    )


class PastScoreSchema(CamelSchema):
    """A completed assessment in the history of a supplier's scores."""

    id = Id(required=True)
    title = fields.String(required=True)
    completed_date = fields.AwareDateTime(required=True)
    score = fields.Float(required=True, allow_none=True)


class ScoreHistorySchema(CamelSchema):
    """Scores of a supplier of one type, newest first; `latest` is the first of `history`."""

    type = fields.Enum(AssessmentType, by_value=True, required=True)
    score_name = fields.String(required=True)
    latest = fields.Float(required=True, allow_none=True)
    history = fields.List(fields.Nested(PastScoreSchema), required=True)


def assessment_filter(query: Arguments) -> queries.AssessmentFilter:
    """Build the filter of the list from its query."""
    return queries.AssessmentFilter(
        search=query["search"],
        relationship_id=query["relationship_id"],
        types=query["type"],
        statuses=query["status"],
        due=query["due"],
    )
