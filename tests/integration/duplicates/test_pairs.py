"""The list of suppliers that look alike: the comparison, verdicts, and what each organisation sees."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.duplicates import serializers
from app.duplicates.models import DuplicatePair
from app.duplicates.operations.comparing import compare_suppliers
from app.duplicates.queries import identities
from app.network.operations.relationships import insert_relationship
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of
from tests.factories.merging import Twins, invite_supplier_of, make_twins
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn

DUPLICATE = "/api/duplicate"


@pytest.fixture
def twins(session: Session) -> Twins:
    return make_twins(is_full=False)


@pytest.fixture
def client(twins: Twins, signed_in: SignedIn) -> CheckedClient:
    compare_suppliers(twins.buyer.organisation_id)
    return signed_in(twins.buyer)


def pairs(client: CheckedClient) -> list[Any]:
    response = client.get(DUPLICATE)
    assert response.status_code == 200, response.text
    return list(response.json)


def test_twins_are_listed_with_reasons(client: CheckedClient, twins: Twins) -> None:
    (pair,) = pairs(client)
    assert [each["name"] for each in pair["suppliers"]] == [
        "Calder & Sons Coatings", "Calder and Sons Coatings Ltd",
    ]  # fmt: skip
    assert (pair["reasons"], pair["similarity"], pair["isCertain"]) == (["NAME"], 100, False)
    assert [each["isInvited"] for each in pair["suppliers"]] == [True, True]
    assert client.get(f"{DUPLICATE}/scan").json["suppliers"] == 2


def test_a_verdict_hides_a_pair_for_all_colleagues_until_it_is_withdrawn(
    client: CheckedClient, twins: Twins, signed_in: SignedIn
) -> None:
    (pair,) = pairs(client)
    path = f"{DUPLICATE}/{pair['id']}/verdict"
    assert client.post(path, json={"verdict": "DIFFERENT"}).status_code == 204
    colleague = signed_in(colleague_of(twins.buyer))
    assert pairs(client) == pairs(colleague) == []
    compare_suppliers(twins.buyer.organisation_id)
    assert pairs(client) == []
    assert colleague.post(path, json={"verdict": None}).status_code == 204
    assert [each["id"] for each in pairs(client)] == [pair["id"]]


def test_other_organisations_neither_see_nor_decide(
    client: CheckedClient, twins: Twins, signed_in: SignedIn
) -> None:
    (pair,) = pairs(client)
    stranger = signed_in(UserFactory())
    assert pairs(stranger) == []
    response = stranger.post(f"{DUPLICATE}/{pair['id']}/verdict", json={"verdict": "DIFFERENT"})
    assert response.status_code == 404
    viewer = signed_in(colleague_of(twins.buyer, role_name="Viewer"))
    assert viewer.get(DUPLICATE).status_code == 403


def test_suppliers_outside_the_network_and_hidden_ones_make_no_pairs(session: Session, twins: Twins) -> None:
    invite_supplier_of(UserFactory(), "Calder & Sons Coatings")
    OrganisationFactory(name="Calder & Sons Coatings")
    hidden = invite_supplier_of(twins.buyer, "Calder and Sons Coating")
    hidden.relationship.by_invitation = False
    session.flush()
    assert compare_suppliers(twins.buyer.organisation_id) == 1


def test_a_pair_disappears_with_its_supplier_and_its_likeness(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    twins.former.organisation.name = "Zeta Works"
    session.flush()
    assert len(pairs(client)) == 1
    compare_suppliers(twins.buyer.organisation_id)
    assert pairs(client) == []
    twins.former.organisation.name = "Calder Sons Coatings"
    session.flush()
    compare_suppliers(twins.buyer.organisation_id)
    assert len(pairs(client)) == 1
    session.delete(twins.former.relationship)
    session.flush()
    assert pairs(client) == []


def test_a_new_supplier_is_compared_by_one_job(
    session: Session, client: CheckedClient, twins: Twins, run_jobs: Callable[[], int]
) -> None:
    for name in ("Calder and Sons Coating", "Calder Sons Coatings"):
        insert_relationship(
            actor=actor_of(twins.buyer), organisation=OrganisationFactory(name=name),
            level=RelationshipLevel.EVALUATION, by_invitation=False,
        )  # fmt: skip
    scan = client.get(f"{DUPLICATE}/scan").json
    assert scan["isRunning"] is True
    started = client.post(f"{DUPLICATE}/scan", json={})
    assert started.status_code == 202
    run_jobs()
    assert client.get(f"{DUPLICATE}/scan").json["isRunning"] is False
    assert len(pairs(client)) == 6


def test_a_merge_removes_the_pair(session: Session, client: CheckedClient, twins: Twins) -> None:
    client.post("/api/relationship/merge", json=twins.body)
    assert pairs(client) == []
    assert session.execute(select(func.count()).select_from(DuplicatePair)).scalar_one() == 0


def test_the_comparison_and_the_list_need_few_statements(session: Session, signed_in: SignedIn) -> None:
    def statements(count: int) -> tuple[int, int]:
        buyer: User = UserFactory()
        for n in range(count):
            for form in ("Ltd", "GmbH"):
                invite_supplier_of(buyer, f"Company {n * 7919} number {n} {form}")
        with counted_statements() as comparing:
            assert compare_suppliers(buyer.organisation_id) >= count
        client = signed_in(buyer)
        with counted_statements() as listing:
            assert pairs(client)
        return len(comparing.statements), len(listing.statements)

    assert statements(1) == statements(20)


def test_old_addresses_redirect_to_the_tab(client: CheckedClient) -> None:
    page = client.get("/organisations/duplicates")
    assert (page.status_code, page.location) == (302, "/organisations?tab=duplicates")


def test_in_a_large_network_the_newest_suppliers_are_compared(
    client: CheckedClient, twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (identities, serializers):
        monkeypatch.setattr(module, "MAX_SUPPLIERS", 1)
    assert compare_suppliers(twins.buyer.organisation_id) == 0
    scan = client.get(f"{DUPLICATE}/scan").json
    assert (scan["suppliers"], scan["isLimited"]) == (1, True)
    assert pairs(client) == []
