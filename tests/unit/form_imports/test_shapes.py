"""Shapes of questionnaires, each on a tiny file that was made up for the test."""

from collections.abc import Sequence

import pytest

from app.form_imports.policies.building import Built
from app.form_imports.policies.contents import Page
from app.form_imports.policies.items import Heading
from app.form_imports.policies.mapping import FileMapping
from app.form_imports.policies.planning import plan_form, propose
from app.kernel.files.layouts import Layout
from app.kernel.files.workbooks import Sheet

Rows = Sequence[Sequence[str | None]]


def planned(*rows: Sequence[str | None]) -> tuple[FileMapping, Built]:
    pages = [Page(Sheet("Questions", rows), Layout())]
    mapping = propose(pages, {})
    return mapping, plan_form(pages, mapping, {}, import_id=1)


def meanings(mapping: FileMapping) -> dict[int, str]:
    return {index: each.meaning.value for index, each in sorted(mapping.sheets[0].columns.items())}


def types(built: Built) -> list[tuple[str, str]]:
    return [(each.attrs["sourceKey"], each.attrs["type"]) for each in built.questions]


def options(built: Built) -> list[list[str]]:
    return [[option["label"] for option in each.attrs.get("options") or ()] for each in built.questions]


def headings(built: Built) -> list[tuple[int, str]]:
    return [(item.level, item.text) for item in built.extracted.items if isinstance(item, Heading)]


def test_choices_in_the_rows_below_a_question_belong_to_it() -> None:
    mapping, built = planned(
        ["Theme", "Code", "Question", "Select the option(s) that apply", "Pages"],
        ["Work", "W1", "Which measures are in place?", "Training of staff", None],
        [None, None, None, "Safe tools, such as ISO 1 tools and their parts", None],
        [None, None, None, "Other measures", None],
        ["Work", "W2", "Is there a committee?", "Yes, at each site", None],
        [None, None, None, "No", None],
        ["Air", "A1", "What share is measured?", "0-50%", None],
        [None, None, None, "51-100%", None],
        [None, None, None, "Not measured", None],
        ["Air", "A2", "Describe your targets (select the best answer)", "All sites", None],
        [None, None, None, "Some sites", None],
    )
    assert meanings(mapping) == {0: "SECTION", 1: "NUMBER", 2: "QUESTION", 3: "CHOICES"}
    assert types(built) == [
        ("W1", "MULTI_CHOICE"),
        ("W2", "SINGLE_CHOICE"),
        ("A1", "SINGLE_CHOICE"),
        ("A2", "SINGLE_CHOICE"),
    ]
    assert options(built)[0] == [
        "Training of staff", "Safe tools, such as ISO 1 tools and their parts", "Other measures",
    ]  # fmt: skip
    assert built.extracted.issues == []


@pytest.mark.parametrize("has_second_row", [False, True])
def test_columns_to_mark_are_the_choices(has_second_row: bool) -> None:
    heads = ["CID", "Questions", "Yes", "No", "Not Applicable", "Notes"]
    above = [*heads[:2], "Answers", None, None, "Notes"]
    top = [above, [None, None, *heads[2:5], None]] if has_second_row else [heads]
    mapping, built = planned(
        *top,
        ["M-01.1", "Are made-up tools used?", None, None, None, None],
        ["M-01.2", "Are they tested?", "x", None, None, None],
    )
    assert meanings(mapping) == {
        0: "NUMBER", 1: "QUESTION", 2: "MARK", 3: "MARK", 4: "MARK", 5: "FURTHER_ANSWER",
    }  # fmt: skip
    assert types(built) == [
        ("M-01.1", "SINGLE_CHOICE"), ("M-01.1 Notes", "TEXTAREA"), ("M-01.2", "SINGLE_CHOICE"), ("M-01.2 Notes", "TEXTAREA"),
    ]  # fmt: skip
    assert options(built)[0] == ["Yes", "No", "Not Applicable"]


