"""Relationships with suppliers: level, tags, notes and the journal."""

from collections.abc import Callable
from typing import Any

from app.accounts.models import Organisation, User
from app.accounts.types import UserStatus
from app.network.types import RelationshipLevel
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory, colleague_of
from tests.factories.network import RelationshipFactory
from tests.fixtures.client import CheckedClient


def relate(buyer: User, supplier: Organisation, level: RelationshipLevel, **more: Any) -> Any:
    return RelationshipFactory(
        organisation_id=buyer.organisation_id, with_organisation_id=supplier.id, level=level.value, **more
    )


def test_supplier_never_sees_notes_and_tags(
    buyer: User, client: CheckedClient, new_client: Callable[[], CheckedClient]
) -> None:
    supplier_user = UserFactory()
    response = client.post(
        "/api/relationship",
        json={"organisationId": supplier_user.organisation_id, "level": "Approved", "message": "Hi"},
    )
    relationship_id = response.json["id"]
    client.put(f"/api/relationship/{relationship_id}/notes", json={"notes": "<p>secret note</p>"})
    client.put(f"/api/relationship/{relationship_id}/tags", json={"tags": ["secret tag"]})
    supplier = new_client()
    supplier.sign_in(supplier_user.email, PASSWORD)
    responses = [
        supplier.get(f"/api/organisation/{buyer.organisation_id}"),
        supplier.get("/api/organisation"),
        supplier.get(f"/api/organisation/{supplier_user.organisation_id}"),
        supplier.get("/api/relationship/tag"),
        supplier.get("/api/eventLog"),
        supplier.get("/organisations"),
    ]
    assert all("secret" not in response.text for response in responses)
    assert supplier.get(f"/api/eventLog?relationshipId={relationship_id}").status_code == 404
    assert supplier.get(f"/api/organisation/{buyer.organisation_id}").json["mayMessage"] is True


def test_relationship_is_created_once_and_not_at_none(buyer: User, client: CheckedClient) -> None:
    supplier = OrganisationFactory()
    body = {"organisationId": supplier.id, "level": "None", "message": ""}
    assert client.post("/api/relationship", json=body).status_code == 422
    assert client.post("/api/relationship", json=body | {"level": "Approved"}).status_code == 201
    assert client.post("/api/relationship", json=body | {"level": "Approved"}).status_code == 409
    own = body | {"organisationId": buyer.organisation_id, "level": "Approved"}
    assert client.post("/api/relationship", json=own).status_code == 422


