"""Updates for open pages: one statement, 204 without changes, and only visible rows."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.public import record, record_view
from app.kernel.clock import now, shifted
from tests.factories.accounts import UserFactory, actor_of, colleague_of, make_guest
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory()
    return created


def get_updates(client: CheckedClient, stamp: str = "") -> Any:
    return client.get("/api/updates", query_string={"stamp": stamp} if stamp else {})


def test_no_change_returns_204_with_one_statement(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    first = get_updates(client).json
    assert (first["newMessages"], first["openTasks"], first["unread"]) == (0, 0, 0)
    again = get_updates(client, first["stamp"])
    assert again.status_code == 204
    assert again.data == b""
    assert client.statements == 2, "one for the session, one for the updates"


def test_open_task_ends_with_the_deadline_and_returns_when_extended(
    signed_in: SignedIn,
) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    buyer, client = signed_in(sent.sender), signed_in(sent.respondent)

    def count_open_tasks() -> int:
        count: int = get_updates(client).json["openTasks"]
        assert len(client.get("/api/userTask").json) == count
        return count

    assert count_open_tasks() == 1
    with shifted(timedelta(hours=1)):
        # The job that records the expiry has not run.
        assert count_open_tasks() == 0
        later = {"deadline": (now() + timedelta(hours=1)).isoformat()}
        assert buyer.put(f"{sent.path}/deadline", json=later).status_code == 200
        assert count_open_tasks() == 1
    with shifted(timedelta(hours=3)):
        assert count_open_tasks() == 0
        assert buyer.put(f"{sent.path}/deadline", json={"deadline": None}).status_code == 200
        assert count_open_tasks() == 1


def test_message_task_and_event_each_change_the_stamp(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(supplier)
    stamps = [get_updates(client).json["stamp"]]
    thread = make_thread(buyer, [supplier])
    updates = get_updates(client, stamps[-1]).json
    assert updates["newMessages"] == 1
    stamps.append(updates["stamp"])
    assert client.put(f"/api/messageThread/{thread.id}/seen").status_code == 204
    updates = get_updates(client, stamps[-1]).json
    assert updates["newMessages"] == 0
    stamps.append(updates["stamp"])
    make_ncr(buyer, relationship.id)
    updates = get_updates(client, stamps[-1]).json
    assert updates["openTasks"] == 1
    assert updates["events"][0]["type"] == "ncr.created"
    stamps.append(updates["stamp"])
    record("organisation.updated", actor=actor_of(supplier), organisationId=1, organisationName="x")
    assert get_updates(client, stamps[-1]).json["events"][0]["type"] == "organisation.updated"
    assert len(set(stamps)) == len(stamps)


def test_views_by_colleagues_do_not_change_the_stamp(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    stamp = get_updates(client).json["stamp"]
    colleague = actor_of(colleague_of(buyer))
    record("user.login", actor=colleague)
    record_view("user.viewed.user", actor=colleague, key="userId", userId=1, userName="x")
    assert get_updates(client, stamp).status_code == 204


def test_counts_match_the_lists(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    for _ in range(3):
        make_thread(buyer, [supplier])
    client = signed_in(supplier)
    assert get_updates(client).json["newMessages"] == len(client.get("/api/messageThread?tags=new").json) == 3


def test_pages_contain_counts_and_guests_get_403(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    make_thread(buyer, [supplier])
    page = signed_in(supplier).get("/messages").text
    assert '<span class="count" data-counted="new messages">1' in page
    assert '"live":{"stamp":"1-' in page
    guest = signed_in(make_guest(), rfx_id=1)
    assert get_updates(guest).status_code == 403


def test_stamp_is_treated_as_text(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert get_updates(client, "'; drop table message; --").status_code == 200
    assert get_updates(client, "x" * 201).status_code == 422
