"""What the answers of a form score (product decisions, Scoring).

The rules of a field are tried in their order and the first that holds counts. A field's score is the points of
that rule, or none, out of the most that any of its rules could give. A section, which is a topic, and the whole
score the weighted mean of their scored fields that show.

All is reckoned in exact fractions of the decimal numbers that the form has, and rounded once, where it is
shown: the order of fields never matters, and a half is always a half. Nothing here is known to respondents or to
the browser.
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
"""The section of fields without a topic that stand under no heading."""
DECIMAL_PLACES = 6
"""How exactly a score is stored and told; means are reckoned before."""


@dataclass(frozen=True, slots=True)
class FieldScore:
    """How one field scored: `points` of `most` by the rule at index `rule`, or no points where none held.

    `score` is points / most; negative where points were taken away. `weight` is the field's in every mean.
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
    """The scored fields of one topic, in document order; `score` is None where all of them weigh nothing."""

    topic: str
    fields: Sequence[FieldScore]
    score: Fraction | None
    weight: Decimal


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scores of all that shows. `overall` is None where nothing is scored, or all of it weighs nothing."""

    sections: Sequence[SectionScore]
    overall: Fraction | None
    weight: Decimal

    @property
    def fields(self) -> list[FieldScore]:
        """The scored fields, section by section."""
        return [field for section in self.sections for field in section.fields]


def scoring_of(
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    *,
    visible_keys: Collection[str] | None = None,
) -> Scoring:
    """The scores of the answers `values`, by value key, to `fields` in document order.

    Fields hidden by a condition and fields without scoring rules count nowhere; a field that is not answered
    counts, with the points of its `unanswered` rule or none. Sections stand in the order of their first field.
    """
    if visible_keys is None:
        visible_keys = visible(fields, values)
    by_topic: dict[str, list[FieldScore]] = {}
    for placed in fields:
        if placed.key in visible_keys and is_scored(placed.field):
            score = _field_score(placed, values.get(placed.key))
            by_topic.setdefault(score.topic, []).append(score)
    sections = [
        SectionScore(topic, scores, weighted_mean(_weighed(scores)), _weight(scores))
        for topic, scores in by_topic.items()
    ]
    everything = [score for scores in by_topic.values() for score in scores]
    return Scoring(sections, weighted_mean(_weighed(everything)), _weight(everything))


def is_scored(field: Field) -> bool:
    """Whether answers to `field` can earn points. With rules that only take points away there is no full mark,
    and so no score.
    """
    return any(rule.points > 0 for rule in field.scoring)


def topic_of(placed: PlacedField) -> str:
    """The section that a field is scored in: its topic, else the heading that it stands under."""
    return placed.field.topic or placed.section_title or NO_TOPIC


def weighted_mean(scores: Iterable[tuple[Fraction | Decimal, Decimal]]) -> Fraction | None:
    """The mean of (score, weight) pairs; None where there are none, or all weigh nothing."""
    total = weights = Fraction(0)
    for score, weight in scores:
        total += Fraction(score) * Fraction(weight)
        weights += Fraction(weight)
    return total / weights if weights else None


def percentage(score: Fraction | Decimal) -> int:
    """A score as the whole percentage that is shown, a half rounded up (away from zero)."""
    return _rounded(Fraction(score) * 100)


def decimal_score(score: Fraction) -> Decimal:
    """A score as a decimal number of six places, a half rounded up (away from zero)."""
    return Decimal(_rounded(score * 10**DECIMAL_PLACES)).scaleb(-DECIMAL_PLACES)


def decimal_number(number: float) -> Decimal:
    """A number of a form's JSON as the decimal that was written."""
    return Decimal(number_text(number))


def _rounded(number: Fraction) -> int:
    whole = (abs(number) * 2 + 1) // 2
    return whole if number >= 0 else -whole


def _field_score(placed: PlacedField, value: object) -> FieldScore:
    field = placed.field
    counted = next(
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
        rule=counted,
        points=Decimal(0) if counted is None else decimal_number(field.scoring[counted].points),
        most=max(decimal_number(rule.points) for rule in field.scoring),
        weight=decimal_number(field.weight),
    )


def _weighed(scores: Iterable[FieldScore]) -> list[tuple[Fraction, Decimal]]:
    return [(score.score, score.weight) for score in scores]


def _weight(scores: Iterable[FieldScore]) -> Decimal:
    return sum((score.weight for score in scores), Decimal(0))
