"""Custom fields: an organisation's own data about its relationships."""

import json
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.custom_fields.public import take_answers
from app.events.models import EventLog
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.forms.public import Field, FieldType, give_starters
from app.network.models import Relationship
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.network import relate
from tests.factories.rfx import field, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def super_user(session: Session) -> User:
    created: User = UserFactory()
    give_starters(organisation_id=created.organisation_id, user_id=created.id)
    return created


@pytest.fixture
def client(super_user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(super_user)


@pytest.fixture
def relationship(super_user: User) -> Relationship:
    return relate(super_user.organisation_id, UserFactory().organisation_id)


def put(client: CheckedClient, relationship: Relationship, values: Any) -> Any:
    return client.put(f"/api/relationship/{relationship.id}/customValue", json={"values": values})


def test_values_are_stored_by_name(
    super_user: User, client: CheckedClient, relationship: Relationship
) -> None:
    values = {"supplier_number": "K-17", "annual_spend": {"amount": "1200", "currency": "EUR"}, "risk": "low"}
    saved = put(client, relationship, values).json
    assert saved["values"] == values
    assert {row["name"]: row["text"] for row in saved["summary"]}["annual_spend"] == "EUR 1,200"
    assert put(client, relationship, {"risk": None}).json["values"] == {
        k: v for k, v in values.items() if k != "risk"
    }
    custom = client.get(f"/api/organisation/{relationship.with_organisation_id}?i=custom").json["custom"]
    assert custom["values"]["supplier_number"] == "K-17"
    assert custom["doc"]["doc"]["type"] == "doc"
    for unchanged in ({}, {"risk": None}, {"supplier_number": "K-17"}):
        assert put(client, relationship, unchanged).json["values"] == custom["values"]
    events = db.session.query(EventLog).filter_by(type="relationship.customFieldsChanged").all()
    assert [event.relationship_id for event in events] == [relationship.id, relationship.id]
    assert [event.args["fields"] for event in events] == [
        ["Supplier number", "Risk", "Annual spend"],
        ["Risk"],
    ]


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"salary": "5"}, "salary"),
        ({"risk": "extreme"}, "risk"),
        ({"payment_days": "400"}, "payment_days"),
        ({"supplier_number": "x" * 41}, "supplier_number"),
        ({"supplier_number": 7}, "supplier_number"),
        ({"contract_until": "tomorrow"}, "contract_until"),
    ],
)
def test_invalid_values_are_rejected(
    client: CheckedClient, relationship: Relationship, values: dict[str, Any], name: str
) -> None:
    response = put(client, relationship, values)
    assert response.status_code == 422
    assert list(response.json["fields"]) == [f"values.{name}"]


@pytest.mark.parametrize("body", [{}, {"values": []}, {"values": {}, "more": 1}])
def test_invalid_body_is_rejected(client: CheckedClient, relationship: Relationship, body: Any) -> None:
    assert client.put(f"/api/relationship/{relationship.id}/customValue", json=body).status_code == 422


def test_values_are_visible_to_the_keeping_organisation_only(
    super_user: User, client: CheckedClient, relationship: Relationship, signed_in: SignedIn
) -> None:
    put(client, relationship, {"supplier_number": "K-17"})
    supplier = signed_in(UserFactory(in_organisation=None, organisation_id=relationship.with_organisation_id))
    assert "K-17" not in supplier.get(f"/api/organisation/{super_user.organisation_id}").text
    assert put(supplier, relationship, {"supplier_number": "x"}).status_code == 404
    viewer = signed_in(colleague_of(super_user, role_name="Viewer"))
    assert "K-17" in viewer.get(f"/api/organisation/{relationship.with_organisation_id}").text
    assert put(viewer, relationship, {"supplier_number": "x"}).status_code == 403
    unrelated = client.get(f"/api/organisation/{UserFactory().organisation_id}").json
    assert unrelated["custom"] is None


def test_submitted_answers_are_copied(
    super_user: User, client: CheckedClient, relationship: Relationship
) -> None:
    put(client, relationship, {"supplier_number": "K-17", "risk": "low"})
    answers = [
        (Field(fid="a", name="supplier_number", label="No", type=FieldType.TEXT), "K-18"),
        (Field(fid="b", name="payment_days", label="Days", type=FieldType.NUMBER), "999"),
        (Field(fid="c", name="elsewhere", label="?", type=FieldType.TEXT), "x"),
    ]
    supplier = UserFactory(in_organisation=None, organisation_id=relationship.with_organisation_id)
    copied = take_answers(actor=actor_of(supplier), relationship_id=relationship.id, answers=answers)
    assert copied == {"supplier_number": "K-18"}
    custom = client.get(f"/api/organisation/{relationship.with_organisation_id}").json["custom"]
    assert custom["values"] == {"supplier_number": "K-18", "risk": "low"}
    last = db.session.query(EventLog).order_by(EventLog.id.desc()).first()
    assert last is not None
    assert (last.type, last.organisation_id) == (
        "relationship.customFieldsChanged",
        super_user.organisation_id,
    )


