"""Conditions of the questions of a file, resolved against its other questions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from app.form_imports.policies.conditions import MAX_CONDITIONS, parse_condition
from app.form_imports.policies.items import Clause, Extracted, Heading, Question, Rule, Weight
from app.form_imports.policies.operands import comparisons
from app.form_imports.policies.sentences import (
    Mention,
    asks_yes_or_no,
    is_optional,
    leading,
    mention_in,
    referring,
)
from app.form_imports.policies.texts import fold, is_no, is_yes
from app.forms.public import FieldType

DEPENDS_ON = "Depends on: {text}"
NOT_THERE = "depends on {ref}, which is not there. The condition is in the hint."
NOT_KNOWN = "the condition “{text}” can't be read. It is in the hint."
NO_SUCH_ANSWER = "the question {ref} has no answer “{value}”. The condition is in the hint."
NOT_IN_FORMS = (
    "the condition “{text}” is not taken over, because a form can't compare like this. It is in the hint."
)
CYCLE = "the questions depend on each other ({places}). The conditions are left out."
IS_PROPOSED = "“{text}” can be about several questions. Fix the row to show it only if {condition}."
NOT_CLEAR = (
    "begins with a condition (“{text}”) that matches no answer of the question before it. It is always shown."
)
JUMPS = "“{text}” leads to another question. Add a condition to each question that it skips."
NO_REFERENCE = "“{text}” names a question or an answer that is not there. The question is always shown."
IS_YES_OR_NO = "the next question begins with “{text}”, so this one is answered with yes or no."
_OPERATORS = {
    "equals": "is", "notEquals": "is not", "in": "is one of", "contains": "includes", "greaterThan": "is more than",
    "lessThan": "is less than", "answered": "is answered", "unanswered": "is not answered",
}  # fmt: skip
SHORT = 60
MOST_BACK = 30
"""Questions before one with a sentence such as "If yes" that it can be about."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Resolved comparisons of a question; `is_any` if one of them is enough."""

    clauses: tuple[tuple[int, str, object], ...]
    """Position of the other question, operator and operand."""
    is_any: bool = False


@dataclass(slots=True)
class Resolved:
    """The questions of a file with their conditions, and the conditions that are not used."""

    questions: list[Question]
    conditions: list[Condition | None]
    unused: dict[int, Condition] = field(default_factory=dict)
    """Conditions that are only proposed, or that the user has removed, by position."""

    def sentence(self, position: int) -> str:
        """Return the condition of a question, used or not, as a part of a sentence; empty without one."""
        condition = self.conditions[position] or self.unused.get(position)
        return describe(condition, self.questions) if condition else ""


class ConditionError(Exception):
    """A condition that cannot be used; the message is a sentence."""


def describe(condition: Condition, questions: Sequence[Question]) -> str:
    """Return a condition as a part of a sentence, such as `3.2 is “Yes”`."""
    parts = []
    for position, operator, operand in condition.clauses:
        other = questions[position]
        short = other.label if len(other.label) <= SHORT else f"{other.label[:SHORT].rstrip()}..."
        values = operand if isinstance(operand, list) else [] if operand is None else [operand]
        shown = ("Yes" if value is True else "No" if value is False else str(value) for value in values)
        quoted = " or ".join(f"“{value}”" for value in shown)
        parts.append(f"{other.number or f'“{short}”'} {_OPERATORS[operator]} {quoted}".strip())
    return (" or " if condition.is_any else " and ").join(parts)


def resolve_conditions(extracted: Extracted) -> Resolved:
    """Return the questions with their conditions. One that cannot be used becomes part of the hint, with a problem."""
    resolver = _Resolver(extracted, Resolved(extracted.questions, []))
    return resolver.resolve()


