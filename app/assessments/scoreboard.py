"""Content of 'Scoring & Reports', computed from the stored scores of the surveys that count.

A survey counts if it is submitted and not ignored. PERFORMANCE has one column for each respondent and one row for each
question; all respondents have the same weight, so the overall score is the mean of the columns. Other types show the
topics, and the overall score is the weighted mean of all scored answers of all respondents (product decisions, Scoring).

All means are computed from the stored points, which are exact, and rounded once, because a mean of rounded scores can
have a wrong last digit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from app.assessments.types import AssessmentType
from app.forms.public import decimal_score, weighted_mean

Json = dict[str, object]
Pairs = Iterable[tuple[Fraction, Decimal]]


class FieldResult(Protocol):
    """Stored score of one answer."""

    @property
    def key(self) -> str: ...
    @property
    def fid(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def weight(self) -> Decimal: ...
    @property
    def exact_score(self) -> Fraction: ...


class SectionResult(Protocol):
    """Stored scores of one topic."""

    @property
    def topic(self) -> str: ...
    @property
    def fields(self) -> Sequence[FieldResult]: ...


class SurveyResult(Protocol):
    """Stored scores of one RFx."""

    @property
    def sections(self) -> Sequence[SectionResult]: ...
    @property
    def comments(self) -> Sequence[tuple[str, str]]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """A survey that counts, with its respondent and result."""

    rfx_id: int
    respondent: str
    result: SurveyResult


def scoreboard_of(type: str, surveys: Sequence[Survey]) -> Json:
    """Build the scoreboard of an assessment of `type`, for storage and display; scores are shares of 1 or null."""
    topics = _topics(surveys)
    columns = [_respondent_score(survey) for survey in surveys]
    if type == AssessmentType.PERFORMANCE:
        overall = _mean(columns)
    else:
        overall = weighted_mean(pair for fields in topics.values() for pair in _scores_and_weights(fields))
    return {
        "overall": _number(overall),
        "respondents": [
            {"rfx_id": s.rfx_id, "name": s.respondent, "score": _number(score)}
            for s, score in zip(surveys, columns, strict=True)
        ],
        "topics": [
            {
                "topic": topic,
                "score": _number(weighted_mean(_scores_and_weights(fields))),
                "weight": _json_weight(_topic_weight(fields)),
                "questions": len({field.fid for field in fields}),
            }
            for topic, fields in topics.items()
        ],
        "questions": _questions(surveys),
        "comments": _comments(surveys),
    }


def overall_of(scoreboard: Mapping[str, object]) -> Decimal | None:
    """Return the overall score of a scoreboard for `Assessment.completed_score`."""
    overall = scoreboard["overall"]
    return None if overall is None else Decimal(str(overall))


def _topics(surveys: Sequence[Survey]) -> dict[str, list[FieldResult]]:
    """Group all scored answers by topic, in the order in which the topics first occur."""
    topics: dict[str, list[FieldResult]] = {}
    for survey in surveys:
        for section in survey.result.sections:
            topics.setdefault(section.topic, []).extend(section.fields)
    return {topic: fields for topic, fields in topics.items() if fields}


def _topic_weight(fields: Sequence[FieldResult]) -> Decimal:
    """Return the weight of a topic: the sum of the weights of its questions, each counted once for all respondents."""
    return sum({field.fid: field.weight for field in fields}.values(), Decimal(0))


def _scores_and_weights(fields: Iterable[FieldResult]) -> Pairs:
    return ((field.exact_score, field.weight) for field in fields)


def _respondent_score(survey: Survey) -> Fraction | None:
    """Return the score of one respondent."""
    return weighted_mean(
        pair for section in survey.result.sections for pair in _scores_and_weights(section.fields)
    )


def _mean(scores: Iterable[Fraction | None]) -> Fraction | None:
    """Return the mean of the scores that are not None, each with the same weight."""
    return weighted_mean((score, Decimal(1)) for score in scores if score is not None)


def _questions(surveys: Sequence[Survey]) -> list[Json]:
    """Build the table of respondents by questions. A question has the same `fid` in all revisions of its form.

    `keys` are the value keys of the answers, for links to them; None where a respondent has no such question.
    """
    rows: dict[str, Json] = {}
    keys_by_fid: dict[str, list[str | None]] = {}
    scores_by_fid: dict[str, list[Fraction | None]] = {}
    for column, survey in enumerate(surveys):
        for section in survey.result.sections:
            for field in section.fields:
                if field.fid not in rows:
                    rows[field.fid] = {
                        "question": field.question,
                        "topic": section.topic,
                        "weight": _json_weight(field.weight),
                    }
                    keys_by_fid[field.fid] = [None] * len(surveys)
                    scores_by_fid[field.fid] = [None] * len(surveys)
                scores_by_fid[field.fid][column] = field.exact_score
                keys_by_fid[field.fid][column] = field.key
    return [
        row
        | {
            "scores": [_number(score) for score in scores_by_fid[fid]],
            "keys": keys_by_fid[fid],
            "mean": _number(_mean(scores_by_fid[fid])),
        }
        for fid, row in rows.items()
    ]


def _comments(surveys: Sequence[Survey]) -> list[Json]:
    """Group the comments by question."""
    by_question: dict[str, list[Json]] = {}
    for survey in surveys:
        for question, text in survey.result.comments:
            by_question.setdefault(question, []).append({"respondent": survey.respondent, "text": text})
    return [{"question": question, "answers": answers} for question, answers in by_question.items()]


def _number(score: Fraction | None) -> float | None:
    """Convert a share of 1 to a JSON number with six decimal places."""
    return None if score is None else float(decimal_score(score))


def _json_weight(weight: Decimal) -> float:
    return float(weight)
