"""Schemas of an evaluation in responses."""

from marshmallow import fields, validate

from app.accounts.public import PersonSchema
from app.evaluations.types import CriterionSource, EvaluationState
from app.kernel.http.schemas import CamelSchema, Id


class CriterionSchema(CamelSchema):
    """A criterion with its weight in percent."""

    id = Id(required=True)
    name = fields.String(required=True)
    description = fields.String(required=True)
    weight = fields.Integer(required=True)
    source = fields.String(required=True, validate=validate.OneOf(list(CriterionSource)))
    section_id = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Section whose score counts; null for marks and for the score of the whole RFx."
        },
    )


class CriterionSectionSchema(CamelSchema):
    """A section with scored questions."""

    id = fields.String(required=True)
    title = fields.String(required=True)


class CriterionScoreSchema(CamelSchema):
    """Score of a supplier for a criterion that takes the score of the form."""

    criterion_id = Id(required=True)
    percent = fields.Integer(required=True)


class EvaluatedSupplierSchema(CamelSchema):
    """A supplier that has submitted: one RFx."""

    rfx_id = Id(required=True)
    name = fields.String(required=True)
    is_guest = fields.Boolean(required=True)
    logo_url = fields.String(required=True, allow_none=True)
    scores = fields.List(fields.Nested(CriterionScoreSchema), required=True)


class OwnMarkSchema(CamelSchema):
    """A mark of the viewer."""

    rfx_id = Id(required=True)
    criterion_id = Id(required=True)
    mark = fields.Integer(required=True, allow_none=True)
    comment = fields.String(required=True)
    iteration = fields.Integer(
        required=True, metadata={"description": "Version of the mark: the base of the next save."}
    )


class OwnMarksSchema(CamelSchema):
    """The viewer as an evaluator."""

    finished = fields.DateTime(required=True, allow_none=True)
    marks = fields.List(fields.Nested(OwnMarkSchema), required=True)
    conflicts = fields.List(
        Id(), required=True, metadata={"description": "RFxs with a conflict of interest."}
    )


class EvaluatorSchema(CamelSchema):
    """An evaluator with the progress, without marks."""

    id = Id(required=True)
    user = fields.Nested(PersonSchema, required=True)
    name = fields.String(required=True)
    email = fields.String(required=True)
    is_guest = fields.Boolean(required=True)
    invited = fields.DateTime(required=True, allow_none=True)
    reminded = fields.DateTime(required=True, allow_none=True)
    finished = fields.DateTime(required=True, allow_none=True)
    entered = fields.Integer(required=True, metadata={"description": "Number of marks that are in."})
    total = fields.Integer(required=True, metadata={"description": "Number of marks to enter."})
    conflicts = fields.List(
        Id(), required=True, metadata={"description": "RFxs with a conflict of interest."}
    )


class CountedMarkSchema(CamelSchema):
    """Mark of one evaluator, shown after the evaluation has closed."""

    evaluator_id = Id(required=True)
    mark = fields.Integer(required=True, allow_none=True)
    comment = fields.String(required=True)


class ConsensusSchema(CamelSchema):
    """The settled mark."""

    mark = fields.Integer(required=True)
    reason = fields.String(required=True)
    settled = fields.DateTime(required=True)
    settled_by = fields.String(required=True)


class CriterionValueSchema(CamelSchema):
    """Value of a supplier for a criterion."""

    criterion_id = Id(required=True)
    weight = fields.Integer(required=True)
    percent = fields.String(
        required=True, allow_none=True, metadata={"description": "Decimal; null without a value."}
    )
    mean = fields.String(required=True, allow_none=True, metadata={"description": "Mean mark, as a decimal."})
    is_spread = fields.Boolean(
        required=True, metadata={"description": "True if marks differ by more than 2."}
    )
    marks = fields.List(fields.Nested(CountedMarkSchema), required=True)
    consensus = fields.Nested(ConsensusSchema, required=True, allow_none=True)


class EvaluatedResultSchema(CamelSchema):
    """Result of a supplier."""

    rfx_id = Id(required=True)
    score = fields.String(required=True, allow_none=True, metadata={"description": "0 to 100, as a decimal."})
    rank = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Equal scores share a rank."}
    )
    values = fields.List(fields.Nested(CriterionValueSchema), required=True)
    missing = fields.List(
        fields.String(), required=True, metadata={"description": "A sentence for each missing mark."}
    )


class EvaluationSchema(CamelSchema):
    """Evaluation of a request as the viewer may see it: own marks until it is closed, then all results."""

    state = fields.String(required=True, validate=validate.OneOf(list(EvaluationState)))
    updated = fields.DateTime(
        required=True,
        allow_none=True,
        metadata={"description": "The base of the next save of the criteria; null before the first one."},
    )
    due = fields.Date(required=True, allow_none=True)
    opened = fields.DateTime(required=True, allow_none=True)
    closed = fields.DateTime(required=True, allow_none=True)
    closed_by = fields.String(
        required=True, allow_none=True, metadata={"description": "Null if it closed after the last mark."}
    )
    closing_reason = fields.String(required=True, allow_none=True)
    is_sealed = fields.Boolean(required=True, metadata={"description": "True while the answers are sealed."})
    may_manage = fields.Boolean(required=True)
    criteria = fields.List(fields.Nested(CriterionSchema), required=True)
    sections = fields.List(fields.Nested(CriterionSectionSchema), required=True)
    suppliers = fields.List(fields.Nested(EvaluatedSupplierSchema), required=True)
    waiting_count = fields.Integer(
        required=True, metadata={"description": "Suppliers that can still submit."}
    )
    own = fields.Nested(OwnMarksSchema, required=True, allow_none=True)
    evaluators = fields.List(
        fields.Nested(EvaluatorSchema),
        required=True,
        metadata={
            "description": "For owners, and for colleagues after the evaluation has closed; else empty."
        },
    )
    results = fields.List(
        fields.Nested(EvaluatedResultSchema),
        required=True,
        metadata={"description": "Results of a closed evaluation, the best first; empty for guests."},
    )
