"""Conditions in words, split texts, and the words of types."""

import pytest

from app.form_imports.policies.answer_types import type_in
from app.form_imports.policies.conditions import parse_condition
from app.form_imports.policies.items import Clause, Rule
from app.form_imports.policies.texts import choices_in, clean, has_two_questions, name_from
from app.forms.public import FieldType


@pytest.mark.parametrize(
    ("text", "clauses", "is_any"),
    [
        ("12b = Yes", [Clause("12b", "equals", ("Yes",))], False),
        ("Only if question 3 is No.", [Clause("3", "equals", ("No",))], False),
        ("If A&A-01.1 is not NA", [Clause("A&A-01.1", "notEquals", ("NA",))], False),
        ("2: A; B", [Clause("2", "in", ("A", "B"), "A; B")], False),
        ("Required if 2.1 = Yes", [Clause("2.1", "equals", ("Yes",))], False),
        ("Show this question only if Q3 equals Yes", [Clause("Q3", "equals", ("Yes",))], False),
        ("Only visible if “Do you lock it?” is “Yes”", [Clause("Do you lock it?", "equals", ("Yes",))], False),
        ("5 was answered with No", [Clause("5", "equals", ("No",))], False),
        ("Where the response to 5.2 is Yes, provide details", [Clause("5.2", "equals", ("Yes",))], False),
        ("4: State owned", [Clause("4", "equals", ("State owned",))], False),
        ("4 = County, State", [Clause("4", "in", ("County", "State"), "County, State")], False),
        ("Skip if question 6 is No", [Clause("6", "notEquals", ("No",))], False),
        ("Not applicable if 6 > 10", [Clause("6", "atMost", ("10",))], False),
        ("Unless 6 is not No", [Clause("6", "equals", ("No",))], False),
        ("Q4 is answered", [Clause("Q4", "answered")], False),
        ("7", [Clause("7", "answered")], False),
        ("1 = Yes and 2 = No", [Clause("1", "equals", ("Yes",)), Clause("2", "equals", ("No",))], False),
        ("1 = Yes or 2 = No", [Clause("1", "equals", ("Yes",)), Clause("2", "equals", ("No",))], True),
        ("1 is Yes or No", [Clause("1", "in", ("Yes", "No"), "Yes or No")], False),
    ],
)  # fmt: skip
def test_conditions_are_read(text: str, clauses: list[Clause], is_any: bool) -> None:
    assert parse_condition(text) == Rule(tuple(clauses), is_any)


def test_other_texts_are_no_conditions() -> None:
    assert parse_condition("Skip if 1 = Yes and 2 = No") is None
    assert parse_condition("see the manual for the rule that applies to all of this contract") is None


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("Yes/No/N/A", ["Yes", "No", "N/A"]),
        ("a) Low\nb) High", ["Low", "High"]),
        ("☐ Yes ☐ No", ["Yes", "No"]),
        ("Low; Medium, or so; High", ["Low", "Medium, or so", "High"]),
        ("Yes, No, Partly", ["Yes", "No", "Partly"]),
        ('["EU", "Other"]', ["EU", "Other"]),
        ("N/A", ["N/A"]),
        ("https://a.example/b", ["https://a.example/b"]),
        ("", []),
    ],
)
def test_choices_are_split(text: str, choices: list[str]) -> None:
    assert choices_in(text) == choices


def test_words_of_types_are_known_in_several_languages() -> None:
    assert type_in("Mehrfachauswahl") is FieldType.MULTI_CHOICE
    assert type_in("Yes / No") is FieldType.YESNO
    assert type_in("TEXTAREA") is FieldType.TEXTAREA
    assert type_in("something") is None


def test_texts_are_cleaned_and_named() -> None:
    assert clean("<p>One<br>two</p>  x_x000D_") == "One\ntwo\nx"
    assert clean("fewer than <5 people") == "fewer than <5 people"
    assert name_from("A&A-01.1") == "a_a_01_1"
    assert name_from("质量") == ""
    assert has_two_questions("Is it so?\nWhy?")
    assert not has_two_questions("Is it so?\nAnswer in full.")
