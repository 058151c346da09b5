"""What the two ends say about answers: scores, follow-up tasks, earlier answers; the contract and the bodies."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from marshmallow import fields, validate

from app.accounts.public import User
from app.files.public import MAX_ATTACHMENTS
from app.forms.public import percentage
from app.kernel.clock import moment_text
from app.kernel.schemas import CamelSchema, Html, Id
from app.rfx.queries.history import Change
from app.rfx.queries.scores import RfxResult, StoredFieldScore, StoredSection
from app.rfx.schemas.contract import MAX_KEY, MAX_VALUES, PersonRefSchema
from app.tasks.public import SubjectTaskSchema


class ScoredFieldSchema(CamelSchema):
    """How one answer came to its score, a whole percentage: `points` of `most` by the rule that counted."""

    key = fields.String(required=True)
    doc_form_id = Id(required=True)
    question = fields.String(required=True)
    answer = fields.String(required=True, metadata={"description": "Empty where there is none."})
    rule = fields.String(required=True, metadata={"description": "Such as `is “Yes”`."})
    follow_up = fields.String(required=True)
    points = fields.Float(required=True)
    most = fields.Float(required=True)
    weight = fields.Float(required=True)
    score = fields.Integer(required=True)


class ScoredSectionSchema(CamelSchema):
    """The scores of one topic; null where all of it weighs nothing."""

    topic = fields.String(required=True)
    score = fields.Integer(required=True, allow_none=True)
    weight = fields.Float(required=True)
    fields_ = fields.List(
        fields.Nested(ScoredFieldSchema), required=True, data_key="fields", attribute="fields"
    )


class ScoringResultsSchema(CamelSchema):
    """The Scoring tab (specification section 2, RFx detail); for the requester's users alone."""

    overall = fields.Integer(required=True, allow_none=True)
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


class FollowUpStateSchema(CamelSchema):
    """Close a follow-up task, or ask it again."""

    is_open = fields.Boolean(required=True)


class FollowUpReplySchema(CamelSchema):
    """A message in the thread of a follow-up task."""

    html = Html(required=True)
    attachment_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(max=MAX_ATTACHMENTS, error="At most 10 files can be attached."),
    )


class TasksSchema(CamelSchema):
    """All follow-up tasks of an RFx, after one of them changed."""

    task_id = Id(required=True)
    tasks = fields.List(fields.Nested(SubjectTaskSchema), required=True)


class AssigneeSchema(CamelSchema):
    """Somebody who can be asked."""

    id = Id(required=True)
    name = fields.String(required=True)
    job_title = fields.String(required=True, allow_none=True)


class ReadAnswerSchema(CamelSchema):
    """An answer as the requester has read it."""

    field = fields.String(required=True, validate=validate.Length(min=1, max=MAX_KEY))
    iteration = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=2**31 - 1))


class AcceptanceSchema(CamelSchema):
    """Accept answers, or take that back."""

    answers = fields.List(
        fields.Nested(ReadAnswerSchema), required=True, validate=validate.Length(min=1, max=MAX_VALUES)
    )
    accepted = fields.Boolean(required=True)


class AnswerChangeSchema(CamelSchema):
    """An answer as it once was: `text`, or its `parts` one by one; empty where it was cleared."""

    iteration = fields.Integer(required=True)
    text = fields.String(required=True)
    parts = fields.List(fields.String(), required=True)
    by = fields.Nested(PersonRefSchema, required=True)
    organisation = fields.String(required=True)
    updated = fields.DateTime(required=True)
    accepted = fields.DateTime(required=True, allow_none=True)
    accepted_by = fields.String(required=True, allow_none=True)


def assignee_body(user: User) -> dict[str, Any]:
    """A user as `AssigneeSchema` has it."""
    return {"id": user.id, "name": user.name, "job_title": user.job_title}


def history_body(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """The answers to one field as they once were, as `AnswerChangeSchema` has them."""
    return [
        {
            "iteration": change.iteration,
            "text": ", ".join(change.parts),
            "parts": change.parts,
            "by": {"id": change.by_id, "name": change.by_name},
            "organisation": change.organisation_name,
            "updated": moment_text(change.updated),
            "accepted": moment_text(change.accepted) if change.accepted else None,
            "acceptedBy": change.accepted_by,
        }
        for change in changes
    ]


def scoring_body(result: RfxResult, tasks: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The Scoring tab, as `ScoringResultsSchema` has it."""
    return {
        "overall": result.percent,
        "sections": [_section(section) for section in result.sections],
        "tasks": list(tasks),
    }


def _section(section: StoredSection) -> dict[str, Any]:
    return {
        "topic": section.topic,
        "score": None if section.score is None else percentage(section.score),
        "weight": _number(section.weight),
        "fields": [_scored(field) for field in section.fields],
    }


def _scored(field: StoredFieldScore) -> dict[str, Any]:
    return {
        "key": field.key,
        "doc_form_id": field.form_id,
        "question": field.question,
        "answer": field.answer,
        "rule": field.rule,
        "follow_up": field.follow_up,
        "points": _number(field.points),
        "most": _number(field.most),
        "weight": _number(field.weight),
        "score": percentage(field.score),
    }


def _number(number: Decimal) -> float:
    return int(number) if number == number.to_integral_value() else float(number)
