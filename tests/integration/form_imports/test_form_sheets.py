"""Form as spreadsheet: reads back to the same document, with the changes of its cells."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from openpyxl import load_workbook
from sqlalchemy.orm import Session

from app.form_imports.exports.form_sheet import write_form
from app.form_imports.policies.contents import pages_from, stored_contents
from app.form_imports.policies.items import Fix, Place
from app.form_imports.policies.planning import plan_form, propose
from app.form_imports.types import FILE_LIMITS
from app.forms.document.normalise import normalise
from app.forms.operations.making import add_published_form
from app.forms.starters.building import Starter
from app.forms.starters.catalogue import STARTERS
from app.forms.types import DocFormType
from app.kernel.files.workbooks import read_workbook
from tests.factories.accounts import UserFactory
from tests.factories.form_imports import read_form
from tests.fixtures.people import SignedIn
from tests.unit.forms.documents import documents

RunJobs = Callable[[], int]


def built(content: bytes, fixes: dict[Place, Fix] | None = None) -> Any:
    """Return the plan of a file with the proposed mapping."""
    sheets = read_workbook(content, filename="a.xlsx", limits=FILE_LIMITS)
    pages = pages_from(json.loads(json.dumps(stored_contents(sheets, {}))))
    return plan_form(pages, propose(pages, {}), fixes or {}, import_id=1)


def written(document: dict[str, Any]) -> bytes:
    return write_form(title="A form", form_type=DocFormType.RFI, document=document)


def edited(content: bytes, change: Callable[[Any], None]) -> bytes:
    book = load_workbook(BytesIO(content))
    change(book["Form"])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def row_of(sheet: Any, text: str) -> int:
    return next(row[0].row for row in sheet.iter_rows() if any(cell.value == text for cell in row))


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.key)
def test_each_starter_reads_back_to_the_same_document(starter: Starter) -> None:
    plan = built(written(dict(starter.document)))
    assert plan.document == starter.document
    assert plan.extracted.issues == []


@given(documents())
@settings(max_examples=15, deadline=None)
def test_any_document_reads_back_to_the_same_document(document: dict[str, Any]) -> None:
    stored = normalise(document)
    assert built(written(stored)).document == stored


def test_changed_cells_change_the_document_and_nothing_else() -> None:
    starter = next(each for each in STARTERS if each.key == "information-security")
    before = dict(starter.document)
    fields = [node for node in before["doc"]["content"] if node["type"] == "dvFieldBlock"]
    choice = next(node["attrs"] for node in fields if node["attrs"]["type"] == "SINGLE_CHOICE")
    plain = next(node["attrs"] for node in fields if node["attrs"]["type"] == "YESNO")

    def change(sheet: Any) -> None:
        row = row_of(sheet, choice["label"])
        sheet.cell(row, 6).value = "\n".join([*(o["label"] for o in choice["options"]), "Other"])
        row = row_of(sheet, plain["label"])
        sheet.cell(row, 3).value = "Reworded?"
        sheet.cell(row, 2).value = "7.1"

    after = {
        node["attrs"]["fid"]: node["attrs"]
        for node in built(edited(written(before), change)).document["doc"]["content"]
        if node["type"] == "dvFieldBlock"
    }
    assert after[plain["fid"]] == plain | {"label": "Reworded?", "sourceKey": "7.1"}
    assert after[choice["fid"]]["options"] == [*choice["options"], {"value": "other", "label": "Other"}]
    others = [node["attrs"] for node in fields if node["attrs"]["fid"] not in (plain["fid"], choice["fid"])]
    assert [after[attrs["fid"]] for attrs in others] == others


def test_rows_can_be_removed_moved_and_added() -> None:
    starter = next(each for each in STARTERS if each.key == "custom-fields")
    before = dict(starter.document)
    labels = [node["attrs"]["label"] for node in before["doc"]["content"] if node["type"] == "dvFieldBlock"]

    def change(sheet: Any) -> None:
        sheet.delete_rows(row_of(sheet, labels[0]))
        sheet.append(["Question", "9", "A new one?", "", "Yes/No", "", "Yes"])
        sheet.append(["Heading 2", "", "The end"])

    content = built(edited(written(before), change)).document["doc"]["content"]
    present = [node["attrs"]["label"] for node in content if node["type"] == "dvFieldBlock"]
    assert present == [*labels[1:], "A new one?"]
    assert content[-1]["content"][0]["text"] == "The end"
    added = content[-2]["attrs"]
    assert (added["type"], added["required"], added["sourceKey"]) == ("YESNO", True, "9")


def test_a_damaged_hidden_sheet_is_read_like_any_other_file() -> None:
    content = written(dict(STARTERS[0].document))
    book = load_workbook(BytesIO(content))
    book["_form"]["B5"] = "|{broken|"
    out = BytesIO()
    book.save(out)
    assert len(built(out.getvalue()).questions) > 20


def test_the_file_is_requested_and_creates_the_same_form(
    session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    author = UserFactory()
    form = add_published_form(
        organisation_id=author.organisation_id, user_id=author.id, title="Form", type=DocFormType.RFI,
        doc=dict(STARTERS[0].document),
    )  # fmt: skip
    client = signed_in(author)
    requested = client.post(f"/api/docForm/{form.id}/export", json={"format": "xlsx"})
    assert requested.status_code == 202
    run_jobs()
    export = client.get(f"/api/export/{requested.json['id']}").json
    assert export["status"] == "DONE"
    content = client.get(export["url"]).data
    imported = read_form(client, run_jobs, content, "form.xlsx")
    body = imported.get()
    assert body["profile"]["title"] == "Form as spreadsheet"
    assert body["formType"] == str(form.type)
    created = imported.created()
    assert without_fids(created["doc"]) == without_fids(form.doc)
    update = read_form(client, run_jobs, content, "form.xlsx", form_id=form.id)
    comparison = update.get()["comparison"]
    assert comparison["added"] == comparison["removed"] == comparison["reworded"] == []
    assert session


def without_fids(document: Any) -> str:
    def plain(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: plain(value) for key, value in node.items() if key != "fid"}
        return [plain(each) for each in node] if isinstance(node, list) else node

    return json.dumps(plain(document), sort_keys=True)
