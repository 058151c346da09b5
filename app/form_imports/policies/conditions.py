"""Conditions in words ("depends on"), as clauses that name other questions of the file."""

import re
from dataclasses import replace

from app.form_imports.policies.items import Clause, Rule
from app.form_imports.policies.texts import fold

_THIS = r"(?:\s+(?:this|the)\s+(?:question|field|section|item|row))?"
_LEAD = re.compile(
    r"^(?:(?:please\s+)?(?:only\s+)?(?:show|shown|display|visible|ask|answer|complete|required|mandatory|relevant|applicable|applies)"
    rf"{_THIS}\s+)?(?:only\s+)?(?:if|when|where|depends on|nur wenn|wenn|falls|si|se)\s+",
    re.IGNORECASE,
)
_OPPOSITE_LEAD = re.compile(
    rf"^(?:(?:skip|hide|omit){_THIS}\s+(?:if|when|where)|not\s+(?:applicable|required|relevant|shown)\s+(?:if|when|where)"
    r"|unless)\s+",
    re.IGNORECASE,
)
_OPPOSITES = {
    "equals": "notEquals", "notEquals": "equals", "greaterThan": "atMost", "lessThan": "atLeast",
    "atMost": "greaterThan", "atLeast": "lessThan",
}  # fmt: skip
_INSTRUCTION = re.compile(
    r"\s*,\s*(?:then\s+)?(?:please|provide|describe|specify|explain|attach|upload|bitte)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = r"(?:question|frage|pregunta|domanda|q\.?(?=\s))\s*(?:no\.?\s*|nr\.?\s*)?"
_NOUN = re.compile(
    rf"^(?:the\s+|your\s+)?(?:(?:answer|response|reply)\s+(?:to|for|of|in)\s+(?:the\s+)?(?:{_QUESTION})?|{_QUESTION})",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:and|und|et)\s+|\s*&&\s*", re.IGNORECASE)
_OR = re.compile(r"\s+(?:or|oder|ou)\s+|\s*\|\|\s*", re.IGNORECASE)
_CLAUSE = re.compile(
    r"^(?P<ref>.+?)\s*(?P<op>!=|<>|>=|<=|≥|≤|>|<|==?|\b(?:is )?(?:greater|more) than\b|\b(?:is )?less than\b|\bgreaterThan\b|\blessThan\b|\bat least\b|\bat most\b|\bis not\b|\bis one of\b|\b(?:is|was) answered(?: with)?\b|\bequals\b|\bin\b|\bis\b|\bist\b|->|→|:)\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_TICKED = re.compile(r"^\(*\[(?P<ref>\w+)\((?P<choice>[\w\-]+)\)\]\s*=\s*[\"']?1[\"']?\)*$")
_NUMBER_AND_VALUE = re.compile(r"^(?P<ref>[\w&.\-/]*\d[\w.\-]*)\s+(?P<value>\S.*)$")
_SPLIT = re.compile(r"\s*[,;|/]\s*|\s+(?:or|oder|ou)\s+", re.IGNORECASE)
_ORDERED = {
    ">": "greaterThan", "<": "lessThan", ">=": "atLeast", "<=": "atMost", "≥": "atLeast", "≤": "atMost",
    "greater than": "greaterThan", "more than": "greaterThan", "less than": "lessThan", "greaterthan": "greaterThan",
    "lessthan": "lessThan", "at least": "atLeast", "at most": "atMost",
}  # fmt: skip
_QUOTES = "\"'“”„\u2018\u2019"
MAX_CONDITIONS = 10


def parse_condition(text: str) -> Rule | None:
    """Return the clauses of a condition; None for a text of another form."""
    stripped = text.strip().rstrip(".").strip().removeprefix("(").removesuffix(")")
    if opposite := _OPPOSITE_LEAD.match(stripped):
        return _opposite(parse_condition(stripped[opposite.end() :]))
    plain = _INSTRUCTION.sub("", _LEAD.sub("", stripped))
    parts, is_any = _AND.split(plain), False
    if len(parts) == 1 and len(alternatives := _OR.split(plain)) > 1:
        either = [_clause(part) for part in alternatives]
        if all(clause is not None and clause.operator != "answered" for clause in either):
            parts, is_any = alternatives, True
    elif len(parts) > 1 and any(len(_OR.split(part)) > 1 and _clause(_OR.split(part)[1]) for part in parts):
        return None
    results = [_clause(part) for part in parts]
    clauses = [clause for clause in results if clause is not None]
    return Rule(tuple(clauses), is_any) if len(clauses) == len(results) <= MAX_CONDITIONS else None


def _opposite(rule: Rule | None) -> Rule | None:
    """Return the opposite of a rule of one clause; None if no operator means that."""
    if rule is None or len(rule.clauses) != 1 or rule.clauses[0].operator not in _OPPOSITES:
        return None
    return Rule((replace(rule.clauses[0], operator=_OPPOSITES[rule.clauses[0].operator]),))


def _clause(text: str) -> Clause | None:
    if ticked := _TICKED.match(text.strip()):
        # A choice of several has its code in the brackets, and 1 if it is ticked.
        return Clause(ticked["ref"], "equals", (ticked["choice"],))
    plain = _NOUN.sub("", text.strip().strip("()[]{}").strip())
    match = _CLAUSE.match(plain)
    if match is None:
        pair = _NUMBER_AND_VALUE.match(plain)
        if pair:
            return Clause(_ref(pair["ref"]), "equals", (pair["value"].strip(_QUOTES + " "),))
        return Clause(_ref(plain), "answered") if plain and len(plain) <= 40 and "\n" not in plain else None
    operator = " ".join(match["op"].casefold().split())
    value = match["value"].strip()
    if (operator.endswith(("answered", "answered with")) and not value) or (
        operator == "is" and fold(value) in ("answered", "filled", "given")
    ):
        return Clause(_ref(match["ref"]), "answered")
    if operator in ("is", "equals", "ist") and fold(value).startswith("not "):
        operator, value = "is not", value.split(" ", 1)[1]
    values = tuple(
        part.strip(_QUOTES + " ()[]") for part in _SPLIT.split(value) if part.strip(_QUOTES + " ()[]")
    )
    if not values:
        return None
    if operator.removeprefix("is ") in _ORDERED:
        operator = operator.removeprefix("is ")
        return Clause(_ref(match["ref"]), _ORDERED[operator], (value.strip(_QUOTES + " "),))
    if operator in ("!=", "<>", "is not"):
        return Clause(_ref(match["ref"]), "notEquals", (value.strip(_QUOTES + " "),))
    if len(values) == 1:
        return Clause(_ref(match["ref"]), "equals", (value.strip(_QUOTES + " "),))
    return Clause(_ref(match["ref"]), "in", values, whole=value.strip(_QUOTES + " "))


def _ref(text: str) -> str:
    return text.strip().strip("${}[]" + _QUOTES).strip().rstrip(".:")
