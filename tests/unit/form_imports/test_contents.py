"""Cells of files as they are stored, on rows that were made up for the test."""

from app.form_imports.policies.building import Built
from app.form_imports.policies.contents import pages_from, stored_contents
from app.form_imports.policies.planning import plan_form, propose
from app.kernel.files.workbooks import Sheet


def from_csv(*rows: list[str | None]) -> Built:
    pages = pages_from(stored_contents([Sheet("Q", rows)], {}, has_commas=True))
    return plan_form(pages, propose(pages, {}), {}, import_id=1)


def test_a_text_with_commas_and_without_quotation_marks_is_joined() -> None:
    built = from_csv(
        ["id", "question", "evidence"],
        ["1", "Are red", " green", " and blue lamps there?", "A photo"],
        ["2", "Is there a fence?", "A plan"],
        ["4", "Is there a gate?", "A plan"],
        ["3", "Is it high", "too high?", "A plan", "Another"],
    )
    assert [each.attrs["label"] for each in built.questions][:2] == [
        "Are red, green, and blue lamps there?",
        "Is there a fence?",
    ]
    assert built.extracted.issues[0].sentence == (
        "“Q”, row 2: a text with commas was in several cells, because it has no quotation marks. It was joined; check it."
    )
