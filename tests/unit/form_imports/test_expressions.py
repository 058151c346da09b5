"""Conditions and rules of XLSForms."""

from collections.abc import Callable, Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.form_imports.policies.expressions import MIXED, ExpressionError, conjuncts, rule_of
from app.form_imports.policies.items import Clause, Place, Question, Rule
from app.form_imports.policies.xlsform_rules import with_rules
from app.forms.public import FieldType


@pytest.mark.parametrize(
    ("text", "clauses", "is_any"),
    [
        ("selected(${a}, 'x')", [Clause("a", "equals", ("x",))], False),
        ("not(selected( ${a} ,'x' ))", [Clause("a", "notEquals", ("x",))], False),
        ("${a} = 'x' or ${a} = 'y'", [Clause("a", "in", ("x", "y"))], False),
        ("(${a}='x' or ${a}='y') and ${b} > 3", [Clause("a", "in", ("x", "y")), Clause("b", "greaterThan", ("3",))], False),
        ("${a} = 'x' or ${b} != ''", [Clause("a", "equals", ("x",)), Clause("b", "answered")], True),
        ("not(${a} = 'x' or ${b} >= 2)", [Clause("a", "notEquals", ("x",)), Clause("b", "lessThan", ("2",))], False),
        ("18 <= ${age}", [Clause("age", "atLeast", ("18",))], False),
        ("count-selected(${a}) > 0 AND string-length(${b}) = 0", [Clause("a", "answered"), Clause("b", "unanswered")], False),
        ('../group/a = "x and y"', [Clause("a", "equals", ("x and y",))], False),
        ("selected(${a}, 'x') = false()", [Clause("a", "notEquals", ("x",))], False),
        ("${day} > date('2024-01-31')", [Clause("day", "greaterThan", ("2024-01-31",))], False),
        ("${a} = -1", [Clause("a", "equals", ("-1",))], False),
    ],
)  # fmt: skip
def test_conditions_of_xlsforms_are_read(text: str, clauses: list[Clause], is_any: bool) -> None:
    assert rule_of([text]) == Rule(tuple(clauses), is_any)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("${a} > ${b}", "a form can't compare two answers"),
        ("(${a} = 'x' and ${b} = 'y') or ${c} = 'z'", "a form can't mix “and” with “or”"),
        ("count-selected(${a}) > 2", "a form can't count an answer"),
        ("pulldata('f', 'c', 'k', ${a}) = 1", "it can't be read"),
        ("${a} = ", "it can't be read"),
        ("(" * 5_000, "it can't be read"),
        ("${a} ~ 'x'", "it can't be read"),
    ],
)
def test_other_conditions_state_why_a_form_cannot_have_them(text: str, reason: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        rule_of([text])
    assert str(raised.value) == reason


Answers = Mapping[str, str]
Tree = tuple[str, Callable[[Answers], bool]]
NAMES, VALUES = ("a", "b"), ("x", "y", "z")


def _leaf(name: str, value: str, form: int) -> Tree:
    text = (f"${{{name}}} = '{value}'", f"selected(${{{name}}}, '{value}')", f"'{value}' = ${{{name}}}")[form]
    return text, lambda answers: answers[name] == value


LEAVES = st.builds(_leaf, st.sampled_from(NAMES), st.sampled_from(VALUES), st.integers(0, 2))
TREES = st.recursive(
    LEAVES,
    lambda trees: st.one_of(
        st.builds(lambda one: (f"not({one[0]})", lambda answers: not one[1](answers)), trees),
        st.builds(lambda one, two: (f"({one[0]}) and ({two[0]})", lambda a: one[1](a) and two[1](a)), trees, trees),
        st.builds(lambda one, two: (f"({one[0]}) or ({two[0]})", lambda a: one[1](a) or two[1](a)), trees, trees),
    ),
    max_leaves=6,
)  # fmt: skip


def _is_met(clause: Clause, answers: Answers) -> bool:
    is_among = answers[clause.ref] in clause.values
    return not is_among if clause.operator == "notEquals" else is_among


@given(TREES)
def test_the_clauses_mean_the_same_as_the_expression(tree: Tree) -> None:
    text, expected = tree
    try:
        rule = rule_of([text])
    except ExpressionError as error:
        # Each of these expressions can be read, so only its structure can be refused.
        if str(error) != MIXED:
            raise
        return
    decide = any if rule.is_any else all
    for one in VALUES:
        for two in VALUES:
            answers = {"a": one, "b": two}
            assert decide(_is_met(clause, answers) for clause in rule.clauses) == expected(answers)


@given(st.text(alphabet="${}ab ='\"()<>!.,/ orandnotselected123", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ExpressionError):
        rule_of([text])
    assert " and ".join(conjuncts("a and (b and c) and 'd and e'")) == "a and (b and c) and 'd and e'"


def _question(kind: FieldType, *, is_whole: bool = False) -> Question:
    return Question(place=Place("survey", 1), label="Q", type=kind, is_whole=is_whole)


def test_rules_become_bounds_lengths_and_patterns() -> None:
    number, sentences = with_rules(_question(FieldType.NUMBER, is_whole=True), "(. > 0) and . <= 30")
    assert (number.low, number.high, sentences) == ("1", "30", [])
    decimal, sentences = with_rules(_question(FieldType.NUMBER), ". >= 1.5 and . < 9.5")
    assert (decimal.low, decimal.high) == ("1.5", "9.5")
    assert sentences == ["the rule “. < 9.5” now includes 9.5, because a form can't exclude a bound."]
    day, sentences = with_rules(_question(FieldType.DATE), ". >= date('2024-01-01')")
    assert (day.low, sentences) == ("2024-01-01", [])
    several, sentences = with_rules(_question(FieldType.MULTI_CHOICE), "count-selected(.) <= 3")
    assert (several.high, sentences) == ("3", [])
    text, sentences = with_rules(_question(FieldType.TEXT), "string-length(.) = 5")
    assert (text.max_length, text.pattern, sentences) == (5, ".{5,}", [])


@pytest.mark.parametrize(
    "rule", [". <= ${other}", ". >= today()", "not(selected(., 'a'))", "regex(., 'a') or . = 'b'"]
)
def test_a_rule_that_a_form_cannot_check_is_reported_and_the_others_are_used(rule: str) -> None:
    question, sentences = with_rules(
        _question(FieldType.NUMBER, is_whole=True), f". > 0 and {rule}" if " or " not in rule else rule
    )
    assert question.low == (None if " or " in rule else "1")
    assert sentences == [f"the rule “{rule}” is not taken over: a form can't check it."]
