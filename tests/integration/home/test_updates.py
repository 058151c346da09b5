"""How open pages hear what is new: one statement, 204 while nothing has changed, and the walls."""

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
    made: User = UserFactory()
    return made


def ask(client: CheckedClient, stamp: str = "") -> Any:
    return client.get("/api/updates", query_string={"stamp": stamp} if stamp else {})


def test_nothing_new_is_one_cheap_answer(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    first = ask(client).json
    assert (first["newMessages"], first["openTasks"]) == (0, 0)
    again = ask(client, first["stamp"])
    assert again.status_code == 204
    assert again.data == b""
    assert client.statements == 2, "the sign-in, and one more"


def test_an_rfx_waits_for_its_recipients_until_its_deadline_and_again_when_that_is_moved(
    signed_in: SignedIn,
) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    buyer, client = signed_in(sent.sender), signed_in(sent.respondent)

    def waiting() -> int:
        count: int = ask(client).json["openTasks"]
        assert len(client.get("/api/userTask").json) == count
        return count

    assert waiting() == 1
    with shifted(timedelta(hours=1)):
        # The job that notes the expiry has not run.
        assert waiting() == 0
        later = {"deadline": (now() + timedelta(hours=1)).isoformat()}
        assert buyer.put(f"{sent.path}/deadline", json=later).status_code == 200
        assert waiting() == 1
    with shifted(timedelta(hours=3)):
        assert waiting() == 0
        assert buyer.put(f"{sent.path}/deadline", json={"deadline": None}).status_code == 200
        assert waiting() == 1


def test_a_message_a_task_and_an_event_each_change_the_stamp(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(supplier)
    stamps = [ask(client).json["stamp"]]
    thread = make_thread(buyer, [supplier])
    found = ask(client, stamps[-1]).json
    assert found["newMessages"] == 1
    stamps.append(found["stamp"])
    assert client.put(f"/api/messageThread/{thread.id}/seen").status_code == 204
    found = ask(client, stamps[-1]).json
    assert found["newMessages"] == 0
    stamps.append(found["stamp"])
    make_ncr(buyer, relationship.id)
    found = ask(client, stamps[-1]).json
    assert found["openTasks"] == 1
    assert found["events"][0]["type"] == "ncr.created"
    stamps.append(found["stamp"])
    record("organisation.updated", actor=actor_of(supplier), organisationId=1, organisationName="x")
    assert ask(client, stamps[-1]).json["events"][0]["type"] == "organisation.updated"
    assert len(set(stamps)) == len(stamps)


def test_what_others_look_at_is_no_news(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    stamp = ask(client).json["stamp"]
    colleague = actor_of(colleague_of(buyer))
    record("user.login", actor=colleague)
    record_view("user.viewed.user", actor=colleague, key="userId", userId=1, userName="x")
    assert ask(client, stamp).status_code == 204


def test_counts_are_those_of_the_lists(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    for _ in range(3):
        make_thread(buyer, [supplier])
    client = signed_in(supplier)
    assert ask(client).json["newMessages"] == len(client.get("/api/messageThread?tags=new").json) == 3


def test_pages_begin_with_the_counts_and_guests_hear_nothing(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    make_thread(buyer, [supplier])
    page = signed_in(supplier).get("/messages").text
    assert '<span class="count" data-counted="new messages">1' in page
    assert '"live":{"stamp":"1-' in page
    guest = signed_in(make_guest(), guest_rfx_id=1)
    assert ask(guest).status_code == 403


def test_a_stamp_is_only_text(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert ask(client, "'; drop table message; --").status_code == 200
    assert ask(client, "x" * 201).status_code == 422
