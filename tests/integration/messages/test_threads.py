"""Threads over HTTP: reading, tags of each user, replies, and permissions."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.kernel.registry import EXTENSION
from app.messages import operations
from app.messages.models import ThreadParticipant
from app.messages.policies import ThreadHooks
from app.messages.types import ThreadType
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from tests.factories.accounts import UserFactory, actor_of, colleague_of, make_guest
from tests.factories.messages import make_thread
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.messages.conftest import People, subjects


def tags(client: CheckedClient, thread_id: int) -> list[str]:
    names: list[str] = client.get(f"/api/messageThread/{thread_id}").json["tags"]
    return names


def test_recipient_sees_thread_message_and_participants(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier, people.second], html="<p>Hello <b>there</b></p>")
    client = signed_in(people.supplier)
    shown = client.get(f"/api/messageThread/{thread.id}").json
    assert shown["type"] == "GENERAL"
    assert sorted(shown["tags"]) == ["inbox", "new"]
    assert shown["messageCount"] == 1
    assert shown["olderCount"] == 0
    assert shown["takesPart"] is True
    [message] = shown["messages"]
    assert message["html"] == "<p>Hello <b>there</b></p>"
    assert message["sample"] == "Hello there"
    assert message["type"] == "MESSAGE"
    assert message["createdBy"]["name"] == "Ann Buyer"
    assert message["createdBy"]["organisation"]["id"] == people.buyer.organisation_id
    assert shown["lastMessage"]["id"] == message["id"]
    names = [participant["name"] for participant in shown["participants"]]
    assert names == ["Ann Buyer", "Sam Supplier", people.second.name]
    assert client.get(f"/api/messageThread/{thread.id}/participant").json == shown["participants"]


def test_each_user_has_own_tags(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier, people.second])
    sender, one, two = (signed_in(user) for user in (people.buyer, people.supplier, people.second))
    assert tags(sender, thread.id) == ["inbox"], "own messages count as seen"
    assert one.put(f"/api/messageThread/{thread.id}/seen").status_code == 204
    assert tags(one, thread.id) == ["inbox"]
    assert sorted(tags(two, thread.id)) == ["inbox", "new"]
    assert one.put(f"/api/messageThread/{thread.id}/trash", json={"trash": True}).status_code == 204
    assert tags(one, thread.id) == ["trash"]
    assert subjects(one) == []
    assert subjects(one, "?tags=trash") == ["Delivery times"]
    assert subjects(two) == ["Delivery times"], "deleted for one user only"
    one.put(f"/api/messageThread/{thread.id}/trash", json={"trash": False})
    assert tags(one, thread.id) == ["inbox"]


def test_reply_is_new_for_others_and_restores_a_deleted_thread(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier, people.second])
    sender, one, two = (signed_in(user) for user in (people.buyer, people.supplier, people.second))
    two.put(f"/api/messageThread/{thread.id}/trash", json={"trash": True})
    one.put(f"/api/messageThread/{thread.id}/seen")
    reply = one.post(f"/api/messageThread/{thread.id}/message", json={"html": "<p>In May.</p>"})
    assert reply.status_code == 201
    assert reply.json["sample"] == "In May."
    assert sorted(tags(sender, thread.id)) == ["inbox", "new"]
    assert tags(one, thread.id) == ["inbox"]
    assert sorted(tags(two, thread.id)) == ["inbox", "new"]
    [row] = sender.get("/api/messageThread?tags=new").json
    assert row["messageCount"] == 2
    assert row["lastMessage"]["sample"] == "In May."
    assert row["lastMessage"]["createdBy"]["name"] == "Sam Supplier"


def test_only_participants_see_a_thread(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    for outsider in (people.colleague, people.second, UserFactory()):
        client = signed_in(outsider)
        path = f"/api/messageThread/{thread.id}"
        assert client.get(path).status_code == 404
        assert client.get(f"{path}/participant").status_code == 404
        assert client.put(f"{path}/seen").status_code == 404
        assert client.put(f"{path}/trash", json={"trash": True}).status_code == 404
        assert client.post(f"{path}/message", json={"html": "<p>x</p>"}).status_code == 404
        assert subjects(client) == []
        assert client.get(f"/messages/t/{thread.id}").status_code == 404


def test_guests_cannot_use_threads(people: People, signed_in: SignedIn, session: Session) -> None:
    guest = make_guest()
    thread = operations.start_thread(
        actor=Actor(
            user_id=people.buyer.id, organisation_id=people.buyer.organisation_id, name="Ann",
            organisation_name="",
        ),
        organisation_id=guest.organisation_id, user_ids=[guest.id], type=ThreadType.RFI, subject="x",
        html="<p>x</p>",
    )  # fmt: skip
    client = signed_in(guest, rfx_id=1)
    assert client.get("/api/messageThread").status_code == 403
    assert client.get(f"/api/messageThread/{thread.id}").status_code == 403
    assert client.get("/messages").status_code == 302
    participants = session.execute(
        select(ThreadParticipant.user_id).where(ThreadParticipant.thread_id == thread.id)
    )
    assert participants.scalars().all() == [people.buyer.id]


def test_readers_of_the_subject_read_the_thread_and_join_by_replying(
    app: Flask, people: People, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    threads = app.extensions[EXTENSION].hooks(ThreadHooks)
    monkeypatch.setattr(
        threads,
        "accesses",
        [lambda actor, thread_id: actor.user_id == people.second.id and thread_id == thread.id],
    )
    client = signed_in(people.second)
    path = f"/api/messageThread/{thread.id}"
    shown = client.get(path).json
    assert (shown["takesPart"], shown["tags"]) == (False, [])
    assert client.put(f"{path}/seen").status_code == 204
    assert subjects(client) == []
    assert client.post(f"{path}/message", json={"html": "<p>Me too</p>"}).status_code == 201
    assert client.get(path).json["takesPart"] is True
    assert subjects(client) == ["Delivery times"]
    assert sorted(tags(signed_in(people.supplier), thread.id)) == ["inbox", "new"]


def test_participants_can_always_reply(people: People, signed_in: SignedIn) -> None:
    viewer = colleague_of(people.supplier, role_name="Viewer")
    thread = make_thread(people.buyer, [people.supplier, viewer])
    db.session.query(Relationship).one().level = RelationshipLevel.NONE
    for user in (people.supplier, viewer, people.buyer):
        client = signed_in(user)
        path = f"/api/messageThread/{thread.id}"
        assert client.get(path).json["mayReply"] is True
        assert client.post(f"{path}/message", json={"html": "<p>Goodbye</p>"}).status_code == 201
        assert subjects(client) == ["Delivery times"]


def test_reader_without_send_permission_cannot_reply(
    app: Flask, people: People, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    viewer = colleague_of(people.supplier, role_name="Viewer")
    threads = app.extensions[EXTENSION].hooks(ThreadHooks)
    monkeypatch.setattr(threads, "accesses", [lambda actor, _thread_id: actor.user_id == viewer.id])
    client = signed_in(viewer)
    path = f"/api/messageThread/{thread.id}"
    assert client.get(path).json["mayReply"] is False
    assert client.post(f"{path}/message", json={"html": "<p>Me too</p>"}).status_code == 403
    assert len(client.get(path).json["messages"]) == 1
    assert signed_in(people.supplier).get(path).json["mayReply"] is True


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "Please enter a message."),
        ({"html": ""}, "Please enter a message."),
        ({"html": "<p> <br>&nbsp;</p>"}, "Please enter a message."),
        ({"html": "x" * 200_001}, "This text is too long: at most 200 kB are possible."),
        (
            {"html": "<p>x</p>", "attachmentIds": [1]},
            "One of the files is no longer there. Please add it again.",
        ),
        ({"html": "<p>x</p>", "attachmentIds": list(range(1, 12))}, "At most 10 files can be attached."),
        ({"html": "<p>x</p>", "subject": "other"}, "subject: this field does not exist."),
    ],
)
def test_invalid_replies_are_rejected(
    people: People, signed_in: SignedIn, body: dict[str, Any], sentence: str
) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    client = signed_in(people.supplier)
    refused = client.post(f"/api/messageThread/{thread.id}/message", json=body)
    assert refused.status_code == 422
    assert refused.json["errors"] == [sentence]
    assert client.get(f"/api/messageThread/{thread.id}").json["messageCount"] == 1


def test_message_html_is_sanitised(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    client = signed_in(people.supplier)
    html = '<p onclick="x()">Hi<script>alert(1)</script><img src="//evil/x"><a href="javascript:x">y</a></p>'
    sent = client.post(f"/api/messageThread/{thread.id}/message", json={"html": html}).json["html"]
    for word in ("script", "onclick", "img", "javascript"):
        assert word not in sent


def test_attached_files_are_visible_to_participants(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    client = signed_in(people.supplier)
    started = client.post("/api/attachment/start", json={"filename": "a.txt", "size": 5, "kind": "MESSAGE"})
    client.put(started.json["uploadUrl"], data=b"hello")
    sent = client.post(
        f"/api/messageThread/{thread.id}/message",
        json={"html": "<p>See file</p>", "attachmentIds": [started.json["id"]]},
    )
    [attachment] = sent.json["attachments"]
    assert (attachment["filename"], attachment["size"]) == ("a.txt", 5)
    assert signed_in(people.buyer).get(attachment["url"]).data == b"hello"
    assert signed_in(people.colleague).get(attachment["url"]).status_code == 404


def test_same_key_sends_one_reply(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    client = signed_in(people.supplier)
    path = f"/api/messageThread/{thread.id}/message"
    key = {"Idempotency-Key": "one"}
    first = client.post(path, json={"html": "<p>Once</p>"}, headers=key)
    again = client.post(path, json={"html": "<p>Once</p>"}, headers=key)
    assert (again.status_code, again.json) == (201, first.json)
    assert client.get(f"/api/messageThread/{thread.id}").json["messageCount"] == 2
    assert client.post(path, json={"html": "<p>Other</p>"}, headers=key).status_code == 409


def test_thread_start_needs_a_relationship_and_the_permission(people: People) -> None:
    def start(sender: User, recipient: User) -> None:
        operations.create_thread(
            actor=actor_of(sender), organisation_id=recipient.organisation_id, user_ids=[recipient.id],
            type=ThreadType.GENERAL, subject="Hello", html="<p>Hello</p>",
        )  # fmt: skip

    start(people.buyer, people.supplier)
    start(people.supplier, people.buyer)
    stranger = UserFactory()
    with pytest.raises(ForbiddenError, match="relationship"):
        start(people.buyer, stranger)
    relate(people.buyer.organisation_id, stranger.organisation_id, RelationshipLevel.NONE)
    with pytest.raises(ForbiddenError, match="relationship"):
        start(people.buyer, stranger)
    with pytest.raises(ForbiddenError):
        start(colleague_of(people.buyer, role_name="Viewer"), people.supplier)


def test_recipients_must_be_active_users_of_the_organisation(people: People) -> None:
    suspended = colleague_of(people.supplier, status=UserStatus.SUSPENDED)
    for invalid_id in (people.colleague.id, suspended.id, 999_999):
        with pytest.raises(InvalidError, match="can't receive messages"):
            operations.create_thread(
                actor=actor_of(people.buyer), organisation_id=people.supplier.organisation_id,
                user_ids=[people.supplier.id, invalid_id], type=ThreadType.GENERAL, subject="Hello",
                html="<p>Hello</p>",
            )  # fmt: skip


def test_long_thread_shows_its_newest_messages_first(people: People, signed_in: SignedIn) -> None:
    thread = make_thread(people.buyer, [people.supplier])
    client = signed_in(people.supplier)
    first = client.get(f"/api/messageThread/{thread.id}").json["messages"][0]["id"]
    statements_for_short = client.statements
    for number in range(204):
        client.post(f"/api/messageThread/{thread.id}/message", json={"html": f"<p>{number}</p>"})
    shown = client.get(f"/api/messageThread/{thread.id}").json
    assert (len(shown["messages"]), shown["olderCount"], shown["messageCount"]) == (200, 5, 205)
    assert client.statements == statements_for_short <= 8
    all_messages = client.get(f"/api/messageThread/{thread.id}?from={first}").json
    assert (len(all_messages["messages"]), all_messages["olderCount"]) == (205, 0)


def test_sending_is_logged_for_sender_and_relationship(people: People, session: Session) -> None:
    make_thread(people.buyer, [people.supplier])
    event = session.execute(select(EventLog).where(EventLog.type == "message.sent")).scalar_one()
    assert event.organisation_id == people.buyer.organisation_id
    assert event.relationship_id is not None
    assert event.args["subject"] == "Delivery times"
    assert event.args["organisationId"] == people.supplier.organisation_id
