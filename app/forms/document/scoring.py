"""Scores of the answers of a form (product decisions, Scoring).

The first rule of a field that the answer meets is used. A field's score is the points of that rule (or 0), divided by
the most points of its rules. The score of a section, which is a topic, and of the whole form is the weighted mean of
their visible scored fields.

Scores are computed as exact fractions of the form's decimal numbers and rounded once, for display. So the order of
fields never matters, and a half is exactly a half. Respondents and the browser never get scores or rules.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from app.forms.document.conditions import is_condition_met
from app.forms.document.fields import Field, ScoringRule, number_text
from app.forms.document.rules import visible
from app.forms.document.walk import PlacedField

NO_TOPIC = "General"
"""Section of fields without a topic that are not under a heading."""
DECIMAL_PLACES = 6
"""Precision of stored and returned scores; means are computed from the exact scores."""


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Score of a field: `points` of `most`, by the rule at index `rule`; 0 points if the answer met no rule.

    `score` is points / most, which is negative for negative points. `weight` is the field's weight in each mean.
    """

    placed: PlacedField
    topic: str
    rule: int | None
    points: Decimal
    most: Decimal
    weight: Decimal

    @property
    def score(self) -> Fraction:
        return Fraction(self.points) / Fraction(self.most)

    @property
    def counted_rule(self) -> ScoringRule | None:
        return None if self.rule is None else self.placed.field.scoring[self.rule]


@dataclass(frozen=True, slots=True)
class SectionScore:
    """Scored fields of one topic, in document order; `score` is None if all weights are 0."""

    topic: str
    fields: Sequence[FieldScore]
    score: Fraction | None
    weight: Decimal


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scores of all visible fields. `overall` is None if no field is scored or all weights are 0."""

    sections: Sequence[SectionScore]
    overall: Fraction | None
    weight: Decimal

    @property
    def fields(self) -> list[FieldScore]:
        """Return the scored fields, section by section."""
        return [field for section in self.sections for field in section.fields]


def scoring_of(
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    *,
    visible_keys: Collection[str] | None = None,
) -> Scoring:
    """Compute the scores of the answers `values`, by value key, to `fields` in document order.

    Hidden fields and fields without scoring rules are ignored. An unanswered field counts with the points of its
    `unanswered` rule, or 0. Sections are in the order of their first field.
    """
    if visible_keys is None:
        visible_keys = visible(fields, values)
    by_topic: dict[str, list[FieldScore]] = {}
    for placed in fields:
        if placed.key in visible_keys and is_scored(placed.field):
            score = _field_score(placed, values.get(placed.key))
            by_topic.setdefault(score.topic, []).append(score)
    sections = [
        SectionScore(topic, scores, weighted_mean(_score_weights(scores)), _weight(scores))
        for topic, scores in by_topic.items()
    ]
    all_scores = [score for scores in by_topic.values() for score in scores]
    return Scoring(sections, weighted_mean(_score_weights(all_scores)), _weight(all_scores))


def is_scored(field: Field) -> bool:
    """True if answers to `field` can earn points; rules with only negative points have no maximum and so no score."""
    return any(rule.points > 0 for rule in field.scoring)


def topic_of(placed: PlacedField) -> str:
    """Return the section that a field is scored in: its topic, or the heading above it.

    New fields store their heading as topic. Sent forms have fields without a topic, whose scores stay under the heading.
    """
    return placed.field.topic or placed.section_title or NO_TOPIC


def weighted_mean(scores: Iterable[tuple[Fraction | Decimal, Decimal]]) -> Fraction | None:
    """Compute the weighted mean of (score, weight) pairs; None without pairs or if all weights are 0."""
    total = weights = Fraction(0)
    for score, weight in scores:
        total += Fraction(score) * Fraction(weight)
        weights += Fraction(weight)
    return total / weights if weights else None


def percentage(score: Fraction | Decimal) -> int:
    """Convert a score to the displayed whole percentage; a half rounds away from zero."""
    return _rounded(Fraction(score) * 100)


def decimal_score(score: Fraction) -> Decimal:
    """Convert a score to a decimal with six places; a half rounds away from zero."""
    return Decimal(_rounded(score * 10**DECIMAL_PLACES)).scaleb(-DECIMAL_PLACES)


def decimal_number(number: float) -> Decimal:
    """Convert a JSON number of a form to the decimal that was entered."""
    return Decimal(number_text(number))


def _rounded(number: Fraction) -> int:
    whole = (abs(number) * 2 + 1) // 2
    return whole if number >= 0 else -whole


def _field_score(placed: PlacedField, value: object) -> FieldScore:
    field = placed.field
    rule_index = next(
        (
            index
            for index, rule in enumerate(field.scoring)
            if is_condition_met(field, rule.operator, rule.operand, value)
        ),
        None,
    )
    return FieldScore(
        placed=placed,
        topic=topic_of(placed),
        rule=rule_index,
        points=Decimal(0) if rule_index is None else decimal_number(field.scoring[rule_index].points),
        most=max(decimal_number(rule.points) for rule in field.scoring),
        weight=decimal_number(field.weight),
    )


def _score_weights(scores: Iterable[FieldScore]) -> list[tuple[Fraction, Decimal]]:
    return [(score.score, score.weight) for score in scores]


def _weight(scores: Iterable[FieldScore]) -> Decimal:
    return sum((score.weight for score in scores), Decimal(0))
