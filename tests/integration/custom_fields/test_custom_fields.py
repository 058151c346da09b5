"""What an organisation keeps on record about its relationships."""

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
def boss(session: Session) -> User:
    made: User = UserFactory()
    give_starters(organisation_id=made.organisation_id, user_id=made.id)
    return made


@pytest.fixture
def client(boss: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(boss)


@pytest.fixture
def kept(boss: User) -> Relationship:
    return relate(boss.organisation_id, UserFactory().organisation_id)


def put(client: CheckedClient, relationship: Relationship, values: Any) -> Any:
    return client.put(f"/api/relationship/{relationship.id}/customValue", json={"values": values})


def test_values_are_kept_by_name(boss: User, client: CheckedClient, kept: Relationship) -> None:
    given = {"supplier_number": "K-17", "annual_spend": {"amount": "1200", "currency": "EUR"}, "risk": "low"}
    saved = put(client, kept, given).json
    assert saved["values"] == given
    assert {row["name"]: row["text"] for row in saved["summary"]}["annual_spend"] == "EUR 1,200"
    assert put(client, kept, {"risk": None}).json["values"] == {k: v for k, v in given.items() if k != "risk"}
    custom = client.get(f"/api/organisation/{kept.with_organisation_id}?i=custom").json["custom"]
    assert custom["values"]["supplier_number"] == "K-17"
    assert custom["doc"]["doc"]["type"] == "doc"
    for unchanged in ({}, {"risk": None}, {"supplier_number": "K-17"}):
        assert put(client, kept, unchanged).json["values"] == custom["values"]
    events = db.session.query(EventLog).filter_by(type="relationship.customFieldsChanged").all()
    assert [event.relationship_id for event in events] == [kept.id, kept.id]
    assert [event.args["fields"] for event in events] == [
        ["Supplier number", "Risk", "Spend in a year"],
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
def test_what_breaks_a_rule_is_refused(
    client: CheckedClient, kept: Relationship, values: dict[str, Any], name: str
) -> None:
    answer = put(client, kept, values)
    assert answer.status_code == 422
    assert list(answer.json["fields"]) == [f"values.{name}"]


@pytest.mark.parametrize("body", [{}, {"values": []}, {"values": {}, "more": 1}])
def test_a_wrong_body_gets_a_sentence(client: CheckedClient, kept: Relationship, body: Any) -> None:
    assert client.put(f"/api/relationship/{kept.id}/customValue", json=body).status_code == 422


def test_they_are_the_keepers_alone(
    boss: User, client: CheckedClient, kept: Relationship, signed_in: SignedIn
) -> None:
    put(client, kept, {"supplier_number": "K-17"})
    supplier = signed_in(UserFactory(in_organisation=None, organisation_id=kept.with_organisation_id))
    assert "K-17" not in supplier.get(f"/api/organisation/{boss.organisation_id}").text
    assert put(supplier, kept, {"supplier_number": "x"}).status_code == 404
    viewer = signed_in(colleague_of(boss, role_name="Viewer"))
    assert "K-17" in viewer.get(f"/api/organisation/{kept.with_organisation_id}").text
    assert put(viewer, kept, {"supplier_number": "x"}).status_code == 403
    unrelated = client.get(f"/api/organisation/{UserFactory().organisation_id}").json
    assert unrelated["custom"] is None


def test_submitted_answers_are_taken_over(boss: User, client: CheckedClient, kept: Relationship) -> None:
    put(client, kept, {"supplier_number": "K-17", "risk": "low"})
    answers = [
        (Field(fid="a", name="supplier_number", label="No", type=FieldType.TEXT), "K-18"),
        (Field(fid="b", name="payment_days", label="Days", type=FieldType.NUMBER), "999"),
        (Field(fid="c", name="elsewhere", label="?", type=FieldType.TEXT), "x"),
    ]
    supplier = UserFactory(in_organisation=None, organisation_id=kept.with_organisation_id)
    taken = take_answers(actor=actor_of(supplier), relationship_id=kept.id, answers=answers)
    assert taken == {"supplier_number": "K-18"}
    custom = client.get(f"/api/organisation/{kept.with_organisation_id}").json["custom"]
    assert custom["values"] == {"supplier_number": "K-18", "risk": "low"}
    last = db.session.query(EventLog).order_by(EventLog.id.desc()).first()
    assert last is not None
    assert (last.type, last.organisation_id) == ("relationship.customFieldsChanged", boss.organisation_id)


def test_what_a_supplier_submits_is_on_record_with_the_requester_alone(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    """From the answer to the panel, and again after the RFx was reopened; the other answers stay in the RFx."""
    ours = {"isRelationshipField": True}
    blocks = (field("supplier_number", **ours), field("risk", "TEXT", **ours), field("remarks"))
    sent = send_rfx(boss, blocks=blocks)
    supplier = signed_in(sent.respondent)

    def submit(base: int, **values: str) -> None:
        body = {name: {"value": value, "baseIteration": base} for name, value in values.items()}
        before = on_record()["values"]
        assert supplier.put(f"{sent.path}/value", json={"values": body}).status_code == 200
        assert on_record()["values"] == before, "nothing is taken over before it is submitted"
        assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200

    def on_record() -> Any:
        return client.get(f"/api/organisation/{sent.respondent.organisation_id}?i=custom").json["custom"]

    assert on_record()["values"] == {}
    submit(0, supplier_number="K-1", risk="low", remarks="Between us")
    assert on_record()["values"] == {"supplier_number": "K-1"}
    assert on_record()["summary"][0] == {
        "name": "supplier_number",
        "label": "Supplier number",
        "text": "K-1",
    }
    put(client, relationship_with(boss, sent.respondent), {"payment_days": "30"})
    assert client.post(f"{sent.path}/reopen", json={}).status_code == 200
    submit(1, supplier_number="K-2")
    assert on_record()["values"] == {"supplier_number": "K-2", "payment_days": "30"}
    assert supplier.get(f"/api/organisation/{boss.organisation_id}").json["custom"] is None


def test_what_the_requester_writes_after_the_submission_is_taken_over_at_once(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    own = {"isRelationshipField": True, "writableBy": "REQUESTER"}
    sent = send_rfx(
        boss,
        blocks=(field("payment_days", "NUMBER", isRelationshipField=True), field("supplier_number", **own)),
    )
    supplier = signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json={"values": {"payment_days": {"value": "14", "baseIteration": 0}}})
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    put(client, relationship_with(boss, sent.respondent), {"payment_days": "30"})
    body = {"values": {"supplier_number": {"value": "K-9", "baseIteration": 0}}}
    assert client.put(f"{sent.path}/value", json=body).status_code == 200
    on_record = client.get(f"/api/organisation/{sent.respondent.organisation_id}?i=custom").json["custom"]
    assert on_record["values"] == {"payment_days": "30", "supplier_number": "K-9"}


def test_an_answer_that_is_hidden_again_is_not_taken_over(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    asked = {"field": "has_number", "operator": "equals", "value": True}
    blocks = (
        field("has_number", "YESNO"),
        field("supplier_number", isRelationshipField=True, visibleWhen=asked),
    )
    sent = send_rfx(boss, blocks=blocks)
    supplier = signed_in(sent.respondent)
    for base, shown in enumerate((True, False)):
        values = {"has_number": {"value": shown, "baseIteration": base}}
        if shown:
            values["supplier_number"] = {"value": "K-1", "baseIteration": 0}
        assert supplier.put(f"{sent.path}/value", json={"values": values}).json["conflicts"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    assert client.get(f"/api/organisation/{sent.respondent.organisation_id}").json["custom"]["values"] == {}


def test_a_file_can_be_added_to_one_that_a_supplier_submitted(
    session: Session, boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    form = client.get("/api/docForm?type=CUSTOM_FIELDS").json[0]
    doc = client.get(f"/api/docForm/{form['id']}").json["doc"]
    doc["doc"]["content"].append(field("papers", "FILE", label="Papers", required=False))
    changed = {"version": form["version"], "doc": doc, "title": form["title"]}
    draft = client.put(f"/api/docForm/{form['id']}", json=changed).json
    client.post(f"/api/docForm/{draft['id']}/publish", json={"version": draft["version"]})
    sent = send_rfx(boss, blocks=(field("papers", "FILE", isRelationshipField=True),))
    supplier = signed_in(sent.respondent)
    theirs = stored_file(sent.respondent, "theirs.pdf")
    values = {"papers": {"value": [theirs], "baseIteration": 0}}
    assert supplier.put(f"{sent.path}/value", json={"values": values}).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    kept = relationship_with(boss, sent.respondent)
    ours = stored_file(boss, "ours.pdf")
    answer = put(client, kept, {"papers": [theirs, ours]})
    assert answer.status_code == 200, answer.json
    assert [file["filename"] for file in answer.json["values"]["papers"]] == ["theirs.pdf", "ours.pdf"]
    strange = stored_file(sent.respondent, "other.pdf")
    assert put(client, kept, {"papers": [theirs, strange]}).status_code == 422


def stored_file(user: User, filename: str) -> dict[str, Any]:
    stored = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename=filename, content=b"%PDF-1.4 x",
        kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    return {"attachmentId": stored.id, "filename": filename, "size": 10, "contentType": "application/pdf"}


def relationship_with(keeper: User, other: User) -> Relationship:
    found: Relationship = (
        db.session.query(Relationship)
        .filter_by(organisation_id=keeper.organisation_id, with_organisation_id=other.organisation_id)
        .one()
    )
    return found


def test_a_field_that_is_added_to_the_form_is_asked_of_every_supplier(
    session: Session, boss: User, client: CheckedClient, kept: Relationship
) -> None:
    path = f"/api/organisation/{kept.with_organisation_id}?i=custom"
    before = client.get(path).json["custom"]
    form = client.get("/api/docForm?type=CUSTOM_FIELDS").json[0]
    doc = client.get(f"/api/docForm/{form['id']}").json["doc"]
    doc["doc"]["content"].append(field("dock", label="Loading dock", required=False))
    draft = client.put(
        f"/api/docForm/{form['id']}", json={"version": form["version"], "doc": doc, "title": form["title"]}
    ).json
    assert client.get(path).json["custom"] == before, "a draft asks nobody"
    assert (
        client.post(f"/api/docForm/{draft['id']}/publish", json={"version": draft["version"]}).status_code
        == 200
    )
    assert "Loading dock" in json.dumps(client.get(path).json["custom"]["doc"])
    assert put(client, kept, {"dock": "Gate 4"}).json["values"] == {"dock": "Gate 4"}
