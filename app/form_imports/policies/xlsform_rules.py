"""Rules for the answers of XLSForms (`constraint`), as bounds, lengths and patterns of a field."""

import re
from dataclasses import replace

from app.form_imports.policies.expressions import conjuncts
from app.form_imports.policies.items import Question
from app.forms.public import FieldType, parse_date, pattern_fault

_BOUND = re.compile(r"^\.\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$")
_DAY = re.compile(r"^\.\s*(>=|<=|>|<)\s*(?:date\s*\(\s*)?['\"](\d{4}-\d{2}-\d{2})['\"]\s*\)?$")
_COUNT = re.compile(r"^count-selected\(\s*\.\s*\)\s*(>=|<=|>|<|=)\s*(\d+)$")
_LENGTH = re.compile(r"^string-length\(\s*\.\s*\)\s*(>=|<=|>|<|=)\s*(\d+)$")
_PATTERN = re.compile(r"^regex\(\s*\.\s*,\s*(['\"])\^?(.+?)\$?\1\s*\)$")
_FILLED = re.compile(r"^(?:\.\s*!=\s*(?:''|\"\")|string-length\(\s*\.\s*\)\s*>\s*0)$")
_MOST = 9_999

NOT_TAKEN = "the rule “{text}” is not taken over: a form can't check it."
INCLUDED = "the rule “{text}” now includes {bound}, because a form can't exclude a bound."


def with_rules(question: Question, constraint: str) -> tuple[Question, list[str]]:
    """Return the question with the rules that a form can check, and sentences about the others."""
    sentences = []
    for part in map(_plain, conjuncts(constraint)):
        if _FILLED.match(part):
            question = replace(question, is_required=True)
            continue
        ruled = _bounded(question, part) or _of_length(question, part) or _patterned(question, part)
        if ruled is None:
            sentences.append(NOT_TAKEN.format(text=" ".join(part.split())[:80]))
            continue
        question, sentence = ruled
        if sentence:
            sentences.append(sentence)
    return question, sentences


def _plain(part: str) -> str:
    part = part.strip()
    while part.startswith("(") and part.endswith(")") and part.count("(") == part.count(")") == 1:
        part = part[1:-1].strip()
    return part


def _bounded(question: Question, part: str) -> tuple[Question, str] | None:
    number, day, counted = _BOUND.match(part), _DAY.match(part), _COUNT.match(part)
    if number and question.type is FieldType.NUMBER:
        mark, bound = number[1], number[2]
        if len(mark) > 1:
            return _with_bound(question, mark, bound), ""
        if question.is_whole and "." not in bound:
            # Above 0 is 1 or more, for a whole number.
            return _with_bound(question, mark, str(int(bound) + (1 if mark == ">" else -1))), ""
        return _with_bound(question, mark, bound), INCLUDED.format(text=part, bound=bound)
    if day and question.type is FieldType.DATE and parse_date(day[2]):
        sentence = INCLUDED.format(text=part, bound=day[2]) if len(day[1]) == 1 else ""
        return _with_bound(question, day[1], day[2]), sentence
    if counted and question.type is FieldType.MULTI_CHOICE:
        low, high = _whole_bounds(counted[1], int(counted[2]))
        low_text = str(low) if low > 0 else question.low
        return replace(question, low=low_text, high=question.high if high is None else str(high)), ""
    return None


def _with_bound(question: Question, mark: str, bound: str) -> Question:
    return replace(question, low=bound) if mark.startswith(">") else replace(question, high=bound)


def _of_length(question: Question, part: str) -> tuple[Question, str] | None:
    match = _LENGTH.match(part)
    if match is None or question.type is not FieldType.TEXT:
        return None
    low, high = _whole_bounds(match[1], int(match[2]))
    if high is not None and not 0 < high <= _MOST:
        return None
    if low > 0 and question.pattern:
        return None
    pattern = f".{{{low},}}" if low > 0 else question.pattern
    return replace(question, pattern=pattern, max_length=question.max_length if high is None else high), ""


def _whole_bounds(mark: str, number: int) -> tuple[int, int | None]:
    """Return the least and the most that a comparison of whole numbers allows."""
    low = {">=": number, ">": number + 1, "=": number}.get(mark, 0)
    high = {"<=": number, "<": number - 1, "=": number}.get(mark)
    return low, high


def _patterned(question: Question, part: str) -> tuple[Question, str] | None:
    match = _PATTERN.match(part)
    if match is None or question.type is not FieldType.TEXT or question.pattern or pattern_fault(match[2]):
        return None
    return replace(question, pattern=match[2]), ""
