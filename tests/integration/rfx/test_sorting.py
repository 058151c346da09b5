"""Sort orders of the list of RFxs (specification section 2, RFXs)."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from app.rfx.models import Rfx
from app.rfx.queries.lists import SORTS
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

EXPECTED = {
    "ref": ["Audit", "delivery", "Brand", "Codes", "Ethics"],
    # Two self-surveys, then the RFIs.
    "type": ["delivery", "Ethics", "Audit", "Brand", "Codes"],
    # amber, Brightwater, Guest, Northwind, Zeta: case is ignored, and the guest sorts by its label in the list.
    "supplier": ["delivery", "Codes", "Brand", "Ethics", "Audit"],
    "title": ["Audit", "Brand", "Codes", "delivery", "Ethics"],
    "date": ["Ethics", "Audit", "delivery", "Brand", "Codes"],
    # In the order of the life cycle: new, pending, in progress, completed, expired.
    "status": ["Brand", "Ethics", "Codes", "Audit", "delivery"],
}


@pytest.fixture
def buyer(session: Session) -> User:
    """Create a buyer who sent four RFxs, one of them to a guest, and received one."""
    buyer: User = UserFactory(in_organisation=OrganisationFactory(name="Meridian"))

    def supplier(name: str) -> User:
        user: User = UserFactory(in_organisation=OrganisationFactory(name=name))
        return user

    sent = [
        (send_rfx(buyer, supplier("Zeta"), title="Audit"), "RFI", "COMPLETED", 4),
        (send_rfx(buyer, supplier("amber"), title="delivery"), "ASSESSMENT_SELF_SURVEY", "EXPIRED", 3),
        (send_rfx(buyer, guest=True, title="Brand"), "RFI", "NEW", 2),
        (send_rfx(buyer, supplier("Brightwater"), title="Codes"), "RFI", "INPROGRESS", 1),
        (send_rfx(supplier("Northwind"), buyer, title="Ethics"), "ASSESSMENT_SELF_SURVEY", "PENDING", 5),
    ]
    for one, kind, status, days in sent:
        rfx = session.get_one(Rfx, one.id)
        rfx.type, rfx.status, rfx.sent_date = kind, status, now() - timedelta(days=days)
    session.flush()
    return buyer


def titles(client: CheckedClient, **query: object) -> list[str]:
    return [row["title"] for row in client.get("/api/rfx", query_string=query).json]


@pytest.mark.parametrize("sort", SORTS)
def test_sent_and_received_rfxs_are_sorted_together(buyer: User, signed_in: SignedIn, sort: str) -> None:
    client = signed_in(buyer)
    assert titles(client, sort=sort) == EXPECTED[sort]
    statements = client.statements
    assert titles(client, sort=f"-{sort}") == [*reversed(EXPECTED[sort])]
    assert client.statements == statements <= 8


@pytest.mark.parametrize("sort", [sign + name for name in SORTS for sign in ("", "-")])
def test_every_sort_order_pages_by_cursor(buyer: User, signed_in: SignedIn, sort: str) -> None:
    client = signed_in(buyer)
    collected: list[str] = []
    query = {"sort": sort, "pageSize": 2}
    while True:
        page = client.get("/api/rfx", query_string=query)
        collected += [row["title"] for row in page.json]
        pagination = json.loads(page.headers["X-Pagination"])
        assert pagination["total"] == 5
        if not pagination["nextCursor"]:
            break
        query["cursor"] = pagination["nextCursor"]
    assert collected == titles(client, sort=sort)


def test_filters_apply_to_a_sorted_list(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert titles(client, sort="-status", new="true", expired="true") == ["delivery", "Brand"]
    assert titles(client, sort="supplier", supplierName="b") == ["delivery", "Codes"]


def test_unknown_sort_is_rejected_by_the_api_and_ignored_by_the_page(
    buyer: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    refused = client.get("/api/rfx?sort=colour")
    assert refused.status_code == 422
    assert list(refused.json["fields"]) == ["sort"]
    assert client.get("/rfx?sort=colour").status_code == 200
    page = client.get("/rfx?sort=title").text
    assert page.index("Audit") < page.index("Brand") < page.index("Ethics")