def test_tags_are_trimmed_and_unique(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    response = client.put(
        f"/api/relationship/{relationship.id}/tags", json={"tags": [" Iron ", "iron", "ISO 9001"]}
    )
    assert [tag["name"] for tag in response.json["tags"]] == ["iron", "ISO 9001"]
    ids = [tag["id"] for tag in response.json["tags"]]
    assert [t["name"] for t in client.get("/api/relationship/tag", query_string={"i": ids[0]}).json] == [
        "ISO 9001"
    ]
    too_long = client.put(f"/api/relationship/{relationship.id}/tags", json={"tags": ["x" * 61]})
    assert too_long.status_code == 422


def test_concurrent_tag_changes_are_merged(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    path = f"/api/relationship/{relationship.id}/tags"

    def save(tags: list[str], based_on: list[str] | None = None) -> list[str]:
        response = client.put(path, json={"tags": tags, "basedOn": based_on})
        assert response.status_code == 200, response.text
        return [tag["name"] for tag in response.json["tags"]]

    assert save(["Iron", "Zinc"]) == ["Iron", "Zinc"]
    assert save(["Iron", "Zinc", "from Rosa"], ["iron", "zinc"]) == ["from Rosa", "Iron", "Zinc"]
    assert save(["Zinc", "from Dan"], ["Iron", "Zinc"]) == ["from Dan", "from Rosa", "Zinc"]
    # A tag removed by a colleague stays removed; a tag added by both exists once.
    assert save(["Iron", "Zinc", "FROM DAN"], ["Iron", "Zinc"]) == ["from Dan", "from Rosa", "Zinc"]
    assert save(["only this"]) == ["only this"]
    journal = client.get(f"/api/eventLog?relationshipId={relationship.id}").json
    sentences = ["".join(part["text"] for part in event["sentence"]) for event in journal]
    assert [sentence.partition(": ")[2] for sentence in sentences] == [
        "added only this; removed from Dan, from Rosa, Zinc",
        "added from Dan; removed Iron",
        "added from Rosa",
        "added Iron, Zinc",
    ]


def test_supplier_has_at_most_500_tags(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    path = f"/api/relationship/{relationship.id}/tags"
    all_tags = [f"tag {n}" for n in range(500)]
    assert client.put(path, json={"tags": ["one"]}).status_code == 200
    assert client.put(path, json={"tags": ["another"]}).status_code == 200
    statements_for_one = client.statements
    assert len(client.put(path, json={"tags": all_tags}).json["tags"]) == 500
    assert client.statements == statements_for_one
    for body in ({"tags": [*all_tags, "x"]}, {"tags": ["x"], "basedOn": []}):
        refused = client.put(path, json=body)
        assert refused.status_code == 422
        assert "A supplier can have at most 500 tags." in refused.text
    assert client.put(path, json={"tags": ["x"], "basedOn": ["tag 1"]}).status_code == 200
    journal = client.get(f"/api/eventLog?relationshipId={relationship.id}").json
    assert "tag 9 and 490 more" in "".join(part["text"] for part in journal[1]["sentence"])


def test_level_changed_by_a_colleague_causes_a_conflict(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    path = f"/api/relationship/{relationship.id}/level"
    based = {"message": "", "basedOn": {"level": "Approved"}}
    assert client.put(path, json={"level": "Preferred", **based}).status_code == 200
    stale = client.put(path, json={"level": "Evaluation", **based})
    assert (stale.status_code, stale.json["code"], stale.json["now"]) == (
        409,
        "stale",
        {"level": "Preferred"},
    )
    assert "It says now: “Preferred”" in stale.text
    # The same level is no conflict, but a message that would not be sent is rejected.
    assert client.put(path, json={"level": "Preferred", **based}).status_code == 200
    assert client.put(path, json={"level": "Preferred", **based, "message": "Hi"}).status_code == 409
    current = {"level": "Evaluation", "message": "", "basedOn": stale.json["now"]}
    assert client.put(path, json=current).json["level"] == "Evaluation"


def test_owner_is_an_active_colleague_or_none(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    path = f"/api/relationship/{relationship.id}/owner"
    colleague = colleague_of(buyer, name="Cora Colleague")
    assert client.put(path, json={"userId": colleague.id}).json["owner"] == {
        "id": colleague.id,
        "name": "Cora Colleague",
    }
    page = client.get(f"/api/organisation/{relationship.with_organisation_id}").json
    assert page["relationship"]["owner"]["name"] == "Cora Colleague"
    suspended = colleague_of(buyer, status=UserStatus.SUSPENDED)
    for other in (suspended, UserFactory()):
        refused = client.put(path, json={"userId": other.id})
        assert refused.json["fields"] == {"userId": ["Choose an active user of your organisation."]}
    assert client.put(path, json={"userId": None}).json["owner"] is None


def test_journal_records_only_changes(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    for field, body in (
        ("notes", {"notes": "<p>On time.</p>"}),
        ("tags", {"tags": ["Iron", "Steel"]}),
        ("tags", {"tags": ["steel", "IRON"]}),
        ("level", {"level": "Preferred", "message": ""}),
    ):
        for _ in range(2):
            assert client.put(f"/api/relationship/{relationship.id}/{field}", json=body).status_code == 200
    journal = client.get(f"/api/eventLog?relationshipId={relationship.id}").json
    assert sorted(event["type"] for event in journal) == [
        "relationship.levelChanged",
        "relationship.notesChanged",
        "relationship.tagsChanged",
    ]


def test_notes_are_sanitised(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    hostile = '<p onclick="x()">Good<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">l</a></p>'
    response = client.put(f"/api/relationship/{relationship.id}/notes", json={"notes": hostile})
    notes = response.json["notes"]
    assert "Good" in notes
    assert not any(word in notes for word in ("script", "onerror", "onclick", "img", "javascript"))


def test_notes_written_by_a_colleague_are_not_overwritten(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer, OrganisationFactory(), RelationshipLevel.APPROVED)
    path = f"/api/relationship/{relationship.id}/notes"

    def save(notes: str, seen: str | None) -> Any:
        return client.put(path, json={"notes": notes, "basedOn": {"notes": seen}})

    assert save("<p>Theirs.</p>", None).status_code == 200
    late = save("<p>Mine.</p>", None)
    assert (late.status_code, late.json["code"]) == (409, "stale")
    assert late.json["now"] == {"notes": "<p>Theirs.</p>"}
    assert "Theirs." in late.json["errors"][0]
    assert save("<p>Theirs.</p>", None).json["notes"] == "<p>Theirs.</p>", (
        "a repeated request whose response was lost"
    )
    assert save("<p>Both.</p>", "<p>Theirs.</p>").json["notes"] == "<p>Both.</p>"
    assert save("", "<p>Both.</p>").json["notes"] is None
    assert "has emptied this" in save("<p>Late.</p>", "<p>Both.</p>").json["errors"][0]
