"""Shapes of XLSForms, each on a tiny form that was made up for the test."""

from collections.abc import Sequence

import pytest

from app.form_imports.policies.building import Built
from app.form_imports.policies.contents import Page
from app.form_imports.policies.planning import plan_form, propose
from app.kernel.files.layouts import Layout
from app.kernel.files.workbooks import Sheet

Row = Sequence[str | None]
HEADINGS = ("type", "name", "label", "relevant", "constraint", "constraint_message")
CHOICES = (
    ("list name", "name", "label"),
    ("yn", "a", "Yes"), ("yn", "b", "No"),
    ("ways", "rail", "Rail"), ("ways", "road", "Road"), ("ways", "sea", "Sea"),
)  # fmt: skip


def planned(*rows: Row, headings: Row = HEADINGS, choices: Sequence[Row] = CHOICES) -> Built:
    pages = [Page(Sheet("survey", [headings, *rows]), Layout()), Page(Sheet("choices", choices), Layout())]
    return plan_form(pages, propose(pages, {}), {}, import_id=1)


def sentences(built: Built) -> list[str]:
    return [issue.sentence.removeprefix("“survey”") for issue in built.extracted.issues]


def test_conditions_of_an_xlsform_are_compared_by_the_type_of_the_other_question() -> None:
    built = planned(
        ("select_one yn", "moves", "Do goods move?"),
        ("select_multiple ways", "ways", "How?"),
        ("integer", "count", "How many?"),
        ("decimal", "share", "Which share?"),
        ("date", "day", "Since when?"),
        ("text", "t1", "1", "not(selected(${moves}, 'a'))"),
        ("text", "t2", "2", "selected(${ways}, 'rail')"),
        ("text", "t3", "3", "selected(${ways}, 'rail') or selected(${ways}, 'sea')"),
        ("text", "t4", "4", "${count} >= 5 and ${moves} = 'b'"),
        ("text", "t5", "5", "${share} <= 0.5"),
        ("text", "t6", "6", "${day} < '2024-03-01'"),
        ("text", "t7", "7", "${count} > 0 or ${share} = ''"),
    )
    conditions = [each.attrs["visibleWhen"] for each in built.questions[5:]]
    assert conditions == [
        {"field": "moves", "operator": "notEquals", "value": True},
        {"field": "ways", "operator": "contains", "value": "rail"},
        {"field": "ways", "operator": "in", "value": ["rail", "sea"]},
        {"all": [{"field": "count", "operator": "greaterThan", "value": "4"},
                 {"field": "moves", "operator": "equals", "value": False}]},
        {"any": [{"field": "share", "operator": "lessThan", "value": "0.5"},
                 {"field": "share", "operator": "equals", "value": "0.5"}]},
        {"field": "day", "operator": "lessThan", "value": "2024-03-01"},
        {"any": [{"field": "count", "operator": "greaterThan", "value": "0"},
                 {"field": "share", "operator": "unanswered", "value": None}]},
    ]  # fmt: skip
    assert sentences(built) == []


def test_conditions_that_a_form_cannot_have_are_listed_with_their_row_and_stay_in_the_hint() -> None:
    built = planned(
        ("integer", "a", "A"),
        ("integer", "b", "B"),
        ("select_multiple ways", "ways", "Ways"),
        ("begin_group", "g", "Group", "${a} > 1"),
        ("text", "t1", "1", "${a} > ${b}"),
        ("text", "t2", "2", "not(selected(${ways}, 'rail'))"),
        ("text", "t3", "3", "${b} = 1 or ${ways} != ''"),
        ("end_group", None, None),
        ("text", "t4", "4", "${gone} = 'x'"),
        ("text", "t5", "5", "selected(${ways}, 'air')"),
    )
    assert sentences(built) == [
        ", row 6: the condition “${a} > ${b}” is not taken over: a form can't compare two answers. It is in the hint.",
        (", row 7: the condition “${a} > 1 and not(selected(${ways}, 'rail'))” is not taken over, because a form can't "
        "compare like this. It is in the hint."),
        ", row 8: the condition “${b} = 1 or ${ways} != ''” is not taken over: a form can't mix “and” with “or”. It is in the hint.",
        ", row 10: depends on gone, which is not there. The condition is in the hint.",
        ", row 11: the question ways has no answer “air”. The condition is in the hint.",
    ]  # fmt: skip
    # The part of a condition that a form can have is used.
    first, _, third = (each.attrs for each in built.questions[3:6])
    group = {"field": "a", "operator": "greaterThan", "value": "1"}
    assert first["visibleWhen"] == third["visibleWhen"] == group
    assert first["hint"] == "Depends on: ${a} > ${b}"


def test_a_group_may_depend_on_a_question_in_it() -> None:
    built = planned(
        ("begin group", "inputs", "Inputs", "./source = 'user'"),
        ("string", "source", "Source"),
        ("string", "source_id", "Id"),
        ("end group", None, None),
    )
    assert [each.attrs.get("visibleWhen") for each in built.questions] == [
        None, {"field": "source", "operator": "equals", "value": "user"},
    ]  # fmt: skip
    assert sentences(built) == []


