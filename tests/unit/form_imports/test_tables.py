"""Sheets of several tables, without headings, or filled in, each on rows that were made up for the test."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.form_imports.policies.building import Built
from app.form_imports.policies.contents import Page, pages_from, stored_contents
from app.form_imports.policies.items import Fix, Heading, Paragraph, Place
from app.form_imports.policies.mapping import FileMapping
from app.form_imports.policies.planning import plan_form, propose
from app.form_imports.policies.row_choices import choices_in_heading
from app.kernel.files.layouts import Layout
from app.kernel.files.workbooks import Sheet

Row = Sequence[str | None]


def planned(*rows: Row, fixes: Sequence[Fix] = ()) -> tuple[FileMapping, Built]:
    pages = [Page(Sheet("Q", rows), Layout())]
    mapping = propose(pages, {})
    return mapping, plan_form(pages, mapping, {fix.place: fix for fix in fixes}, import_id=1)


def meanings(mapping: FileMapping) -> dict[int, str]:
    return {index: each.meaning.value for index, each in sorted(mapping.sheets[0].columns.items())}


def outline(built: Built) -> list[str]:
    """Return the headings, marked by #, and the labels."""
    return [
        f"{'#' * item.level} {item.text}" if isinstance(item, Heading) else getattr(item, "label", "")
        for item in built.extracted.items
        if not getattr(item, "further", "")
    ]


def types(built: Built) -> list[str]:
    return [each.attrs["type"] for each in built.asked]


def options(built: Built) -> list[list[str]]:
    return [[option["label"] for option in each.attrs.get("options") or ()] for each in built.asked]


def sentences(built: Built) -> list[str]:
    return [issue.sentence for issue in built.extracted.issues]


HEADINGS = ("Item", "Y/N/NA", "Score", "Notes")


def test_tables_with_the_same_headings_are_sections_below_their_titles() -> None:
    mapping, built = planned(
        ["Visit of a made-up site"],
        [],
        ["1. Yard (10 points)"],
        ["1.1 Fence (5 points)"],
        HEADINGS,
        ["Fence is painted and closed", None, "/3", None],
        ["Gate is locked at night", None, "/2", None],
        ["1.2 Lamps (5 points)"],
        HEADINGS,
        ["Lamps are bright enough", None, "/5", None],
    )
    assert meanings(mapping) == {0: "QUESTION", 1: "ANSWER", 3: "FURTHER_ANSWER"}
    assert outline(built) == [
        "## 1. Yard (10 points)", "### 1.1 Fence (5 points)", "Fence is painted and closed", "Gate is locked at night",
        "### 1.2 Lamps (5 points)", "Lamps are bright enough",
    ]  # fmt: skip
    assert options(built) == [["Y", "N", "NA"]] * 3
    assert sentences(built) == []


def test_a_title_can_be_left_out_and_a_question_is_never_a_title() -> None:
    rows: list[Row] = [
        ["Part one"], ["No", "Question"], ["1", "Who?"], ["Why do we ask?", None], ["Part two"], ["No", "Question"], ["2", "When?"],
    ]  # fmt: skip
    _, built = planned(*rows)
    assert outline(built) == ["## Part one", "Who?", "## Why do we ask?", "## Part two", "When?"]
    _, built = planned(*rows, fixes=[Fix(place=Place("Q", 4), is_left_out=True)])
    assert outline(built) == ["## Part one", "Who?", "## Why do we ask?", "When?"]


@pytest.mark.parametrize(
    ("heading", "choices"),
    [
        ("Y/N/NA", ["Y", "N", "NA"]),
        ("Response (Yes / No)", ["Yes", "No"]),
        ("Compliant? [Yes/Partial/No]", ["Yes", "Partial", "No"]),
        ("Ja/Nein", ["Ja", "Nein"]),
        ("Name/Address", []),
        ("Yes/Later", []),
        ("Response (optional)", []),
        ("", []),
    ],
)
def test_choices_in_headings(heading: str, choices: list[str]) -> None:
    assert choices_in_heading(heading) == choices