def test_each_choice_may_have_a_column() -> None:
    mapping, built = planned(
        ["Question", "Option 1", "Option 2", "Option 3"],
        ["How large is the site?", "Small", "Large, with a yard", None],
        ["Is there a gate?", "Yes", "No", None],
    )
    assert meanings(mapping) == {0: "QUESTION", 1: "CHOICES", 2: "CHOICES", 3: "CHOICES"}
    assert options(built) == [["Small", "Large, with a yard"], []]
    assert types(built) == [("", "SINGLE_CHOICE"), ("", "YESNO")]


def test_technical_headings_codes_of_groups_and_descriptions_are_understood() -> None:
    mapping, built = planned(
        ["chapter_id", "chapter_name", "section_id", "section_name", "req_id", "req_description", "L"],
        ["X1", "Locks", "X1.1", "Doors", "X1.1.1", "Verify that each of the doors has a lock.", "1"],
        ["X1", "Locks", "X1.1", "Doors", "X1.1.2", "Verify that each of the locks has a key.", "2"],
        ["X1", "Locks", "X1.2", "Gates", "X1.2.1", "Verify that the gates are closed at night.", "1"],
        ["X2", "Lights", "X2.1", "Lamps", "X2.1.1", "Verify that all of the lamps are on at night.", "1"],
    )
    assert meanings(mapping) == {1: "SECTION", 3: "SUBSECTION", 4: "NUMBER", 5: "QUESTION"}
    assert headings(built) == [(2, "Locks"), (3, "Doors"), (3, "Gates"), (2, "Lights"), (3, "Lamps")]
    assert built.is_blocked is False


def test_the_column_that_asks_is_the_question_and_larger_groups_are_sections() -> None:
    mapping, built = planned(
        ["id", "framework", "category", "why it matters", "check", "weight"],
        ["G-1", "Fire", "Alarm", "A long explanation that is longer than its question.", "Is there an alarm?", "3"],
        ["G-1", "Fire", "Alarm", "A long explanation that is longer than its question.", "Is it tested yearly?", "2"],
        ["G-2", "Fire", "Exit", "Another long explanation that is longer than it.", "Is there an exit?", "2"],
        ["G-3", "Flood", "Pump", "Another long explanation that is longer than it.", "Is there a pump?", "2"],
        ["G-3", "Flood", "Pump", "Another long explanation that is longer than it.", "Is it ever tested?", "2"],
        ["G-3", "Flood", "Pump", "Another long explanation that is longer than it.", "Is it dry at night?", "2"],
    )  # fmt: skip
    assert meanings(mapping) == {1: "SECTION", 2: "SUBSECTION", 3: "HINT", 4: "QUESTION", 5: "WEIGHT"}
    assert headings(built) == [(2, "Fire"), (3, "Alarm"), (3, "Exit"), (2, "Flood"), (3, "Pump")]


def test_a_code_is_preferred_to_the_number_of_the_row_and_no_one_reads_identifiers_of_machines() -> None:
    mapping, _ = planned(
        ["#", "Practice ID", "Requirement"], ["1", "AC.L1-1", "Lock the doors."], ["2", "AC.L1-2", "Keep the keys."]
    )  # fmt: skip
    assert meanings(mapping) == {1: "NUMBER", 2: "QUESTION"}
    mapping, _ = planned(
        ["question_id", "question"], ["65e59d747cf7487e73c0f336", "Is it so?"], ["65e59d747cf7487e73c0f337", "Why?"]
    )  # fmt: skip
    assert meanings(mapping) == {1: "QUESTION"}


