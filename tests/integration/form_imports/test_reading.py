"""Files with questions: what the columns mean, what the rows become, and the sentences about what to look at."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from tests.factories.accounts import UserFactory
from tests.factories.form_imports import ImportedForm, questions, read_form, workbook
from tests.factories.supplier_imports import csv_file
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def client(session: Session, signed_in: SignedIn) -> CheckedClient:
    assert session
    return signed_in(UserFactory())


@pytest.fixture
def read(client: CheckedClient, run_jobs: RunJobs) -> Callable[..., ImportedForm]:
    return lambda content, filename="questions.xlsx": read_form(client, run_jobs, content, filename)


def test_drop_down_lists_become_choices(read: Any) -> None:
    content = questions(
        ("1", "Are you certified?"),
        ("2", "Which level do you have?"),
        ("3", "Describe your audits."),
        lists={"F2": '"Yes,No"', "F3": '"Basic,Advanced,None"'},
    )
    imported = read(content)
    fields = imported.fields()
    assert fields["Are you certified?"]["type"] == "YESNO"
    level = fields["Which level do you have?"]
    assert level["type"] == "SINGLE_CHOICE"
    assert [option["label"] for option in level["options"]] == ["Basic", "Advanced", "None"]
    assert fields["Describe your audits."]["type"] == "TEXTAREA"
    assert level["sourceKey"] == "2"


def test_choices_on_another_sheet_are_read(read: Any) -> None:
    content = workbook(
        {"Questions": [("No", "Question", "Answer"), ("1", "How mature is it?", None)], "Lists": [["Low"], ["High"]]},
        lists={"C2": "Lists!$A$1:$A$2"},
    )  # fmt: skip
    [field] = read(content).fields().values()
    assert [option["label"] for option in field["options"]] == ["Low", "High"]


@pytest.mark.parametrize(
    ("type_cell", "choices", "kind"),
    [
        ("", "Yes/No/NA", "SINGLE_CHOICE"),
        ("", "Ja / Nein", "YESNO"),
        ("", "0-100", "NUMBER"),
        ("", "Date", "DATE"),
        ("", "", "TEXTAREA"),
        ("Checkbox", "A\nB\nC", "MULTI_CHOICE"),
        ("Yes/No", "", "YESNO"),
        ("file upload", "", "FILE"),
        ("FORMSIGNATURE", "", "FORMSIGNATURE"),
        ("Zahl", "", "NUMBER"),
    ],
)
def test_types_come_from_the_shape_of_the_cells(read: Any, type_cell: str, choices: str, kind: str) -> None:
    imported = read(questions(("1", "One of these?", type_cell, choices), ("2", "Another one?", "Text")))
    assert imported.fields()["One of these?"]["type"] == kind


def test_merged_bold_and_empty_rows_make_headings(read: Any) -> None:
    content = questions(
        ("1. Company", None, None, None, None, None),
        ("1.1", "What is the name?", "Text"),
        ("2", "Quality", None),
        ("2.1", "Are you certified?", "Yes/No"),
        ("3", "Sites"),
        ("3.1", "How many sites?", "Number"),
        merged=["A2:F2"], bold=[4],
    )  # fmt: skip
    assert read(content).outline() == [
        "## 1. Company", "What is the name?", "## 2 Quality", "Are you certified?", "## 3 Sites", "How many sites?",
    ]  # fmt: skip


def test_a_list_on_the_whole_column_makes_no_question_of_a_section(read: Any) -> None:
    rows = [("Doors",), ("1", "Is it locked?"), ("Gates",), ("2", "Is it closed?")]
    content = workbook({"Audit": [("No", "Question", "Answer"), *rows]}, lists={"C2:C50": '"Yes,No"'})
    imported = read(content)
    assert imported.outline() == ["## Doors", "Is it locked?", "## Gates", "Is it closed?"]
    assert imported.sentences() == []


def test_conditions_of_known_forms_are_kept_and_others_listed(read: Any) -> None:
    imported = read(
        questions(
            ("1", "Certified?", "Yes/No"),
            ("2", "Level?", "Single choice", "Low; High; None"),
            ("3", "Which certificate?", "Text", "", "1 = Yes"),
            ("4", "Why?", "Text", "", "Only if question 2 is Low or None"),
            ("5", "Where?", "Text", "", "12b = Yes"),
            ("6", "When?", "Text", "", "see the manual for the rule that applies to this question"),
            ("7", "Who?", "Text", "", "2 = Medium"),
        )
    )
    fields = imported.fields()
    assert fields["Which certificate?"]["visibleWhen"] == {
        "field": "q_1",
        "operator": "equals",
        "value": True,
    }
    assert fields["Why?"]["visibleWhen"] == {"field": "q_2", "operator": "in", "value": ["low", "none"]}
    assert "visibleWhen" not in fields["Where?"]
    assert fields["Where?"]["hint"] == "Depends on: 12b = Yes"
    assert imported.sentences() == [
        "“Questions”, row 6: depends on 12b, which is not there. The condition is in the hint.",
        "“Questions”, row 7: the condition “see the manual for the rule that applies to this question” can't be read. It is in the hint.",
        "“Questions”, row 8: the question 2 has no answer “Medium”. The condition is in the hint.",
    ]


def test_questions_that_depend_on_each_other_are_reported_with_all_rows(read: Any) -> None:
    imported = read(
        questions(
            ("1", "First?", "Yes/No", "", "2 = Yes"),
            ("2", "Second?", "Yes/No", "", "1 = Yes"),
            ("3", "Third?", "Yes/No", "", "2 = Yes"),
        )
    )
    [sentence] = imported.sentences()
    assert "(“Questions”, row 2, “Questions”, row 3)" in sentence
    fields = imported.fields()
    assert "visibleWhen" not in fields["First?"]
    assert "visibleWhen" not in fields["Second?"]
    assert fields["Third?"]["visibleWhen"]["field"] == "q_2"
    assert imported.created()["faults"] == []


def test_long_double_and_marked_up_cells_are_reported(read: Any) -> None:
    long = "Do you " + "really " * 300 + "agree?"
    imported = read(
        questions(
            ("1", long, "Text"),
            ("2", "<p>Do you <b>agree</b>?</p>", "Text"),
            ("2", "Another?", "Text"),
            ("3", "1) Do you audit?\n2) Who audits?", "Text"),
            ("4", "Which?", "Single choice"),
            ("5", "هل لديكم شهادة؟", "Text"),
        )
    )
    fields = imported.fields()
    cut = next(field for label, field in fields.items() if label.startswith("Do you really"))
    assert len(cut["label"]) <= 2_000
    assert f"{cut['label']} {cut['hint']}" == long
    assert "Do you agree?" in fields
    assert "هل لديكم شهادة؟" in fields
    assert "sourceKey" not in fields["Another?"]
    assert imported.sentences() == [
        "“Questions”, row 2: longer than 2,000 characters: the rest goes to the hint.",
        "“Questions”, row 4: the number 2 is in row 3 too. This question is imported without a number.",
        "“Questions”, row 5: two questions seem to be in one cell. Split them into two rows, or ask them together.",
        "“Questions”, row 6: choices are missing for a single choice. Add them, or choose another type.",
    ]


def test_hidden_rows_are_included_on_request(read: Any) -> None:
    imported = read(questions(("1", "Seen?", "Text"), ("2", "Hidden?", "Text"), hidden=[3]))
    body = imported.get()
    assert body["sheets"][0]["hiddenRows"] == 1
    assert imported.outline() == ["Seen?"]
    imported.change(sheets=[body["mapping"][0] | {"hasHidden": True}])
    assert imported.outline() == ["Seen?", "Hidden?"]


def test_languages_are_a_choice(read: Any) -> None:
    content = workbook(
        {
            "Q": [
                ("No", "Question", "Question (de)"),
                ("1", "Name?", "Name auf Deutsch?"),
                ("2", "City?", None),
            ]
        }
    )
    imported = read(content)
    assert imported.get()["languages"] == ["de"]
    assert imported.outline() == ["Name?", "City?"]
    imported.change(language="de")
    assert imported.outline() == ["Name auf Deutsch?", "City?"]


def test_formulas_without_a_result_are_reported(read: Any) -> None:
    imported = read(questions(("1", "=A1&B1", "Text"), ("2", "Name?", "Text")))
    assert imported.sentences()[0] == (
        "“Questions”, row 2: the cell of the column “Question” is a formula without a result. Paste its value."
    )


def test_sheets_that_look_like_questionnaires_are_used(read: Any) -> None:
    table = [("No", "Question", "Answer"), ("1", "Name?", None)]
    content = workbook(
        {"Read me": [["Fill in the other sheets."]], "A": table, "B": table, "Codes": [["DE", "Germany"]]}
    )
    body = read(content).get()
    assert {sheet["sheet"]: sheet["isUsed"] for sheet in body["mapping"]} == {
        "Read me": False, "A": True, "B": True, "Codes": False,
    }  # fmt: skip


def test_the_row_of_the_headings_can_be_adjusted(read: Any) -> None:
    imported = read(csv_file(["Question"], ["What is asked"], ["Name?"], ["City?"]), "a.csv")
    body = imported.get()
    assert imported.outline() == ["What is asked", "Name?", "City?"]
    imported.change(sheets=[body["mapping"][0] | {"header": 1}])
    assert imported.outline() == ["Name?", "City?"]


def test_rows_are_corrected_in_place(read: Any) -> None:
    imported = read(
        questions(("1", "Which?", "Single choice"), ("2", "Legend", "Text"), ("3", "Left out?", "Text"))
    )
    fix = {"sheet": "Questions", "row": 1, "choices": ["A", "B"], "isRequired": True, "label": "Which one?"}
    heading = {"sheet": "Questions", "row": 2, "isHeading": True}
    left_out = {"sheet": "Questions", "row": 3, "isLeftOut": True}
    body = imported.change(fixes=[fix, heading, left_out])
    assert body["issues"] == []
    assert imported.outline() == ["Which one?", "## Legend"]
    field = imported.fields()["Which one?"]
    assert [option["label"] for option in field["options"]] == ["A", "B"]
    assert field["required"] is True


def test_right_answers_and_weights_become_scoring(read: Any) -> None:
    content = workbook(
        {
            "Q": [
                ("No", "Question", "Choices", "Weight", "Expected answer"),
                ("1", "Certified?", "Yes/No", 3, "Yes"),
                ("2", "Level?", "Low; High; Full", "", "High; Full"),
                ("3", "Plan?", "Yes/No", "heavy", "Perhaps"),
            ]
        }
    )
    imported = read(content)
    fields = imported.fields()
    assert fields["Certified?"]["weight"] == 3
    assert fields["Certified?"]["scoring"][0] == {"operator": "equals", "operand": True, "points": 10}
    assert fields["Level?"]["scoring"][0] == {"operator": "in", "operand": ["high", "full"], "points": 10}
    assert [sentence.split(": ", 1)[1] for sentence in imported.sentences("NOTE")] == [
        "the weight “heavy” is no number from 0 to 1,000. The question has the weight 1.",
        "the right answer “Perhaps” is not among the answers of the question. It scores nothing.",
    ]


def test_a_file_with_too_many_questions_creates_no_form(read: Any) -> None:
    rows = [["No", "Question", "Answer"], *([n, f"Question {n}?", ""] for n in range(2_001))]
    imported = read(csv_file(*rows), "a.csv")
    [sentence] = imported.sentences("BLOCK")
    assert "2,001 questions; a form can have 2,000" in sentence
    refused = imported.create(title="Large", type="RFI")
    assert refused.status_code == 409
    assert "2,001 questions" in refused.json["message"]


@pytest.mark.parametrize(
    ("content", "filename", "sentence"),
    [
        (b"%PDF-1.4", "a.xlsx", "This is no workbook. Choose a file of the type xlsx, xls, ods or csv."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "a.xlsx", "The file has a password. Remove it first."),
        (b"\n\n", "a.csv", "The file has no rows."),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read_say_why(read: Any, content: bytes, filename: str, sentence: str) -> None:
    body = read(content, filename).get()
    assert (body["state"], body["error"]) == ("FAILED", sentence)


def test_a_file_without_questions_says_so(read: Any) -> None:
    imported = read(csv_file(["a", "b"], ["1", "2"]), "a.csv")
    assert imported.sentences("BLOCK") == [
        "“File”: no questions were found. Choose the sheets and the column with the questions."
    ]


def test_a_proposed_condition_is_used_when_the_user_accepts_it(read: Any) -> None:
    rows = [
        ("No", "Question", "Choices"),
        ("1", "Is there a lock?", "Yes/No"),
        ("2", "If yes, is it new?", "Yes/No"),
    ]
    imported = read(workbook({"Q": [*rows, ("3", "If yes, who made it?", "")]}))
    second, third = imported.get()["questions"][1:]
    assert (second["condition"], second["isConditional"]) == ("1 is “Yes”", True)
    assert (third["condition"], third["isConditional"]) == ("2 is “Yes”", False)
    [sentence] = imported.sentences("FIX")
    assert sentence.endswith(
        "“If yes” can be about several questions. Fix the row to show it only if 2 is “Yes”."
    )
    accepted = {"sheet": "Q", "row": 3, "isConditional": True}
    declined = {"sheet": "Q", "row": 2, "isConditional": False}
    body = imported.change(fixes=[accepted, declined])
    assert body["issues"] == []
    assert [question["isConditional"] for question in body["questions"]] == [False, False, True]
    assert imported.fields()["If yes, who made it?"]["visibleWhen"] == {
        "field": "q_2", "operator": "equals", "value": True,
    }  # fmt: skip
    assert "visibleWhen" not in imported.fields()["If yes, is it new?"]


def test_a_sheet_of_several_tables_keeps_the_columns_that_the_user_chose(read: Any) -> None:
    content = workbook(
        {
            "Audit": [
                ["1. Yard"],
                ["#", "Question", "Response (Yes / No)", "Auditor"],
                ["1.1", "Is there a fence?"],
                ["2. Gate"],
                ["#", "Question", "Response (Yes / No)", "Auditor", "Notes"],
                ["2.1", "Is it locked?"],
            ]
        }
    )
    imported = read(content)
    assert imported.outline() == [
        "## 1. Yard", "Is there a fence?", "## 2. Gate", "Is it locked?", "Notes (2.1)",
    ]  # fmt: skip
    assert imported.fields()["Is it locked?"]["type"] == "YESNO"
    mapping = imported.get()["mapping"]
    mapping[0]["columns"] = [each for each in mapping[0]["columns"] if each["meaning"] != "ANSWER"]
    imported.change(sheets=mapping)
    assert imported.fields()["Is it locked?"]["type"] == "TEXTAREA"


def test_a_list_of_questions_without_headings_is_read_and_can_get_headings(read: Any) -> None:
    imported = read(csv_file(("Who made it?",), ("When was it made?",), ("Is it new?",)), "questions.csv")
    assert imported.get()["mapping"][0]["header"] == -1
    assert imported.outline() == ["Who made it?", "When was it made?", "Is it new?"]
    mapping = imported.get()["mapping"]
    mapping[0]["header"] = 0
    imported.change(sheets=mapping)
    assert imported.outline() == ["When was it made?", "Is it new?"]


@pytest.mark.parametrize(
    ("separator", "label"), [(",", "Is it red, blue, or green?"), (";", "Is it red"), ("\t", "Is it red")]
)
def test_only_texts_that_commas_have_split_are_joined(read: Any, separator: str, label: str) -> None:
    rows = [["id", "question", "evidence"], ["1", "Is it new?", "A photo"], ["2", "Is it old?", "A plan"]]
    split = ["3", "Is it red", " blue", " or green?", "A plan"]
    content = "\n".join(separator.join(row) for row in [*rows, split, ["4", "Is it high?", "A plan"]])
    assert label in read(content.encode(), "questions.csv").outline()
