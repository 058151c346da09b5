"""Scores of RFxs with their explanations. Only the requester's users may see them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from app.extensions import db
from app.forms.public import (
    DocForm,
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
from app.kernel.clock import now
from app.rfx.models import FormValue, Rfx, RfxDocForm, RfxScore
from app.rfx.queries.rfxs import RfxContext, revisions_of
from app.rfx.types import FieldScoreJson, RfxStatus, SectionScoreJson

COMMENT_TYPES = frozenset({FieldType.TEXT, FieldType.TEXTAREA})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFieldScore:
    """Score of one question: the answer, the rule that applied (`is “Yes”`), `points` of `most`.

    `follow_up` is the question that the rule asks; `score` is a share of 1.
    """

    key: str
    form_id: int
    fid: str
    question: str
    answer: str
    is_answered: bool
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousResult:
    """Scores of an earlier submitted RFx: the overall score and the score by topic, each a share of 1."""

    rfx_id: int
    title: str
    submitted: datetime
    overall: Decimal
    topics: Mapping[str, Decimal]


def previous_result(context: RfxContext) -> PreviousResult | None:
    """Return the scores of the latest RFx that can be compared with this one; None without one. Runs one statement.

    Comparable are RFxs with the same requester, respondent (guest or colleague) and subject and with the same forms,
    in any revision, that were submitted before this one was, and that have a score.
    """
    rfx = context.rfx
    series = (
        select(func.array_agg(aggregate_order_by(DocForm.series_id, DocForm.series_id.asc())))
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id)
        .correlate(Rfx)
        .scalar_subquery()
    )
    row = db.session.execute(
        select(Rfx.id, Rfx.title, Rfx.closed, RfxScore.overall, RfxScore.sections)
        .join(RfxScore, RfxScore.rfx_id == Rfx.id)
        .where(
            Rfx.organisation_id == rfx.organisation_id,
            Rfx.with_organisation_id == rfx.with_organisation_id,
            Rfx.relationship_id.is_not_distinct_from(rfx.relationship_id),
            Rfx.guest_user_id.is_not_distinct_from(rfx.guest_user_id),
            Rfx.recipient_user_id.is_not_distinct_from(rfx.recipient_user_id),
            Rfx.id != rfx.id,
            Rfx.status == RfxStatus.COMPLETED,
            Rfx.closed < (rfx.closed or now()),
            ~Rfx.ignored,
            ~Rfx.is_sealed,
            RfxScore.overall.is_not(None),
            series == sorted(series_id for _, series_id in context.revisions),
        )
        .order_by(Rfx.closed.desc(), Rfx.id.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    return PreviousResult(
        rfx_id=row.id,
        title=row.title,
        submitted=row.closed,
        overall=row.overall,
        topics={
            section["topic"]: Decimal(section["score"])
            for section in row.sections
            if section["score"] is not None
        },
    )


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
        is_answered=answered(field, values.get(placed.key)),
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