def test_a_heading_with_choices_is_the_answer_of_rows_without_choices_of_their_own() -> None:
    mapping, built = planned(
        ["No", "Question", "Response (Yes / No / N/A)"],
        ["1", "Is there a fence?", None],
        ["2", "Which colour is it?", "Red/Green"],
    )
    assert meanings(mapping) == {0: "NUMBER", 1: "QUESTION", 2: "ANSWER"}
    assert options(built) == [["Yes", "No", "N/A"], ["Red", "Green"]]


def test_a_question_may_list_its_choices_in_brackets() -> None:
    _, built = planned(
        ["No", "Question"], ["1", "Is there a fence? (Yes/No)"], ["2", "Is it high (more than 2 m)?"]
    )
    assert types(built) == ["YESNO", "TEXTAREA"]


@pytest.mark.parametrize(
    ("question", "bounds"),
    [
        ("Rate the fence (1-5 scale)", ("1", "5")),
        ("How good is it on a scale from 0 to 10?", ("0", "10")),
        ("On a scale of 1 - 7, how high is it?", ("1", "7")),
        ("Is it 2 to 3 m high?", (None, None)),
        ("Which scale has plan 1?", (None, None)),
    ],
)
def test_a_scale_in_a_question_is_a_number_with_bounds(
    question: str, bounds: tuple[str | None, str | None]
) -> None:
    _, built = planned(["No", "Question"], ["1", question], ["2", "Why?"])
    attrs = built.questions[0].attrs
    assert (attrs["min"], attrs["max"]) == bounds
    assert attrs["type"] == ("NUMBER" if bounds[0] else "TEXTAREA")


def test_a_list_of_questions_needs_no_headings() -> None:
    mapping, built = planned(["Who made the fence?"], ["When was it made?"], ["Is it red?"])
    assert mapping.sheets[0].header == -1
    assert outline(built) == ["Who made the fence?", "When was it made?", "Is it red?"]
    mapping, built = planned(
        ["A made-up survey"], [],
        ["1. Who made the fence?"], ["2. Rate its colour"], ["3. Which part is the best?", "a) The gate"], [None, "b) The lamp"],
        [None, "c) Another part"],
    )  # fmt: skip
    assert mapping.sheets[0].header == 1
    assert outline(built) == ["1. Who made the fence?", "2. Rate its colour", "3. Which part is the best?"]
    assert options(built) == [[], [], ["The gate", "The lamp", "Another part"]]


def test_answers_that_a_respondent_has_written_are_no_choices() -> None:
    rows = [[str(n), f"What is known of lamp {n}?", f"It hangs on pole {n}."] for n in range(5)]
    _, built = planned(
        ["No", "Question", "Answer"], *rows, ["5", "Which fences are there?", "A red one; two green ones"],
        ["6", "Is the gate locked?", "Yes / No"],
    )  # fmt: skip
    assert types(built) == ["TEXTAREA"] * 6 + ["YESNO"]


def test_an_empty_questionnaire_lists_choices_in_its_answer_cells() -> None:
    _, built = planned(
        ["No", "Question", "Answer"],
        ["1", "Colour?", "Red; Green"],
        ["2", "Size?", "Small; Large"],
        ["3", "Why?", None],
    )
    assert options(built) == [["Red", "Green"], ["Small", "Large"], []]


def test_a_column_of_answers_is_no_column_of_types_and_an_example_is_left_out() -> None:
    mapping, built = planned(
        ["Question ID", "Question", "Response", "Response Type", "Comments"],
        ["Example", "Is there a fence? Delete this row", "Yes, a red one", "Yes", None],
        ["L-1", "Is the gate locked?", None, None, None],
    )
    assert meanings(mapping) == {0: "NUMBER", 1: "QUESTION", 2: "ANSWER", 4: "FURTHER_ANSWER"}
    assert outline(built) == ["Is the gate locked?"]
    assert sentences(built) == ["“Q”, row 2: the row is an example of an answer, so it is left out."]


def test_columns_with_a_request_are_further_answers() -> None:
    mapping, _ = planned(
        [
            "No",
            "Question",
            "Answer",
            "Provide the pages of your evidence in the attached documents",
            "Auditor",
        ],
        ["1", "Is there a fence?", None, None, None],
    )
    assert meanings(mapping) == {0: "NUMBER", 1: "QUESTION", 2: "ANSWER", 3: "FURTHER_ANSWER"}


