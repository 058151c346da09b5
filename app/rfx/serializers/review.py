"""Serializers of scores, assignees and the history of answers."""

from collections.abc import Sequence
from decimal import Decimal

from app.accounts.public import User
from app.forms.public import Completion, percentage
from app.kernel.clock import moment_text, optional_moment_text
from app.rfx.queries.history import Change
from app.rfx.queries.scores import PreviousResult, RfxResult, StoredFieldScore, StoredSection


def serialize_assignee(user: User) -> dict[str, object]:
    """Serialize a user (`AssigneeSchema`)."""
    return {"id": user.id, "name": user.name, "job_title": user.job_title}


def serialize_history(changes: Sequence[Change]) -> list[dict[str, object]]:
    """Serialize the history of one field (`AnswerChangeSchema`)."""
    return [
        {
            "iteration": change.iteration,
            "text": ", ".join(change.parts),
            "parts": change.parts,
            "by": {"id": change.by_id, "name": change.by_name},
            "organisation": change.organisation_name,
            "updated": moment_text(change.updated),
            "source": change.source,
            "accepted": optional_moment_text(change.accepted),
            "acceptedBy": change.accepted_by,
            "carried": change.carried
            and {"rfxId": change.carried.rfx_id, "answered": moment_text(change.carried.answered)},
        }
        for change in changes
    ]


def serialize_loaded_scoring(
    result: RfxResult,
    tasks: Sequence[dict[str, object]],
    *,
    previous: PreviousResult | None,
    is_finished: bool,
    completion: Completion,
) -> dict[str, object]:
    """Serialize the Scoring tab (`ScoringResultsSchema`)."""
    return {
        "overall": result.percent,
        "is_finished": is_finished,
        "completion": {
            "percent": completion.percent, "answered": completion.answered, "total": completion.total,
        },
        "previous": None if previous is None else _previous(previous),
        "sections": [_section(section, previous) for section in result.sections],
        "tasks": list(tasks),
    }  # fmt: skip


def _previous(previous: PreviousResult) -> dict[str, object]:
    return {
        "rfx_id": previous.rfx_id,
        "title": previous.title,
        "submitted": previous.submitted,
        "overall": percentage(previous.overall),
    }


def _section(section: StoredSection, previous: PreviousResult | None) -> dict[str, object]:
    earlier = previous.topics.get(section.topic) if previous else None
    return {
        "topic": section.topic,
        "score": None if section.score is None else percentage(section.score),
        "previous": None if earlier is None else percentage(earlier),
        "weight": _number(section.weight),
        "fields": [_scored(field) for field in section.fields],
    }


def _scored(field: StoredFieldScore) -> dict[str, object]:
    return {
        "key": field.key,
        "doc_form_id": field.form_id,
        "question": field.question,
        "answer": field.answer,
        "rule": field.rule,
        "follow_up": field.follow_up,
        "is_answered": field.is_answered,
        "points": _number(field.points),
        "most": _number(field.most),
        "weight": _number(field.weight),
        "score": percentage(field.score),
    }


def _number(number: Decimal) -> float:
    return int(number) if number == number.to_integral_value() else float(number)
