"""Forms from files, the next draft from a newer file, links to the library, and remembered mappings."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.form_imports.jobs import purge
from app.form_imports.models import DocFormImport, FormSource
from app.form_imports.types import RETENTION
from app.kernel.clock import now
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.form_imports import ImportedForm, questions, read_form, workbook
from tests.factories.forms import make_question
from tests.factories.supplier_imports import upload
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def author(session: Session) -> User:
    assert session
    return UserFactory()


@pytest.fixture
def client(author: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(author)


@pytest.fixture
def read(client: CheckedClient, run_jobs: RunJobs) -> Callable[..., ImportedForm]:
    return lambda content, **extra: read_form(client, run_jobs, content, **extra)


def fields_of(form: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the attributes of the fields by number."""
    return {
        block["attrs"].get("sourceKey", block["attrs"]["label"]): block["attrs"]
        for block in form["doc"]["doc"]["content"]
        if block["type"] == "dvFieldBlock"
    }


def test_a_draft_is_created_once_with_its_source(read: Any, session: Session, client: CheckedClient) -> None:
    imported = read(questions(("1", "Certified?", "Yes/No"), ("2", "Why?\nWho?", "Text")))
    form = imported.created("Audit")
    assert (form["title"], form["status"], form["type"]) == ("Audit", "DRAFT", "RFI")
    assert imported.create(title="Other", type="RFI").json["docFormId"] == form["id"]
    assert imported.get()["state"] == "CREATED"
    source = session.query(FormSource).one()
    assert (source.series_id, source.filename) == (form["seriesId"], "questions.xlsx")
    event = session.query(EventLog).filter_by(type="form.imported").one()
    assert (event.args["questions"], event.args["issues"]) == (2, 1)
    assert client.get(f"/files/{source.attachment_id}").status_code == 200
    changed = client.put(f"{imported.path}/mapping", json={"sheets": []})
    assert changed.status_code == 409


@pytest.mark.parametrize(
    ("body", "field"), [({"type": "RFI"}, "title"), ({"title": "A"}, "type"), ({}, "title")]
)
def test_title_and_type_are_required(read: Any, body: dict[str, str], field: str) -> None:
    refused = read(questions(("1", "Certified?", "Yes/No"))).create(**body)
    assert refused.status_code == 422
    assert field in refused.json["fields"]


def test_an_update_keeps_the_identifiers_of_the_same_numbers(read: Any, client: CheckedClient) -> None:
    first = read(
        questions(
            ("1", "Certified?", "Yes/No"), ("2", "Level?", "Single choice", "Low;High"), ("3", "Sites?", "Number")
        )
    ).created()  # fmt: skip
    before = fields_of(first)
    published = client.post(f"/api/docForm/{first['id']}/publish", json={"version": first["version"]})
    assert published.status_code == 200
    newer = read(
        questions(
            ("1", "Are you certified?", "Yes/No"),
            ("2", "Level?", "Single choice", "None;High;Low"),
            ("2a", "Since when?", "Date", "", "2 = High"),
        ),
        form_id=first["id"],
    )
    body = newer.get()
    comparison = body["comparison"]
    assert comparison["added"] == [{"number": "2a", "label": "Since when?"}]
    assert comparison["reworded"] == [{"number": "1", "label": "Are you certified?"}]
    assert [each["number"] for each in comparison["changed"]] == ["2"]
    assert comparison["removed"] == [{"number": "3", "label": "Sites?"}]
    assert body["formTitle"] == "Imported"
    created = newer.create(docFormId=first["id"])
    assert created.status_code == 201, created.text
    form = newer.form(created.json["docFormId"])
    after = fields_of(form)
    assert (form["revision"], form["status"]) == (1, "DRAFT")
    assert list(after) == ["1", "2", "2a"]
    assert [after[key]["fid"] for key in ("1", "2")] == [before[key]["fid"] for key in ("1", "2")]
    assert {option["label"]: option["value"] for option in after["2"]["options"]} == {
        "None": "none", "High": "high", "Low": "low",
    }  # fmt: skip
    assert after["2a"]["visibleWhen"] == {"field": "q_2", "operator": "equals", "value": "high"}
    again = read(questions(*_rows(after)), form_id=first["id"])
    assert again.get()["comparison"]["removed"] == []


