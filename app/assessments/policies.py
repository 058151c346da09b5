"""Rules of assessments that need no database."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.assessments.types import (
    OPEN_STATUSES,
    TRANSITIONS,
    AssessmentMove,
    AssessmentStatus,
    AssessmentType,
)
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError

Json = Mapping[str, Any]
"""JSON body of `AssessmentSchema`, or a part of it."""
PAST_DEADLINE = "The deadline must be in the future."
COMPLETED = "This assessment is completed: nothing of it can be changed any more."
MIN_RESPONDENTS = 3
"""Respondents from whose scores an average does not show who gave which mark."""
NO_SUPPLIER_REPORT = "Only performance assessments have a report for the supplier."
TOO_FEW_RESPONDENTS = (
    "The report for the supplier needs at least 3 respondents, so that no mark can be traced to a person."
)


def status_after(status: str, move: AssessmentMove) -> AssessmentStatus:
    """Return the status after `move`; raises ConflictError with a sentence if the transition is not allowed."""
    new_status = TRANSITIONS.get((AssessmentStatus(status), move))
    if new_status is None:
        raise ConflictError(COMPLETED, code="assessmentCompleted")
    return new_status


def is_open(status: str) -> bool:
    """Return True if surveys can be added, reminded of and changed."""
    return AssessmentStatus(status) in OPEN_STATUSES


def demand_open(status: str) -> None:
    """Raise ConflictError if the assessment is completed."""
    if not is_open(status):
        raise ConflictError(COMPLETED, code="assessmentCompleted")


def demand_future(deadline: datetime | None) -> None:
    """Raise InvalidError at the field for a deadline that has passed."""
    if deadline is not None and deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})


def may_manage(actor: Actor) -> bool:
    """Return True if the actor may start, change and close assessments of its organisation."""
    return actor.may(Permission.MANAGE_ASSESSMENTS)


def supplier_report_refusal(type: str, scoring: Json) -> str | None:
    """Return the reason why an assessment has no report for the supplier; None if it has one."""
    if type != AssessmentType.PERFORMANCE:
        return NO_SUPPLIER_REPORT
    return TOO_FEW_RESPONDENTS if _count_scores(scoring["respondents"]) < MIN_RESPONDENTS else None


def supplier_scoring(scoring: Json) -> Json:
    """Return the part of a scoreboard that the supplier may see: averages and comments, without names and weights.

    An average of fewer than `MIN_RESPONDENTS` is hidden, and so is the topic of its question, from which it could be
    computed. Comments are sorted by their text, because their order would show which ones have the same author.
    """
    hidden_topics: set[str] = set()
    questions = []
    for row in scoring["questions"]:
        is_hidden = sum(score is not None for score in row["scores"]) < MIN_RESPONDENTS
        if is_hidden:
            hidden_topics.add(row["topic"])
        questions.append(
            {"question": row["question"], "mean": None if is_hidden else row["mean"], "is_hidden": is_hidden}
        )
    return {
        "overall": scoring["overall"],
        "respondent_count": _count_scores(scoring["respondents"]),
        "questions": questions,
        "topics": [
            {
                "topic": row["topic"],
                "score": None if row["topic"] in hidden_topics else row["score"],
                "is_hidden": row["topic"] in hidden_topics,
            }
            for row in scoring["topics"]
        ],
        "comments": [
            {
                "question": row["question"],
                "answers": [
                    {"text": text}
                    for text in sorted((answer["text"] for answer in row["answers"]), key=str.casefold)
                ],
            }
            for row in scoring["comments"]
        ],
    }


def _count_scores(respondents: list[Json]) -> int:
    return sum(respondent["score"] is not None for respondent in respondents)
