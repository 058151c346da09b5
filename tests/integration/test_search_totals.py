"""Searches with more matches than are counted: totals, order and pages."""

import json

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.db.search import SEARCH_CAP
from tests.factories.accounts import UserFactory
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Zoe Buyer", in_organisation__name="Brightwater")
    return created


def add_people(session: Session, user: User, count: int) -> None:
    """Add users called Miller to the user's organisation."""
    session.execute(
        text("""
        insert into app_user (name, email, organisation_id, type, status, is_admin, created)
        select 'Miller ' || lpad(n::text, 5, '0'), 'miller-' || n || '@people.example', :of, 'USER', 'ACTIVE', false, now()
        from generate_series(1, cast(:count as int)) n
        """),
        {"of": user.organisation_id, "count": count},
    )


def ids_of_all_pages(client: CheckedClient, path: str) -> list[int]:
    """Read all pages by cursor; return the ids."""
    ids: list[int] = []
    cursor = ""
    while True:
        response = client.get(f"{path}&pageSize=100{cursor}")
        ids += [row["id"] for row in response.json]
        after = json.loads(response.headers["X-Pagination"])["nextCursor"]
        if after is None:
            return ids
        cursor = f"&cursor={after}"


@pytest.mark.parametrize("more", [-1, 0, 1, 5])
def test_matches_are_counted_up_to_1000_and_all_listed_in_order(
    buyer: User, session: Session, signed_in: SignedIn, more: int
) -> None:
    add_people(session, buyer, SEARCH_CAP + more)
    client = signed_in(buyer)
    header = json.loads(client.get("/api/user?search=MILLER").headers["X-Pagination"])
    assert (header["total"], header["capped"]) == (min(SEARCH_CAP, SEARCH_CAP + more), more > 0)
    ids = ids_of_all_pages(client, "/api/user?search=MILLER")
    expected = session.execute(
        text("select id from app_user where name like 'Miller%' order by lower(name), id")
    ).scalars()
    assert ids == list(expected)


@pytest.mark.parametrize("organisations", [1, SEARCH_CAP + 1])
def test_many_matches_include_the_users_of_matching_organisations(
    buyer: User, session: Session, signed_in: SignedIn, organisations: int
) -> None:
    add_people(session, buyer, SEARCH_CAP + 1)
    first = UserFactory(name="Anna Novak", in_organisation__name="Miller House")
    UserFactory(name="Anna Rossi", in_organisation__name="Brook House")
    session.execute(
        text("""
        insert into organisation (name, status, is_test_organisation, is_placeholder, created)
        select 'Miller ' || n, 'CONFIRMED', false, false, now() from generate_series(2, cast(:count as int)) n
        """),
        {"count": organisations},
    )
    rows = signed_in(buyer).get("/api/user?search=miller&pageSize=3").json
    assert [row["name"] for row in rows] == ["Anna Novak", "Miller 00001", "Miller 00002"]
    assert rows[0]["id"] == first.id


def test_users_that_do_not_match_are_skipped_without_their_organisation(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    add_people(session, buyer, SEARCH_CAP + 1)
    client = signed_in(buyer)
    assert client.get("/api/user?search=miller").status_code == 200
    page = client.statement_log[-1]
    assert "folded(app_user.name) LIKE" in page
    assert "folded(organisation.name)" not in page


def test_row_that_matches_twice_is_listed_once(buyer: User, session: Session, signed_in: SignedIn) -> None:
    supplier = UserFactory(in_organisation__name="Delivery House")
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    two_matches = make_ncr(buyer, relationship.id, title="Late delivery").ncr
    one_match = make_ncr(buyer, relationship.id, title="Wrong label").ncr
    client = signed_in(buyer)
    response = client.get("/api/ncr?search=delivery")
    assert sorted(row["id"] for row in response.json) == sorted([two_matches.id, one_match.id])
    assert json.loads(response.headers["X-Pagination"])["total"] == 2
