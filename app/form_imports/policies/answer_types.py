"""Type of a question: from its type cell, its drop-down list, the shape of its choices, or its answer cell."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from app.form_imports.policies.row_choices import choices_in_heading
from app.form_imports.policies.texts import are_exclusive, are_yes_and_no, choices_in, fold, offer_yes_and_no
from app.form_imports.policies.words import (
    EITHER_KIND,
    LISTED_TYPES,
    ONE,
    SEVERAL,
    SEVERAL_ROWS,
    TYPES,
    UNITS,
)
from app.form_imports.types import MAX_CHOICES
from app.forms.public import FieldType

_RANGE = re.compile(
    r"^\s*(-?\d+(?:\.\d+)?)\s*(?:-|\u2013|to|bis|\.\.\.?|à)\s*(\d+(?:\.\d+)?)\s*(%?)\s*$", re.IGNORECASE
)
_SCALE = re.compile(
    r"\bscale\b[^\d()]{0,12}(?P<low>\d{1,2})\s*(?:-|\u2013|to)\s*(?P<high>\d{1,3})\b"
    r"|\b(?P<from>\d{1,2})\s*(?:-|\u2013|to)\s*(?P<to>\d{1,3})\s+scale\b",
    re.IGNORECASE,
)
"""Bounds in a question, as in "Rate it (1-5 scale)" or "On a scale of 1 to 10"."""
_INSTRUCTION = re.compile(r"(?P<choices>[^\n:.]{3,60}?)\s+[\u2013\u2014-]\s+(?P<text>[^:\n]{2,80}:)")
"""Choices with a request, such as "Yes / No - Since:"."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:T00:00:00)?")
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")
CHOICE_TYPES = frozenset({FieldType.SINGLE_CHOICE, FieldType.MULTI_CHOICE})