def _rows(fields: dict[str, dict[str, Any]]) -> list[tuple[str, ...]]:
    return [(number, attrs["label"], attrs["type"]) for number, attrs in fields.items()]


def test_an_update_keeps_fields_that_were_added_in_the_editor(read: Any, client: CheckedClient) -> None:
    first = read(questions(("1", "Certified?", "Yes/No"), ("2", "Sites?", "Number"))).created()
    doc = first["doc"]
    intro = {"type": "paragraph", "content": [{"type": "text", "text": "Thank you."}]}
    own = {
        "type": "dvFieldBlock",
        "attrs": {"fid": "own-field-1", "name": "own", "type": "TEXT", "label": "Own?"},
    }
    doc["doc"]["content"] = [intro, *doc["doc"]["content"], own]
    doc["doc"]["content"][1]["attrs"]["hint"] = "Any standard counts."
    saved = client.put(
        f"/api/docForm/{first['id']}", json={"doc": doc, "title": "Audit", "version": first["version"]}
    )
    assert saved.status_code == 200, saved.text
    newer = read(questions(("1", "Certified now?", "Yes/No"), ("3", "City?", "Text")), form_id=first["id"])
    form = newer.form(newer.create(docFormId=first["id"]).json["docFormId"])
    content = form["doc"]["doc"]["content"]
    assert content[0] == intro
    assert [block["attrs"]["label"] for block in content[1:]] == ["Certified now?", "City?", "Own?"]
    assert content[1]["attrs"]["hint"] == "Any standard counts."


def test_another_type_of_a_published_question_is_a_new_question(read: Any, client: CheckedClient) -> None:
    first = read(questions(("1", "Sites?", "Number"))).created()
    client.post(f"/api/docForm/{first['id']}/publish", json={"version": first["version"]})
    newer = read(questions(("1", "Sites?", "Date")), form_id=first["id"])
    [sentence] = newer.sentences("NOTE")
    assert "It becomes a new question." in sentence
    form = newer.form(newer.create(docFormId=first["id"]).json["docFormId"])
    assert fields_of(form)["1"]["fid"] != fields_of(first)["1"]["fid"]


def test_a_file_without_changes_creates_no_revision(read: Any) -> None:
    content = questions(("1", "Certified?", "Yes/No"))
    first = read(content).created()
    refused = read(content, form_id=first["id"]).create(docFormId=first["id"])
    assert refused.status_code == 409
    assert refused.json["message"] == "The form has the questions of this file already."


def test_questions_of_the_library_are_linked_on_request(read: Any, author: User) -> None:
    same = make_question(author, "certified", html="<p>Are you certified?</p>", type="YESNO")
    make_question(UserFactory(), "foreign", html="<p>How many sites?</p>", type="NUMBER")
    imported = read(
        questions(
            ("1", "Are you certified", "Yes/No"), ("2", "How many sites?", "Number"), ("3", "City?", "Text")
        )
    )
    [match] = imported.get()["matches"]
    assert (match["questionId"], match["row"], match["isGlobal"], match["similarity"]) == (
        same.id,
        1,
        False,
        100,
    )
    imported.change(links=[{"sheet": "Questions", "row": 1, "questionId": same.id}])
    fields = fields_of(imported.created())
    assert fields["1"]["questionId"] == same.id
    assert "questionId" not in fields["2"]


