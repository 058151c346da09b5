"""Visibility of organisations in the directory (specification section 2, Network Organisations)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.network.types import RelationshipLevel
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory
from tests.factories.network import RelationshipFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def names(response: Any) -> list[str]:
    return [row["name"] for row in response.json]


def relate(buyer: User, supplier: Organisation, level: RelationshipLevel, **more: Any) -> Any:
    return RelationshipFactory(
        organisation_id=buyer.organisation_id, with_organisation_id=supplier.id, level=level.value, **more
    )


def test_hidden_organisations_are_visible_only_to_their_inviter(
    buyer: User, client: CheckedClient, new_client: Callable[[], CheckedClient]
) -> None:
    OrganisationFactory(name="Open")
    invited = OrganisationFactory(name="Invited", status=OrganisationStatus.INVITED)
    test = OrganisationFactory(name="Test", is_test_organisation=True)
    OrganisationFactory(name="Invited by others", status=OrganisationStatus.INVITED)
    for hidden in (invited, test):
        relate(buyer, hidden, RelationshipLevel.EVALUATION, by_invitation=True)
    assert names(client.get("/api/organisation")) == ["Invited", "Open", "Test"]
    stranger = new_client()
    stranger.sign_in(UserFactory().email, PASSWORD)
    assert names(stranger.get("/api/organisation")) == ["Open", "The Buyer"]
    assert stranger.get(f"/api/organisation/{invited.id}").status_code == 404
    unknown = stranger.get("/api/organisation/987654321")
    assert stranger.get(f"/api/organisation/{test.id}").json == unknown.json


def test_total_of_levels_matches_the_rows(buyer: User, client: CheckedClient) -> None:
    levels = [RelationshipLevel.EVALUATION, RelationshipLevel.EVALUATION, RelationshipLevel.APPROVED]
    for level in [*levels, RelationshipLevel.NONE]:
        relate(buyer, OrganisationFactory(), level)
    hidden = OrganisationFactory(status=OrganisationStatus.INVITED, is_test_organisation=True)
    relate(buyer, hidden, RelationshipLevel.APPROVED, by_invitation=True)
    relate(UserFactory(), OrganisationFactory(), RelationshipLevel.EVALUATION)
    for query, total in {
        "evaluationSuppliers=true": 2,
        "approvedSuppliers=true": 2,
        "evaluationSuppliers=true&approvedSuppliers=true": 4,
        "preferredSuppliers=true": 0,
        "allOrganisations=true&preferredSuppliers=true": 7,
        f"approvedSuppliers=true&name={hidden.name}": 1,
    }.items():
        response = client.get(f"/api/organisation?{query}")
        assert len(response.json) == json.loads(response.headers["X-Pagination"])["total"] == total, query


@pytest.mark.parametrize(("query", "total"), [("page=2", 3), ("page=9", 3), ("page=1&name=nobody", 0)])
def test_page_without_rows_has_the_total(buyer: User, client: CheckedClient, query: str, total: int) -> None:
    for name in ("One", "Two", "Three"):
        OrganisationFactory(name=name)
    response = client.get(f"/api/organisation?pageSize=3&{query}")
    assert names(response) == []
    assert json.loads(response.headers["X-Pagination"])["total"] == total


def test_total_of_a_search_is_the_same_on_every_page(buyer: User, client: CheckedClient) -> None:
    for number in range(5):
        OrganisationFactory(name=f"Found {number}")
    OrganisationFactory(name="Other")

    def total(query: str) -> tuple[int, int]:
        response = client.get(f"/api/organisation?search=found&{query}")
        return len(response.json), json.loads(response.headers["X-Pagination"])["total"]

    assert total("pageSize=5") == (5, 5)
    statements_of_one_page = client.statements
    assert total("pageSize=2") == (2, 5)
    assert client.statements == statements_of_one_page + 1, "rows that fit on the first page need no count"
    assert total("pageSize=2&page=3") == (1, 5)
    cursor = json.loads(client.get("/api/organisation?search=found&pageSize=4").headers["X-Pagination"])[
        "nextCursor"
    ]
    assert total(f"pageSize=4&cursor={cursor}") == (1, 5)


def test_filters_and_sort_orders(buyer: User, client: CheckedClient) -> None:
    levels = {
        "Alpha": RelationshipLevel.PREFERRED,
        "beta": RelationshipLevel.EVALUATION,
        "Gamma": RelationshipLevel.NONE,
    }
    for name, level in levels.items():
        supplier = OrganisationFactory(name=name, address_city=f"{name}ville", address_country="DEU")
        relationship = relate(buyer, supplier, level)
        if name == "beta":
            client.put(f"/api/relationship/{relationship.id}/tags", json={"tags": ["Iron"]})
    OrganisationFactory(name="Delta", address_country="FRA")

    def search(**query: str) -> list[str]:
        return names(client.get("/api/organisation", query_string=query))

    assert search() == ["Alpha", "beta", "Delta", "Gamma"]
    assert search(sort="-name") == ["Gamma", "Delta", "beta", "Alpha"]
    assert search(sort="-relationship") == ["Alpha", "beta", "Gamma", "Delta"]
    assert search(name="ALP") == ["Alpha"]
    assert search(city="taville") == ["beta"]
    assert search(country="FRA") == ["Delta"]
    assert search(tags="iron") == ["beta"]
    assert search(evaluationSuppliers=True, preferredSuppliers=True) == ["Alpha", "beta"]
    assert search(allOrganisations=True, preferredSuppliers=True) == ["Alpha", "beta", "Delta", "Gamma"]
    assert search(name="100%_") == []


def test_statements_are_constant_for_any_number_of_rows(buyer: User, client: CheckedClient) -> None:
    counts = []
    for size in (1, 30):
        for _ in range(size):
            supplier = OrganisationFactory()
            UserFactory(in_organisation=supplier)
            relationship = relate(buyer, supplier, RelationshipLevel.APPROVED)
            client.put(f"/api/relationship/{relationship.id}/tags", json={"tags": ["a", "b"]})
        client.get("/api/organisation?pageSize=100")
        directory = client.statements
        client.get("/api/user?pageSize=100")
        counts.append((directory, client.statements))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 8


def test_pages_by_cursor_return_every_row_once(buyer: User, client: CheckedClient) -> None:
    for i in range(23):
        OrganisationFactory(name=f"Same name {i % 3}")
    seen: list[int] = []
    query: dict[str, Any] = {"pageSize": 5, "sort": "-name"}
    while True:
        response = client.get("/api/organisation", query_string=query)
        seen += [row["id"] for row in response.json]
        pagination = json.loads(response.headers["X-Pagination"])
        assert pagination["total"] == 23
        if not pagination["nextCursor"]:
            break
        query["cursor"] = pagination["nextCursor"]
    assert len(seen) == len(set(seen)) == 23


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=x",
        "pageSize=101",
        "cursor=!",
        "cursor=W10",
        "sort=salary",
        "country=ATLANTIS",
        "unknown=1",
    ],
)
def test_invalid_query_returns_a_sentence(buyer: User, client: CheckedClient, query: str) -> None:
    response = client.get(f"/api/organisation?{query}")
    assert response.status_code == 422
    assert response.json["errors"]


def test_contacts_exclude_suspended_people_and_depend_on_the_level(
    buyer: User, client: CheckedClient
) -> None:
    supplier = OrganisationFactory()
    person = UserFactory(in_organisation=supplier)
    UserFactory(in_organisation=supplier, status=UserStatus.SUSPENDED)

    def load() -> Any:
        return client.get(f"/api/organisation/{supplier.id}").json

    relationship = relate(buyer, supplier, RelationshipLevel.NONE)
    assert load()["mayMessage"] is False
    client.put(f"/api/relationship/{relationship.id}/level", json={"level": "Evaluation"})
    assert load()["mayMessage"] is True
    assert [user["name"] for user in load()["users"]] == [person.name]


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


def test_page_starts_with_filters_folded_as_the_user_left_them(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert "data-filters" not in client.get("/organisations").text
    client.set_cookie("assay_filters", "folded")
    assert 'data-filters="folded"' in client.get("/organisations").text


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


def test_countries_are_named_and_sorted_by_name(buyer: User, client: CheckedClient) -> None:
    for name, country in {"A": "ESP", "B": "FIN", "C": "CHE", "D": None}.items():
        OrganisationFactory(name=name, address_city="City", address_country=country)
    response = client.get("/api/organisation", query_string={"sort": "country"})
    assert [row["address"]["countryName"] for row in response.json] == [
        "Finland",
        "Spain",
        "Switzerland",
        None,
    ]
    first = client.get("/api/organisation", query_string={"sort": "-country", "pageSize": 2})
    assert names(first) == ["C", "A"]
    cursor = json.loads(first.headers["X-Pagination"])["nextCursor"]
    rest = client.get("/api/organisation", query_string={"sort": "-country", "pageSize": 2, "cursor": cursor})
    assert names(rest) == ["B", "D"]


@pytest.mark.parametrize("sort", ["city", "country", "relationship"])
def test_missing_values_are_sorted_last_in_both_directions(
    buyer: User, client: CheckedClient, sort: str
) -> None:
    suppliers = {
        "A": ("Aachen", "AUT", "EVALUATION"),
        "B": ("bern", "BEL", "APPROVED"),
        "C": ("Cork", "CHE", "PREFERRED"),
    }
    for name, (city, country, level) in suppliers.items():
        supplier = OrganisationFactory(name=name, address_city=city, address_country=country)
        relate(buyer, supplier, RelationshipLevel[level])
    for name, city in {"X": None, "Y": "", "Z": None}.items():
        OrganisationFactory(name=name, address_city=city)

    def pages(sort: str) -> list[str]:
        """Return the names of the whole list, read two rows at a time."""
        collected: list[str] = []
        query: dict[str, Any] = {"sort": sort, "pageSize": 2}
        while True:
            response = client.get("/api/organisation", query_string=query)
            collected += names(response)
            query["cursor"] = json.loads(response.headers["X-Pagination"])["nextCursor"]
            if query["cursor"] is None:
                return collected

    assert pages(sort) == ["A", "B", "C", "X", "Y", "Z"]
    assert pages(f"-{sort}") == ["C", "B", "A", "Z", "Y", "X"]


def test_short_and_long_searches_match_person_and_organisation(buyer: User, client: CheckedClient) -> None:
    employer = OrganisationFactory(name="Quarzwerk")
    UserFactory(in_organisation=employer, name="Ada")
    UserFactory(name="Quentin")

    def search_contacts(search: str) -> list[str]:
        return names(client.get("/api/user", query_string={"search": search}))

    assert search_contacts("Qu") == ["Ada", "Quentin"]
    assert search_contacts("quarz") == ["Ada"]
    assert search_contacts("UENTI") == ["Quentin"]
    assert search_contacts("qua%") == []


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
