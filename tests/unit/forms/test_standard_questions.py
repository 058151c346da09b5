"""The standard questions: each is a valid field with a unique number."""

from app.forms.document.schema import find_faults
from app.forms.document.walk import walk
from app.forms.starters.catalogue import STARTERS
from app.forms.starters.standard_questions import FIRST_OWN_ID, STANDARD_QUESTIONS


def test_there_are_many_questions_on_several_topics() -> None:
    assert len(STANDARD_QUESTIONS) >= 60
    assert len({question.section for question in STANDARD_QUESTIONS}) >= 10


def test_numbers_and_names_are_unique() -> None:
    assert len({question.number for question in STANDARD_QUESTIONS}) == len(STANDARD_QUESTIONS)
    assert len({question.name for question in STANDARD_QUESTIONS}) == len(STANDARD_QUESTIONS)
    assert all(0 < question.number < FIRST_OWN_ID for question in STANDARD_QUESTIONS)


def test_each_question_is_a_valid_field() -> None:
    for question in STANDARD_QUESTIONS:
        attrs = {**question.attrs, "name": question.name, "type": question.type, "label": question.label}
        node = {"type": "dvFieldBlock", "attrs": {**attrs, "fid": "question", "topic": question.section}}
        payload = {"schemaVersion": 1, "doc": {"type": "doc", "content": [node]}}
        assert find_faults(payload) == [], question.name


def test_starters_reference_existing_questions() -> None:
    questions = {question.number: question for question in STANDARD_QUESTIONS}
    referencing = [p.field for s in STARTERS for p in walk(s.document) if p.field.question_id is not None]
    assert len(referencing) >= 60
    assert all(questions[field.question_id or 0].label == field.label for field in referencing)