def test_a_date_with_a_time_is_two_fields() -> None:
    built = planned(
        ("select_one yn", "moves", "Do goods move?"),
        ("dateTime", "left", "When did they leave?", "${moves} = 'a'"),
        ("time", "opens", "When does it open?"),
    )
    assert [each.attrs["type"] for each in built.questions] == ["YESNO", "DATE", "TEXT", "TEXT"]
    day, time, opens = (each.attrs for each in built.questions[1:])
    assert time["label"] == "Time (left)"
    assert time["pattern"] == opens["pattern"] == r"([01]?\d|2[0-3]):[0-5]\d"
    assert (
        day["visibleWhen"] == time["visibleWhen"] == {"field": "moves", "operator": "equals", "value": True}
    )
    assert sentences(built) == [
        ", row 3: a form has no date with a time. The time is a field of its own below the date."
    ]


def test_rules_against_other_answers_are_listed_and_their_message_is_a_hint() -> None:
    built = planned(
        ("integer", "all", "All"),
        ("integer", "some", "Some", None, ". > 0 and . <= ${all}", "Not more than all."),
    )
    some = built.questions[1].attrs
    assert (some["min"], some["max"], some["hint"]) == ("1", None, "Not more than all.")
    assert sentences(built) == [", row 3: the rule “. <= ${all}” is not taken over: a form can't check it."]


def test_tables_have_the_hints_of_their_columns_and_list_what_they_cannot_have() -> None:
    built = planned(
        ("integer", "n", "Number"),
        ("begin_group", "g", "Sites", "${n} > 0"),
        ("begin_repeat", "sites", "Sites"),
        ("text", "name", "Name", None, None, None, "As registered"),
        ("integer", "people", "People", "${n} > 1", ". > 0"),
        ("begin_repeat", "rooms", "Rooms"),
        ("text", "room", "Room"),
        ("end_repeat", None, None),
        ("select_multiple ways", "by", "By"),
        ("end_repeat", None, None),
        ("end_group", None, None),
        ("text", "after", "After"),
        headings=(*HEADINGS, "hint"),
    )
    _, table, after = (each.attrs for each in built.questions)
    assert [column["name"] for column in table["columns"]] == ["name", "people", "room", "by"]
    assert table["hint"] == "Name: As registered\nPeople: Depends on: ${n} > 1\nBy: (Rail, Road, Sea)"
    assert table["visibleWhen"] == {"field": "n", "operator": "greaterThan", "value": "0"}
    assert "visibleWhen" not in after
    assert sentences(built) == [
        ", row 4: the repeated group is a table. Questions of other types become texts.",
        ", row 6: a table can't have the condition of “People”. It is in the hint.",
        ", row 6: a table can't have the rule of “People”. It is left out.",
    ]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("select all that apply from ways", "MULTI_CHOICE"), ("select one from ways or specify other", "SINGLE_CHOICE"),
        ("select_one_external ways", "SINGLE_CHOICE"), ("add select one prompt using ways", "SINGLE_CHOICE"),
        ("gps", "TEXT"), ("phone number", "TEXT"), ("geoshape", "TEXT"), ("integer", "NUMBER"),
    ],
)  # fmt: skip
def test_types_of_older_xlsforms_are_known(kind: str, expected: str) -> None:
    built = planned((kind, "q", "Question"))
    assert [each.attrs["type"] for each in built.questions] == [expected]
    assert not any("is not known" in sentence for sentence in sentences(built))


def test_unsupported_parts_of_a_form_are_listed() -> None:
    built = planned(
        ("imei", "i", None),
        ("phonenumber", "p", None),
        ("text", "name", "Name", None, None, None, None, "x"),
        ("text", "again", "Is ${name} right?"),
        ("select_one ways", "w", "Way", None, None, None, "${name} = 'x'"),
        ("select_one ways", "v", "Way", None, None, None, None, None, "list = ${w}"),
        ("rank ways", "r", "Order"),
        ("note", "n1", "You are ${name}."),
        ("note", "n2", "It is ${i}."),
        headings=(*HEADINGS, "required", "default", "choice_filter"),
    )
    assert sentences(built) == [
        ": 2 rows that ask nothing (such as calculations) are left out.",
        ": the column “default” is not taken over (row 4).",
        ", row 5: the text shows the answer to another question (“${name}”), which a form can't do. Reword it.",
        ", row 6: “${name} = 'x'” in the column “required” is a condition. The question is optional.",
        ", row 7: the choices depend on other answers (“list = ${w}”), which a form can't do. All of them are shown.",
        ", row 8: a form can't rank choices. The question is a multiple choice.",
        ", row 9: the text shows the answer to another question (“${name}”), which a form can't do. Reword it.",
        ", row 10: the text shows a value that no question asks for (“${i}”). It is left out.",
    ]


def test_columns_of_attributes_are_read_as_older_forms_name_them() -> None:
    built = planned(
        ("select_one yn", "moves", "Do goods move?", None, None, None, None),
        ("integer", "count", "How many?", "../moves='a'", None, ". < 10 and . != 5", "Not five."),
        headings=(
            "type",
            "name",
            "label",
            "bind:relevant",
            "relevance",
            "bind::constraint",
            "bind:jr:constraintMsg",
        ),
    )
    count = built.questions[1].attrs
    assert count["visibleWhen"] == {"field": "moves", "operator": "equals", "value": True}
    assert (count["max"], count["hint"]) == ("9", "Not five.")
