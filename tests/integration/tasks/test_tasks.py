"""Tasks: visibility and status."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.kernel.http.errors import ConflictError
from app.tasks import public
from app.tasks.models import UserTask
from app.tasks.types import TaskStatus, TaskType
from tests.factories.accounts import UserFactory, actor_of, colleague_of, make_guest
from tests.factories.messages import make_thread
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer")
    return created


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier")
    return created


@pytest.fixture
def assign_task() -> Callable[..., UserTask]:
    """Return a function that opens a task of one user for another organisation."""

    def make(requester: User, assignee: User, *, anyone: bool = False, **fields: Any) -> UserTask:
        return public.open_task(
            actor=actor_of(requester),
            assigned_organisation_id=assignee.organisation_id,
            assigned_user_id=None if anyone else assignee.id,
            **{
                "type": TaskType.FOLLOW_UP,
                "title": "Insurance",
                "subject_type": public.RFX_SUBJECT,
                "subject_id": 41,
                "subject_title": "Qualification",
                **fields,
            },
        )

    return make


def test_task_is_listed_with_its_rfx(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask], session: Session
) -> None:
    task = assign_task(buyer, supplier, due=date(2026, 12, 24))
    [row] = signed_in(supplier).get("/api/userTask").json
    assert row["id"] == task.id
    assert row["type"] == "FOLLOW_UP"
    assert row["rfx"] == {"id": 41, "title": "Qualification"}
    assert row["formValue"] == {"name": "Insurance"}
    assert row["nonConformance"] is None
    assert row["due"] == "2026-12-24"
    assert row["relationship"]["withOrganisation"]["id"] == buyer.organisation_id


def test_ncr_task_has_its_id_and_title(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask]
) -> None:
    assign_task(
        buyer, supplier, type=TaskType.NONCONFORMANCE, subject_type=public.NCR_SUBJECT, title="Scratches"
    )
    [row] = signed_in(supplier).get("/api/userTask").json
    assert (row["nonConformance"], row["title"], row["rfx"], row["formValue"]) == (
        {"id": 41}, "Scratches", None, None,
    )  # fmt: skip


def test_own_tasks_and_tasks_for_anyone_are_listed(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask]
) -> None:
    second = colleague_of(supplier)
    assign_task(buyer, supplier, title="For Sam")
    assign_task(buyer, second, title="For the second")
    assign_task(buyer, supplier, anyone=True, title="For anyone")
    assign_task(supplier, buyer, title="The other way round")

    def titles(user: User) -> list[str]:
        return [row["title"] for row in signed_in(user).get("/api/userTask").json]

    assert titles(supplier) == ["For anyone", "For Sam"]
    assert titles(second) == ["For anyone", "For the second"]
    assert titles(buyer) == ["The other way round"]
    assert titles(UserFactory()) == []
    assert signed_in(make_guest(), rfx_id=1).get("/api/userTask").status_code == 403


def test_page_has_ten_tasks_newest_first_and_the_total(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask]
) -> None:
    for number in range(12):
        assign_task(buyer, supplier, title=f"Task {number}")
    client = signed_in(supplier)
    first = client.get("/api/userTask")
    assert [row["title"] for row in first.json] == [f"Task {number}" for number in range(11, 1, -1)]
    header = json.loads(first.headers["X-Pagination"])
    assert header["total"] == 12
    rest = client.get(f"/api/userTask?cursor={header['nextCursor']}").json
    assert [row["title"] for row in rest] == ["Task 1", "Task 0"]
    assert client.statements <= 8


def test_answered_task_leaves_the_list_until_closed(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask]
) -> None:
    task = assign_task(buyer, supplier)
    public.answer_task(actor=actor_of(supplier), task=task)
    assert (task.status, task.is_open) == (TaskStatus.ANSWERED, True)
    assert signed_in(supplier).get("/api/userTask").json == []
    with pytest.raises(ConflictError, match="no longer open"):
        public.answer_task(actor=actor_of(supplier), task=task)
    public.close_task(actor=actor_of(buyer), task=task)
    assert (task.status, task.is_open) == (TaskStatus.CLOSED, False)
    assert task.closed is not None
    with pytest.raises(ConflictError, match="closed already"):
        public.close_task(actor=actor_of(buyer), task=task)


def test_tasks_of_a_subject_are_closed_and_reopened_together(
    buyer: User, supplier: User, assign_task: Callable[..., UserTask], session: Session
) -> None:
    rfx_tasks = [
        assign_task(buyer, supplier, type=TaskType.RFX),
        assign_task(buyer, colleague_of(supplier), type=TaskType.RFX),
    ]
    other_kind = assign_task(buyer, supplier)
    other_subject = assign_task(buyer, supplier, type=TaskType.RFX, subject_id=42)
    selection: dict[str, Any] = {
        "subject_type": public.RFX_SUBJECT,
        "subject_id": 41,
        "types": [TaskType.RFX],
    }
    assert public.close_tasks(actor=None, **selection) == 2
    assert public.close_tasks(actor=actor_of(buyer), **selection) == 0
    assert [task.is_open for task in (*rfx_tasks, other_kind, other_subject)] == [False, False, True, True]
    assert public.reopen_tasks(**selection) == 2
    assert all(task.is_open and task.closed is None for task in rfx_tasks)


def test_reply_by_the_assignee_answers_a_follow_up_task(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask], session: Session
) -> None:
    thread = make_thread(buyer, [supplier])
    task = assign_task(buyer, supplier, message_thread_id=thread.id)
    path = f"/api/messageThread/{thread.id}/message"
    signed_in(buyer).post(path, json={"html": "<p>Well?</p>"})
    assert session.get_one(UserTask, task.id).status == TaskStatus.OPEN
    signed_in(supplier).post(path, json={"html": "<p>Here it is</p>"})
    assert session.get_one(UserTask, task.id).status == TaskStatus.ANSWERED
    assert [row["id"] for row in signed_in(supplier).get("/api/messageThread?filterTypeTask=true").json] == [
        thread.id
    ]


def test_only_follow_ups_are_logged(
    buyer: User, supplier: User, assign_task: Callable[..., UserTask], session: Session
) -> None:
    assign_task(buyer, supplier, type=TaskType.RFX)
    task = assign_task(buyer, supplier)
    public.answer_task(actor=actor_of(supplier), task=task)
    public.close_tasks(actor=None, subject_type=public.RFX_SUBJECT, subject_id=41, types=list(TaskType))
    events = session.execute(
        select(EventLog).where(EventLog.type.like("task.%")).order_by(EventLog.id)
    ).scalars().all()  # fmt: skip
    for user in (buyer, supplier):
        event_types = [event.type for event in events if event.organisation_id == user.organisation_id]
        assert event_types == ["task.created", "task.answered", "task.closed"]
    assert all(event.args["taskTitle"] == "Insurance" for event in events)


def test_tasks_of_a_subject_are_serialized_with_their_users(
    buyer: User, supplier: User, assign_task: Callable[..., UserTask]
) -> None:
    assign_task(buyer, supplier, field_key="insurance", description_html="<p>Which sum?</p>")
    assign_task(buyer, supplier, anyone=True, type=TaskType.RFX)
    rows = public.tasks_of(subject_type=public.RFX_SUBJECT, subject_ids=[41])
    dumped = public.SubjectTaskSchema(many=True).dump([public.serialize_subject_task(row) for row in rows])
    assert [task["type"] for task in dumped] == ["FOLLOW_UP", "RFX"]
    assert dumped[0]["assignedBy"]["name"] == "Ann Buyer"
    assert dumped[0]["assignedToUser"]["name"] == "Sam Supplier"
    assert dumped[1]["assignedToUser"] is None
    assert dumped[1]["assignedToOrganisation"]["id"] == supplier.organisation_id
    assert dumped[0]["descriptionHtml"] == "<p>Which sum?</p>"
    followups = public.tasks_of(
        subject_type=public.RFX_SUBJECT, subject_ids=[41], type=TaskType.FOLLOW_UP, open_only=True
    )
    assert len(followups) == 1


def test_tasks_sorted_by_due_date_put_undated_ones_last(
    buyer: User, supplier: User, signed_in: SignedIn, assign_task: Callable[..., UserTask]
) -> None:
    assign_task(buyer, supplier, title="Undated, older")
    assign_task(buyer, supplier, title="Due on the 24th", due=date(2032, 12, 24))
    assign_task(
        buyer, supplier, title="Deadline at noon of the 24th", expires=datetime(2032, 12, 24, 12, tzinfo=UTC)
    )
    assign_task(buyer, supplier, title="Due on the 23rd", due=date(2032, 12, 23))
    assign_task(buyer, supplier, title="Undated, newer")
    client = signed_in(supplier)
    pages = [client.get("/api/userTask?sort=due&pageSize=2")]
    while cursor := json.loads(pages[-1].headers["X-Pagination"])["nextCursor"]:
        pages.append(client.get(f"/api/userTask?sort=due&pageSize=2&cursor={cursor}"))
    rows = [row for page in pages for row in page.json]
    assert [(row["title"], row["due"]) for row in rows] == [
        ("Due on the 23rd", "2032-12-23"),
        ("Deadline at noon of the 24th", "2032-12-24T12:00:00+00:00"),
        ("Due on the 24th", "2032-12-24"),
        ("Undated, newer", None),
        ("Undated, older", None),
    ]
    assert client.get("/api/userTask?sort=title").status_code == 422
