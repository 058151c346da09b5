"""Whose e-mail and phone numbers an organisation sees: those who agreed to it, and never by its own doing alone."""

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
    made: User = UserFactory(name="Ann Buyer")
    return made


@pytest.fixture
def supplier(session: Session) -> User:
    made: User = UserFactory(name="Sam Supplier", phone="0123-sam", mobile="0456-sam")
    return made


@pytest.fixture
def silent(supplier: User) -> User:
    """A colleague of the supplier's who never does anything."""
    return colleague_of(supplier, name="Sil Silent", phone="0123-sil", mobile="0456-sil")


def seen(client: CheckedClient, person: User) -> bool:
    """Whether the person's contact details are shown: in all four places, or in none of them."""
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


def test_adding_an_organisation_shows_nothing_of_its_people(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    assert not seen(client, supplier)
    body = {"organisationId": supplier.organisation_id, "level": "Preferred", "message": ""}
    assert client.post("/api/relationship", json=body).status_code == 201
    assert not seen(client, supplier)


def test_an_organisation_that_adds_another_shows_it_its_people(
    buyer: User, supplier: User, silent: User, signed_in: SignedIn
) -> None:
    kept = relate(supplier.organisation_id, buyer.organisation_id, RelationshipLevel.NONE)
    client = signed_in(buyer)
    assert not seen(client, supplier)
    level = f"/api/relationship/{kept.id}/level"
    assert signed_in(supplier).put(level, json={"level": "Evaluation"}).status_code == 200
    assert seen(client, supplier)
    assert seen(client, silent)
    assert not seen(signed_in(supplier), buyer), "the buyer has agreed to nothing"
    assert client.get(f"/api/organisation/{supplier.organisation_id}").json["isCustomer"] is True
    buying = f"/api/organisation/{buyer.organisation_id}"
    assert signed_in(supplier).get(buying).json["isCustomer"] is False


def test_who_was_invited_is_shown_to_the_inviter_alone(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    invitation = {
        "contactName": "Nia New", "contactEmail": "nia@new.example", "organisationName": "New Metals",
        "relationshipLevel": "Evaluation",
    }  # fmt: skip
    assert client.post("/api/relationship/invite", json=invitation).status_code == 201
    nia = session.query(User).filter_by(email="nia@new.example").one()
    assert seen(client, nia)
    relate(buyer.organisation_id, supplier.organisation_id)
    body = {
        "name": "Ada Added",
        "email": "ada@sam.example",
        "role": "Viewer",
        "organisationId": supplier.organisation_id,
    }
    assert client.post("/api/user", json=body).status_code == 201
    ada = session.query(User).filter_by(email="ada@sam.example").one()
    assert seen(client, ada)
    assert not seen(client, supplier)
    assert not seen(signed_in(UserFactory()), ada)


def _by_message(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    relate(buyer.organisation_id, supplier.organisation_id)
    body = {
        "toOrganisationIds": [supplier.organisation_id], "toUserIds": [supplier.id], "type": "MESSAGE",
        "subject": "Prices", "html": "<p>How much?</p>",
    }  # fmt: skip
    thread_id = signed_in(buyer).post("/api/messageThread", json=body).json["id"]
    assert not seen(signed_in(buyer), supplier), "written to, but no answer yet"
    reply = signed_in(supplier).post(f"/api/messageThread/{thread_id}/message", json={"html": "<p>9</p>"})
    assert reply.status_code < 300


def _by_submission(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    answers = signed_in(supplier)
    assert answers.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).status_code == 200
    assert not seen(signed_in(buyer), supplier), "nothing is submitted yet"
    assert answers.post(f"{sent.path}/submission", json={}).status_code == 200


def _by_a_colleagues_submission(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    assert signed_in(supplier).put(f"{sent.path}/value", json=answers_json(**ANSWERS)).status_code == 200
    submitter = colleague_of(supplier)
    assert signed_in(submitter).post(f"{sent.path}/submission", json={}).status_code == 200
    assert seen(signed_in(buyer), submitter)


def _by_declining(supplier: User, buyer: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    assert signed_in(supplier).post(f"{sent.path}/decline", json={"reason": "Too busy."}).status_code == 200


@pytest.mark.parametrize("answer", [_by_message, _by_submission, _by_a_colleagues_submission, _by_declining])
def test_who_has_answered_is_shown_and_nobody_else_of_the_organisation(
    buyer: User,
    supplier: User,
    silent: User,
    signed_in: SignedIn,
    answer: Callable[[User, User, SignedIn], None],
) -> None:
    answer(supplier, buyer, signed_in)
    client = signed_in(buyer)
    assert seen(client, supplier)
    assert not seen(client, silent)
    assert not seen(signed_in(UserFactory()), supplier)


def test_who_has_answered_a_non_conformance_is_shown(
    buyer: User, supplier: User, silent: User, signed_in: SignedIn
) -> None:
    kept = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    ncr = client.post("/api/ncr", json=ncr_json(kept.id)).json
    assert not seen(client, supplier)
    body = {"html": "<p>We look into it.</p>"}
    assert signed_in(supplier).post(f"/api/ncr/{ncr['id']}/progress", json=body).status_code < 300
    assert seen(client, supplier)
    assert not seen(client, silent)


def test_sixty_organisations_an_hour_can_be_added_by_one_user(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    client, colleague = signed_in(buyer), signed_in(colleague_of(buyer))
    some = OrganisationFactory.create_batch(62)
    answers = [
        client.post("/api/relationship", json={"organisationId": each.id, "level": "Evaluation"})
        for each in some[:61]
    ]
    assert [answer.status_code for answer in answers] == [201] * 60 + [429]
    assert answers[-1].json["message"] == (
        "You have added 60 organisations within an hour. Please wait a little before you add more."
    )
    body = {"organisationId": some[61].id, "level": "Evaluation"}
    assert colleague.post("/api/relationship", json=body).status_code == 201, "each user has their own limit"
    with shifted(timedelta(hours=1, minutes=1)):
        assert (
            client.post("/api/relationship", json=body | {"organisationId": some[60].id}).status_code == 201
        )
