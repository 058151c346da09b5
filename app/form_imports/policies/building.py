"""The document of a form from the headings and questions of a file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from app.form_imports.policies.answer_types import CHOICE_TYPES
from app.form_imports.policies.items import (
    Choice,
    Extracted,
    Heading,
    Item,
    Paragraph,
    Place,
    Question,
    Weight,
)
from app.form_imports.policies.resolving import Condition, resolve_conditions
from app.form_imports.policies.right_answers import report_right_answers, right_rules
from app.form_imports.policies.texts import fold, name_from, unique_name
from app.form_imports.types import HINT_LIMIT, LABEL_LIMIT, MAX_QUESTIONS
from app.forms.public import FieldType, Node, StoredDocument, normalise
from app.kernel.http.json_types import Arguments

SPACE = UUID("6f0d9f0e-58a1-4b53-9c0f-5f6d3a1f6b57")
"""Name space of the identifiers of imported fields: the same row of the same import has the same identifier."""
OPTION_LIMIT = 300
KEY_LIMIT, SECTION_LIMIT, SHORT_LABEL = 100, 60, 100
MOST_TWICE = 3
"""Repeated numbers from which they are taken for numbers that begin again in each section."""
NAME = re.compile(r"[A-Za-z0-9_]{1,64}")
TWICE = "the number {number} is in row {row} too. This question is imported without a number."
AGAIN = "the numbers begin again in each section, so the section is before each number, such as “{number}”."
TOO_MANY = f"the file has {{count:,}} questions; a form can have {MAX_QUESTIONS:,}. Leave out sheets or rows."
TOO_MANY_FURTHER = (
    f"the questions and their further answers are {{count:,}} fields; a form can have {MAX_QUESTIONS:,}. "
    "Leave out columns with further answers, sheets or rows."
)
EMPTY = "no questions were found. Choose the sheets and the column with the questions."


@dataclass(frozen=True, slots=True)
class BuiltQuestion:
    """A question of the file with the attributes of its field."""

    question: Question
    attrs: Arguments
    condition: str = ""
    """The condition as a part of a sentence, also if it is only proposed or was removed."""


@dataclass(frozen=True, slots=True)
class Built:
    """The blocks of a form with their places, its questions, and the problems of the file."""

    blocks: Sequence[tuple[Place, Node]]
    questions: Sequence[BuiltQuestion]
    extracted: Extracted

    @property
    def document(self) -> StoredDocument:
        """Return the stored document."""
        content = [node for _, node in self.blocks]
        return normalise({"schemaVersion": 1, "doc": {"type": "doc", "content": content}})

    @property
    def places(self) -> dict[str, Place]:
        """Return the row of each field by its fid."""
        return {each.attrs["fid"]: each.question.place for each in self.asked}

    @property
    def asked(self) -> list[BuiltQuestion]:
        """Return the questions of the rows, without the further answers to them."""
        return [each for each in self.questions if not each.question.further]

    @property
    def is_blocked(self) -> bool:
        """Return True if a problem prevents the form."""
        return any(issue.weight is Weight.BLOCK for issue in self.extracted.issues)


def build(extracted: Extracted, *, import_id: int) -> Built:
    """Build the blocks of a form. Adds the problems that concern several rows: numbers, conditions, right answers."""
    place = Place(extracted.items[0].place.sheet, -1) if extracted.items else Place("File", -1)
    count = len(extracted.questions)
    if count == 0:
        extracted.add(place, EMPTY, Weight.BLOCK)
    if count > MAX_QUESTIONS:
        text = TOO_MANY_FURTHER if len(extracted.asked) < count else TOO_MANY
        extracted.add(place, text.format(count=count), Weight.BLOCK)
        extracted.items[:] = _first(extracted.items, MAX_QUESTIONS)
    keys = _source_keys(extracted)
    resolved = resolve_conditions(extracted)
    report_right_answers(extracted, resolved.questions)
    questions = _labelled(resolved.questions, keys)
    attrs = _attributes(questions, resolved.conditions, keys, import_id)
    built = [
        BuiltQuestion(question, each, resolved.sentence(position))
        for position, (question, each) in enumerate(zip(questions, attrs, strict=True))
    ]
    fields = iter(built)
    blocks: list[tuple[Place, Node]] = [
        (item.place, {"type": "dvFieldBlock", "attrs": next(fields).attrs} if isinstance(item, Question) else _text_node(item))
        for item in extracted.items
    ]  # fmt: skip
    return Built(blocks, built, extracted)


def _first(items: Sequence[Item], count: int) -> list[Item]:
    first: list[Item] = []
    for item in items:
        count -= isinstance(item, Question)
        if count < 0:
            break
        first.append(item)
    return first


def _labelled(questions: Sequence[Question], keys: Sequence[str]) -> list[Question]:
    """Return the questions with labels for the further answers, which name the question that they belong to."""
    result: list[Question] = []
    label = number = ""
    for question, key in zip(questions, keys, strict=True):
        if not question.further:
            label, number = question.label, key or question.number
            result.append(question)
            continue
        short = label if len(label) <= SHORT_LABEL else f"{label[:SHORT_LABEL].rstrip()}..."
        text = f"{question.further} ({number})" if number else f"{question.further}: {short}"
        result.append(replace(question, label=text))
    return result


def _source_keys(extracted: Extracted) -> list[str]:
    """Return the numbers of the questions; a repeated number is a problem, and empty."""
    rows: dict[str, Place] = {}
    keys: list[str] = []
    own = ""
    again = _numbers_with_sections(extracted)
    for question in extracted.questions:
        if question.further:
            keys.append(f"{own} {question.further}"[:KEY_LIMIT] if own else "")
            continue
        key = again.get(question.place, question.number)
        first = rows.get(fold(key)) if key else None
        if first is not None:
            row = (
                f"{first.row + 1}"
                if first.sheet == question.place.sheet
                else f"{first.row + 1} of “{first.sheet}”"
            )
            extracted.add(question.place, TWICE.format(number=key, row=row))
            key = ""
        elif key:
            rows[fold(key)] = question.place
        keys.append(key)
        own = key
    return keys


def _numbers_with_sections(extracted: Extracted) -> dict[Place, str]:
    """Return the numbers with their sections by row, if the numbers begin again in each section; else nothing."""
    section, numbers, seen = "", dict[Place, str](), set[str]()
    for item in extracted.items:
        if isinstance(item, Heading):
            section = item.text if item.level <= 2 else section
        elif isinstance(item, Question) and item.number:
            seen.add(fold(item.number))
            numbers[item.place] = f"{section[:SECTION_LIMIT].strip()} {item.number}".strip()[:KEY_LIMIT]
    repeated = len(numbers) - len(seen)
    if repeated < MOST_TWICE or len({fold(number) for number in numbers.values()}) < len(numbers):
        return {}
    last = list(numbers)[-1]
    extracted.add(Place(last.sheet, -1), AGAIN.format(number=numbers[last]), Weight.NOTE)
    return numbers


def _attributes(
    questions: Sequence[Question], conditions: Sequence[Condition | None], keys: Sequence[str], import_id: int
) -> list[Arguments]:
    taken: set[str] = set()
    names = [
        unique_name(_name(question, position), taken) for position, question in enumerate(questions, start=1)
    ]
    values = [option_values(question.choices) for question in questions]
    return [
        _field(question, name, key, import_id)
        | _choice_attributes(question, options)
        | _scoring(question, options)
        | _visible_when(condition, names, values)
        for question, name, key, options, condition in zip(
            questions, names, keys, values, conditions, strict=True
        )
    ]


def _name(question: Question, position: int) -> str:
    if NAME.fullmatch(question.name) and not question.name.startswith("__"):
        return question.name
    name = name_from(question.name, limit=64) or (
        name_from(question.number) and f"q_{name_from(question.number)}"
    )
    return name or name_from(question.label) or f"question_{position}"


def option_values(choices: Sequence[Choice]) -> dict[str, str]:
    """Return the stored value of each choice by its label."""
    taken: set[str] = set()
    return {
        choice.label: unique_name(
            name_from(choice.name) or name_from(choice.label) or f"option_{index}", taken, limit=100
        )
        for index, choice in enumerate(choices, start=1)
    }


def _field(question: Question, name: str, key: str, import_id: int) -> Arguments:
    place = question.place
    column = f"/{question.column}" if question.further else ""
    return {
        "fid": str(uuid5(SPACE, f"{import_id}/{place.sheet}/{place.row}{column}")), "name": name, "type": str(question.type),
        "label": question.label[:LABEL_LIMIT], "hint": question.hint[:HINT_LIMIT], "required": bool(question.is_required),
        "min": question.low, "max": question.high, "pattern": question.pattern, "maxLength": question.max_length,
        "sourceKey": key,
        "suffix": question.suffix if question.type is FieldType.NUMBER else "",
        "weight": 1 if question.weight is None else question.weight,
    }  # fmt: skip


def _choice_attributes(question: Question, options: Mapping[str, str]) -> Arguments:
    if question.type is FieldType.TABLE:
        return {
            "columns": [
                {
                    "name": column.name, "label": column.label, "type": str(column.type), "required": column.is_required,
                    "options": _options(option_values(column.choices)),
                }
                for column in question.columns
            ]
        }  # fmt: skip
    return {"options": _options(options)} if question.type in CHOICE_TYPES else {}


def _options(values: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"value": value, "label": label[:OPTION_LIMIT]} for label, value in values.items()]


def _scoring(question: Question, options: Mapping[str, str]) -> Arguments:
    rules, _ = right_rules(question)
    return {
        "scoring": [
            {"operator": operator, "operand": _stored(operand, options), "points": points}
            for operator, operand, points in rules
        ]
    }


def _visible_when(
    condition: Condition | None, names: Sequence[str], values: Sequence[Mapping[str, str]]
) -> Arguments:
    if condition is None:
        return {}
    stored = [
        {"field": names[position], "operator": operator, "value": _stored(operand, values[position])}
        for position, operator, operand in condition.clauses
    ]
    if len(stored) == 1:
        return {"visibleWhen": stored[0]}
    return {"visibleWhen": {"any" if condition.is_any else "all": stored}}


def _stored(operand: object, options: Mapping[str, str]) -> object:
    if isinstance(operand, list):
        return [_stored(each, options) for each in operand]
    return options.get(operand, operand) if isinstance(operand, str) else operand


def _text_node(item: Heading | Paragraph | Question) -> Node:
    if isinstance(item, Heading):
        return {"type": "heading", "attrs": {"level": item.level}, "content": _texts(item.text)}
    text = item.text if isinstance(item, Paragraph) else ""
    return {"type": "paragraph", "content": _texts(text)}


def _texts(text: str) -> list[Node]:
    nodes: list[Node] = []
    for index, line in enumerate(text.split("\n")):
        if index:
            nodes.append({"type": "hardBreak"})
        if line:
            nodes.append({"type": "text", "text": line})
    return nodes
