"""Scores of RFxs with their explanations. Only the requester's users may see them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import select

from app.extensions import db
from app.forms.public import (
    FieldType,
    PlacedField,
    answered,
    fields_of_forms,
    is_scored,
    percentage,
    rule_text,
    topic_of,
    value_text,
    visible,
)
from app.rfx.models import FormValue, Rfx, RfxScore
from app.rfx.queries.rfxs import revisions_of
from app.rfx.types import FieldScoreJson, SectionScoreJson

COMMENT_TYPES = frozenset({FieldType.TEXT, FieldType.TEXTAREA})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFieldScore:
    """Score of one question: the answer, the rule that applied (`is “Yes”`), `points` of `most`.

    `follow_up` is the question that the rule raises; `score` is a share of 1.
    """

    key: str
    form_id: int
    fid: str
    question: str
    answer: str
    rule: str
    follow_up: str
    points: Decimal
    most: Decimal
    weight: Decimal
    score: Decimal

    @property
    def exact_score(self) -> Fraction:
        """Return the share of 1 without rounding, for the computation of means."""
        return Fraction(self.points) / Fraction(self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSection:
    """Scores of one topic; `score` is None if no field has a weight."""

    topic: str
    score: Decimal | None
    weight: Decimal
    fields: Sequence[StoredFieldScore]


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxResult:
    """Scores of one RFx, and its comments: (question, text) of text answers without a score.

    `overall` is a share of 1; None before the first answer, and if no field is scored.
    """

    rfx_id: int
    overall: Decimal | None
    sections: Sequence[StoredSection]
    comments: Sequence[tuple[str, str]]

    @property
    def percent(self) -> int | None:
        """Return the overall score as a whole percentage."""
        return None if self.overall is None else percentage(self.overall)


def rfx_results(
    rfx_ids: Sequence[int], *, answers: Mapping[int, Mapping[str, object]] | None = None
) -> dict[int, RfxResult]:
    """Return the results of RFxs by id, in two statements; the caller has checked that the viewer is their requester.

    The scores are the stored ones, which each save updates. If the caller has read the answers already, it passes the
    values by RFx and key as `answers`, which saves one statement.
    """
    rows = db.session.execute(
        select(Rfx.id, RfxScore.overall, RfxScore.sections, revisions_of().label("revisions"))
        .outerjoin(RfxScore, RfxScore.rfx_id == Rfx.id)
        .where(Rfx.id.in_(rfx_ids))
    ).all()
    if answers is None:
        answers = _answers(rfx_ids)
    results = {}
    for row in rows:
        fields = fields_of_forms([(form_id, series_id) for form_id, series_id in row.revisions or ()])
        values = answers.get(row.id, {})
        results[row.id] = RfxResult(
            rfx_id=row.id,
            overall=row.overall,
            sections=_sections(row.sections or (), fields, values),
            comments=_comments(fields, values),
        )
    return results


def _answers(rfx_ids: Sequence[int]) -> dict[int, dict[str, object]]:
    values: dict[int, dict[str, object]] = defaultdict(dict)
    current = select(FormValue.rfx_id, FormValue.key, FormValue.value).where(
        FormValue.rfx_id.in_(rfx_ids), FormValue.is_current
    )
    for rfx_id, key, value in db.session.execute(current):
        values[rfx_id][key] = value
    return values


def _sections(
    stored_sections: Sequence[SectionScoreJson], fields: Sequence[PlacedField], values: Mapping[str, object]
) -> list[StoredSection]:
    by_key = {placed.key: placed for placed in fields}
    return [
        StoredSection(
            topic=section["topic"],
            score=None if section["score"] is None else Decimal(section["score"]),
            weight=Decimal(section["weight"]),
            fields=[
                _field(stored_field, by_key[stored_field["key"]], values)
                for stored_field in section["fields"]
            ],
        )
        for section in stored_sections
    ]


def _field(stored: FieldScoreJson, placed: PlacedField, values: Mapping[str, object]) -> StoredFieldScore:
    field = placed.field
    rule = None if stored["rule"] is None else field.scoring[stored["rule"]]
    return StoredFieldScore(
        key=placed.key,
        form_id=placed.form_id or 0,
        fid=field.fid,
        question=field.label or field.name,
        answer=value_text(field, values.get(placed.key)),
        rule=rule_text(field, rule),
        follow_up=rule.follow_up if rule else "",
        points=Decimal(stored["points"]),
        most=Decimal(stored["most"]),
        weight=Decimal(stored["weight"]),
        score=Decimal(stored["score"]),
    )


def _comments(fields: Sequence[PlacedField], values: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return the text answers without a score. Labels of several fields ('What makes you say so?') get the topic."""
    visible_keys = visible(fields, values)
    labels = Counter(placed.field.label or placed.field.name for placed in fields)
    return [
        (_question(placed, labels), value_text(placed.field, values.get(placed.key)))
        for placed in fields
        if placed.key in visible_keys
        and placed.field.type in COMMENT_TYPES
        and not is_scored(placed.field)
        and answered(placed.field, values.get(placed.key))
    ]


def _question(placed: PlacedField, labels: Mapping[str, int]) -> str:
    label = placed.field.label or placed.field.name
    return f"{topic_of(placed)}: {label}" if labels[label] > 1 else label
