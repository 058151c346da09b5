"""Visibility of email addresses and phone numbers: only of people who agreed to it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import shifted
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.ncr import ncr_json
from tests.factories.network import relate
from tests.factories.rfx import ANSWERS, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory(name="Ann Buyer")
    return user


@pytest.fixture
def supplier(session: Session) -> User:
    user: User = UserFactory(name="Sam Supplier", phone="0123-sam", mobile="0456-sam")
    return user


@pytest.fixture
def passive_colleague(supplier: User) -> User:
    """Return a colleague of the supplier who has no contact with the buyer."""
    return colleague_of(supplier, name="Sil Silent", phone="0123-sil", mobile="0456-sil")


def sees_contact_details(client: CheckedClient, person: User) -> bool:
    """Return True if all four endpoints show the person's contact details, False if none does."""
    organisation = f"/api/organisation/{person.organisation_id}"
    bodies = [
        client.get(f"/api/user/{person.id}").json,
        *(row for row in client.get("/api/user?pageSize=100").json if row["id"] == person.id),
        *(row for row in client.get(organisation).json["users"] if row["id"] == person.id),
        *(row for row in client.get(f"{organisation}/user").json if row["id"] == person.id),
    ]
    assert len(bodies) == 4
    shown = [(body["email"], body["phone"], body["mobile"]) for body in bodies]
    pages = "".join(
        client.get(path).text
        for path in (
            f"/contacts/{person.id}",
            "/contacts?myOrgOnly=false",
            f"/organisations/{person.organisation_id}",
        )
    )
    for body in bodies:
        assert body["name"] == person.name
        assert body["jobTitle"] == person.job_title
    if shown == [(None, None, None)] * 4:
        assert all(body["role"] is None for body in bodies)
        assert not any(text in pages for text in (person.email, person.phone, person.mobile) if text)
        return False
    assert shown == [(person.email, person.phone, person.mobile)] * 4
    assert person.email in pages
    return True


def test_adding_an_organisation_shows_no_contact_details(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    assert not sees_contact_details(client, supplier)
    body = {"organisationId": supplier.organisation_id, "level": "Preferred", "message": ""}
    assert client.post("/api/relationship", json=body).status_code == 201
    assert not sees_contact_details(client, supplier)


def test_organisation_shows_contact_details_to_those_it_adds(
    buyer: User, supplier: User, passive_colleague: User, signed_in: SignedIn
) -> None:
    relationship = relate(supplier.organisation_id, buyer.organisation_id, RelationshipLevel.NONE)
    client = signed_in(buyer)
    assert not sees_contact_details(client, supplier)
    level = f"/api/relationship/{relationship.id}/level"
    assert signed_in(supplier).put(level, json={"level": "Evaluation"}).status_code == 200
    assert sees_contact_details(client, supplier)
    assert sees_contact_details(client, passive_colleague)
    assert not sees_contact_details(signed_in(supplier), buyer), "the buyer has not agreed"
    assert client.get(f"/api/organisation/{supplier.organisation_id}").json["isCustomer"] is True
    buying = f"/api/organisation/{buyer.organisation_id}"
    assert signed_in(supplier).get(buying).json["isCustomer"] is False


def test_invited_people_are_visible_to_the_inviter_only(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    invitation = {
        "contactName": "Nia New", "contactEmail": "nia@new.example", "organisationName": "New Metals",
        "relationshipLevel": "Evaluation",
    }  # fmt: skip
    assert client.post("/api/relationship/invite", json=invitation).status_code == 201
    nia = session.query(User).filter_by(email="nia@new.example").one()
    assert sees_contact_details(client, nia)
    relate(buyer.organisation_id, supplier.organisation_id)
    body = {
        "name": "Ada Added",
        "email": "ada@sam.example",
        "role": "Viewer",
        "organisationId": supplier.organisation_id,
    }
    assert client.post("/api/user", json=body).status_code == 201
    ada = session.query(User).filter_by(email="ada@sam.example").one()
    assert sees_contact_details(client, ada)
    assert not sees_contact_details(client, supplier)
    assert not sees_contact_details(signed_in(UserFactory()), ada)


def _reply_to_message(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    relate(buyer.organisation_id, supplier.organisation_id)
    body = {
        "toOrganisationIds": [supplier.organisation_id], "toUserIds": [supplier.id], "type": "MESSAGE",
        "subject": "Prices", "html": "<p>How much?</p>",
    }  # fmt: skip
    thread_id = signed_in(buyer).post("/api/messageThread", json=body).json["id"]
    assert not sees_contact_details(signed_in(buyer), supplier), "no reply yet"
    reply = signed_in(supplier).post(f"/api/messageThread/{thread_id}/message", json={"html": "<p>9</p>"})
    assert reply.status_code < 300


def _submit_rfx(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    client = signed_in(supplier)
    assert client.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).status_code == 200
    assert not sees_contact_details(signed_in(buyer), supplier), "not submitted yet"
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200


def _submit_rfx_as_colleague(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    assert signed_in(supplier).put(f"{sent.path}/value", json=answers_json(**ANSWERS)).status_code == 200
    submitter = colleague_of(supplier)
    assert signed_in(submitter).post(f"{sent.path}/submission", json={}).status_code == 200
    assert sees_contact_details(signed_in(buyer), submitter)


def _decline_rfx(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    assert signed_in(supplier).post(f"{sent.path}/decline", json={"reason": "Too busy."}).status_code == 200


@pytest.mark.parametrize("respond", [_reply_to_message, _submit_rfx, _submit_rfx_as_colleague, _decline_rfx])
def test_answering_shows_contact_details_of_that_user_only(
    buyer: User,
    supplier: User,
    passive_colleague: User,
    signed_in: SignedIn,
    respond: Callable[[User, User, SignedIn], None],
) -> None:
    respond(supplier, buyer, signed_in)
    client = signed_in(buyer)
    assert sees_contact_details(client, supplier)
    assert not sees_contact_details(client, passive_colleague)
    assert not sees_contact_details(signed_in(UserFactory()), supplier)


def test_ncr_reply_shows_contact_details_of_that_user_only(
    buyer: User, supplier: User, passive_colleague: User, signed_in: SignedIn
) -> None:
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    ncr = client.post("/api/ncr", json=ncr_json(relationship.id)).json
    assert not sees_contact_details(client, supplier)
    body = {"html": "<p>We look into it.</p>"}
    assert signed_in(supplier).post(f"/api/ncr/{ncr['id']}/progress", json=body).status_code < 300
    assert sees_contact_details(client, supplier)
    assert not sees_contact_details(client, passive_colleague)


def test_user_can_add_sixty_organisations_per_hour(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    client, colleague = signed_in(buyer), signed_in(colleague_of(buyer))
    organisations = OrganisationFactory.create_batch(62)
    responses = [
        client.post("/api/relationship", json={"organisationId": each.id, "level": "Evaluation"})
        for each in organisations[:61]
    ]
    assert [response.status_code for response in responses] == [201] * 60 + [429]
    assert responses[-1].json["message"] == (
        "You have added 60 organisations within an hour. Please wait a little before you add more."
    )
    body = {"organisationId": organisations[61].id, "level": "Evaluation"}
    assert colleague.post("/api/relationship", json=body).status_code == 201, "each user has their own limit"
    with shifted(timedelta(hours=1, minutes=1)):
        assert (
            client.post("/api/relationship", json=body | {"organisationId": organisations[60].id}).status_code
            == 201
        )
