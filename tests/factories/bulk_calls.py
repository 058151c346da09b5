"""Bulk actions over the API, for tests: preview, run with the worker, undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.fixtures.client import CheckedClient

Outcomes = list[tuple[str, str]]


@dataclass
class BulkCalls:
    """The calls of one user; `run_jobs` is the fixture of the same name."""

    client: CheckedClient
    run_jobs: Callable[[], int]
    job_id: int = 0

    def preview(self, kind: str, selected: Sequence[int] | dict[str, Any], **args: Any) -> Any:
        """Return the response of a preview of ids or of a filter."""
        return self.client.post("/api/bulk/preview", json=self._body(kind, selected, args))

    def numbers(self, kind: str, selected: Sequence[int] | dict[str, Any], **args: Any) -> tuple[int, ...]:
        """Return how many rows will change, stay and cannot change."""
        response = self.preview(kind, selected, **args)
        assert response.status_code == 200, response.text
        return tuple(response.json[name] for name in ("willChange", "unchanged", "cannotTotal"))

    def start(self, kind: str, selected: Sequence[int] | dict[str, Any], **args: Any) -> int:
        """Start exactly the rows of the preview, as the dialog does; return the id of the job."""
        preview = self.preview(kind, selected, **args).json
        body = self._body(kind, preview["ids"], args) | {"total": preview["total"]}
        if preview["mails"] > 200:
            body["confirmedMails"] = preview["mails"]
        started = self.client.post("/api/bulk", json=body)
        assert started.status_code == 201, started.text
        self.job_id = started.json["id"]
        return self.job_id

    def run(self, kind: str, selected: Sequence[int] | dict[str, Any], **args: Any) -> Outcomes:
        """Start a job and let the worker finish it; return outcome and sentence of each row."""
        self.start(kind, selected, **args)
        return self.work()

    def work(self) -> Outcomes:
        """Let the worker process the last job; return outcome and sentence of each row."""
        self.run_jobs()
        rows = self.client.get(f"/api/bulk/{self.job_id}/row").json
        return [(row["outcome"], row["message"]) for row in rows]

    def undo(self) -> Outcomes:
        """Undo the last job."""
        response = self.client.post(f"/api/bulk/{self.job_id}/undo")
        assert response.status_code == 202, response.text
        return self.work()

    @staticmethod
    def _body(kind: str, selected: Sequence[int] | dict[str, Any], args: dict[str, Any]) -> dict[str, Any]:
        selection = {"filter": selected} if isinstance(selected, dict) else {"ids": list(selected)}
        return {"kind": kind, "args": args, **selection}
