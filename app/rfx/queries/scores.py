"""Reading what RFxs score, with the words that explain it. Only a requester's users may see any of it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

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

COMMENT_TYPES = frozenset({FieldType.TEXT, FieldType.TEXTAREA})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFieldScore:
    """How one question came to its score: the answer, the rule that counted (`is “Yes”`), `points` of `most`.

    `follow_up` is what that rule asks; `score` is a share of 1.
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
        """The share of 1 before it is rounded, to make means of."""
        return Fraction(self.points) / Fraction(self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSection:
    """The scores of one topic; `score` is None where all of it weighs nothing."""

    topic: str
    score: Decimal | None
    weight: Decimal
    fields: Sequence[StoredFieldScore]


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxResult:
    """What the answers of one RFx score, and its comments: (question, text) of written answers without a score.

    `overall` is a share of 1; None before the first answer, and where nothing is scored.
    """

    rfx_id: int
    overall: Decimal | None
    sections: Sequence[StoredSection]
    comments: Sequence[tuple[str, str]]

    @property
    def percent(self) -> int | None:
        """The overall score as it is shown, a whole percentage."""
        return None if self.overall is None else percentage(self.overall)


def rfx_results(
    rfx_ids: Sequence[int], *, answers: Mapping[int, Mapping[str, Any]] | None = None
) -> dict[int, RfxResult]:
    """The results of RFxs that the caller has found its viewer to see as a requester: two statements for any number.

    Scores are the stored ones, as of the last answer. `answers` are the values by RFx and key where the caller has
    read them already, which leaves one statement.
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


def _answers(rfx_ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    values: dict[int, dict[str, Any]] = defaultdict(dict)
    current = select(FormValue.rfx_id, FormValue.key, FormValue.value).where(
        FormValue.rfx_id.in_(rfx_ids), FormValue.is_current
    )
    for rfx_id, key, value in db.session.execute(current):
        values[rfx_id][key] = value
    return values


def _sections(
    stored: Sequence[Mapping[str, Any]], fields: Sequence[PlacedField], values: Mapping[str, Any]
) -> list[StoredSection]:
    by_key = {placed.key: placed for placed in fields}
    return [
        StoredSection(
            topic=section["topic"],
            score=None if section["score"] is None else Decimal(section["score"]),
            weight=Decimal(section["weight"]),
            fields=[_field(each, by_key[each["key"]], values) for each in section["fields"]],
        )
        for section in stored
    ]


def _field(stored: Mapping[str, Any], placed: PlacedField, values: Mapping[str, Any]) -> StoredFieldScore:
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


def _comments(fields: Sequence[PlacedField], values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was written freely. Where several fields ask the same ('What makes you say so?'), the topic tells them apart."""
    shown = visible(fields, values)
    labels = Counter(placed.field.label or placed.field.name for placed in fields)
    return [
        (_question(placed, labels), value_text(placed.field, values.get(placed.key)))
        for placed in fields
        if placed.key in shown
        and placed.field.type in COMMENT_TYPES
        and not is_scored(placed.field)
        and answered(placed.field, values.get(placed.key))
    ]


def _question(placed: PlacedField, labels: Mapping[str, int]) -> str:
    label = placed.field.label or placed.field.name
    return f"{topic_of(placed)}: {label}" if labels[label] > 1 else label
