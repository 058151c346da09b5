"""Schemas for the review of answers: scores, follow-up tasks, history, acceptance."""

from datetime import date
from typing import TypedDict

from marshmallow import fields, validate

from app.files.public import MAX_ATTACHMENTS
from app.kernel.http.schemas import CamelSchema, Html, Id
from app.rfx.schemas.requests import MAX_KEY, MAX_VALUES
from app.rfx.schemas.rfx import CompletionSchema, PersonRefSchema
from app.rfx.types import AnswerSource
from app.tasks.public import SubjectTaskSchema


class ScoredFieldSchema(CamelSchema):
    """Score of one answer as a whole percentage: `points` of `most` by the rule that applied."""

    key = fields.String(required=True)
    doc_form_id = Id(required=True)
    question = fields.String(required=True)
    answer = fields.String(required=True, metadata={"description": "Empty without an answer."})
    rule = fields.String(required=True, metadata={"description": "Such as `is “Yes”`."})
    follow_up = fields.String(required=True)
    is_answered = fields.Boolean(required=True)
    points = fields.Float(required=True)
    most = fields.Float(required=True)
    weight = fields.Float(required=True)
    score = fields.Integer(required=True)


class ScoredSectionSchema(CamelSchema):
    """Scores of one topic; null if no field has a weight."""

    topic = fields.String(required=True)
    score = fields.Integer(required=True, allow_none=True)
    previous = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Score of the topic in the previous RFx."}
    )
    weight = fields.Float(required=True)
    fields_ = fields.List(
        fields.Nested(ScoredFieldSchema), required=True, data_key="fields", attribute="fields"
    )


class PreviousScoringSchema(CamelSchema):
    """Overall score of the latest comparable RFx: same parties and forms, submitted earlier."""

    rfx_id = Id(required=True)
    title = fields.String(required=True)
    submitted = fields.DateTime(required=True)
    overall = fields.Integer(required=True)


class ScoringResultsSchema(CamelSchema):
    """Content of the Scoring tab (specification section 2, RFx detail); for the requester's users only."""

    overall = fields.Integer(required=True, allow_none=True)
    is_finished = fields.Boolean(
        required=True,
        metadata={
            "description": "True once submitted or completely answered; before that the scores are provisional."
        },
    )
    completion = fields.Nested(CompletionSchema, required=True)
    previous = fields.Nested(PreviousScoringSchema, required=True, allow_none=True)
    sections = fields.List(fields.Nested(ScoredSectionSchema), required=True)
    tasks = fields.List(fields.Nested(SubjectTaskSchema), required=True)


class NewFollowUpSchema(CamelSchema):
    """A question on one answer."""

    field = fields.String(required=True, validate=validate.Length(min=1, max=MAX_KEY))
    description_html = Html(required=True)
    assignee_user_id = Id(
        load_default=None, allow_none=True, metadata={"description": "Null: anyone at the respondent."}
    )
    due = fields.Date(load_default=None, allow_none=True)


class NewFollowUpBody(TypedDict):
    """Loaded `NewFollowUpSchema`."""

    field: str
    description_html: str
    assignee_user_id: int | None
    due: date | None


class FollowUpStateSchema(CamelSchema):
    """Close or reopen a follow-up task."""

    is_open = fields.Boolean(required=True)


class FollowUpStateBody(TypedDict):
    """Loaded `FollowUpStateSchema`."""

    is_open: bool


class FollowUpReplySchema(CamelSchema):
    """A message in the thread of a follow-up task."""

    html = Html(required=True)
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(max=MAX_ATTACHMENTS, error="At most 10 files can be attached."),
    )


class FollowUpReplyBody(TypedDict):
    """Loaded `FollowUpReplySchema`."""

    html: str
    attachment_ids: list[int]


class TasksSchema(CamelSchema):
    """All follow-up tasks of an RFx after a change of one of them."""

    task_id = Id(required=True)
    tasks = fields.List(fields.Nested(SubjectTaskSchema), required=True)


class AssigneeSchema(CamelSchema):
    """User who can be the assignee of a follow-up task."""

    id = Id(required=True)
    name = fields.String(required=True)
    job_title = fields.String(required=True, allow_none=True)


class ReadAnswerSchema(CamelSchema):
    """Answer that the requester has read, by field and iteration."""

    field = fields.String(required=True, validate=validate.Length(min=1, max=MAX_KEY))
    iteration = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=2**31 - 1))


class AcceptanceSchema(CamelSchema):
    """Accept answers, or withdraw the acceptance."""

    answers = fields.List(
        fields.Nested(ReadAnswerSchema), required=True, validate=validate.Length(min=1, max=MAX_VALUES)
    )
    accepted = fields.Boolean(required=True)


class ReadAnswerBody(TypedDict):
    """Loaded `ReadAnswerSchema`."""

    field: str
    iteration: int


class AcceptanceBody(TypedDict):
    """Loaded `AcceptanceSchema`."""

    answers: list[ReadAnswerBody]
    accepted: bool


class CarriedFromSchema(CamelSchema):
    """The RFx of the earlier round that a confirmed answer is from, and the time of that answer."""

    rfx_id = Id(required=True)
    answered = fields.DateTime(required=True)


class AnswerChangeSchema(CamelSchema):
    """One iteration of an answer as `text` and as a list of `parts`; both are empty if it was cleared."""

    iteration = fields.Integer(required=True)
    text = fields.String(required=True)
    parts = fields.List(fields.String(), required=True)
    by = fields.Nested(PersonRefSchema, required=True)
    organisation = fields.String(required=True)
    updated = fields.DateTime(required=True)
    source = fields.Enum(AnswerSource, by_value=True, required=True)
    accepted = fields.DateTime(required=True, allow_none=True)
    accepted_by = fields.String(required=True, allow_none=True)
    carried = fields.Nested(CarriedFromSchema, required=True, allow_none=True)
