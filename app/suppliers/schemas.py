"""Schemas of the supplier summary."""

from marshmallow import fields

from app.kernel.http.schemas import CamelSchema, Id
from app.ncr.public import NcrSeverity


class ScorePointSchema(CamelSchema):
    """The score of one completed assessment, a share between 0 and 1."""

    assessment_id = Id(required=True)
    score = fields.Float(required=True)
    completed = fields.AwareDateTime(required=True)


class SupplierScoreSchema(CamelSchema):
    """The latest score with the earlier ones of the same type, newest first."""

    score_name = fields.String(required=True)
    points = fields.List(fields.Nested(ScorePointSchema), required=True)


class SeverityCountSchema(CamelSchema):
    """Number of open non-conformances of one severity."""

    severity = fields.Enum(NcrSeverity, by_value=True, required=True)
    count = fields.Integer(required=True)


class SeriesSchema(CamelSchema):
    """Part and defect that recurred in the last 365 days."""

    part_number = fields.String(required=True)
    defect_code_id = Id(required=True)
    text = fields.String(required=True)


class OpenRequestsSchema(CamelSchema):
    """RFxs that wait for the supplier."""

    count = fields.Integer(required=True)
    started = fields.Integer(required=True, metadata={"description": "With at least one answer."})
    next_deadline = fields.AwareDateTime(required=True, allow_none=True)


class FollowUpCountsSchema(CamelSchema):
    """Open follow-ups on the supplier's answers."""

    count = fields.Integer(required=True)
    late = fields.Integer(required=True)
    answered = fields.Integer(required=True, metadata={"description": "Answered and not closed yet."})


class DocumentEndSchema(CamelSchema):
    """The next end of an accepted document, which may be over."""

    until = fields.Date(required=True)
    type_name = fields.String(required=True)


class SupplierSummarySchema(CamelSchema):
    """The figures of a supplier."""

    score = fields.Nested(SupplierScoreSchema, required=True, allow_none=True)
    ncrs = fields.List(fields.Nested(SeverityCountSchema), required=True)
    recurring = fields.List(
        fields.Nested(SeriesSchema),
        required=True,
        metadata={"description": "At most 3, the most frequent first."},
    )
    requests = fields.Nested(OpenRequestsSchema, required=True)
    follow_ups = fields.Nested(FollowUpCountsSchema, required=True)
    next_end = fields.Nested(DocumentEndSchema, required=True, allow_none=True)
