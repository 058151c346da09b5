"""Files with suppliers that are uploaded, mapped, planned and run through the API."""

import csv
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

from openpyxl import Workbook

from tests.fixtures.client import CheckedClient

RunJobs = Callable[[], int]
HEADINGS = (
    "Supplier number",
    "Company",
    "Country",
    "City",
    "VAT number",
    "Contact",
    "E-mail",
    "Level",
    "Tags",
)


def csv_file(*rows: Sequence[object], separator: str = ";", encoding: str = "utf-8") -> bytes:
    """Return a CSV file with these rows."""
    out = StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue().encode(encoding)


def xlsx_file(sheets: Mapping[str, Sequence[Sequence[Any]]], merged: Sequence[str] = ()) -> bytes:
    """Return a workbook; `merged` are ranges of its first sheet."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for cells in merged:
        book.worksheets[0].merge_cells(cells)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def suppliers(*rows: Sequence[object]) -> bytes:
    """Return a CSV file with HEADINGS; short rows are filled up."""
    return csv_file(HEADINGS, *([*row, *[""] * (len(HEADINGS) - len(row))] for row in rows))


def upload(client: CheckedClient, content: bytes, filename: str = "suppliers.csv") -> int:
    """Upload a file and return the id of the attachment."""
    body = {"filename": filename, "size": len(content), "kind": "DOCUMENT"}
    started = client.post("/api/attachment/start", json=body).json
    assert client.put(started["uploadUrl"], data=content).status_code == 200
    attachment_id: int = started["id"]
    return attachment_id


@dataclass
class Imported:
    """An import of one user, with the calls of its page."""

    client: CheckedClient
    run_jobs: RunJobs
    id: int

    @property
    def path(self) -> str:
        return f"/api/supplierImport/{self.id}"

    def get(self) -> dict[str, Any]:
        response = self.client.get(self.path)
        assert response.status_code == 200, response.text
        result: dict[str, Any] = response.json
        return result

    def targets(self, sheet: int = 0) -> dict[int, str]:
        """Return the proposed fields of the columns."""
        columns = self.get()["mapping"][sheet]["columns"]
        return {column["index"]: column["target"] for column in columns}

    def plan(self, mapping: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """Plan with a mapping, by default the proposed one; return the import."""
        body = {"sheets": mapping or self.get()["mapping"]}
        response = self.client.put(f"{self.path}/mapping", json=body)
        assert response.status_code == 202, response.text
        self.run_jobs()
        return self.get()

    def counts(self) -> dict[str, int]:
        """Return the counts that are not 0."""
        return {name: number for name, number in self.get()["counts"].items() if number}

    def rows(self, **query: Any) -> list[dict[str, Any]]:
        response = self.client.get(f"{self.path}/row", query_string={"pageSize": 100, **query})
        assert response.status_code == 200, response.text
        result: list[dict[str, Any]] = response.json
        return result

    def row(self, label: str) -> dict[str, Any]:
        return next(row for row in self.rows() if row["label"] == label)

    def problems(self) -> list[str]:
        return [problem for row in self.rows(outcome="WRONG") for problem in row["problems"]]

    def decide(self, n: int, decision: str | None, organisation_id: int | None = None) -> dict[str, Any]:
        body = {"decision": decision, "organisationId": organisation_id}
        response = self.client.put(f"{self.path}/row/{n}", json=body)
        assert response.status_code == 200, response.text
        result: dict[str, Any] = response.json
        return result

    def start(self, **body: Any) -> Any:
        return self.client.post(f"{self.path}/run", json={"planVersion": self.get()["planVersion"], **body})

    def run(self) -> dict[str, Any]:
        """Run the plan and return the bulk job."""
        response = self.start()
        assert response.status_code == 202, response.text
        self.run_jobs()
        return self.job()

    def job(self) -> dict[str, Any]:
        job: dict[str, Any] = self.client.get(f"/api/bulk/{self.get()['jobId']}").json
        return job

    def job_rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.client.get(
            f"/api/bulk/{self.get()['jobId']}/row", query_string={"pageSize": 100}
        ).json
        return rows

    def results(self) -> Counter[str]:
        """Return the numbers of done rows by the first word of their message."""
        verbs = {"Created": "CREATE", "Updated": "UPDATE", "Added": "ADD"}
        return Counter(
            verbs[row["message"].split()[0].rstrip(":")]
            for row in self.job_rows()
            if row["outcome"] == "DONE"
        )

    def undo(self) -> dict[str, Any]:
        response = self.client.post(f"/api/bulk/{self.get()['jobId']}/undo", json={})
        assert response.status_code == 202, response.text
        self.run_jobs()
        return self.job()


def read(
    client: CheckedClient, run_jobs: RunJobs, content: bytes, filename: str = "suppliers.csv"
) -> Imported:
    """Upload and read a file."""
    body = {"attachmentId": upload(client, content, filename)}
    created = client.post("/api/supplierImport", json=body)
    assert created.status_code == 202, created.text
    run_jobs()
    return Imported(client, run_jobs, created.json["id"])


def planned(client: CheckedClient, run_jobs: RunJobs, *rows: Sequence[object]) -> Imported:
    """Read and plan a file with HEADINGS."""
    imported = read(client, run_jobs, suppliers(*rows))
    assert imported.plan()["state"] == "READY", imported.get()["error"]
    return imported