NO_CHOICES = "choices are missing for a {kind}. Add them, or choose another type."
UNKNOWN_TYPE = "there is no type “{text}”. Check the proposed one."
COMPUTED_LIST = "the list of choices is computed by a formula. Add the choices."
MANY_CHOICES = f"{{count:,}} choices; a question can have {MAX_CHOICES}. The first {MAX_CHOICES} are used."
TABLE_TYPE = (
    "tables can't be read from a column. The question asks for a text; make it a table in the editor."
)
KINDS = {FieldType.SINGLE_CHOICE: "single choice", FieldType.MULTI_CHOICE: "multiple choice"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """The cells of a row that say how its question is answered. `listed` is its drop-down list."""

    question: str = ""
    type: str = ""
    choices: str = ""
    answer: str = ""
    is_written: bool = False
    """True if the answer was written by a respondent, so that it is no list of choices."""
    listed: Sequence[str] | None = None
    is_computed: bool = False
    usual: Sequence[str] = ()
    """Choices of all questions of a standard, for rows that have no list."""
    instruction: str = ""
    """Heading of choices that have a row each, which may allow several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The type of a question, its choices and bounds, and the problems as sentences."""

    type: FieldType
    choices: tuple[str, ...] = ()
    low: str | None = None
    high: str | None = None
    suffix: str = ""
    instruction: str = ""
    """Request in the answer cell in addition to the choices."""
    problems: tuple[str, ...] = ()
    is_stated: bool = True


def type_in(text: str) -> FieldType | None:
    """Return the type that a word or the code of a type names."""
    code = text.strip().upper()
    if code in FieldType.__members__:
        return FieldType[code]
    return _words().get(fold(text))


def type_question(cells: Cells) -> Typed:
    """Return the type of a question. Without any sign it asks for a text of several lines."""
    problems: list[str] = []
    stated = type_in(cells.type) if cells.type else None
    choices = list(cells.listed or ()) or choices_in(cells.choices)
    if cells.type and stated is None:
        # "Yes/No/NA" in the column of types is a list of choices.
        pieces = list(LISTED_TYPES.get(fold(cells.type), ())) or choices_in(cells.type)
        if len(pieces) > 1:
            choices = choices or pieces
        else:
            problems.append(UNKNOWN_TYPE.format(text=cells.type[:60]))
    if cells.is_computed and not choices:
        problems.append(COMPUTED_LIST)
    if len(choices) == 1 and not cells.listed:
        shaped = _shape(choices[0])
        if shaped and stated in (None, shaped.type):
            return shaped
        choices = choices if stated in CHOICE_TYPES else []
    if not choices and stated in (None, *CHOICE_TYPES):
        choices = list(cells.usual)
    if stated is FieldType.TABLE:
        return Typed(type=FieldType.TEXTAREA, problems=(*problems, TABLE_TYPE))
    if stated is not None and stated not in CHOICE_TYPES:
        return Typed(type=stated, problems=tuple(problems))
    if stated is None and not choices:
        return _by_answer(cells, problems)
    return _choice(cells, stated, choices, problems)


def _choice(cells: Cells, stated: FieldType | None, choices: list[str], problems: list[str]) -> Typed:
    if stated is None and are_yes_and_no(choices):
        return Typed(type=FieldType.YESNO, problems=tuple(problems))
    kind = FieldType.MULTI_CHOICE if _is_several(cells, stated, choices) else FieldType.SINGLE_CHOICE
    if not choices:
        problems.append(NO_CHOICES.format(kind=KINDS[kind]))
    if len(choices) > MAX_CHOICES:
        problems.append(MANY_CHOICES.format(count=len(choices)))
    return Typed(type=kind, choices=tuple(choices[:MAX_CHOICES]), problems=tuple(problems))


def _is_several(cells: Cells, stated: FieldType | None, choices: Sequence[str]) -> bool:
    question = fold(cells.question)
    says_one = any(phrase in question for phrase in ONE)
    if stated is not None:
        is_sure = fold(cells.type) not in EITHER_KIND
        return stated is FieldType.MULTI_CHOICE and (is_sure or not (says_one or are_exclusive(choices)))
    if any(phrase in question for phrase in SEVERAL):
        # The heading of a column can offer yes and no to a question whose own choices are in its text.
        return not offer_yes_and_no(choices)
    instruction = fold(cells.instruction)
    can_be_several = any(phrase in instruction for phrase in SEVERAL_ROWS)
    return can_be_several and not says_one and not are_exclusive(choices)


def _shape(text: str) -> Typed | None:
    """Return the type that a text in the column of choices describes: a range, a unit such as "Days:", or the word of a type."""
    text = text.strip().strip("{}[]").rstrip(":").strip()
    if fold(text) in UNITS:
        return Typed(type=FieldType.NUMBER, suffix=text.casefold())
    if match := _RANGE.match(text):
        return Typed(type=FieldType.NUMBER, low=match[1], high=match[2], suffix=match[3])
    kind = type_in(text)
    if kind is None or kind in CHOICE_TYPES or kind in (FieldType.TABLE, FieldType.FORMSIGNATURE):
        return None
    return Typed(type=kind, suffix="%" if "%" in text or "percent" in text.casefold() else "")


def _by_answer(cells: Cells, problems: Sequence[str]) -> Typed:
    """Return the type by the answer cell: choices, a number or a day; else a text of several lines."""
    answer = cells.answer.strip()
    kind, choices = FieldType.TEXTAREA, choices_in(answer)
    if (asked := _INSTRUCTION.fullmatch(answer)) and offer_yes_and_no(choices_in(asked["choices"])):
        chosen = _choice(cells, None, choices_in(asked["choices"]), list(problems))
        return replace(chosen, instruction=asked["text"].strip())
    is_placeholder = answer.startswith(("{", "[", "<")) and answer.endswith(("}", "]", ">"))
    if _DAY.fullmatch(answer):
        kind = FieldType.DATE
    elif _DECIMAL.fullmatch(answer):
        kind = FieldType.NUMBER
    elif cells.is_written or (is_placeholder and len(choices) > 1):
        kind = FieldType.TEXTAREA
    elif 1 < len(choices) <= 12 and all(len(choice) <= 40 for choice in choices):
        return _choice(cells, None, choices, list(problems))
    elif answer and (shaped := _shape(answer)):
        return shaped
    elif not answer and (scale := _SCALE.search(cells.question)):
        low, high = scale["low"] or scale["from"], scale["high"] or scale["to"]
        return Typed(type=FieldType.NUMBER, low=low, high=high, problems=tuple(problems))
    elif not answer and (offered := choices_in_heading(cells.question)):
        return _choice(cells, None, offered, list(problems))
    return Typed(type=kind, problems=tuple(problems), is_stated=kind is not FieldType.TEXTAREA)


@cache
def _words() -> dict[str, FieldType]:
    return {fold(word): kind for kind, words in TYPES.items() for word in words}
