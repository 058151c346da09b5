"""What people do is written to the log of their organisation, each with its own type and a sentence."""

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.events.sentences import SENTENCES, sentence
from app.kernel.clock import now
from app.network.types import RelationshipLevel
from tests.factories.accounts import UserFactory
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    made: User = UserFactory(name="Ann Buyer")
    return made


@pytest.fixture
def supplier(session: Session) -> User:
    made: User = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    return made


def ok(client: CheckedClient, method: str, path: str, body: object = None) -> None:
    response = client.open(path, method=method, json=body)
    assert response.status_code < 300, response.text


def written(session: Session, user: User, event_type: str) -> str:
    """The sentence of the one event of this type in the log of the user's organisation."""
    stmt = select(EventLog).where(
        EventLog.organisation_id == user.organisation_id, EventLog.type == event_type
    )
    event = session.execute(stmt).scalars().one()
    assert event_type in SENTENCES
    return "".join(part.text for part in sentence(event.type, event.args))


def test_a_relationship_from_its_beginning(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    body = {"organisationId": supplier.organisation_id, "level": "Evaluation"}
    kept = client.post("/api/relationship", json=body).json["id"]
    ok(client, "PUT", f"/api/relationship/{kept}/level", {"level": "Approved"})
    ok(client, "PUT", f"/api/relationship/{kept}/tags", {"tags": ["coating"]})
    ok(client, "PUT", f"/api/relationship/{kept}/notes", {"notes": "<p>On time.</p>"})
    assert client.get(f"/organisations/{supplier.organisation_id}").status_code == 200
    for event_type, words in (
        ("relationship.created", "Ann Buyer added Calder Coatings to the network as Evaluation"),
        ("relationship.levelChanged", "Ann Buyer moved Calder Coatings from Evaluation to Approved"),
        ("relationship.tagsChanged", "Ann Buyer changed the tags of Calder Coatings"),
        ("relationship.notesChanged", "Ann Buyer changed the notes on Calder Coatings"),
        ("user.viewed.organisation", "Ann Buyer looked at Calder Coatings"),
    ):
        assert written(session, buyer, event_type) == words
    others = select(EventLog.type).where(EventLog.organisation_id == supplier.organisation_id)
    assert session.execute(others).scalars().all() == [], "the other end sees none of it"


def test_an_rfx_that_is_moved_about(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn
) -> None:
    relate(buyer.organisation_id, supplier.organisation_id, RelationshipLevel.APPROVED)
    rfx_id = send_rfx(buyer, supplier).id
    asks, answers = signed_in(buyer), signed_in(supplier)
    deadline = (now() + timedelta(days=9)).isoformat()
    ok(asks, "PUT", f"/api/rfx/{rfx_id}/deadline", {"deadline": deadline})
    ok(asks, "POST", f"/api/rfx/{rfx_id}/reminder", {})
    ok(answers, "POST", f"/api/rfx/{rfx_id}/decline", {"reason": "Too busy."})
    ok(asks, "POST", f"/api/rfx/{rfx_id}/reopen", {})
    ok(asks, "POST", f"/api/rfx/{rfx_id}/export", {"format": "csv"})
    for event_type in ("rfx.deadlineChanged", "rfx.reminded", "rfx.declined", "rfx.reopened"):
        for end in (buyer, supplier):
            assert f"#{rfx_id}" in written(session, end, event_type)
    assert written(session, buyer, "rfx.declined").startswith("Sam Supplier declined")
    assert f"#{rfx_id}" in written(session, buyer, "export.created")


def test_signing_out(buyer: User, session: Session, signed_in: SignedIn) -> None:
    ok(signed_in(buyer), "DELETE", "/api/session")
    assert written(session, buyer, "user.logout") == "Ann Buyer signed out"
