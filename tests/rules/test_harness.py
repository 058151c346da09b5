"""The test harness: its client rejects bad responses, and no test leaves data behind."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask, Response, jsonify
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.config import ROOT
from app.extensions import db
from app.kernel.clock import now
from app.kernel.jobs import queue
from tests.factories.accounts import token_of
from tests.fixtures.client import CheckedClient, counted_statements
from tests.rules.endpoints import Endpoint, attempt


def test_front_end_tests_replace_globals_so_that_the_next_file_has_its_own() -> None:
    # A spy on the window is restored to the function of its file's window, which is closed in the next file.
    paths = (ROOT / "static_src").rglob("*.test.ts*")
    assert [path.name for path in paths if "vi.spyOn(window, " in path.read_text(encoding="utf-8")] == []


@pytest.fixture
def misbehaving_client(committed_app: Flask) -> CheckedClient:
    """Return a client of an application whose routes break the rules."""

    def add_job() -> None:
        db.session.add(queue.Job(name="kernel.forgetDone", args={}, run_at=now() + timedelta(days=1)))

    @committed_app.after_request
    def write_late(response: Response) -> Response:
        if "pending" in response.headers:
            add_job()
        if "flushed" in response.headers:
            add_job()
            db.session.flush()
        return response

    committed_app.add_url_rule("/tidy", "tidy", lambda: (add_job(), "")[1])
    committed_app.add_url_rule("/pending", "pending", lambda: ("", 200, {"pending": "1"}))
    committed_app.add_url_rule("/flushed", "flushed", lambda: ("", 200, {"flushed": "1"}))
    committed_app.add_url_rule("/api/undocumented", "undocumented", lambda: jsonify({}))
    committed_app.add_url_rule("/api/plain", "plain", lambda: ("no body", 409))
    committed_app.add_url_rule("/api/other", "other", lambda: (jsonify({"error": "other"}), 409))
    client = committed_app.test_client()
    assert isinstance(client, CheckedClient)
    return client


def test_committed_changes_are_accepted(misbehaving_client: CheckedClient) -> None:
    assert misbehaving_client.get("/tidy").status_code == 200
    assert misbehaving_client.statements == 1
    assert misbehaving_client.statement_log[0].startswith("INSERT INTO job")


@pytest.mark.parametrize("path", ["/pending", "/flushed"])
def test_uncommitted_changes_fail_the_test(misbehaving_client: CheckedClient, path: str) -> None:
    with pytest.raises(AssertionError, match="not committed"):
        misbehaving_client.get(path)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/api/undocumented", "not in the OpenAPI document"),
        ("/api/plain", "without a JSON body"),
        ("/api/other", "lacks"),
    ],
)
def test_undocumented_responses_fail_the_test(
    misbehaving_client: CheckedClient, path: str, message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        misbehaving_client.get(path)


@pytest.mark.parametrize("turn", [1, 2])
def test_changes_are_rolled_back_after_each_test(session: Session, turn: int) -> None:
    assert session.execute(text("select count(*) from job")).scalar() == 0
    session.add(queue.Job(name="kernel.forgetDone", args={"turn": turn}, run_at=now()))
    session.commit()
    assert session.execute(text("select count(*) from job")).scalar() == 1


def test_jobs_run_in_the_transaction_of_the_test(session: Session, run_jobs) -> None:
    queue.enqueue("kernel.forgetDone")
    assert run_jobs() == 1
    assert session.execute(text("select status from job")).scalar() == "DONE"
    assert run_jobs() == 0


def test_statements_are_counted(session: Session) -> None:
    with counted_statements() as log:
        session.execute(text("select 1"))
        session.execute(text("select 2"))
    assert log.statements == ["select 1", "select 2"]


def test_attempts_are_rolled_back(
    client: CheckedClient, session: Session, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    """Without this, later attempts would meet the changes of earlier ones."""
    client.token = token_of(world["owner"])
    path = "/api/docFormBundle/{bundle_id}"
    endpoint = next(
        endpoint for endpoint in endpoints if (endpoint.method, endpoint.path) == ("DELETE", path)
    )
    for _ in range(2):
        assert attempt(client, endpoint, path.format_map(world)).status_code == 204
    assert client.delete(path.format_map(world)).status_code == 204
    assert client.delete(path.format_map(world)).status_code == 404
