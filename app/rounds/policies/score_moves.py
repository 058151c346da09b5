"""The two overall scores of two rounds, and the part of each topic in the move between them; without database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from app.forms.public import Scoring, percentage


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicMove:
    """Score of a topic in both rounds, in whole percent, and its part in the overall move, in percentage points."""

    topic: str
    then: int | None
    now: int | None
    move: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreDifference:
    """Overall scores in whole percent; the moves of `topics` add up to `now` minus `then`."""

    then: int
    now: int
    topics: Sequence[TopicMove]


def score_difference(then: Scoring, now: Scoring) -> ScoreDifference | None:
    """Return the scores of two rounds with the move of each topic; None if a round has no overall score.

    A topic counts with the weight of its questions among all scored questions, so it also moves if questions were
    added to other topics.
    """
    if then.overall is None or now.overall is None:
        return None
    shares_then, shares_now = _shares(then), _shares(now)
    topics = [*shares_now, *(topic for topic in shares_then if topic not in shares_now)]
    exact = {topic: shares_now.get(topic, _NONE) - shares_then.get(topic, _NONE) for topic in topics}
    percent_then, percent_now = percentage(then.overall), percentage(now.overall)
    moves = whole_moves(exact, percent_now - percent_then)
    return ScoreDifference(
        then=percent_then,
        now=percent_now,
        topics=[
            TopicMove(topic=topic, then=_mean(then, topic), now=_mean(now, topic), move=moves[topic])
            for topic in topics
        ],
    )


_NONE = Fraction(0)


def whole_moves(exact: Mapping[str, Fraction], total: int) -> dict[str, int]:
    """Round moves, as shares of 1, to whole percentage points that add up to `total` (largest remainder).

    `total` is the difference of two rounded scores; topics without a move stay at 0 unless no topic has one.
    """
    points = {topic: move * 100 for topic, move in exact.items()}
    moves = {topic: floor(move) for topic, move in points.items()}
    moving = [topic for topic, move in points.items() if move] or list(points)
    moving.sort(key=lambda topic: moves[topic] - points[topic])
    rest = total - sum(moves.values())
    ordered = moving if rest > 0 else moving[::-1]
    for index in range(abs(rest) if ordered else 0):
        moves[ordered[index % len(ordered)]] += 1 if rest > 0 else -1
    return moves


def _shares(scoring: Scoring) -> dict[str, Fraction]:
    """Return the part of each topic in the overall score, as a share of 1."""
    weight = Fraction(scoring.weight)
    return {
        section.topic: sum((field.score * Fraction(field.weight) for field in section.fields), _NONE) / weight
        for section in scoring.sections
    }


def _mean(scoring: Scoring, topic: str) -> int | None:
    score = next((section.score for section in scoring.sections if section.topic == topic), None)
    return None if score is None else percentage(score)