def test_numbers_that_begin_again_carry_their_section() -> None:
    _, built = planned(
        ["Area", "No", "Question", "Options"],
        ["Doors", "1", "Is it locked?", "Yes|No"],
        ["Doors", "2", "Is it new?", "Yes|No"],
        ["Doors", "3", "Is it red?", "Yes|No"],
        ["Gates", "1", "Is it open?", "Yes|No"],
        ["Gates", "2", "Is it tall?", "Yes|No"],
        ["Gates", "3", "Is it wide?", "Yes|No"],
    )
    keys = ["Doors 1", "Doors 2", "Doors 3", "Gates 1", "Gates 2", "Gates 3"]
    assert [each.attrs["sourceKey"] for each in built.questions] == keys
    [issue] = built.extracted.issues
    assert issue.sentence == (
        "“Questions”: the numbers begin again in each section, so the section is before each number, such as “Gates 3”."
    )


def test_an_empty_column_for_comments_is_a_further_answer() -> None:
    mapping, built = planned(
        ["No", "Question", "Response", "Depends on", "Supplier comments", "Evidence"],
        ["1", "Is there a lock?", "Yes/No", None, None, None],
        ["2", "Who has the key?", None, "1 = Yes", None, None],
    )
    assert meanings(mapping)[4] == meanings(mapping)[5] == "FURTHER_ANSWER"
    assert types(built)[3:] == [
        ("2", "TEXTAREA"), ("2 Supplier comments", "TEXTAREA"), ("2 Evidence", "TEXTAREA"),
    ]  # fmt: skip
    main, comments, evidence = (each.attrs for each in built.questions[3:])
    assert (comments["label"], evidence["name"]) == ("Supplier comments (2)", "evidence_2")
    assert main["visibleWhen"] == comments["visibleWhen"] == evidence["visibleWhen"]
    assert len({each.attrs["fid"] for each in built.questions}) == 6
    assert len(built.places) == 2


def test_a_filled_column_is_no_further_answer_and_without_an_answer_there_is_none() -> None:
    mapping, _ = planned(
        ["Question", "Answer", "Additional information"], ["Is it so?", None, "Think."], ["Why?", None, "Write."]
    )  # fmt: skip
    assert meanings(mapping) == {0: "QUESTION", 1: "ANSWER", 2: "HINT"}
    mapping, _ = planned(["Question", "Notes"], ["Is it so?", None], ["Why is it so?", None])
    assert meanings(mapping) == {0: "QUESTION"}


def test_too_many_fields_with_further_answers_are_refused_with_advice() -> None:
    rows = [[f"Is lock {number} in place?", "Yes/No", None] for number in range(1_001)]
    _, built = planned(["Question", "Type", "Comment"], *rows)
    assert built.is_blocked
    assert built.extracted.issues[0].sentence == (
        "“Questions”: the questions and their further answers are 2,002 fields; a form can have 2,000. "
        "Leave out columns with further answers, sheets or rows."
    )


def test_the_label_of_a_further_answer_without_a_number_has_the_question() -> None:
    _, built = planned(["Question", "Type", "Comment"], ["Is it so?", "Yes/No", None])
    assert built.questions[1].attrs["label"] == "Comment: Is it so?"
    assert built.questions[1].attrs["sourceKey"] == ""


def test_the_only_sheet_with_questions_is_used() -> None:
    mapping, built = planned(["section", "question"], ["Goods", "Share of goods"], ["Goods", "Average score"])
    assert mapping.sheets[0].is_used
    assert [each.attrs["label"] for each in built.questions] == ["Share of goods", "Average score"]


@pytest.mark.parametrize(
    ("choices", "kind"),
    [
        ("Sì, tutti|In parte|No", "SINGLE_CHOICE"),
        ("Sì, sempre|Sì, a volte|Non so", "SINGLE_CHOICE"),
        ("Over 50%|20-50%|Less than 20%", "SINGLE_CHOICE"),
        ("Rail|Road|Sea", "MULTI_CHOICE"),
    ],
)
def test_multiple_choice_is_one_answer_where_the_choices_exclude_each_other(choices: str, kind: str) -> None:
    _, built = planned(
        ["question", "type", "options"], ["How do the goods arrive?", "multiple_choice", choices]
    )
    assert [each.attrs["type"] for each in built.questions] == [kind]
    assert built.extracted.issues == []


