"""The harness itself: what its client must refuse, and that nothing of a test outlives it."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask, Response, jsonify
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.extensions import db
from app.kernel import jobs
from app.kernel.clock import now
from tests.factories.accounts import token_of
from tests.fixtures.client import CheckedClient, counted_statements
from tests.rules.calls import Call, attempt


@pytest.fixture
def misbehaving(committed_app: Flask) -> CheckedClient:
    """A client of an application with routes that break the rules."""

    def add_job() -> None:
        db.session.add(jobs.Job(name="kernel.forgetDone", args={}, run_at=now() + timedelta(days=1)))

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


def test_a_request_that_commits_is_let_through(misbehaving: CheckedClient) -> None:
    assert misbehaving.get("/tidy").status_code == 200
    assert misbehaving.statements == 1
    assert misbehaving.statement_log[0].startswith("INSERT INTO job")


@pytest.mark.parametrize("path", ["/pending", "/flushed"])
def test_what_was_not_committed_is_found(misbehaving: CheckedClient, path: str) -> None:
    with pytest.raises(AssertionError, match="not committed"):
        misbehaving.get(path)


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("/api/undocumented", "not in the OpenAPI document"),
        ("/api/plain", "without a JSON body"),
        ("/api/other", "lacks"),
    ],
)
def test_an_answer_outside_the_contract_is_found(
    misbehaving: CheckedClient, path: str, complaint: str
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        misbehaving.get(path)


@pytest.mark.parametrize("turn", [1, 2])
def test_nothing_of_a_test_outlives_it(session: Session, turn: int) -> None:
    assert session.execute(text("select count(*) from job")).scalar() == 0
    session.add(jobs.Job(name="kernel.forgetDone", args={"turn": turn}, run_at=now()))
    session.commit()
    assert session.execute(text("select count(*) from job")).scalar() == 1


def test_jobs_run_inside_the_tests_transaction(session: Session, run_jobs) -> None:
    jobs.enqueue("kernel.forgetDone")
    assert run_jobs() == 1
    assert session.execute(text("select status from job")).scalar() == "DONE"
    assert run_jobs() == 0


def test_statements_are_counted(session: Session) -> None:
    with counted_statements() as log:
        session.execute(text("select 1"))
        session.execute(text("select 2"))
    assert log.statements == ["select 1", "select 2"]


def test_what_a_walk_tries_is_taken_back(
    client: CheckedClient, session: Session, calls: list[Call], world: dict[str, Any]
) -> None:
    """Else a walk would go on among the ruins of what it tried before."""
    client.token = token_of(world["owner"])
    path = "/api/docFormBundle/{bundle_id}"
    call = next(call for call in calls if (call.method, call.path) == ("DELETE", path))
    for _ in range(2):
        assert attempt(client, call, path.format_map(world)).status_code == 204
    assert client.delete(path.format_map(world)).status_code == 204
    assert client.delete(path.format_map(world)).status_code == 404