def test_a_link_to_another_question_is_ignored(read: Any, author: User) -> None:
    other = make_question(author, "other", html="<p>Something else?</p>")
    imported = read(questions(("1", "Certified?", "Yes/No")))
    imported.change(links=[{"sheet": "Questions", "row": 1, "questionId": other.id}])
    assert "questionId" not in fields_of(imported.created())["1"]


def test_a_remembered_mapping_is_used_for_the_same_headings(read: Any, client: CheckedClient) -> None:
    table = [("Ref", "Wording", "Note"), ("1", "Are you certified?", "Any"), ("2", "Sites?", "All")]
    imported = read(workbook({"First": table}))
    columns = [
        {"index": 0, "meaning": "NUMBER"},
        {"index": 1, "meaning": "QUESTION"},
        {"index": 2, "meaning": "HINT"},
    ]
    sheet = {"sheet": "First", "isUsed": True, "header": 0, "columns": columns}
    imported.change(sheets=[sheet])
    for _ in range(2):
        saved = client.post("/api/importMapping", json={"name": "Our list", "docFormImportId": imported.id})
        assert saved.status_code == 201
    [listed] = client.get("/api/importMapping").json
    assert listed["name"] == "Our list"
    second = read(workbook({"Other name": [("A title",), *table]}))
    assert second.meanings() == {0: "NUMBER", 1: "QUESTION", 2: "HINT"}
    assert second.fields()["Sites?"]["hint"] == "All"
    assert client.delete(f"/api/importMapping/{listed['id']}").status_code == 204
    assert read(workbook({"Third": table})).meanings() != {0: "NUMBER", 1: "QUESTION", 2: "HINT"}


def test_columns_are_checked(read: Any) -> None:
    imported = read(questions(("1", "Certified?", "Yes/No")))
    [sheet] = imported.get()["mapping"]
    twice = [{"index": 0, "meaning": "QUESTION"}, {"index": 1, "meaning": "QUESTION"}]
    for sheets, sentence in (
        ([sheet | {"columns": twice}], "Choose “Question” for one column of a sheet."),
        ([sheet | {"sheet": "Nowhere"}], "The file has no such sheet or column."),
        ([sheet | {"columns": [{"index": 40, "meaning": "HINT"}]}], "The file has no such sheet or column."),
    ):
        refused = imported.client.put(f"{imported.path}/mapping", json={"sheets": sheets})
        assert refused.status_code == 422
        assert refused.json["fields"] == {"sheets": [sentence]}


def test_only_the_own_uploads_are_read(client: CheckedClient, author: User, signed_in: SignedIn) -> None:
    foreign = upload(signed_in(colleague_of(author)), b"a,b", "a.csv")
    refused = client.post("/api/docFormImport", json={"attachmentId": foreign})
    assert refused.json["fields"] == {"attachmentId": ["The file is no longer there. Upload it again."]}


def test_colleagues_without_the_permission_cannot_import(author: User, signed_in: SignedIn) -> None:
    viewer = signed_in(colleague_of(author, role_name="Viewer"))
    assert viewer.get("/api/docFormImport").status_code == 403
    assert viewer.get("/forms/import").status_code == 302


def test_imports_are_deleted_with_the_person_and_after_30_days(
    read: Any, session: Session, author: User
) -> None:
    present = read(questions(("1", "Certified?", "Yes/No")))
    old = read(questions(("1", "Certified?", "Yes/No")))
    session.get_one(DocFormImport, old.id).created = now() - RETENTION
    session.flush()
    purge()
    assert [each["id"] for each in present.client.get("/api/docFormImport").json] == [present.id]
    assert present.client.delete(present.path).status_code == 204
    assert present.client.get(present.path).status_code == 404


def test_the_pages_of_an_import_render(read: Any, client: CheckedClient) -> None:
    imported = read(questions(("1", "Certified?", "Yes/No")))
    form = imported.created()
    for path in ("/forms/import", f"/forms/import/{imported.id}", f"/forms/{form['id']}/import"):
        assert client.get(path).status_code == 200
