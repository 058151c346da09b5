"""The sender's task to review a submitted response."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session, signed_in: SignedIn) -> SentRfx:
    """Return a submitted RFx."""
    rfx = send_rfx(title="Supplier questions")
    submit(signed_in(rfx.respondent), rfx)
    return rfx


def submit(supplier: CheckedClient, sent: SentRfx) -> None:
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200


def tasks(client: CheckedClient) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get("/api/userTask").json
    return rows


def accept(client: CheckedClient, sent: SentRfx, *keys: str, accepted: bool = True) -> None:
    values = client.get(f"{sent.path}").json["latestValuesFvc"]["values"]
    answers = [{"field": key, "iteration": values[key]["iteration"]} for key in keys]
    response = client.put(f"{sent.path}/acceptance", json={"answers": answers, "accepted": accepted})
    assert response.status_code == 200, response.text


def test_submission_gives_the_sender_a_task_to_review(sent: SentRfx, signed_in: SignedIn) -> None:
    buyer = signed_in(sent.sender)
    [task] = tasks(buyer)
    assert (task["type"], task["title"], task["rfx"]["id"], task["formValue"]) == (
        "REVIEW", "Supplier questions", sent.id, None,
    )  # fmt: skip
    assert task["relationship"]["withOrganisation"]["id"] == sent.respondent.organisation_id
    assert tasks(signed_in(sent.respondent)) == tasks(signed_in(colleague_of(sent.sender))) == []


def test_list_marks_responses_that_await_the_viewers_review(sent: SentRfx, signed_in: SignedIn) -> None:
    def awaits(client: CheckedClient) -> list[bool]:
        return [row["awaitsReview"] for row in client.get("/api/rfx").json]

    buyer = signed_in(sent.sender)
    others = (signed_in(sent.respondent), signed_in(colleague_of(sent.sender)))
    assert (awaits(buyer), [awaits(client) for client in others]) == ([True], [[False], [False]])
    accept(buyer, sent, "company_name", "employees", "iso")
    assert awaits(buyer) == [False]


def test_review_ends_when_every_answer_is_accepted_or_has_a_follow_up(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    buyer = signed_in(sent.sender)
    accept(buyer, sent, "company_name", "employees")
    assert len(tasks(buyer)) == 1
    follow_up = buyer.post(f"{sent.path}/task", json={"field": "iso", "descriptionHtml": "<p>Why not?</p>"})
    assert follow_up.status_code == 201
    assert tasks(buyer) == []
    assert buyer.get("/api/notification").json[0]["unreadIds"] == []
    accept(buyer, sent, "employees", accepted=False)
    assert tasks(buyer) == []


def test_reopening_ends_the_review_and_a_new_submission_begins_another(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    buyer = signed_in(sent.sender)
    [first] = tasks(buyer)
    assert buyer.post(f"{sent.path}/reopen", json={}).status_code == 200
    assert tasks(buyer) == []
    assert buyer.get("/api/updates").json["unread"] == 0
    submit(signed_in(sent.respondent), sent)
    [second] = tasks(buyer)
    assert second["id"] != first["id"]
    assert len(buyer.get("/api/notification").json[0]["unreadIds"]) == 1


def test_review_is_finished_by_hand_once_by_its_assignee(sent: SentRfx, signed_in: SignedIn) -> None:
    buyer = signed_in(sent.sender)
    path = f"/api/userTask/{tasks(buyer)[0]['id']}/done"
    for other in (sent.respondent, UserFactory(), colleague_of(sent.sender)):
        assert signed_in(other).put(path).status_code == 404
    assert buyer.put(path).status_code == 204
    assert buyer.put(path).status_code == 409
    assert tasks(buyer) == []
    assert buyer.get("/api/updates").json["unread"] == 0


def test_other_tasks_are_not_finished_by_hand(session: Session, signed_in: SignedIn) -> None:
    supplier = signed_in(send_rfx().respondent)
    [task] = tasks(supplier)
    refused = supplier.put(f"/api/userTask/{task['id']}/done")
    assert (refused.status_code, refused.json["message"]) == (
        409, "This task is closed by answering or resolving it.",
    )  # fmt: skip
    assert len(tasks(supplier)) == 1


def test_task_of_a_suspended_sender_is_for_colleagues_who_may_review(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx()
    reader, able = colleague_of(sent.sender, role_name="Viewer"), colleague_of(sent.sender)
    sent.sender.status = UserStatus.SUSPENDED
    session.flush()
    submit(signed_in(sent.respondent), sent)
    [task] = tasks(signed_in(able))
    path = f"/api/userTask/{task['id']}/done"
    assert signed_in(reader).put(path).status_code == 403
    assert signed_in(able).put(path).status_code == 204
