"""Right answers of questions, as scoring rules."""

import re
from collections.abc import Sequence

from app.form_imports.policies.items import Extracted, Question, Weight
from app.form_imports.policies.operands import choice_of
from app.form_imports.policies.texts import is_no, is_yes
from app.forms.public import FieldType

NO_RIGHT = "the right answer “{text}” is not among the answers of the question. It scores nothing."
RIGHT_POINTS = 10
_SPLIT = re.compile(r"\s*[,;|/]\s*|\s+(?:or|oder|ou)\s+", re.IGNORECASE)


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


def report_right_answers(extracted: Extracted, questions: Sequence[Question]) -> None:
    """Add a problem for each right answer that scores nothing."""
    for question in questions:
        if not right_rules(question)[1]:
            extracted.add(question.place, NO_RIGHT.format(text=question.right_answer[:60]), Weight.NOTE)