def test_a_heading_above_the_number_and_the_question_names_both() -> None:
    mapping, built = planned(
        ["Question", None, "Answer"],
        ["AB-01", "Is there a fence?", None],
        ["AB-02", "Name of the owner", None],
    )
    assert meanings(mapping) == {0: "NUMBER", 1: "QUESTION", 2: "ANSWER"}
    assert [each.attrs["sourceKey"] for each in built.questions] == ["AB-01", "AB-02"]


def test_tables_can_have_other_headings() -> None:
    _, built = planned(
        ["A made-up checklist"],
        ["Section 1: Owner"],
        ["Field", "Information"],
        ["Name", None],
        ["Size", "☐ Small ☐ Large"],
        ["Section 2: Yard"],
        ["2.1 Fences"],
        ["#", "Question", "Response", "Evidence", "Notes"],
        ["2.1.1", "Is there a fence?", "☐ Yes ☐ No", "Photo of ____", None],
        ["2.2 Lamps"],
        ["#", "Question", "Response", "Notes"],
        ["2.2.1", "Are there lamps?", "☐ Yes ☐ No ☐ Partly", "Number:"],
        ["Lamps in the yard are counted once. Ask us about others."],
        ["**Score of the section:** ___/16"],
        ["2.3 Papers of the yard, which the owner of the site has to keep for as long as it stands"],
        ["#", "Paper", "Status", "Covers the yard", "Weight of risk"],
        ["2.3.1", "Plan of the fence", "☐ Held ☐ Lost", "☐ High ☐ Low", "High"],
        ["Section 3: Gate"],
        ["#", "Question", "Yes", "No", "N/A", "Notes"],
        ["3.1", "Is it locked?", "☐", "☐", "☐", None],
    )  # fmt: skip
    items = [
        f"{'#' * item.level} {item.text}" if isinstance(item, Heading)
        else item.text if isinstance(item, Paragraph)
        else f"{item.further or item.label}: {', '.join(choice.label for choice in item.choices)} {item.hint}".strip()
        for item in built.extracted.items
    ]  # fmt: skip
    assert items == [
        "## Section 1: Owner", "Name:", "Size: Small, Large",
        "## Section 2: Yard", "### 2.1 Fences", "Is there a fence?:", "Evidence:  Photo of ____", "Notes:",
        "### 2.2 Lamps", "Are there lamps?: Yes, No, Partly", "Notes:  Number:",
        "Lamps in the yard are counted once. Ask us about others.",
        "**Score of the section:** ___/16",
        "### 2.3 Papers of the yard, which the owner of the site has to keep for as long as it stands",
        "Plan of the fence: Held, Lost", "Covers the yard: High, Low",
        "## Section 3: Gate", "Is it locked?: Yes, No, N/A", "Notes:",
    ]  # fmt: skip
    assert [each.attrs["sourceKey"] for each in built.asked][2:] == ["2.1.1", "2.2.1", "2.3.1", "3.1"]
    assert sentences(built) == []


def test_answer_cells_may_have_a_unit_a_placeholder_or_a_request() -> None:
    _, built = planned(
        ["No", "Question", "Response"],
        ["1", "How long does it last?", "Days:"],
        ["2", "Who can answer questions?", "{name, mail, phone}"],
        ["3", "Since when?", "{date}"],
        ["4", "Is it new?", "Yes / No — Age:"],
        ["5", "Which colours?", "Red; Green"],
    )
    assert types(built) == ["NUMBER", "TEXTAREA", "DATE", "YESNO", "SINGLE_CHOICE"]
    assert built.questions[0].attrs["suffix"] == "days"
    assert built.questions[3].attrs["hint"] == "Age:"


