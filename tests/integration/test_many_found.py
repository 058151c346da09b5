"""Searches that find more than is counted: totals, order and pages."""

import json

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.search import SEARCH_CAP
from tests.factories.accounts import UserFactory
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    made: User = UserFactory(name="Zoe Buyer", in_organisation__name="Brightwater")
    return made


def add_people(session: Session, user: User, count: int) -> None:
    """Add people called Miller to the user's organisation."""
    session.execute(
        text("""
        insert into app_user (name, email, organisation_id, type, status, is_admin, created)
        select 'Miller ' || lpad(n::text, 5, '0'), 'miller-' || n || '@people.example', :of, 'USER', 'ACTIVE', false, now()
        from generate_series(1, cast(:count as int)) n
        """),
        {"of": user.organisation_id, "count": count},
    )


def walked(client: CheckedClient, path: str) -> list[int]:
    """The ids of all pages, by cursor."""
    found: list[int] = []
    cursor = ""
    while True:
        response = client.get(f"{path}&pageSize=100{cursor}")
        found += [row["id"] for row in response.json]
        after = json.loads(response.headers["X-Pagination"])["nextCursor"]
        if after is None:
            return found
        cursor = f"&cursor={after}"


@pytest.mark.parametrize("more", [-1, 0, 1, 5])
def test_what_is_found_is_counted_up_to_a_thousand_and_all_of_it_is_shown_in_order(
    buyer: User, session: Session, signed_in: SignedIn, more: int
) -> None:
    add_people(session, buyer, SEARCH_CAP + more)
    client = signed_in(buyer)
    header = json.loads(client.get("/api/user?search=MILLER").headers["X-Pagination"])
    assert (header["total"], header["capped"]) == (min(SEARCH_CAP, SEARCH_CAP + more), more > 0)
    found = walked(client, "/api/user?search=MILLER")
    wanted = session.execute(
        text("select id from app_user where name like 'Miller%' order by lower(name), id")
    ).scalars()
    assert found == list(wanted)


def test_a_row_that_is_found_by_two_of_its_words_is_there_once(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    supplier = UserFactory(in_organisation__name="Delivery House")
    kept = relate(buyer.organisation_id, supplier.organisation_id)
    twice = make_ncr(buyer, kept.id, title="Late delivery").ncr
    once = make_ncr(buyer, kept.id, title="Wrong label").ncr
    client = signed_in(buyer)
    response = client.get("/api/ncr?search=delivery")
    assert sorted(row["id"] for row in response.json) == sorted([twice.id, once.id])
    assert json.loads(response.headers["X-Pagination"])["total"] == 2
