"""Files with questions that are uploaded and become forms through the API, and rows of imports."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation

from app.accounts.models import User
from app.extensions import db
from app.form_imports.models import DocFormImport, ImportMapping
from app.form_imports.types import FormImportState
from app.forms.models import DocForm
from tests.factories.forms import make_draft
from tests.factories.rfx import field
from tests.factories.supplier_imports import upload
from tests.fixtures.client import CheckedClient

RunJobs = Callable[[], int]
HEADINGS = ("No", "Question", "Type", "Choices", "Depends on", "Answer")
FORM_MAPPING: dict[str, Any] = {
    "sheets": [
        {
            "sheet": "Questions",
            "isUsed": True,
            "header": 0,
            "columns": [{"index": 0, "meaning": "NUMBER"}, {"index": 1, "meaning": "QUESTION"}],
        }
    ]
}


def workbook(
    sheets: Mapping[str, Sequence[Sequence[Any]]],
    *,
    lists: Mapping[str, str] | None = None,
    merged: Sequence[str] = (),
    bold: Sequence[int] = (),
    hidden: Sequence[int] = (),
) -> bytes:
    """Return an xlsx file. `lists` has formulas of drop-down lists by cells, `bold` and `hidden` rows from 1, of the first sheet."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    first = book.worksheets[0]
    for cells in merged:
        first.merge_cells(cells)
    for row in bold:
        for cell in first[row]:
            cell.font = Font(bold=True)
    for row in hidden:
        first.row_dimensions[row].hidden = True
    for cells, formula in (lists or {}).items():
        validation = DataValidation(type="list", formula1=formula)
        validation.add(cells)
        first.add_data_validation(validation)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def questions(*rows: Sequence[Any], **layout: Any) -> bytes:
    """Return a file with HEADINGS."""
    return workbook({"Questions": [HEADINGS, *rows]}, **layout)


@dataclass
class ImportedForm:
    """An import of one user, with the calls of its page."""

    client: CheckedClient
    run_jobs: RunJobs
    id: int

    @property
    def path(self) -> str:
        return f"/api/docFormImport/{self.id}"

    def get(self) -> dict[str, Any]:
        response = self.client.get(self.path)
        assert response.status_code == 200, response.text
        result: dict[str, Any] = response.json
        return result

    def change(self, **parts: Any) -> dict[str, Any]:
        """Replace parts of the mapping, the corrections or the links; return the import."""
        body = self.get()
        request = {
            "profile": body["profile"]["code"] if body["profile"] else "",
            "language": body["language"],
            "sheets": body["mapping"],
            "fixes": body["fixes"],
            "links": body["links"],
        }
        response = self.client.put(f"{self.path}/mapping", json=request | parts)
        assert response.status_code == 200, response.text
        result: dict[str, Any] = response.json
        return result

    def meanings(self, sheet: int = 0) -> dict[int, str]:
        """Return the proposed meanings of the columns."""
        return {each["index"]: each["meaning"] for each in self.get()["mapping"][sheet]["columns"]}

    def sentences(self, *weights: str) -> list[str]:
        """Return the problems, of all weights or of these."""
        return [each["sentence"] for each in self.get()["issues"] if not weights or each["weight"] in weights]

    def fields(self) -> dict[str, dict[str, Any]]:
        """Return the attributes of the fields by label."""
        blocks = self.get()["doc"]["doc"].get("content", [])
        return {
            block["attrs"]["label"]: block["attrs"] for block in blocks if block["type"] == "dvFieldBlock"
        }

    def outline(self) -> list[str]:
        """Return the headings, marked by #, and the labels in their order."""
        lines = []
        for block in self.get()["doc"]["doc"].get("content", []):
            if block["type"] == "heading":
                lines.append(f"{'#' * block['attrs']['level']} {block['content'][0]['text']}")
            elif block["type"] == "dvFieldBlock":
                lines.append(block["attrs"]["label"])
        return lines

    def create(self, **body: Any) -> Any:
        return self.client.post(f"{self.path}/create", json=body)

    def created(self, title: str = "Imported", type: str = "RFI") -> dict[str, Any]:
        """Create the form and return it."""
        response = self.create(title=title, type=type)
        assert response.status_code == 201, response.text
        return self.form(response.json["docFormId"])

    def form(self, form_id: int) -> dict[str, Any]:
        result: dict[str, Any] = self.client.get(f"/api/docForm/{form_id}").json
        return result


def read_form(
    client: CheckedClient,
    run_jobs: RunJobs,
    content: bytes,
    filename: str = "questions.xlsx",
    *,
    form_id: int | None = None,
) -> ImportedForm:
    """Upload and read a file."""
    body = {"attachmentId": upload(client, content, filename)}
    created = client.post("/api/docFormImport", json=body | ({"docFormId": form_id} if form_id else {}))
    assert created.status_code == 202, created.text
    run_jobs()
    return ImportedForm(client, run_jobs, created.json["id"])


def make_form_import(owner: User, *labels: str) -> DocFormImport:
    """Add a read file of the owner with these questions, in the columns of FORM_MAPPING."""
    rows = [["No", "Question"], *([str(number), label] for number, label in enumerate(labels, start=1))]
    form_import = DocFormImport(
        organisation_id=owner.organisation_id,
        user_id=owner.id,
        attachment_id=1,
        filename="questions.csv",
        state=FormImportState.READY,
        contents=[{"name": "Questions", "visible": True, "rows": rows, "layout": None}],
        mapping={
            "language": "", "profile": "",
            "sheets": [
                {"sheet": "Questions", "isUsed": True, "header": 0, "hasHidden": False, "columns": [
                    {"index": 0, "meaning": "NUMBER", "language": ""},
                    {"index": 1, "meaning": "QUESTION", "language": ""},
                ]}
            ],
        },
    )  # fmt: skip
    db.session.add(form_import)
    db.session.flush()
    return form_import


def make_mapping(owner: User, name: str) -> ImportMapping:
    """Add a remembered mapping of the owner's organisation."""
    mapping = ImportMapping(
        organisation_id=owner.organisation_id, name=name, headers_hash="0", mapping={"sheets": []}
    )
    db.session.add(mapping)
    db.session.flush()
    return mapping


def publish_and_import(client: CheckedClient, author: User) -> DocForm:
    """Publish a form with the title Questions, and create another one from 15 questions of a file, 3 of them double."""
    draft = make_draft(author, field("a"), title="Questions")
    published = client.post(f"/api/docForm/{draft.id}/publish", json={"version": draft.version})
    assert published.status_code == 200, published.text
    labels = (f"Question {number}?" for number in range(12))
    form_import = make_form_import(author, *labels, "A?\nB?", "C?\nD?", "E?\nF?")
    body = {"title": "Questions", "type": "RFI"}
    created = client.post(f"/api/docFormImport/{form_import.id}/create", json=body)
    assert created.status_code == 201, created.text
    return draft


def import_bodies(own: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the endpoints of imports of forms with the ids of a world: endpoint, body and path parameters."""
    yield "POST /api/docFormImport", {"attachmentId": own["attachment_id"], "docFormId": own["form_id"]}, {}
    yield "POST /api/importMapping", {"name": "Mine", "docFormImportId": own["doc_form_import_id"]}, {}
    linked = {"sheet": "Questions", "row": 1, "questionId": own["question_id"]}
    mapping = FORM_MAPPING | {"links": [linked]}
    yield "PUT /api/docFormImport/{doc_form_import_id}/mapping", mapping, {}
    yield "POST /api/docFormImport/{doc_form_import_id}/create", {"docFormId": own["form_id"]}, {}