@dataclass(slots=True)
class _Resolver:
    extracted: Extracted
    result: Resolved
    places: dict[str, int] = field(default_factory=dict)
    titles: dict[str, int | None] = field(default_factory=dict)
    """Positions of the questions by their texts; None for a text of several questions."""
    sections: list[int] = field(default_factory=list)
    """The number of the section of each question."""
    mentions: list[Mention | None] = field(default_factory=list)
    """The condition in the text of each question."""

    def resolve(self) -> Resolved:
        questions, result = self.result.questions, self.result
        for position, question in enumerate(questions):
            for key in (question.number, question.name):
                if key:
                    self.places.setdefault(fold(key), position)
            label = fold(question.label)
            self.titles[label] = None if label in self.titles else position
        section = 0
        for item in self.extracted.items:
            section += isinstance(item, Heading)
            if isinstance(item, Question):
                self.sections.append(section)
                has_mention = self.extracted.has_sentences and not item.further
                self.mentions.append(mention_in(item) if has_mention else None)
        result.conditions = [None] * len(questions)
        for position in range(len(questions)):
            result.conditions[position] = self.condition_at(position)
        _follow(questions, result.conditions)
        for cycle in _cycles(result.conditions):
            rows = [questions[position] for position in cycle]
            places_text = ", ".join(str(question.place) for question in rows)
            self.extracted.add(rows[0].place, CYCLE.format(places=places_text))
            for position in cycle:
                result.conditions[position] = None
        _follow(questions, result.conditions)
        return result

    def condition_at(self, position: int) -> Condition | None:
        """Return the condition of a question that is used."""
        question = self.result.questions[position]
        condition: Condition | None = None
        if question.rule or question.depends_on:
            try:
                condition = self.stated(position, question)
            except ConditionError as error:
                if question.is_conditional is not False:
                    self.extracted.add(question.place, str(error))
                self.add_to_hint(position)
        elif mention := self.mentions[position]:
            condition = self.mentioned(position, mention)
        if condition and question.is_conditional is False:
            self.result.unused[position] = condition
            return None
        return condition

    def stated(self, position: int, question: Question) -> Condition | None:
        """Return the condition of a cell that only has conditions. Raises ConditionError."""
        if question.rule:
            return self.resolved(question.rule, question)
        text = question.depends_on
        if is_optional(text):
            self.add_to_hint(position)
            return None
        try:
            return self.parsed(question)
        except ConditionError:
            mention = referring(text) or leading(text if text.casefold().startswith("if") else f"if {text}:")
            parents = self.parents(position, mention) if mention else []
            if not mention or not parents:
                raise
        condition = self.chosen(position, mention, parents)
        if condition is None:
            self.add_to_hint(position)
        return condition

    def parsed(self, question: Question) -> Condition:
        """Return the condition of a cell such as "3.2 = Yes". Raises ConditionError."""
        rule = parse_condition(question.depends_on)
        if rule is None:
            raise ConditionError(NOT_KNOWN.format(text=question.depends_on[:120]))
        return self.resolved(rule, question)

    def add_to_hint(self, position: int) -> None:
        question = self.result.questions[position]
        self.result.questions[position] = question.with_hint(DEPENDS_ON.format(text=question.depends_on))

    def resolved(self, rule: Rule, question: Question) -> Condition:
        """Return the condition of clauses that name their questions. Raises ConditionError."""
        text = question.depends_on[:120]
        result: list[tuple[int, str, object]] = []
        is_any = rule.is_any
        for clause in rule.clauses:
            other = self.places.get(fold(clause.ref))
            if other is None:
                ref = clause.ref[:40]
                is_named = question.rule is not None or re.search(r"\d", ref)
                raise ConditionError((NOT_THERE if is_named else NOT_KNOWN).format(ref=ref, text=text))
            compared = comparisons(clause, self.result.questions[other])
            if not compared:
                raise ConditionError(self.no_comparison(clause, self.result.questions[other], text))
            if len(compared) > 1 and len(rule.clauses) > 1 and not is_any:
                raise ConditionError(NOT_IN_FORMS.format(text=text))
            is_any = is_any or len(compared) > 1
            result += [(other, operator, operand) for operator, operand in compared]
        if len(result) > MAX_CONDITIONS:
            raise ConditionError(NOT_IN_FORMS.format(text=text))
        return Condition(tuple(result), is_any and len(result) > 1)

    def no_comparison(self, clause: Clause, other: Question, text: str) -> str:
        """Return the sentence about a clause that is no comparison with the question."""
        opposite = Clause(clause.ref, "equals", clause.values, clause.whole)
        if clause.operator not in ("equals", "in") and comparisons(opposite, other):
            return NOT_IN_FORMS.format(text=text)
        value = (clause.whole or clause.values[0])[:60]
        return NO_SUCH_ANSWER.format(ref=clause.ref[:40], value=value)

    def mentioned(self, position: int, mention: Mention) -> Condition | None:
        """Return the condition that the text of a question states; one that can be about several questions is proposed."""
        question = self.result.questions[position]
        if mention.is_jump:
            if question.is_conditional is not False:
                self.extracted.add(question.place, JUMPS.format(text=mention.text))
            return None
        parents = self.parents(position, mention)
        if not parents and mention.is_titled and (other := leading(question.label)):
            # The quotation was no title, as in "If yes, refer to “Annex 1”".
            return self.mentioned(position, other)
        if not parents:
            if question.is_conditional is not False and (mention.is_clear or mention.ref):
                text = NO_REFERENCE if mention.ref else NOT_CLEAR
                self.extracted.add(question.place, text.format(text=mention.text))
            elif question.is_conditional is not False:
                self.extracted.add(question.place, NOT_CLEAR.format(text=mention.text), Weight.NOTE)
            return None
        return self.chosen(position, mention, parents)

    def chosen(self, position: int, mention: Mention, parents: Sequence[Condition]) -> Condition | None:
        """Return the only condition that a mention can mean, or the nearest one if the user accepts it; else propose that."""
        question = self.result.questions[position]
        if len(parents) == 1 or question.is_conditional:
            return parents[0]
        self.result.unused[position] = parents[0]
        if question.is_conditional is None:
            condition = describe(parents[0], self.result.questions)
            self.extracted.add(question.place, IS_PROPOSED.format(text=mention.text, condition=condition))
        return None

    def parents(self, position: int, mention: Mention) -> list[Condition]:
        """Return the conditions that a mention can mean, the nearest question first."""
        operator = "in" if len(mention.values) > 1 else "equals" if mention.values else "answered"
        clause = Clause(mention.ref, operator, mention.values)
        if len(mention.values) > 1:
            clause = Clause(mention.ref, "in", mention.values[1:], whole=mention.values[0])
        if mention.is_negated:
            clause = replace(clause, operator="notEquals" if clause.operator == "equals" else "")
        if mention.ref:
            named = self.places.get(fold(mention.ref))
            if named is None and mention.is_titled:
                named = self.titles.get(fold(mention.ref))
            return self.compared(clause, named, mention) if named not in (None, position) else []
        parents: list[Condition] = []
        for other in range(position - 1, max(-1, position - 1 - MOST_BACK), -1):
            candidate = self.result.questions[other]
            if candidate.further:
                continue
            if self.sections[other] != self.sections[position]:
                break
            parents += self.compared(clause, other, mention)
            earlier = self.mentions[other]
            if earlier is None or earlier.ref or earlier.is_jump:
                break
        return parents

    def compared(self, clause: Clause, other: int | None, mention: Mention) -> list[Condition]:
        if other is None:
            return []
        if clause.operator == "answered":
            return [Condition(((other, "answered", None),))]
        question = self.result.questions[other]
        if not question.has_own_type and question.type is FieldType.TEXTAREA:
            if not all(is_yes(value) or is_no(value) for value in clause.values) or not asks_yes_or_no(
                question.label
            ):
                return []
            question = replace(question, type=FieldType.YESNO, has_own_type=True)
            self.result.questions[other] = question
            self.extracted.add(question.place, IS_YES_OR_NO.format(text=mention.text), Weight.NOTE)
        if question.type not in (FieldType.YESNO, FieldType.SINGLE_CHOICE, FieldType.MULTI_CHOICE):
            return []
        result = comparisons(clause, question)
        return [Condition(tuple((other, *each) for each in result))] if len(result) == 1 else []


def _follow(questions: Sequence[Question], conditions: list[Condition | None]) -> None:
    """Give the further answers the condition of their question."""
    for position, question in enumerate(questions):
        if question.further:
            conditions[position] = conditions[position - 1]


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
