"""Conditions of XLSForms: expressions such as `selected(${a}, 'x') or ${b} > 3`, as clauses that a form can have."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.form_imports.policies.items import Clause, Rule

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'[^']*'|\"[^\"]*\"|[\u2018\u2019][^\u2018\u2019]*[\u2018\u2019])|(?P<name>\$\{\s*[^}]+?\s*\})"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<path>\.{0,2}/[\w.\-/]+|\.\.?(?![\w/]))|(?P<word>[A-Za-z_][\w.:\-]*)"
    r"|(?P<mark><=|>=|!=|[=<>(),+*|\-]))"
)
_COMPARED = {
    "=": "equals", "!=": "notEquals", ">": "greaterThan", "<": "lessThan", ">=": "atLeast", "<=": "atMost",
}  # fmt: skip
_FLIPPED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
_OPPOSITE = {
    "equals": "notEquals", "notEquals": "equals", "answered": "unanswered", "unanswered": "answered",
    "greaterThan": "atMost", "lessThan": "atLeast", "atLeast": "lessThan", "atMost": "greaterThan",
}  # fmt: skip
_LENGTHS = frozenset({"count-selected", "string-length"})
NOT_READ = "it can't be read"
TWO_ANSWERS = "a form can't compare two answers"
MIXED = "a form can't mix “and” with “or”"


class ExpressionError(Exception):
    """An expression that a form cannot have; the message is the reason, as a part of a sentence."""


@dataclass(frozen=True, slots=True)
class _Both:
    """Parts of which all are necessary, or with `is_any` one."""

    parts: tuple["_Node", ...]
    is_any: bool


@dataclass(frozen=True, slots=True)
class _Literal:
    value: str
    is_length: bool = False
    """True for the length of the text, or the number of the choices, of the question named `value`."""
    is_ref: bool = False


_Node = Clause | _Both


def rule_of(expressions: Sequence[str]) -> Rule:
    """Return the clauses of expressions that must all be true. Raises ExpressionError."""
    if not expressions:
        return Rule(())
    nodes = [_Parser(expression).read() for expression in expressions]
    node = nodes[0] if len(nodes) == 1 else _Both(tuple(nodes), is_any=False)
    merged = _merge(node)
    if isinstance(merged, Clause):
        return Rule((merged,))
    clauses = [part for part in merged.parts if isinstance(part, Clause)]
    if len(clauses) < len(merged.parts):
        raise ExpressionError(MIXED)
    return Rule(tuple(clauses), merged.is_any)


def conjuncts(expression: str) -> list[str]:
    """Return the parts that are joined by "and" outside of brackets and quotes."""
    parts, depth, start = [], 0, 0
    for token in _TOKEN.finditer(expression):
        depth += {"(": 1, ")": -1}.get(token["mark"] or "", 0)
        if depth == 0 and (token["word"] or "").casefold() == "and":
            parts.append(expression[start : token.start()].strip())
            start = token.end()
    return [*parts, expression[start:].strip()]


class _Parser:
    """Recursive descent over the tokens of an expression."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        place = 0
        text = text.strip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None or match.lastgroup is None:
                raise ExpressionError(NOT_READ)
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            place = match.end()
        self.place = 0

    def read(self) -> _Node:
        try:
            node = self.either()
        except RecursionError:
            raise ExpressionError(NOT_READ) from None
        if self.place < len(self.tokens):
            raise ExpressionError(NOT_READ)
        return node

    def next(self) -> str:
        """Return the next token without taking it; empty at the end."""
        return self.tokens[self.place][1] if self.place < len(self.tokens) else ""

    def take(self, *texts: str) -> str:
        """Take the next token if it is one of these."""
        if self.next().casefold() in texts:
            self.place += 1
            return self.tokens[self.place - 1][1].casefold()
        return ""

    def demand(self, text: str) -> None:
        if not self.take(text):
            raise ExpressionError(NOT_READ)

    def either(self) -> _Node:
        parts = [self.both()]
        while self.take("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else _Both(tuple(parts), is_any=True)

    def both(self) -> _Node:
        parts = [self.comparison()]
        while self.take("and"):
            parts.append(self.comparison())
        return parts[0] if len(parts) == 1 else _Both(tuple(parts), is_any=False)

    def comparison(self) -> _Node:
        left = self.operand()
        mark = self.take(*_COMPARED)
        if not isinstance(left, _Literal):
            if not mark:
                return left
            right = self.operand()
            if not isinstance(right, _Literal) or right.value not in ("true", "false") or mark not in "!=":
                raise ExpressionError(NOT_READ)
            return left if (right.value == "true") == (mark == "=") else _negated(left)
        if not mark:
            if not left.is_ref:
                raise ExpressionError(NOT_READ)
            return Clause(left.value, "answered")
        right = self.operand()
        if not isinstance(right, _Literal):
            raise ExpressionError(NOT_READ)
        if right.is_ref or right.is_length:
            left, right, mark = right, left, _FLIPPED.get(mark, mark)
        return _compared(left, mark, right)

    def operand(self) -> _Node | _Literal:
        if self.take("("):
            inner = self.either_or_literal()
            self.demand(")")
            return inner
        if self.take("-"):
            kind, text = self.token()
            if kind != "number":
                raise ExpressionError(NOT_READ)
            return _Literal(f"-{text}")
        kind, text = self.token()
        if kind == "text":
            return _Literal(text[1:-1])
        if kind == "number":
            return _Literal(text)
        if kind in ("name", "path"):
            return _Literal(_name_of(text), is_ref=True)
        if kind == "word" and self.take("("):
            return self.call(text.casefold())
        raise ExpressionError(NOT_READ)

    def either_or_literal(self) -> _Node | _Literal:
        """Read the content of brackets: a condition, or one side of a comparison."""
        place = self.place
        literal = self.operand()
        if isinstance(literal, _Literal) and self.next() == ")":
            return literal
        self.place = place
        return self.either()

    def call(self, name: str) -> _Node | _Literal:
        if name in ("true", "false"):
            self.demand(")")
            return _Literal(name)
        if name == "not":
            node = self.either()
            self.demand(")")
            return _negated(node)
        first = self.operand()
        if not isinstance(first, _Literal):
            raise ExpressionError(NOT_READ)
        if name == "selected" and first.is_ref:
            self.demand(",")
            value = self.operand()
            self.demand(")")
            if not isinstance(value, _Literal):
                raise ExpressionError(NOT_READ)
            if value.is_ref:
                raise ExpressionError(TWO_ANSWERS)
            return Clause(first.value, "equals", (value.value,))
        self.demand(")")
        if name in _LENGTHS and first.is_ref:
            return _Literal(first.value, is_length=True)
        if name in ("date", "number", "int", "string") and not first.is_ref:
            return first
        raise ExpressionError(NOT_READ)

    def token(self) -> tuple[str, str]:
        if self.place >= len(self.tokens):
            raise ExpressionError(NOT_READ)
        self.place += 1
        return self.tokens[self.place - 1]


def _name_of(text: str) -> str:
    name = text.strip("${} ").rsplit("/", 1)[-1]
    if name in (".", ".."):
        raise ExpressionError(NOT_READ)
    return name


def _compared(left: _Literal, mark: str, right: _Literal) -> _Node:
    if left.is_ref and right.is_ref:
        raise ExpressionError(TWO_ANSWERS)
    if left.is_length:
        counted = {("> 0"): "answered", (">= 1"): "answered", ("!= 0"): "answered",
                   ("= 0"): "unanswered", ("< 1"): "unanswered", ("<= 0"): "unanswered"}  # fmt: skip
        operator = counted.get(f"{mark} {right.value}")
        if operator is None:
            raise ExpressionError("a form can't count an answer")
        return Clause(left.value, operator)
    if not left.is_ref:
        raise ExpressionError(NOT_READ)
    if right.value == "" and mark in ("=", "!="):
        return Clause(left.value, "unanswered" if mark == "=" else "answered")
    return Clause(left.value, _COMPARED[mark], (right.value,))


def _negated(node: _Node) -> _Node:
    if isinstance(node, _Both):
        return _Both(tuple(map(_negated, node.parts)), is_any=not node.is_any)
    return Clause(node.ref, _OPPOSITE[node.operator], node.values)


def _merge(node: _Node) -> _Node:
    """Flatten nested parts, and join the answers of one question of which one is enough."""
    if isinstance(node, Clause):
        return node
    parts: list[_Node] = []
    for part in map(_merge, node.parts):
        parts += part.parts if isinstance(part, _Both) and part.is_any == node.is_any else [part]
    if node.is_any:
        parts = _joined(parts)
    parts = list(dict.fromkeys(parts))
    return parts[0] if len(parts) == 1 else _Both(tuple(parts), node.is_any)


def _joined(parts: Sequence[_Node]) -> list[_Node]:
    values: dict[str, list[str]] = {}
    for part in parts:
        if isinstance(part, Clause) and part.operator in ("equals", "in"):
            values.setdefault(part.ref, []).extend(part.values)
    result: list[_Node] = []
    for part in parts:
        if not isinstance(part, Clause) or part.operator not in ("equals", "in"):
            result.append(part)
        elif part.ref in values:
            alternatives = tuple(dict.fromkeys(values.pop(part.ref)))
            operator = "in" if len(alternatives) > 1 else "equals"
            result.append(Clause(part.ref, operator, alternatives))
    return result
