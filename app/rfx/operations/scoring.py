"""Storage of the scores of an RFx (product decisions, Scoring)."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from sqlalchemy.dialects.postgresql import insert

from app.extensions import db
from app.forms.public import FieldScore, PlacedField, SectionScore, decimal_score, is_scored, scoring_of
from app.kernel.clock import now
from app.rfx.models import RfxScore
from app.rfx.types import FieldScoreJson, SectionScoreJson


def store_scores(
    *,
    rfx_id: int,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    visible_keys: Collection[str] | None = None,
    changed: Collection[str] | None = None,
) -> Fraction | None:
    """Compute and store the scores of the current answers, in the transaction that changed them; return the overall one.

    The caller has locked the row of the RFx. Runs one statement, or none if no field is scored or if none of the
    `changed` value keys affects a score; None means that any may have changed. `visible_keys` is the result of
    `visible`, for callers that have it.
    """
    affecting_keys = _keys_affecting_scores(fields)
    if not affecting_keys or (changed is not None and affecting_keys.isdisjoint(changed)):
        return None
    scoring = scoring_of(fields, values, visible_keys=visible_keys)
    columns = {
        "overall": None if scoring.overall is None else decimal_score(scoring.overall),
        "sections": [_section(section) for section in scoring.sections],
        "computed": now(),
    }
    db.session.execute(
        insert(RfxScore)
        .values(rfx_id=rfx_id, **columns)
        .on_conflict_do_update(index_elements=[RfxScore.rfx_id], set_=columns)
    )
    return scoring.overall


def _keys_affecting_scores(fields: Sequence[PlacedField]) -> set[str]:
    """Return the value keys that affect scores: scored fields and, if there are any, the fields that conditions use."""
    scored = {placed.key for placed in fields if is_scored(placed.field)}
    if not scored:
        return scored
    conditions = {
        (placed.form_index, condition.field) for placed in fields for condition in placed.field.conditions
    }
    return scored | {placed.key for placed in fields if (placed.form_index, placed.field.name) in conditions}


def _section(section: SectionScore) -> SectionScoreJson:
    return {
        "topic": section.topic,
        "score": None if section.score is None else str(decimal_score(section.score)),
        "weight": str(section.weight),
        "fields": [_field(score) for score in section.fields],
    }


def _field(score: FieldScore) -> FieldScoreJson:
    return {
        "key": score.placed.key,
        "rule": score.rule,
        "points": str(score.points),
        "most": str(score.most),
        "weight": str(score.weight),
        "score": str(decimal_score(score.score)),
    }