def test_a_number_before_one_of_the_choices_stays() -> None:
    _, built = planned(["Question", "Options"], ["How far is it?", "1. Not at all|2|3"])
    assert options(built) == [["1. Not at all", "2", "3"]]


def test_a_file_that_is_filled_in_shows_the_choices_and_the_further_answers() -> None:
    mapping, built = planned(
        ["Id", "Question", "Answer", "Details", "Assessor notes"],
        ["L1", "Is there a lock?", "No", "There is a bar.", "Bad"],
        ["L2", "Is it new?", "Yes", "Bought in May.", "Good"],
        ["L3", "Is it tested?", "Partial", "Only one.", "Bad"],
        ["L4", "Who has the key?", "The porter", "At the gate.", "Good"],
    )
    assert meanings(mapping) == {0: "NUMBER", 1: "QUESTION", 2: "ANSWER", 3: "FURTHER_ANSWER"}
    assert [kind for key, kind in types(built) if "Details" not in key] == [
        "SINGLE_CHOICE", "SINGLE_CHOICE", "SINGLE_CHOICE", "TEXTAREA",
    ]  # fmt: skip
    assert options(built)[0] == ["Yes", "No", "Partial"]
    assert [issue.sentence for issue in built.extracted.issues] == [
        "“Questions”: the answers in the file are examples: the choices of the questions are “Yes”, “No”, “Partial”."
    ]


def test_a_column_of_required_evidence_is_a_hint_and_a_split_row_is_reported() -> None:
    rows = [[f"L{n}", f"Is lock {n} new?", "Yes / No", "A photo of the lock"] for n in range(10)]
    split = ["L10", "Is it red", " green or blue?", "Yes / No", "A photo"]
    mapping, built = planned(["Id", "Question", "Response options", "Required evidence"], *rows, split)
    assert meanings(mapping) == {0: "NUMBER", 1: "QUESTION", 2: "CHOICES", 3: "HINT"}
    assert [issue.sentence for issue in built.extracted.issues] == [
        (
            "“Questions”, row 12: the row has more cells than there are headings. A separator in a text may have split it; "
            "check the text."
        )
    ]


def test_words_of_types_may_list_the_choices() -> None:
    _, built = planned(
        ["Question", "Type"], ["Is there a lock?", "yesnona"], ["Is it new?", "Yes/No/Partial"]
    )
    assert options(built) == [["Yes", "No", "N/A"], ["Yes", "No", "Partial"]]
    assert built.extracted.issues == []


def test_codes_of_choices_are_names_for_conditions() -> None:
    _, built = planned(
        ["Variable / Field Name", "Question", "Type", "Choices", "Depends on"],
        ["way", "How do goods move?", "Dropdown", "1, Rail | 2, Road | 3, Sea", None],
        ["ports", "Which ports?", "Checkbox", "a = North | b = South", "[way] = '3'"],
        ["dock", "Which dock?", "Text", None, "[ports(b)] = '1'"],
        ["why", "Why?", "Text", None, "[way] = '1' or [way] = '2'"],
        ["level", "How far?", "Radio", "0 - None | 1 - Partly | 2 - Fully", None],
        ["plan", "Which plan?", "Text", None, "[level] = '0'"],
    )
    assert options(built)[0] == ["Rail", "Road", "Sea"]
    assert options(built)[1] == ["North", "South"]
    assert options(built)[4] == ["0 - None", "1 - Partly", "2 - Fully"]
    conditions = [each.condition for each in built.questions]
    assert conditions == [
        "", "“How do goods move?” is “Sea”", "“Which ports?” includes “South”",
        "“How do goods move?” is “Rail” or “How do goods move?” is “Road”", "", "“How far?” is “0 - None”",
    ]  # fmt: skip
    assert built.extracted.issues == []
