"""Conditions of questions ("depends on") and right answers, resolved against the other questions of the file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.form_imports.policies.answer_types import CHOICE_TYPES
from app.form_imports.policies.items import Choice, Extracted, Question, Weight
from app.form_imports.policies.texts import fold, is_no, is_yes
from app.forms.public import FieldType, parse_date, parse_decimal

_LEAD = re.compile(
    r"^(?:only\s+)?(?:if|when|show if|visible if|applies if|depends on|nur wenn|wenn|falls|si|se)\s+",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"^(?:the\s+)?(?:answer to\s+)?(?:question|frage|pregunta|domanda|q\.?(?=\s))\s*(?:no\.?\s*|nr\.?\s*)?",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:and|und|et)\s+|\s*&&\s*", re.IGNORECASE)
_OR = re.compile(r"\s+(?:or|oder|ou)\s+|\s*\|\|\s*", re.IGNORECASE)
_CLAUSE = re.compile(
    r"^(?P<ref>.+?)\s*(?P<op>!=|<>|==?|\bis not\b|\bis one of\b|\bis answered\b|\bequals\b|\bin\b|\bis\b|\bist\b|->|→|:)\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_NUMBER_AND_VALUE = re.compile(r"^(?P<ref>[\w&.\-/]*\d[\w.\-]*)\s+(?P<value>\S.*)$")
_SPLIT = re.compile(r"\s*[,;|/]\s*|\s+(?:or|oder|ou)\s+", re.IGNORECASE)
_QUOTES = "\"'“”„\u2018\u2019"
MAX_CONDITIONS = 10
DEPENDS_ON = "Depends on: {text}"

NOT_THERE = "depends on {ref}, which is not there. The condition is in the hint."
NOT_KNOWN = "the condition “{text}” can't be read. It is in the hint."
NO_SUCH_ANSWER = "the question {ref} has no answer “{value}”. The condition is in the hint."
CYCLE = "the questions depend on each other ({places}). The conditions are left out."
NO_RIGHT = "the right answer “{text}” is not among the answers of the question. It scores nothing."
RIGHT_POINTS = 10


@dataclass(frozen=True, slots=True)
class Clause:
    """A comparison of a condition, with the question as the file names it."""

    ref: str
    operator: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """Resolved comparisons of a question; `is_any` if one of them is enough."""

    clauses: tuple[tuple[int, str, object], ...]
    """Position of the other question, operator and operand."""
    is_any: bool = False


class ConditionError(Exception):
    """A condition that cannot be used; the message is a sentence."""


def parse_condition(text: str) -> tuple[list[Clause], bool] | None:
    """Return the clauses of a condition, and True if one of them is enough; None for a text of another form."""
    plain = _LEAD.sub("", text.strip().rstrip(".").strip())
    parts, is_any = _AND.split(plain), False
    if len(parts) == 1 and len(alternatives := _OR.split(plain)) > 1:
        either = [_clause(part) for part in alternatives]
        if all(clause is not None and clause.operator != "answered" for clause in either):
            parts, is_any = alternatives, True
    elif len(parts) > 1 and any(len(_OR.split(part)) > 1 and _clause(_OR.split(part)[1]) for part in parts):
        return None
    results = [_clause(part) for part in parts]
    clauses = [clause for clause in results if clause is not None]
    return (clauses, is_any) if len(clauses) == len(results) <= MAX_CONDITIONS else None


def _clause(text: str) -> Clause | None:
    plain = _NOUN.sub("", text.strip().strip("()[]{}").strip())
    match = _CLAUSE.match(plain)
    if match is None:
        pair = _NUMBER_AND_VALUE.match(plain)
        if pair:
            return Clause(_ref(pair["ref"]), "equals", (pair["value"].strip(_QUOTES + " "),))
        return Clause(_ref(plain), "answered") if plain and len(plain) <= 40 and "\n" not in plain else None
    operator = " ".join(match["op"].casefold().split())
    value = match["value"].strip()
    if operator == "is answered" or (operator == "is" and fold(value) in ("answered", "filled", "given")):
        return Clause(_ref(match["ref"]), "answered")
    if operator in ("is", "equals", "ist") and fold(value).startswith("not "):
        operator, value = "is not", value.split(" ", 1)[1]
    values = tuple(
        part.strip(_QUOTES + " ()[]") for part in _SPLIT.split(value) if part.strip(_QUOTES + " ()[]")
    )
    if not values:
        return None
    if operator in ("!=", "<>", "is not"):
        return Clause(_ref(match["ref"]), "notEquals", (value.strip(_QUOTES + " "),))
    return Clause(
        _ref(match["ref"]), "in" if len(values) > 1 else "equals", (value.strip(_QUOTES + " "), *values)
    )


def _ref(text: str) -> str:
    return text.strip().strip("${}" + _QUOTES).strip().rstrip(".:")


def resolve_conditions(extracted: Extracted) -> tuple[list[Question], list[Condition | None]]:
    """Return the questions with their conditions. One that cannot be used becomes part of the hint, with a problem."""
    questions = extracted.questions
    places: dict[str, int] = {}
    for position, question in enumerate(questions):
        for key in (question.number, question.name):
            if key:
                places.setdefault(fold(key), position)
    resolved: list[Condition | None] = []
    for position, question in enumerate(questions):
        if not question.depends_on:
            resolved.append(None)
            continue
        try:
            resolved.append(_resolve(question.depends_on, questions, places))
        except ConditionError as error:
            extracted.add(question.place, str(error))
            questions[position] = question.with_hint(DEPENDS_ON.format(text=question.depends_on))
            resolved.append(None)
    _follow(questions, resolved)
    for cycle in _cycles(resolved):
        rows = [questions[position] for position in cycle]
        places_text = ", ".join(str(question.place) for question in rows)
        extracted.add(rows[0].place, CYCLE.format(places=places_text))
        for position in cycle:
            resolved[position] = None
    _follow(questions, resolved)
    return questions, resolved


def _follow(questions: Sequence[Question], conditions: list[Condition | None]) -> None:
    """Give the further answers the condition of their question."""
    for position, question in enumerate(questions):
        if question.further:
            conditions[position] = conditions[position - 1]


def _resolve(text: str, questions: Sequence[Question], places: Mapping[str, int]) -> Condition:
    parsed = parse_condition(text)
    if parsed is None:
        raise ConditionError(NOT_KNOWN.format(text=text[:120]))
    clauses, is_any = parsed
    result = []
    for clause in clauses:
        position = places.get(fold(clause.ref))
        if position is None:
            ref = clause.ref[:40]
            raise ConditionError(
                (NOT_THERE if re.search(r"\d", ref) else NOT_KNOWN).format(ref=ref, text=text[:120])
            )
        result.append((position, *_operand(clause, questions[position])))
    return Condition(tuple(result), is_any)


def _operand(clause: Clause, other: Question) -> tuple[str, object]:
    if clause.operator == "answered":
        return "answered", None
    values = [_value(other, value) for value in clause.values]
    if values[0] is not None:
        # The whole text is one answer, even if it has a comma.
        return ("notEquals" if clause.operator == "notEquals" else "equals"), values[0]
    if clause.operator == "in" and all(value is not None for value in values[1:]):
        return "in", values[1:]
    raise ConditionError(NO_SUCH_ANSWER.format(ref=clause.ref[:40], value=clause.values[0][:60]))


def _value(question: Question, text: str) -> object | None:
    """Return an answer as conditions compare it; a choice is its label, which `build_document` replaces by its value."""
    if question.type is FieldType.YESNO:
        return True if is_yes(text) else False if is_no(text) else None
    if question.type in CHOICE_TYPES:
        return choice_of(question.choices, text)
    if question.type in (FieldType.NUMBER, FieldType.CURRENCY_AMOUNT):
        return text if parse_decimal(text) is not None else None
    if question.type is FieldType.DATE:
        return text if parse_date(text) else None
    if question.type in (FieldType.FILE, FieldType.TABLE, FieldType.FORMSIGNATURE):
        return None
    return text or None


def choice_of(choices: Sequence[Choice], text: str) -> str | None:
    """Return the label of the choice that a text names, by its label or its name; else the only one that means the same."""
    plain = fold(text)
    for choice in choices:
        if plain in (fold(choice.label), fold(choice.name)) and plain:
            return choice.label
    for has_meaning in (is_yes, is_no):
        meant = [choice.label for choice in choices if has_meaning(choice.label)]
        if has_meaning(text) and len(meant) == 1:
            return meant[0]
    return None


def right_rules(question: Question) -> tuple[list[tuple[str, object, float]], bool]:
    """Return the scoring rules (operator, operand, points) of a right answer, and False if it is no answer of the question."""
    text = question.right_answer
    if not text:
        return [], True
    if question.type is FieldType.YESNO and (is_yes(text) or is_no(text)):
        right = is_yes(text)
        return [("equals", right, RIGHT_POINTS), ("equals", not right, 0)], True
    if question.type is FieldType.SINGLE_CHOICE:
        values = [choice_of(question.choices, text)]
        if values[0] is None:
            values = [choice_of(question.choices, part) for part in _SPLIT.split(text)]
        if values and all(value is not None for value in values):
            others = [choice.label for choice in question.choices if choice.label not in values]
            rules: list[tuple[str, object, float]] = [("in", values, RIGHT_POINTS)]
            return [*rules, ("in", others, 0)] if others else rules, True
    return [], False


def _cycles(conditions: Sequence[Condition | None]) -> Iterator[list[int]]:
    """Yield each group of questions that depend on each other, in the order of the file."""
    depends_on = [{clause[0] for clause in each.clauses} if each else set() for each in conditions]
    seen: set[int] = set()
    for start in range(len(conditions)):
        if start in seen:
            continue
        below = _reachable(depends_on, start)
        if start in below:
            cycle = sorted(each for each in below if start in _reachable(depends_on, each))
            seen.update(cycle)
            yield cycle


def _reachable(depends_on: Sequence[set[int]], start: int) -> set[int]:
    reached: set[int] = set()
    waiting = list(depends_on[start])
    while waiting:
        each = waiting.pop()
        if each not in reached:
            reached.add(each)
            waiting.extend(depends_on[each])
    return reached


def report_right_answers(extracted: Extracted, questions: Sequence[Question]) -> None:
    """Add a problem for each right answer that scores nothing."""
    for question in questions:
        if not right_rules(question)[1]:
            extracted.add(question.place, NO_RIGHT.format(text=question.right_answer[:60]), Weight.NOTE)
