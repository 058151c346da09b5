"""Types of documents: the shipped ones, and adding, changing, archiving and deleting own ones."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.documents.models import DocumentType
from app.documents.queries import types as type_queries
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.documents import make_parties, make_requirement, make_type, shipped
from tests.fixtures.people import SignedIn

SHIPPED = {
    "ISO9001", "IATF16949", "ISO14001", "ISO45001", "ISO27001", "SOC2", "LIABILITY", "REACH", "ROHS", "CMRT",
    "BANKLETTER",
}  # fmt: skip


@pytest.fixture
def user(session: Session) -> User:
    return UserFactory()


def body(**changes: object) -> dict[str, object]:
    return {"name": "House rules", "validity": "MONTHS", "months": 6, "fields": ["SITES", "NUMBER"]} | changes


def test_shipped_types_come_first_and_cannot_be_changed(user: User, signed_in: SignedIn) -> None:
    client = signed_in(user)
    make_type(user, name="A first one")
    rows = client.get("/api/documentType").json
    assert {row["code"] for row in rows} == SHIPPED | {None}
    assert rows[-1]["name"] == "A first one"
    assert [row["isShipped"] for row in rows] == [True] * len(SHIPPED) + [False]
    iso = next(row for row in rows if row["code"] == "ISO9001")
    assert iso["remindDays"] == [90, 60, 30, 14, 7, 0]
    assert iso["graceDays"] == 30
    url = f"/api/documentType/{iso['id']}"
    assert client.put(url, json=body()).json["code"] == "shippedType"
    assert client.delete(url).status_code == 409


def test_an_own_type_is_added_changed_and_deleted(user: User, signed_in: SignedIn, session: Session) -> None:
    client = signed_in(user)
    added = client.post("/api/documentType", json=body(remindDays=[0, 14, 60, 14], graceDays=0))
    assert added.status_code == 201
    assert added.json["remindDays"] == [60, 14, 0]
    assert added.json["fields"] == ["NUMBER", "SITES"]
    assert (added.json["isOwn"], added.json["isUsed"]) == (True, False)
    url = f"/api/documentType/{added.json['id']}"
    changed = client.put(url, json=body(name="Rules", validity="ALWAYS"))
    assert (changed.json["name"], changed.json["months"]) == ("Rules", None)
    assert client.delete(url).status_code == 204
    assert session.get(DocumentType, added.json["id"]) is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "iso 9001"}, "name"),
        ({"months": None}, "months"),
        ({"months": 0}, "months"),
        ({"remindDays": [366]}, "remindDays"),
        ({"remindDays": list(range(11))}, "remindDays"),
        ({"graceDays": -1}, "graceDays"),
    ],
)
def test_values_that_cannot_be_right_are_refused(
    user: User, signed_in: SignedIn, changes: dict[str, object], field: str
) -> None:
    response = signed_in(user).post("/api/documentType", json=body(**changes))
    assert response.status_code == 422
    assert next(iter(response.json["fields"])).startswith(field)


def test_a_type_in_use_is_archived_and_its_validity_stays(session: Session, signed_in: SignedIn) -> None:
    parties = make_parties()
    document_type = make_type(parties.buyer)
    make_requirement(parties, document_type)
    client, url = signed_in(parties.buyer), f"/api/documentType/{document_type.id}"
    assert client.put(url, json=body()).status_code == 409
    renamed = client.put(url, json=body(name="Rules", validity="ALWAYS")).json
    assert (renamed["name"], renamed["isUsed"]) == ("Rules", True)
    seen = {row["id"]: row for row in signed_in(parties.supplier).get("/api/documentType").json}
    assert seen[document_type.id]["isOwn"] is False
    assert client.delete(url).status_code == 204
    row = next(row for row in client.get("/api/documentType").json if row["id"] == document_type.id)
    assert row["archived"] is True
    asked = client.post(
        "/api/documentRequirement/request",
        json={"relationshipIds": [parties.relationship.id], "typeIds": [document_type.id]},
    )
    assert asked.json["fields"] == {"typeIds": ["Rules is archived."]}
    # The name is free again.
    assert client.post("/api/documentType", json=body(name="Rules")).status_code == 201


def test_an_archived_type_is_restored_unless_its_name_is_taken(session: Session, signed_in: SignedIn) -> None:
    parties = make_parties()
    document_type = make_type(parties.buyer)
    make_requirement(parties, document_type)
    client, url = signed_in(parties.buyer), f"/api/documentType/{document_type.id}"
    assert client.delete(url).status_code == 204
    assert signed_in(UserFactory()).post(f"{url}/restore").status_code == 404
    other = client.post("/api/documentType", json=body(name=document_type.name)).json
    refused = client.post(f"{url}/restore")
    assert refused.status_code == 409
    assert refused.json["message"].startswith(f"There is another type named {document_type.name} now.")
    assert client.delete(f"/api/documentType/{other['id']}").status_code == 204
    restored = client.post(f"{url}/restore").json
    assert (restored["archived"], restored["isUsed"]) == (False, True)
    shipped_id = next(row["id"] for row in client.get("/api/documentType").json if row["isShipped"])
    assert client.post(f"/api/documentType/{shipped_id}/restore").status_code == 409


def test_an_organisation_has_at_most_200_own_types(
    user: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_type(user)
    monkeypatch.setattr(type_queries, "MAX_OWN_TYPES", 1)
    response = signed_in(user).post("/api/documentType", json=body(name="Another"))
    assert response.status_code == 409
    assert "at most 200 document types" in response.json["message"]


def test_own_types_serve_their_organisation_alone(user: User, signed_in: SignedIn) -> None:
    document_type = make_type(user)
    stranger = signed_in(UserFactory())
    assert document_type.id not in {row["id"] for row in stranger.get("/api/documentType").json}
    assert stranger.put(f"/api/documentType/{document_type.id}", json=body()).status_code == 404
    assert stranger.delete(f"/api/documentType/{document_type.id}").status_code == 404


def test_changes_need_the_permission_to_manage_relationships(user: User, signed_in: SignedIn) -> None:
    client = signed_in(colleague_of(user, role_name="Contributor"))
    assert client.get("/api/documentType").status_code == 200
    assert client.post("/api/documentType", json=body()).status_code == 403
    assert shipped().name == "ISO 9001"
