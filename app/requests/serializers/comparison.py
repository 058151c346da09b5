"""Serializers of the comparison. They build JSON from rows: a schema dump of 2,400 cells takes ten times as long."""

from collections.abc import Sequence
from decimal import Decimal

from app.accounts.public import picture_url
from app.forms.public import FieldType, grouped, percentage, value_text
from app.kernel.clock import moment_text
from app.kernel.http.json_types import Json
from app.requests.policies.comparing import Cell, ComparedQuestion
from app.requests.queries.comparison import ComparedSection, Comparison, EnteredRates
from app.rfx.public import STATUS_INFO, ComparedRfx, FieldScoreJson

CLIPPED_LENGTH = 2000
"""Letters of an answer in the grid. The history of the answer has the rest."""


def serialize_comparison(
    comparison: Comparison,
    *,
    page: int,
    page_size: int,
    section: str = "",
    differing: bool = False,
    scored: bool = False,
    clip_at: int | None = CLIPPED_LENGTH,
) -> Json:
    """Serialize one page of suppliers with the questions that the filters leave (`ComparisonSchema`).

    Answers longer than `clip_at` are clipped; None for whole answers.
    """
    first = (page - 1) * page_size
    shown = slice(first, first + page_size)
    rfxs = comparison.rfxs[shown]
    questions = [
        question
        for question in comparison.questions
        if (not section or question.section_id == section)
        and (not differing or question.differs)
        and (not scored or question.is_scored)
    ]
    section_ids = {question.section_id for question in questions}
    return {
        "suppliers": [_supplier(rfx) for rfx in rfxs],
        "page": page,
        "pageSize": page_size,
        "supplierCount": len(comparison.rfxs),
        "answeredCount": comparison.answered_count,
        "submittedCount": comparison.submitted_count,
        "allCount": comparison.all_count,
        "questionCount": len(comparison.questions),
        "differingCount": sum(question.differs for question in comparison.questions),
        "sections": [_section(each, shown) for each in comparison.sections if each.id in section_ids],
        "questions": [_question(question, rfxs, shown, comparison, clip_at) for question in questions],
        "rates": serialize_rates(comparison.rates),
        "currencies": list(comparison.currencies),
    }


def serialize_rates(rates: EnteredRates) -> Json:
    """Serialize exchange rates (`RatesSchema`)."""
    return {
        "baseCurrency": rates.base,
        "rates": [
            {"currency": rate.currency, "rate": format(rate.rate, "f"), "date": rate.day.isoformat()}
            for rate in rates.rates
        ],
        "updated": moment_text(rates.updated),
        "enteredBy": rates.entered_by,
    }


def converted_text(amount: Decimal, currency: str) -> str:
    """Format an amount in the base currency: `EUR 1,250.50`."""
    return f"{currency} {grouped(format(amount, 'f'))}"


def _supplier(rfx: ComparedRfx) -> Json:
    return {
        "rfxId": rfx.id,
        "name": rfx.name,
        "isGuest": rfx.is_guest,
        "logoUrl": picture_url(*rfx.logo),
        "status": rfx.status.value,
        "statusInfo": STATUS_INFO[rfx.status],
        "score": None if rfx.overall is None else percentage(rfx.overall),
        "completion": rfx.answered * 100 // rfx.answerable if rfx.answerable else None,
        "endedBecause": rfx.ended_because,
        "isWithdrawn": rfx.is_withdrawn,
        "mayReview": rfx.may_review,
    }


def _section(section: ComparedSection, shown: slice) -> Json:
    return {
        "id": section.id,
        "title": section.title,
        "scores": [
            None if score is None else {"percent": score.percent, "mark": score.mark}
            for score in section.scores[shown]
        ],
    }


def _question(
    question: ComparedQuestion,
    rfxs: Sequence[ComparedRfx],
    shown: slice,
    comparison: Comparison,
    clip_at: int | None,
) -> Json:
    field, key = question.placed.field, question.placed.key
    return {
        "key": key,
        "sectionId": question.section_id,
        "number": question.number,
        "label": field.label or field.name,
        "hint": field.hint,
        "type": field.type.value,
        "isScored": question.is_scored,
        "canRank": question.can_rank,
        "direction": question.direction,
        "differs": question.differs,
        "sameCount": question.same_count,
        "sameText": _same_text(question),
        "cells": [
            _cell(question, cell, _marks((rfx.id, key), comparison), comparison.rates.base, clip_at)
            for rfx, cell in zip(rfxs, question.cells[shown], strict=True)
        ],
    }


def _same_text(question: ComparedQuestion) -> str | None:
    """Return the answer that all suppliers have in common; None without one."""
    if question.differs or not question.same_count:
        return None
    answers = (cell.answer for cell in question.cells if cell.answer is not None)
    answer = next(answers, None)
    return None if answer is None else value_text(question.placed.field, answer.value)[:CLIPPED_LENGTH]


def _marks(place: tuple[int, str], comparison: Comparison) -> Json:
    """Return the numbers of open follow-ups and of notes, without zeros."""
    marks = {"followUps": comparison.follow_ups.get(place), "notes": comparison.note_counts.get(place)}
    return {name: count for name, count in marks.items() if count}


def _cell(
    question: ComparedQuestion, cell: Cell, body: Json, base: str | None, clip_at: int | None
) -> Json | None:
    if cell.is_hidden:
        return {**body, "isHidden": True}
    if cell.answer is None:
        return body or None
    field, value = question.placed.field, cell.answer.value
    text = value_text(field, value)
    body |= {"text": text[:clip_at], "iteration": cell.answer.iteration}
    if field.type is FieldType.FILE and isinstance(value, list):
        body["files"] = [
            {"id": file["attachmentId"], "filename": file["filename"], "size": file["size"]} for file in value
        ]
    optional = {
        "isClipped": clip_at is not None and len(text) > clip_at,
        "isAccepted": cell.answer.accepted is not None,
        "number": "" if cell.number is None else format(cell.number, "f"),
        "currency": cell.currency,
        "converted": _converted(cell, base),
        "issue": cell.issue,
        "points": _points(cell.score) if cell.score else None,
        "mark": cell.mark,
        "isDifferent": cell.is_different,
    }
    return body | {name: value for name, value in optional.items() if value}


def _converted(cell: Cell, base: str | None) -> str:
    """Return the converted amount, empty for an amount in the base currency."""
    if cell.converted is None or base is None or base == cell.currency:
        return ""
    return converted_text(cell.converted, base)


def _points(score: FieldScoreJson) -> Json:
    return {
        "points": float(score["points"]),
        "most": float(score["most"]),
        "percent": percentage(Decimal(score["score"])),
    }
