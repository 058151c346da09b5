"""Answers of the demo's suppliers to questions about violations."""

import pytest

from app.devtools.demo.answers import answer
from app.forms.public import Field, FieldType


def yes_or_no(name: str, index: int) -> object:
    return answer(
        Field(fid="f0000001", name=name, type=FieldType.YESNO), index=index, company="Bergmann", person="Jana Bergmann",
        domain="bergmann.example", make_file=lambda _title: {},
    )  # fmt: skip


@pytest.mark.parametrize("name", ["keeps_documents", "fatal_accident", "enforcement"])
def test_violations_are_always_denied(name: str) -> None:
    assert {yes_or_no(name, index) for index in range(10)} == {False}


def test_other_questions_have_both_answers() -> None:
    assert {yes_or_no("has_iso_9001", index) for index in range(10)} == {True, False}