def test_blanks_outside_of_tables_are_questions() -> None:
    _, built = planned(
        ["Checklist of the yard"],
        ["Owner"],
        ["Name: ____________"],
        ["Contact e-mail: ____"],
        ["Section 1: Fence"],
        ["#", "Question", "Yes", "No", "N/A", "Comments"],
        ["1.1", "Is it high?", None, None, None, None],
        ["1.2", "Is it new?", None, None, None, None],
        ["Material used: ______"],
        ["High: ____ m, low: ____ m"],
        ["Section 2: Gate"],
        ["#", "Question", "Yes", "No", "N/A", "Comments"],
        ["2.1", "Is it locked?", None, None, None, None],
        ["If yes, name the owner: [attach the list]"],
    )
    assert outline(built) == [
        "## Owner", "Name", "Contact e-mail", "## Section 1: Fence", "Is it high?", "Is it new?", "Material used", "High: ... m, low: ... m",
        "## Section 2: Gate", "Is it locked?", "If yes, name the owner",
    ]  # fmt: skip
    kinds = {each.attrs["label"]: each.attrs["type"] for each in built.questions}
    assert kinds["Contact e-mail"] == "EMAIL"
    assert kinds["Material used"] == "TEXTAREA"
    assert kinds["Is it high?"] == "SINGLE_CHOICE"
    assert not any(
        each.attrs["sourceKey"] for each in built.questions if "name" in each.attrs["label"].casefold()
    )
    assert "Comments: Material used" not in kinds


def test_a_table_with_blanks_below_its_headings_is_read_with_them() -> None:
    _, built = planned(
        ["Section 1: Fence"],
        ["Question", "Response"],
        ["Is it high?", "[ ] Yes [ ] No [ ] N/A"],
        ["Section 2: Plans"],
        ["Plan", "Status", "Valid until"],
        ["Fence", "[ ] Drawn [ ] Planned", "____"],
        ["Gate", "[ ] Drawn [ ] Planned", "____"],
        ["Section 3: Rules"],
        ["Question", "Response"],
        ["Is the gate locked?", "[ ] Yes [ ] No"],
    )
    assert [item.text for item in built.extracted.items if isinstance(item, Heading)] == [
        "Section 1: Fence", "Section 2: Plans", "Section 3: Rules",
    ]  # fmt: skip
    assert [(each.attrs["label"], each.attrs["type"]) for each in built.questions] == [
        ("Is it high?", "SINGLE_CHOICE"),
        ("Fence", "SINGLE_CHOICE"),
        ("Valid until: Fence", "TEXTAREA"),
        ("Gate", "SINGLE_CHOICE"),
        ("Valid until: Gate", "TEXTAREA"),
        ("Is the gate locked?", "YESNO"),
    ]
    assert all(not each.attrs["hint"] for each in built.questions)


def test_lists_with_dashes_are_no_headings() -> None:
    _, built = planned(
        ["#", "Question", "Answer"],
        ["1", "Is there a fence?", None],
        ["Evidence:"],
        ["- Photo of the fence"],
        ["• Plan of the fence"],
        ["2", "Is there a gate?", None],
    )
    assert not [item for item in built.extracted.items if isinstance(item, Heading)]


def test_yes_and_no_are_one_choice_in_any_question() -> None:
    _, built = planned(
        ["#", "Question", "Response (Yes/No/NA)"],
        ["1", "Which lamps are there (select all that apply): red / blue?", None],
        ["2", "Is there a fence?", None],
    )
    assert [each.attrs["type"] for each in built.questions] == ["SINGLE_CHOICE", "SINGLE_CHOICE"]


@pytest.mark.parametrize(
    "text", ["a" * 30_000, f"Rate it ({' ' * 15_000}a{' ' * 15_000})", ": __" * 7_000, "[ ] " * 7_000]
)
def test_a_long_cell_is_read_at_once(text: str) -> None:
    started = time.process_time()
    planned(
        ["Section"], ["#", "Question", "Answer"], ["1", text], [text], [text, text], ["2", "Is it?", text]
    )
    assert time.process_time() - started < 10


CELLS = (None, "#", "No", "Question", "Response", "Notes", "Field", "Yes", "N/A", "Yes / No", "1.1", "Section 1: Yard", "a) Gate", "Days:",
         "{date}", "If yes, why?", "Evidence", " and more", "Yes / No - Age:", "1, Yes | 2, No", "[q] = '1'", "Name", "Text", "Example",
         "Name: ____", "[ ] Yes [ ] No", "- Plan")  # fmt: skip


@given(st.lists(st.lists(st.sampled_from(CELLS), max_size=5), max_size=12))
def test_any_sheet_is_read(rows: list[list[str | None]]) -> None:
    pages = pages_from(stored_contents([Sheet("Q", rows)], {}, has_commas=True))
    built = plan_form(pages, propose(pages, {}), {}, import_id=1)
    assert len(built.blocks) >= len(built.questions)
    assert built.document["schemaVersion"] == 1