def test_submitted_answers_are_copied_to_the_requester_only(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    """From the answer to the panel, also after the RFx was reopened; other answers stay in the RFx."""
    marked = {"isRelationshipField": True}
    blocks = (field("supplier_number", **marked), field("risk", "TEXT", **marked), field("remarks"))
    sent = send_rfx(super_user, blocks=blocks)
    supplier = signed_in(sent.respondent)

    def submit(base_iteration: int, **values: str) -> None:
        body = {name: {"value": value, "baseIteration": base_iteration} for name, value in values.items()}
        before = stored_custom()["values"]
        assert supplier.put(f"{sent.path}/value", json={"values": body}).status_code == 200
        assert stored_custom()["values"] == before, "nothing is copied before the submission"
        assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200

    def stored_custom() -> Any:
        return client.get(f"/api/organisation/{sent.respondent.organisation_id}?i=custom").json["custom"]

    assert stored_custom()["values"] == {}
    submit(0, supplier_number="K-1", risk="low", remarks="Between us")
    assert stored_custom()["values"] == {"supplier_number": "K-1"}
    assert stored_custom()["summary"][0] == {
        "name": "supplier_number",
        "label": "Supplier number",
        "text": "K-1",
    }
    put(client, relationship_with(super_user, sent.respondent), {"payment_days": "30"})
    assert client.post(f"{sent.path}/reopen", json={}).status_code == 200
    submit(1, supplier_number="K-2")
    assert stored_custom()["values"] == {"supplier_number": "K-2", "payment_days": "30"}
    assert supplier.get(f"/api/organisation/{super_user.organisation_id}").json["custom"] is None


def test_requesters_answers_after_submission_are_copied_immediately(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    own = {"isRelationshipField": True, "writableBy": "REQUESTER"}
    sent = send_rfx(
        super_user,
        blocks=(field("payment_days", "NUMBER", isRelationshipField=True), field("supplier_number", **own)),
    )
    supplier = signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json={"values": {"payment_days": {"value": "14", "baseIteration": 0}}})
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    put(client, relationship_with(super_user, sent.respondent), {"payment_days": "30"})
    body = {"values": {"supplier_number": {"value": "K-9", "baseIteration": 0}}}
    assert client.put(f"{sent.path}/value", json=body).status_code == 200
    stored_custom = client.get(f"/api/organisation/{sent.respondent.organisation_id}?i=custom").json["custom"]
    assert stored_custom["values"] == {"payment_days": "30", "supplier_number": "K-9"}


def test_hidden_answers_are_not_copied(super_user: User, client: CheckedClient, signed_in: SignedIn) -> None:
    is_yes = {"field": "has_number", "operator": "equals", "value": True}
    blocks = (
        field("has_number", "YESNO"),
        field("supplier_number", isRelationshipField=True, visibleWhen=is_yes),
    )
    sent = send_rfx(super_user, blocks=blocks)
    supplier = signed_in(sent.respondent)
    for base, shown in enumerate((True, False)):
        values = {"has_number": {"value": shown, "baseIteration": base}}
        if shown:
            values["supplier_number"] = {"value": "K-1", "baseIteration": 0}
        assert supplier.put(f"{sent.path}/value", json={"values": values}).json["conflicts"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    assert client.get(f"/api/organisation/{sent.respondent.organisation_id}").json["custom"]["values"] == {}


def test_file_can_be_added_to_a_submitted_one(
    session: Session, super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    form = client.get("/api/docForm?type=CUSTOM_FIELDS").json[0]
    doc = client.get(f"/api/docForm/{form['id']}").json["doc"]
    doc["doc"]["content"].append(field("papers", "FILE", label="Papers", required=False))
    changed = {"version": form["version"], "doc": doc, "title": form["title"]}
    draft = client.put(f"/api/docForm/{form['id']}", json=changed).json
    client.post(f"/api/docForm/{draft['id']}/publish", json={"version": draft["version"]})
    sent = send_rfx(super_user, blocks=(field("papers", "FILE", isRelationshipField=True),))
    supplier = signed_in(sent.respondent)
    supplier_file = stored_file(sent.respondent, "theirs.pdf")
    values = {"papers": {"value": [supplier_file], "baseIteration": 0}}
    assert supplier.put(f"{sent.path}/value", json={"values": values}).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    relationship = relationship_with(super_user, sent.respondent)
    own_file = stored_file(super_user, "ours.pdf")
    response = put(client, relationship, {"papers": [supplier_file, own_file]})
    assert response.status_code == 200, response.json
    assert [file["filename"] for file in response.json["values"]["papers"]] == ["theirs.pdf", "ours.pdf"]
    foreign_file = stored_file(sent.respondent, "other.pdf")
    assert put(client, relationship, {"papers": [supplier_file, foreign_file]}).status_code == 422


def stored_file(user: User, filename: str) -> dict[str, Any]:
    stored = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename=filename, content=b"%PDF-1.4 x",
        kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    return {"attachmentId": stored.id, "filename": filename, "size": 10, "contentType": "application/pdf"}


def relationship_with(owner: User, other: User) -> Relationship:
    relationship: Relationship = (
        db.session.query(Relationship)
        .filter_by(organisation_id=owner.organisation_id, with_organisation_id=other.organisation_id)
        .one()
    )
    return relationship


def test_field_added_to_the_form_applies_to_every_supplier(
    session: Session, super_user: User, client: CheckedClient, relationship: Relationship
) -> None:
    path = f"/api/organisation/{relationship.with_organisation_id}?i=custom"
    before = client.get(path).json["custom"]
    form = client.get("/api/docForm?type=CUSTOM_FIELDS").json[0]
    doc = client.get(f"/api/docForm/{form['id']}").json["doc"]
    doc["doc"]["content"].append(field("dock", label="Loading dock", required=False))
    draft = client.put(
        f"/api/docForm/{form['id']}", json={"version": form["version"], "doc": doc, "title": form["title"]}
    ).json
    assert client.get(path).json["custom"] == before, "a draft changes nothing"
    assert (
        client.post(f"/api/docForm/{draft['id']}/publish", json={"version": draft["version"]}).status_code
        == 200
    )
    assert "Loading dock" in json.dumps(client.get(path).json["custom"]["doc"])
    assert put(client, relationship, {"dock": "Gate 4"}).json["values"] == {"dock": "Gate 4"}
