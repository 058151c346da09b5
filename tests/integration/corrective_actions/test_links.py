"""The link of a guest: it opens one action alone, and nothing that only the buyer may read."""

import re
from collections.abc import Callable

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.public import revoke_access
from app.corrective_actions.types import CORRECTIVE_GRANT
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.network.operations.relationships import save_notes
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.corrective_actions import (
    ActionParties,
    accept,
    actor_by_link,
    fill,
    make_action,
    send,
    upload_photo,
)
from tests.factories.ncr import make_ncr
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def parties(session: Session) -> ActionParties:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    return make_action(buyer, guest=True)


def paths_in_mails(session: Session) -> list[str]:
    texts = session.execute(select(OutboxMail.text).order_by(OutboxMail.id)).scalars()
    return [
        match.group() for text in texts for match in re.finditer(r"/guest/[\w-]+/correctiveAction/\d+", text)
    ]


def test_person_without_an_account_gets_a_link_to_the_page(
    session: Session, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    parties = make_action(buyer, supplier)
    ncr_id = make_ncr(buyer, parties.relationship.id).ncr.id
    body = {"email": "gina@works.example", "name": "Gina Guest"}
    asked = signed_in(buyer).post(f"/api/ncr/{ncr_id}/correctiveAction", json=body)
    assert asked.json["responsible"]["name"] == "Gina Guest"
    [path] = paths_in_mails(session)
    page = new_client().get(path)
    assert page.status_code == 200
    assert "Burrs on bore" in page.text


def test_guest_writes_and_sends_and_the_buyer_sees_the_name(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    guest, grant = parties.guest()
    client = signed_in(guest, grant=grant)
    fill(parties, "D1", "D2", "D3", actor=actor_by_link(parties))
    assert client.post(parties.step("D3", "send"), json={}).status_code == 200
    buyer = signed_in(parties.buyer)
    steps = buyer.get(parties.path).json["steps"]
    assert steps[0]["sentBy"]["name"] == "Gina Guest"
    response = client.post(parties.step("D3", "accept"), json={})
    assert response.status_code == 403
    assert buyer.post(parties.step("D3", "accept"), json={}).status_code == 200


def test_link_and_account_write_at_once(parties: ActionParties, signed_in: SignedIn) -> None:
    guest, grant = parties.guest()
    by_link, by_account = signed_in(guest, grant=grant), signed_in(parties.supplier)
    photo = upload_photo(guest)
    body = {"file.row001": {"value": {"id": photo, "place": ""}, "baseIteration": 0}}
    assert by_link.put(parties.step("D4"), json={"values": body}).json["refused"] == {}
    body = {"why.OCCURRENCE.row001": {"value": "Worn tool", "baseIteration": 0}}
    assert by_account.put(parties.step("D4"), json={"values": body}).json["refused"] == {}
    step = next(each for each in by_link.get(parties.path).json["steps"] if each["step"] == "D4")
    assert step["values"].keys() == {"file.row001", "why.OCCURRENCE.row001"}
    assert [file["id"] for file in step["files"]] == [photo]


def test_link_opens_that_action_alone(parties: ActionParties, signed_in: SignedIn) -> None:
    other = make_action(parties.buyer, ncr={"title": "OTHER-NCR"}, guest=True)
    guest, grant = parties.guest()
    client = signed_in(guest, grant=grant)
    assert client.get(parties.path).status_code == 200
    assert client.get(other.path).status_code == 404
    assert client.put(other.step("D1"), json={"values": {}}).status_code == 404
    assert client.post(f"{other.path}/contest", json={"reason": "x"}).status_code == 404
    assert client.get(f"/api/ncr/{parties.ncr_id}").status_code in {403, 404}
    assert client.get("/api/ncr").status_code in {200, 403}
    assert "OTHER-NCR" not in client.get("/api/ncr").text


def test_link_ends_when_it_is_revoked_and_when_the_non_conformance_is_deleted(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    guest, grant = parties.guest()
    client = signed_in(guest, grant=grant)
    buyer = signed_in(parties.buyer)
    buyer.put(f"/api/ncr/{parties.ncr_id}/deleted", json={"deleted": True})
    assert client.get(parties.path).status_code == 404
    buyer.put(f"/api/ncr/{parties.ncr_id}/deleted", json={"deleted": False})
    assert client.get(parties.path).status_code == 200
    revoke_access(user_id=guest.id, subject_type=CORRECTIVE_GRANT, subject_id=parties.action_id)
    assert client.get(parties.path).status_code == 401


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"email": "gina@works.example"}, "name", "Enter the person's name."),
        ({"email": "not an address"}, "email", None),
        ({"userId": 1, "email": "gina@works.example", "name": "G"}, "userId", None),
    ],
)
def test_recipients_that_cannot_be_get_a_sentence(
    session: Session, signed_in: SignedIn, body: dict[str, object], field: str, sentence: str | None
) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    parties = make_action(buyer, supplier)
    ncr_id = make_ncr(buyer, parties.relationship.id).ncr.id
    response = signed_in(buyer).post(f"/api/ncr/{ncr_id}/correctiveAction", json=body)
    assert response.status_code == 422
    assert field in response.json["fields"]
    if sentence:
        assert response.json["fields"][field] == [sentence]


def test_only_people_of_the_supplier_who_may_work_on_it_can_be_asked(
    session: Session, signed_in: SignedIn
) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    parties = make_action(buyer, supplier)
    ncr_id = make_ncr(buyer, parties.relationship.id).ncr.id
    client, path = signed_in(buyer), f"/api/ncr/{ncr_id}/correctiveAction"
    reader = colleague_of(supplier, role=None, name="Rita Reader")
    refused = client.post(path, json={"userId": reader.id})
    assert refused.json["fields"]["userId"] == [
        "Rita Reader can't manage non-conformances. Ask someone else."
    ]
    assert client.post(path, json={"userId": UserFactory().id}).status_code == 404
    assert client.post(path, json={"userId": buyer.id}).status_code == 404
    own = client.post(path, json={"email": buyer.email, "name": "Me"})
    assert own.status_code == 422
    asked = client.post(path, json={"email": supplier.email.upper(), "name": "x"})
    assert asked.json["responsible"]["id"] == supplier.id


CANARY = "Canary-7731"


def test_nothing_internal_of_the_buyer_is_in_an_answer_to_the_supplier(
    session: Session, signed_in: SignedIn
) -> None:
    """Notes, tags and the own number of the supplier, and drafts of tasks of the buyer, stay with the buyer."""
    buyer = UserFactory(name="Ann Buyer")
    parties = make_action(buyer, guest=True)
    relationship = session.get_one(Relationship, parties.relationship.id)
    relationship.external_ref = f"{CANARY}-number"
    save_notes(actor=actor_of(buyer), relationship_id=relationship.id, notes=f"<p>{CANARY}-notes</p>")
    guest, grant = parties.guest()
    accept(parties, "D3")
    send(parties, "D4")
    for client in (signed_in(guest, grant=grant), signed_in(parties.supplier)):
        texts = [
            client.get(parties.path).text,
            client.get("/api/due").text,
            client.get("/api/ncr").text,
            client.get(f"/api/ncr/{parties.ncr_id}").text,
            client.put(parties.step("D5"), json={"values": {}}).text,
        ]
        assert not any(CANARY in text for text in texts)
    mails = session.execute(select(OutboxMail.html)).scalars()
    assert not any(CANARY in html for html in mails)
