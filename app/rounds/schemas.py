"""Schemas of the rounds of an RFx, and of the move to a new revision of a form."""

from typing import TypedDict

from marshmallow import fields, validate

from app.forms.public import FieldChange, FieldType
from app.kernel.http.schemas import CamelSchema, Html, Id
from app.rounds.types import MAX_MOVED, RowKind


class EarlierRoundSchema(CamelSchema):
    """An earlier RFx with the same parties."""

    id = Id(required=True)
    title = fields.String(required=True)
    submitted = fields.DateTime(required=True, allow_none=True)


class HasteSchema(CamelSchema):
    """Confirmations without a change that were too fast to have been read; `seconds` from the first to the last."""

    confirmed = fields.Integer(required=True)
    offered = fields.Integer(required=True)
    seconds = fields.Integer(required=True)


class EarlierRoundsSchema(CamelSchema):
    """Submitted earlier rounds of an RFx that share a form with it, newest first."""

    rounds = fields.List(fields.Nested(EarlierRoundSchema), required=True)
    haste = fields.Nested(
        HasteSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null unless nearly all answers were confirmed within minutes."},
    )


class DifferenceQuerySchema(CamelSchema):
    """The round to compare with; the newest earlier one by default."""

    earlier_id = Id(load_default=None, data_key="with")


class DifferenceQuery(TypedDict):
    """Loaded `DifferenceQuerySchema`."""

    earlier_id: int | None


class DifferenceCountsSchema(CamelSchema):
    """Numbers of rows by kind, and of rows whose score has moved."""

    changed = fields.Integer(required=True)
    new = fields.Integer(required=True)
    removed = fields.Integer(required=True)
    same = fields.Integer(required=True)
    unconfirmed = fields.Integer(required=True)
    confirmed = fields.Integer(
        required=True, metadata={"description": "Answers of the earlier round that were confirmed unchanged."}
    )
    score_moved = fields.Integer(required=True)


class RowPointsSchema(CamelSchema):
    """Points of an answer."""

    points = fields.Float(required=True)
    most = fields.Float(required=True)


class DifferenceRowSchema(CamelSchema):
    """One question in both rounds. `key`, `label` and `now` are null if it was removed, the earlier ones if it is new."""

    key = fields.String(required=True, allow_none=True)
    earlier_key = fields.String(required=True, allow_none=True)
    label = fields.String(required=True, allow_none=True)
    earlier_label = fields.String(required=True, allow_none=True)
    form_title = fields.String(required=True)
    section = fields.String(required=True)
    type = fields.Enum(FieldType, by_value=True, required=True)
    kind = fields.Enum(RowKind, by_value=True, required=True)
    question = fields.Enum(
        FieldChange, by_value=True, required=True, metadata={"description": "Change of the question itself."}
    )
    earlier = fields.String(required=True, allow_none=True)
    now = fields.String(required=True, allow_none=True)
    points_earlier = fields.Nested(RowPointsSchema, required=True, allow_none=True)
    points_now = fields.Nested(RowPointsSchema, required=True, allow_none=True)
    is_score_moved = fields.Boolean(required=True)
    is_confirmed = fields.Boolean(required=True)


class TopicMoveSchema(CamelSchema):
    """A topic in both rounds, in whole percent, and its part in the overall move, in percentage points."""

    topic = fields.String(required=True)
    earlier = fields.Integer(required=True, allow_none=True)
    now = fields.Integer(required=True, allow_none=True)
    move = fields.Integer(required=True)


class ScoreDifferenceSchema(CamelSchema):
    """The overall scores in whole percent; the moves of the topics add up to the overall move."""

    earlier = fields.Integer(required=True)
    now = fields.Integer(required=True)
    topics = fields.List(fields.Nested(TopicMoveSchema), required=True)


class AcceptableAnswerSchema(CamelSchema):
    """An unchanged answer that was accepted in the earlier round, as the endpoint of acceptances takes it."""

    field = fields.String(required=True)
    iteration = fields.Integer(required=True)


class DifferenceSchema(CamelSchema):
    """Difference from an earlier round; `earlier` is null without one."""

    earlier = fields.Nested(EarlierRoundSchema, required=True, allow_none=True)
    counts = fields.Nested(DifferenceCountsSchema, required=True)
    rows = fields.List(fields.Nested(DifferenceRowSchema), required=True)
    score = fields.Nested(
        ScoreDifferenceSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null unless both rounds are finished and scored."},
    )
    acceptable = fields.List(
        fields.Nested(AcceptableAnswerSchema),
        required=True,
        metadata={"description": "Unchanged answers that the viewer can accept."},
    )


class MoveCountsSchema(CamelSchema):
    """Numbers of answers by what the move does to them, and of new questions."""

    same = fields.Integer(required=True)
    reworded = fields.Integer(
        required=True, metadata={"description": "Carried; the question or its rules have changed."}
    )
    not_valid = fields.Integer(required=True, metadata={"description": "Not carried: to be answered again."})
    removed = fields.Integer(required=True, metadata={"description": "The question is no longer asked."})
    added = fields.Integer(required=True)
    added_required = fields.Integer(required=True)


class OpenRfxSchema(CamelSchema):
    """An open RFx that uses an earlier revision, counted from 1. `counts` is null while its answers are sealed."""

    id = Id(required=True)
    title = fields.String(required=True)
    respondent = fields.String(required=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    revision = fields.Integer(required=True)
    counts = fields.Nested(MoveCountsSchema, required=True, allow_none=True)
    is_signed = fields.Boolean(required=True)


class MoveSchema(CamelSchema):
    """The RFxs to move, and a message to their respondents."""

    rfx_ids = fields.List(
        Id(),
        required=True,
        validate=validate.Length(max=MAX_MOVED, error=f"Choose at most {MAX_MOVED} RFxs."),
    )
    message = Html(load_default=None, allow_none=True)


class MoveBody(TypedDict):
    """Loaded `MoveSchema`."""

    rfx_ids: list[int]
    message: str | None


class MoveResultSchema(CamelSchema):
    """The move of one RFx: its counts, or the reason why it was not moved."""

    rfx_id = Id(required=True)
    title = fields.String(required=True)
    counts = fields.Nested(MoveCountsSchema, required=True, allow_none=True)
    not_valid = fields.List(
        fields.String(), required=True, metadata={"description": "Labels of the questions to answer again."}
    )
    reason = fields.String(required=True, allow_none=True)


class MoveResultsSchema(CamelSchema):
    """The results of a move, in the order of the ids."""

    results = fields.List(fields.Nested(MoveResultSchema), required=True)
