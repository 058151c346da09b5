"""Conditions that are sentences in the text of a question, on rows that were made up for the test."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.form_imports.policies.building import Built
from app.form_imports.policies.contents import Page
from app.form_imports.policies.items import Fix, Place
from app.form_imports.policies.planning import plan_form, propose
from app.form_imports.policies.sentences import asks_yes_or_no, is_optional, leading, referring
from app.forms.public import FieldType
from app.kernel.files.layouts import Layout
from app.kernel.files.workbooks import Sheet

HEADINGS = ("No", "Section", "Question", "Answer options", "Depends on")
YES_NO = "Yes|No"
Row = Sequence[str | None]


def planned(*rows: Row, fix: Fix | None = None) -> Built:
    pages = [Page(Sheet("Q", [HEADINGS, *rows]), Layout())]
    return plan_form(pages, propose(pages, {}), {fix.place: fix} if fix else {}, import_id=1)


def conditions(built: Built) -> list[object]:
    return [each.attrs.get("visibleWhen") for each in built.questions]


def sentences(built: Built) -> list[str]:
    return [issue.sentence.split(": ", 1)[1] for issue in built.extracted.issues]


def when(name: str, value: object, operator: str = "equals") -> dict[str, object]:
    return {"field": name, "operator": operator, "value": value}


@pytest.mark.parametrize(
    ("text", "choices", "condition"),
    [
        ("If yes, please describe the lock.", YES_NO, when("q_1", value=True)),
        ("If so: who has the key?", YES_NO, when("q_1", value=True)),
        ("(If not, why?)", YES_NO, when("q_1", value=False)),
        ("Wenn ja, bitte beschreiben", "Ja|Nein", when("q_1", value=True)),
        ("Si oui, précisez", "Oui|Non", when("q_1", value=True)),
        ("If 'Other', please specify", "Rail|Road|Other", when("q_1", "other")),
        ("If other please specify", "Rail|Road|Other (which?)", when("q_1", "other_which")),
        ("If no or partially, explain", "Yes|No|Partially", when("q_1", ["no", "partially"], "in")),
        ("If yes, describe", "Yes - for all|Yes - for some|No", when("q_1", ["yes_for_all", "yes_for_some"], "in")),
        ("If you answered Yes to the previous question, describe", YES_NO, when("q_1", value=True)),
        ("Only answer if you answered “Yes” to question 1.", YES_NO, when("q_1", value=True)),
        ("If the answer to 1 is No, what is planned?", YES_NO, when("q_1", value=False)),
        ("In case of yes, describe", YES_NO, when("q_1", value=True)),
        ("Bei Nein bitte begründen", "Ja|Nein", when("q_1", value=False)),
        ("Please describe, if other", "Rail|Road|Other", when("q_1", "other")),
        ("When you answered “No” to question 1, state your plans.", YES_NO, when("q_1", value=False)),
        ("If question 1 was answered 'Yes': describe the lock", YES_NO, when("q_1", value=True)),
        ("Only if 'Yes' was selected in 1: describe the lock", YES_NO, when("q_1", value=True)),
        ("If the answer to 1 is not Rail, name the carrier", "Rail|Road|Sea", when("q_1", "rail", "notEquals")),
        ("Skip if the answer to 1 is Rail. Who is the carrier?", "Rail|Road|Sea", when("q_1", "rail", "notEquals")),
        ("Unless you answered Rail to 1, name the carrier", "Rail|Road|Sea", when("q_1", "rail", "notEquals")),
        ("Wenn Sie Frage 1 mit Nein beantwortet haben: warum?", "Ja|Nein", when("q_1", value=False)),
    ],
)  # fmt: skip
def test_a_sentence_about_an_unmistakable_answer_is_a_condition(
    text: str, choices: str, condition: object
) -> None:
    built = planned(
        ("1", "Locks", "How is it?", choices, None), ("2", "Locks", text, "Short|Long|Wide", None)
    )
    assert conditions(built) == [None, condition]
    assert sentences(built) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "If you answered Yes to 1 and 2, describe the locks",
            "“If you answered Yes to 1” names a question or an answer that is not there. The question is always shown.",
        ),
        (
            "If yes to any of the above, describe the locks",
            "“If yes” names a question or an answer that is not there. The question is always shown.",
        ),
        (
            "Is it new? If no, please go to question 7.",
            "“If no, please go to question 7” leads to another question. Add a condition to each question that it skips.",
        ),
    ],
)  # fmt: skip
def test_a_sentence_that_a_form_cannot_follow_is_named(text: str, sentence: str) -> None:
    built = planned(
        ("1", "Locks", "Is there a lock?", YES_NO, None),
        ("2", "Locks", "Is there a second lock?", YES_NO, None),
        ("3", "Locks", text, YES_NO, None),
    )
    assert conditions(built) == [None, None, None]
    assert sentences(built) == [sentence]


@pytest.mark.parametrize(
    "text",
    ["Describe the lock (if applicable)", "If applicable, describe the lock.", "If any, name the locks", "If there is one lock"],
)  # fmt: skip
def test_words_that_only_make_a_question_optional_are_no_condition(text: str) -> None:
    built = planned(("1", "L", "Is there a lock?", YES_NO, None), ("2", "L", text, "Short|Long|Wide", None))
    assert conditions(built) == [None, None]
    assert sentences(built) == []


def test_several_follow_up_questions_are_about_the_same_answer() -> None:
    built = planned(
        ("1", "Locks", "Is there a lock?", YES_NO, None),
        ("2", "Locks", "If yes, who has the key?", None, None),
        ("3", "Locks", "If yes, is it new?", YES_NO, None),
        ("4", "Doors", "If yes, who made it?", None, None),
    )
    lock = when("q_1", value=True)
    assert conditions(built) == [None, lock, lock, None]
    assert sentences(built) == [
        "begins with a condition (“If yes”) that matches no answer of the question before it. It is always shown."
    ]


def test_a_sentence_that_can_be_about_two_questions_is_only_proposed() -> None:
    rows = (
        ("1", "Locks", "Is there a lock?", YES_NO, None),
        ("2", "Locks", "If yes, is it new?", YES_NO, None),
        ("3", "Locks", "If yes, who made it?", None, None),
    )
    built = planned(*rows)
    assert conditions(built)[2] is None
    assert built.questions[2].condition == "2 is “Yes”"
    assert sentences(built) == [
        "“If yes” can be about several questions. Fix the row to show it only if 2 is “Yes”."
    ]
    accepted = planned(*rows, fix=Fix(place=Place("Q", 3), is_conditional=True))
    assert conditions(accepted)[2] == when("q_2", value=True)
    assert sentences(accepted) == []
    declined = planned(*rows, fix=Fix(place=Place("Q", 3), is_conditional=False))
    assert conditions(declined)[2] is None
    assert declined.questions[2].condition == "2 is “Yes”"
    assert sentences(declined) == []


def test_a_condition_of_the_file_can_be_removed() -> None:
    rows = (("1", "L", "Is there a lock?", YES_NO, None), ("2", "L", "Who has the key?", "A|B|C", "1 = Yes"))
    assert conditions(planned(*rows))[1] == when("q_1", value=True)
    built = planned(*rows, fix=Fix(place=Place("Q", 2), is_conditional=False))
    assert conditions(built)[1] is None
    assert built.questions[1].condition == "1 is “Yes”"


def test_a_question_without_a_type_is_yes_or_no_if_the_next_one_needs_it() -> None:
    built = planned(
        ("1", "L", "Is there a lock?", None, None),
        ("2", "L", "If yes, describe it.", "A|B|C", None),
        ("3", "L", "Which lock is it?", None, None),
        ("4", "L", "If yes, describe it.", "A|B|C", None),
    )
    assert [each.attrs["type"] for each in built.questions][::2] == ["YESNO", "TEXTAREA"]
    assert conditions(built)[1::2] == [when("q_1", value=True), None]
    assert sentences(built)[0] == (
        "the next question begins with “If yes”, so this one is answered with yes or no."
    )


@pytest.mark.parametrize(
    "text", ["If yes", "If yes to previous question", "Only if you answered yes to question 1", "yes"]
)
def test_the_column_of_conditions_may_have_sentences_too(text: str) -> None:
    built = planned(
        ("1", "L", "Is there a lock?", YES_NO, None), ("2", "L", "Who has the key?", "A|B|C", text)
    )
    assert conditions(built)[1] == when("q_1", value=True)
    assert sentences(built) == []


def test_a_sentence_about_a_missing_question_is_reported() -> None:
    built = planned(("1", "L", "If you answered No to question 7.2, why?", "A|B|C", None))
    assert sentences(built) == [
        (
            "“If you answered No to question 7.2” names a question or an answer that is not there. "
            "The question is always shown."
        )
    ]


def test_conditions_on_several_choices_use_contains() -> None:
    built = planned(
        ("1", "L", "Select all that apply", "Rail|Road|Sea", None),
        ("2", "L", "Which track?", "A|B|C", "1 = Rail"),
        ("3", "L", "Which port?", "A|B|C", "1 = Road or Sea"),
        ("4", "L", "Which airport?", "A|B|C", "1 is not Rail"),
    )
    assert conditions(built) == [
        None, when("q_1", "rail", "contains"), when("q_1", ["road", "sea"], "in"), None,
    ]  # fmt: skip
    assert sentences(built) == [
        "the condition “1 is not Rail” is not taken over, because a form can't compare like this. It is in the hint."
    ]


@given(st.text(max_size=200))
def test_no_text_is_lost_or_fails(text: str) -> None:
    referring(text)
    leading(text)
    asks_yes_or_no(text)
    built = planned(("1", "L", "Is there a lock?", YES_NO, None), ("2", "L", "Who?", "A|B|C", f"x {text}"))
    question = built.questions[1]
    assert question.attrs.get("visibleWhen") or question.attrs["hint"].startswith("Depends on: x")


def test_optional_words_are_known() -> None:
    assert is_optional("(if applicable)")
    assert is_optional("where relevant")
    assert not is_optional("if yes")


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ('Shown only if you\'ve selected By sea, river or canal option for the "Means of Transport" question', when("ways", "by_sea_river_or_canal", "contains")),
        ("Only if you have chosen one of the options for the Means of Transport question", when("ways", None, "answered")),
        ("If you selected Rail to the question “How do goods move?”: describe it", when("ways", "rail", "contains")),
    ],
)  # fmt: skip
def test_a_question_can_be_named_by_its_title_or_its_text(text: str, condition: object) -> None:
    pages = [
        Page(
            Sheet("Q", [
                ("Question code", "Question name", "Question", "Answer options"),
                ("T1", "Means of Transport", "How do goods move?", "Rail|By sea, river or canal"),
                ("T2", "Fences", "Is there a fence? Select all that apply", "Red|Green"),
                ("T3", "Details", text, None),
            ]),
            Layout(),
        )
    ]  # fmt: skip
    built = plan_form(pages, propose(pages, {}), {Place("Q", 1): MULTIPLE}, import_id=1)
    expected = dict(condition) if isinstance(condition, dict) else {}
    assert conditions(built)[2] == expected | {"field": "means_of_transport"}


MULTIPLE = Fix(place=Place("Q", 1), type=FieldType.MULTI_CHOICE)


def test_a_quotation_that_is_no_title_leaves_the_condition_as_it_is() -> None:
    built = planned(
        ("1", None, "Is it locked?", YES_NO, None), ("2", None, "If yes, refer to “Annex 1”", None, None)
    )
    assert conditions(built)[1] == when("q_1", value=True)
    built = planned(
        ("1", None, "Is it locked?", YES_NO, None),
        ("2", None, "When you selected Rail for the Transport question, describe it", None, None),
    )
    assert conditions(built)[1] is None
    assert "names a question or an answer that is not there" in sentences(built)[0]
