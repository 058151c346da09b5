"""Workbooks of an RFx that are downloaded, uploaded, read and taken over through the API."""

from collections.abc import Callable
from typing import Any

from sqlalchemy.orm import Session

from app.kernel.jobs.exports import Export, export_content
from tests.factories.rfx import SentRfx
from tests.fixtures.client import CheckedClient


def download(client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]) -> bytes:
    response = client.post(f"{sent.path}/export", json={"format": "workbook"})
    assert response.status_code == 202, response.text
    run_jobs()
    export = session.get_one(Export, response.json["id"])
    assert export.status == "DONE"
    return export_content(export)


def upload(client: CheckedClient, content: bytes, filename: str = "filled.xlsx") -> int:
    body = {"filename": filename, "size": len(content), "kind": "RFXANSWER"}
    started = client.post("/api/attachment/start", json=body).json
    assert client.put(started["uploadUrl"], data=content).status_code == 200
    attachment_id: int = started["id"]
    return attachment_id


def read(
    client: CheckedClient,
    sent: SentRfx,
    run_jobs: Callable[[], int],
    content: bytes,
    filename: str = "filled.xlsx",
) -> dict[str, Any]:
    created = client.post(
        f"{sent.path}/answerImport", json={"attachmentId": upload(client, content, filename)}
    )
    assert created.status_code == 202, created.text
    run_jobs()
    result: dict[str, Any] = client.get(f"{sent.path}/answerImport/{created.json['id']}").json
    return result


def take_over(
    client: CheckedClient, sent: SentRfx, run_jobs: Callable[[], int], imported: dict[str, Any], **body: Any
) -> dict[str, Any]:
    path = f"{sent.path}/answerImport/{imported['id']}"
    assert client.post(f"{path}/apply", json=body).status_code == 202
    run_jobs()
    result: dict[str, Any] = client.get(path).json
    return result


def outcomes(imported: dict[str, Any]) -> dict[str, str]:
    return {item["key"]: item["outcome"] for item in imported["items"]}
