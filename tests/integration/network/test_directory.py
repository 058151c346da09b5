"""Visibility of organisations in the directory (specification section 2, Network Organisations)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.kernel.db import search
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


@pytest.mark.parametrize("cap", [search.SEARCH_CAP, 0])
def test_total_of_levels_matches_the_rows_of_few_and_of_many(
    buyer: User, client: CheckedClient, monkeypatch: pytest.MonkeyPatch, cap: int
) -> None:
    monkeypatch.setattr(search, "SEARCH_CAP", cap)
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


def test_own_numbers_are_searched_with_the_names(buyer: User, client: CheckedClient) -> None:
    numbered, named, other = (OrganisationFactory(name=name) for name in ("Alpha", "K 4711", "Beta"))
    relate(buyer, numbered, RelationshipLevel.APPROVED, external_ref="K-004711")
    relate(UserFactory(), other, RelationshipLevel.APPROVED, external_ref="K-4711")
    relate(buyer, named, RelationshipLevel.APPROVED)

    def search(**query: Any) -> list[str]:
        return names(client.get("/api/organisation", query_string=query))

    assert search(name="k-00") == ["Alpha"]
    assert search(search="K 4711") == ["K 4711"]
    assert search(name="k-004711", approvedSuppliers=True) == ["Alpha"]
    assert search(name="k-004711", search="alp") == ["Alpha"]
    assert search(name="k-004711", search="K 4711") == []
    assert search(name="4711") == ["K 4711"]
    [row] = client.get("/api/organisation?name=alpha").json
    assert row["externalRef"] == "K-004711"
    assert client.get("/api/organisation?name=beta").json[0]["externalRef"] is None


def test_a_number_is_found_without_its_zeros_and_counted_like_the_list(
    buyer: User, client: CheckedClient
) -> None:
    for name, number in {"Alpha": "0000070001", "Beta": "70002", "Gamma": "1070001"}.items():
        relate(buyer, OrganisationFactory(name=name), RelationshipLevel.APPROVED, external_ref=number)
    for typed, total in {"70001": 1, "0070": 2, "7000": 2, "10": 1, "0": 0}.items():
        response = client.get("/api/organisation", query_string={"name": typed})
        assert len(response.json) == total, typed
        assert json.loads(response.headers["X-Pagination"])["total"] == total
        view = {"list": "organisation", "name": typed, "params": {"name": typed}, "isPinned": True}
        assert client.post("/api/savedView", json=view).status_code == 201
    counts = {view["name"]: view["count"] for view in client.get("/api/savedView?pinned=true").json}
    assert counts == {"70001": 1, "0070": 2, "7000": 2, "10": 1, "0": 0}


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


def test_page_starts_with_filters_folded_as_the_user_left_them(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert "data-filters" not in client.get("/organisations").text
    client.set_cookie("assay_filters", "folded")
    assert 'data-filters="folded"' in client.get("/organisations").text


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
