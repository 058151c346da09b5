"""Bulk jobs in the worker: outcomes of rows, permissions, batches, undo, retention."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from app.extensions import db
from app.kernel.bulk import running
from app.kernel.bulk.actions import Target
from app.kernel.bulk.models import BulkJob, BulkOutcome, BulkRow, BulkState
from app.kernel.bulk.operations import start_job
from app.kernel.bulk.running import BATCH_ROWS, INTERNAL, NO_ACCESS, delete_old_jobs, resume_jobs, run_batch
from app.kernel.clock import shifted
from app.kernel.jobs.queue import Job
from app.kernel.registry import current_registry
from app.network.models import Tag
from tests.factories.accounts import UserFactory, actor_of, colleague_of, role_id
from tests.factories.bulk import CREATE_ACTION, LOCKED, make_tags
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
Start = Callable[..., int]


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory()


@pytest.fixture
def client(buyer: Any, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


@pytest.fixture
def start(client: CheckedClient) -> Start:
    """Return a function that starts the action on tags and returns the id of the job."""

    def start_prefix(*ids: int, **args: Any) -> int:
        body = {"kind": "tests.prefix", "ids": list(ids), "args": args, "total": len(ids)}
        response = client.post("/api/bulk", json=body)
        assert response.status_code == 201, response.text
        job_id: int = response.json["id"]
        return job_id

    return start_prefix


def rows_of(client: CheckedClient, job_id: int, **query: Any) -> list[tuple[str, str | None, str]]:
    rows = client.get(f"/api/bulk/{job_id}/row", query_string={"pageSize": 100, **query}).json
    return [(row["label"], row["outcome"], row["message"]) for row in rows]


def names_of(organisation_id: int) -> list[str]:
    stmt = select(Tag.name).where(Tag.organisation_id == organisation_id).order_by(Tag.id)
    return list(db.session.execute(stmt).scalars())


def test_each_row_has_its_outcome_and_stops_no_other(
    buyer: Any, client: CheckedClient, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel", "Locked", "New Glass", "Broken", "Copper", "Zinc")
    job_id = start(*(tag.id for tag in tags))
    session.delete(tags[5])
    run_jobs()
    assert rows_of(client, job_id) == [
        ("Steel", "DONE", ""),
        ("Locked", "FAILED", LOCKED),
        ("New Glass", "UNCHANGED", "It has the prefix already."),
        ("Broken", "FAILED", INTERNAL),
        ("Copper", "DONE", ""),
        ("Zinc", "GONE", "No longer there."),
    ]
    assert names_of(buyer.organisation_id) == ["New Steel", "Locked", "New Glass", "Broken", "New Copper"]
    job = client.get(f"/api/bulk/{job_id}").json
    assert (job["state"], job["processed"], job["toProcess"]) == ("DONE", 6, 6)
    assert (job["title"], job["canUndo"]) == ("Add a prefix", True)
    assert job["counts"] == {
        "waiting": 0, "done": 2, "unchanged": 1, "failed": 2, "gone": 1, "undone": 0, "notUndone": 0,
    }  # fmt: skip


def test_rows_are_filtered_by_outcome_and_paged_by_cursor(
    buyer: Any, client: CheckedClient, start: Start, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "A", "Locked", "B", "C")
    job_id = start(*(tag.id for tag in tags))
    run_jobs()
    address = f"/api/bulk/{job_id}/row"
    first = client.get(address, query_string={"outcome": "DONE", "pageSize": 2})
    pagination = client.application.json.loads(first.headers["X-Pagination"])
    assert [row["label"] for row in first.json] == ["A", "B"]
    assert (pagination["total"], pagination["pageSize"]) == (3, 2)
    query = {"outcome": "DONE", "pageSize": 2, "cursor": pagination["nextCursor"]}
    assert [row["label"] for row in client.get(address, query_string=query).json] == ["C"]


def test_arguments_are_loaded_unchanged(
    buyer: Any, client: CheckedClient, start: Start, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    start(tags[0].id, prefix="Old", until="2027-01-31T12:00:00Z")
    run_jobs()
    assert names_of(buyer.organisation_id) == ["Old Steel"]


def test_job_of_300_rows_runs_in_batches_that_enqueue_the_next(
    buyer: Any, client: CheckedClient, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, *(f"Tag {number}" for number in range(300)))
    job_id = start(*(tag.id for tag in tags))
    run_batch(job_id)
    session.flush()
    half = client.get(f"/api/bulk/{job_id}").json
    assert (half["state"], half["processed"]) == ("RUNNING", BATCH_ROWS)
    run_jobs()
    assert client.get(f"/api/bulk/{job_id}").json["counts"]["done"] == 300
    assert all(name.startswith("New Tag") for name in names_of(buyer.organisation_id))


def test_slow_batch_ends_early(
    buyer: Any, start: Start, session: Session, monkeypatch: pytest.MonkeyPatch, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "A", "B", "C")
    job_id = start(*(tag.id for tag in tags))
    monkeypatch.setattr(running, "BATCH_SECONDS", -1)
    run_batch(job_id)
    session.flush()
    assert names_of(buyer.organisation_id) == ["New A", "B", "C"]
    run_jobs()
    assert names_of(buyer.organisation_id) == ["New A", "New B", "New C"]


def test_rows_of_a_suspended_user_fail(buyer: Any, start: Start, session: Session, run_jobs: RunJobs) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id)
    buyer.status = UserStatus.SUSPENDED
    run_jobs()
    row = session.get_one(BulkRow, (job_id, 0))
    assert (row.outcome, row.message) == (BulkOutcome.FAILED, NO_ACCESS)
    assert names_of(buyer.organisation_id) == ["Steel"]


def test_rows_need_the_current_permission(
    buyer: Any, client: CheckedClient, start: Start, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id)
    buyer.role_id = role_id(buyer.organisation_id, "Viewer")
    run_jobs()
    assert rows_of(client, job_id) == [("Steel", "FAILED", "You don't have permission to do that.")]


def test_job_of_a_removed_kind_fails_with_a_sentence(
    buyer: Any, client: CheckedClient, start: Start, monkeypatch: pytest.MonkeyPatch, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id)
    monkeypatch.delitem(current_registry().bulk_actions, "tests.prefix")
    run_jobs()
    assert rows_of(client, job_id) == [("Steel", "FAILED", running.OUTDATED)]
    assert client.get(f"/api/bulk/{job_id}").json["title"] == "Bulk change"


def test_rows_can_create_their_records(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    targets = [Target(f"Supplier {number}", data={"name": f"Tag {number}"}) for number in range(2)]
    job = start_job(actor=actor_of(buyer), action=CREATE_ACTION, targets=targets, args={})
    run_jobs()
    tag_ids = list(session.execute(select(Tag.id).order_by(Tag.id)).scalars())
    rows = client.get(f"/api/bulk/{job.id}/row").json
    assert [row["subjectId"] for row in rows] == tag_ids
    assert [row["url"] for row in rows] == [f"/tag/{tag_id}" for tag_id in tag_ids]
    body = client.get(f"/api/bulk/{job.id}").json
    assert (body["canUndo"], body["undoUntil"]) == (False, None)


def test_undo_restores_each_row_and_keeps_later_changes(
    buyer: Any, client: CheckedClient, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel", "Locked", "Glass", "Copper")
    job_id = start(*(tag.id for tag in tags))
    assert client.post(f"/api/bulk/{job_id}/undo").status_code == 409
    run_jobs()
    tags[2].name = "Renamed"
    session.delete(tags[3])
    undo = client.post(f"/api/bulk/{job_id}/undo")
    assert (undo.status_code, undo.json["state"], undo.json["toProcess"]) == (202, "UNDOING", 3)
    run_jobs()
    assert rows_of(client, job_id) == [
        ("Steel", "UNDONE", ""),
        ("Locked", "FAILED", LOCKED),
        ("Glass", "NOT_UNDONE", "This tag was renamed since."),
        ("Copper", "NOT_UNDONE", "No longer there."),
    ]
    assert names_of(buyer.organisation_id) == ["Steel", "Locked", "Renamed"]
    assert client.get(f"/api/bulk/{job_id}").json["state"] == "UNDONE"
    second = client.post(f"/api/bulk/{job_id}/undo")
    assert (second.status_code, second.json["message"]) == (409, "This has been undone already.")


def test_undo_ends_after_24_hours(
    buyer: Any, client: CheckedClient, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id)
    run_jobs()
    job = session.get_one(BulkJob, job_id)
    assert job.finished is not None
    assert job.undo_until == job.finished + timedelta(hours=24)
    job.undo_until -= timedelta(hours=24, seconds=5)
    assert client.get(f"/api/bulk/{job_id}").json["canUndo"] is False
    late = client.post(f"/api/bulk/{job_id}/undo")
    assert late.status_code == 409
    assert late.json["message"] == "The 24 hours in which this could be undone are over."


def test_undo_waits_for_another_job(
    buyer: Any, client: CheckedClient, start: Start, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel", "Glass")
    job_id = start(tags[0].id)
    run_jobs()
    start(tags[1].id)
    assert client.post(f"/api/bulk/{job_id}/undo").status_code == 409


def test_job_without_changed_rows_cannot_be_undone(
    buyer: Any, client: CheckedClient, start: Start, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Locked")
    job_id = start(tags[0].id)
    run_jobs()
    response = client.post(f"/api/bulk/{job_id}/undo")
    assert (response.status_code, response.json["message"]) == (409, "This can't be undone.")


def test_only_the_user_of_a_job_sees_it(
    buyer: Any, start: Start, client: CheckedClient, signed_in: SignedIn
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id)
    colleague = signed_in(colleague_of(buyer))
    assert colleague.get(f"/api/bulk/{job_id}").status_code == 404
    assert colleague.get(f"/api/bulk/{job_id}/row").status_code == 404
    assert colleague.post(f"/api/bulk/{job_id}/undo").status_code == 404
    assert colleague.get(f"/bulk/{job_id}").status_code == 404
    page = client.get(f"/bulk/{job_id}")
    assert page.status_code == 200
    assert "Add a prefix" in page.text
    assert "Steel" in page.text


def test_job_without_a_run_is_resumed(
    buyer: Any, client: CheckedClient, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id)
    resume_jobs()
    runs = session.query(Job).filter(Job.name == "kernel.bulk")
    assert runs.count() == 1, "the job has a run already"
    session.execute(update(Job).where(Job.name == "kernel.bulk").values(status="FAILED"))
    resume_jobs()
    run_jobs()
    assert client.get(f"/api/bulk/{job_id}").json["state"] == "DONE"


def test_finished_jobs_are_deleted_after_30_days(
    buyer: Any, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel", "Glass")
    finished = start(tags[0].id)
    run_jobs()
    waiting = start(tags[1].id)
    with shifted(timedelta(days=29)):
        delete_old_jobs()
    assert session.query(BulkJob).count() == 2
    with shifted(timedelta(days=31)):
        delete_old_jobs()
    assert list(session.execute(select(BulkJob.id)).scalars()) == [waiting]
    assert session.query(BulkRow).filter(BulkRow.job_id == finished).count() == 0


def test_repeated_batch_changes_no_row_twice(
    buyer: Any, client: CheckedClient, start: Start, session: Session, run_jobs: RunJobs
) -> None:
    """A second worker may have taken over the job after its lease expired."""
    tags = make_tags(buyer.organisation_id, "Steel")
    job_id = start(tags[0].id, prefix="X")
    run_batch(job_id)
    run_batch(job_id)
    run_jobs()
    assert names_of(buyer.organisation_id) == ["X Steel"]
    assert session.get_one(BulkJob, job_id).state == BulkState.DONE
