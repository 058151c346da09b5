"""The order of a form that is updated from a newer file."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.form_imports.models import FormSource
from tests.factories.accounts import UserFactory
from tests.factories.form_imports import ImportedForm, RunJobs, read_form, workbook
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

Row = tuple[str, str, str]
FIRST: Sequence[Row] = (
    ("Doors", "D1", "Is there a door?"),
    ("Doors", "D2", "Is it locked?"),
    ("Doors", "D3", "Who has the key?"),
    ("Gates", "G1", "Is there a gate?"),
    ("Gates", "G2", "Is it closed?"),
)


@pytest.fixture
def author(session: Session) -> User:
    assert session
    return UserFactory()


@pytest.fixture
def client(author: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(author)


@pytest.fixture
def read(client: CheckedClient, run_jobs: RunJobs) -> Any:
    return partial(read_form, client, run_jobs)


def sheet(rows: Sequence[Row]) -> bytes:
    return workbook({"Questions": [("Section", "No", "Question"), *rows]})


def outline(form: dict[str, Any]) -> list[str]:
    """Return the headings, texts and numbers of a form in their order."""
    lines = []
    for block in form["doc"]["doc"]["content"]:
        if block["type"] == "dvFieldBlock":
            lines.append(block["attrs"].get("sourceKey") or block["attrs"]["label"])
        else:
            lines.append(f"{block['type']}: {block['content'][0]['text']}")
    return lines


def updated(newer: ImportedForm, form: dict[str, Any]) -> dict[str, Any]:
    created = newer.create(docFormId=form["id"])
    assert created.status_code == 201, created.text
    return newer.form(created.json["docFormId"])


def saved(client: CheckedClient, form: dict[str, Any], content: list[dict[str, Any]]) -> dict[str, Any]:
    doc = {**form["doc"], "doc": {**form["doc"]["doc"], "content": content}}
    body = {"doc": doc, "title": form["title"], "version": form["version"]}
    response = client.put(f"/api/docForm/{form['id']}", json=body)
    assert response.status_code == 200, response.text
    result: dict[str, Any] = response.json
    return result


def numbers(comparison: dict[str, Any], part: str) -> list[str]:
    return [each["number"] for each in comparison[part]]


def test_questions_follow_the_order_of_the_file_with_the_texts_below_them(
    read: Any, client: CheckedClient
) -> None:
    first = read(sheet(FIRST)).created()
    note = {"type": "paragraph", "content": [{"type": "text", "text": "About doors."}]}
    content = list(first["doc"]["doc"]["content"])
    content.insert(2, note)
    form = saved(client, first, content)
    assert outline(form)[:3] == ["heading: Doors", "D1", "paragraph: About doors."]
    door, lock, key, *gates = FIRST
    newer = read(sheet([lock, key, ("Doors", "D4", "Is it new?"), door, *gates]), form_id=form["id"])
    comparison = newer.get()["comparison"]
    assert (numbers(comparison, "moved"), numbers(comparison, "added")) == (["D1"], ["D4"])
    assert comparison["ownOrder"] == []
    assert outline(updated(newer, form)) == [
        "heading: Doors", "D2", "D3", "D4", "D1", "paragraph: About doors.", "heading: Gates", "G1", "G2",
    ]  # fmt: skip


def test_an_order_that_was_changed_in_the_editor_stays(read: Any, client: CheckedClient) -> None:
    first = read(sheet(FIRST)).created()
    heading, door, lock, key, *gates = first["doc"]["doc"]["content"]
    form = saved(client, first, [heading, lock, door, key, *gates])
    rows = [FIRST[2], ("Doors", "D4", "Is it new?"), *FIRST[:2], FIRST[4], FIRST[3]]
    newer = read(sheet(rows), form_id=form["id"])
    comparison = newer.get()["comparison"]
    assert comparison["ownOrder"] == ["Doors"]
    assert numbers(comparison, "moved") == ["G1"]
    assert outline(updated(newer, form)) == [
        "heading: Doors", "D2", "D1", "D3", "D4", "heading: Gates", "G2", "G1",
    ]  # fmt: skip


def test_a_question_moves_to_another_section_and_a_renamed_section_moves_nothing(read: Any) -> None:
    first = read(sheet(FIRST)).created()
    moved = [*FIRST[:2], FIRST[3], ("Gates", "D3", "Who has the key?"), FIRST[4]]
    newer = read(sheet(moved), form_id=first["id"])
    assert numbers(newer.get()["comparison"], "moved") == ["D3"]
    form = updated(newer, first)
    assert outline(form) == ["heading: Doors", "D1", "D2", "heading: Gates", "G1", "D3", "G2"]
    renamed = [("Entrances" if section == "Gates" else section, *rest) for section, *rest in moved]
    again = read(sheet(renamed), form_id=form["id"])
    assert again.get()["comparison"]["moved"] == []
    assert outline(updated(again, form)) == [
        "heading: Doors", "D1", "D2", "heading: Entrances", "G1", "D3", "G2",
    ]  # fmt: skip


def test_without_the_former_order_questions_stay_where_they_are(read: Any, session: Session) -> None:
    first = read(sheet(FIRST)).created()
    session.execute(update(FormSource).values(mapping={"sheets": []}))
    session.commit()
    newer = read(sheet([FIRST[1], FIRST[0], *FIRST[2:], ("Gates", "G3", "Is it new?")]), form_id=first["id"])
    comparison = newer.get()["comparison"]
    assert (comparison["moved"], comparison["ownOrder"]) == ([], [])
    assert outline(updated(newer, first))[:3] == ["heading: Doors", "D1", "D2"]


def test_further_answers_stay_below_their_question(read: Any) -> None:
    heads = ("No", "Question", "Answer", "Comments")
    rows = [("1", "Is it locked?", "Yes/No", None), ("2", "Is it new?", "Yes/No", None)]
    first = read(workbook({"Questions": [heads, *rows]})).created()
    assert outline(first) == ["1", "1 Comments", "2", "2 Comments"]
    newer = read(workbook({"Questions": [heads, rows[1], rows[0]]}), form_id=first["id"])
    body = newer.get()
    assert numbers(body["comparison"], "moved") == ["1", ""]
    assert (body["comparison"]["same"], body["comparison"]["reworded"]) == (2, [])
    form = updated(newer, first)
    assert outline(form) == ["2", "2 Comments", "1", "1 Comments"]
    fids = {block["attrs"]["fid"] for block in form["doc"]["doc"]["content"]}
    assert {each["fid"] for question in body["questions"] for each in question["further"]} < fids
