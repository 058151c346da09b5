"""The matrix: suppliers by name, filters, search, pages, and the number of statements."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.documents import Parties, in_days, make_accepted, make_requirement, shipped
from tests.factories.network import relate
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory()


def supplier(buyer: User, name: str) -> Parties:
    user = UserFactory(in_organisation=OrganisationFactory(name=name))
    return Parties(buyer, user, relate(buyer.organisation_id, user.organisation_id))


def names(rows: list[dict[str, dict[str, str]]]) -> list[str]:
    return [row["supplier"]["name"] for row in rows]


def test_suppliers_are_listed_by_name_with_their_cells(buyer: User, signed_in: SignedIn) -> None:
    zeta, alpha = supplier(buyer, "Zeta"), supplier(buyer, "alpha")
    make_accepted(zeta, ends=20)
    second = make_requirement(zeta, shipped("REACH"), site="Bremen")
    unrelated = supplier(buyer, "None")
    unrelated.relationship.level = RelationshipLevel.NONE
    rows = signed_in(buyer).get("/api/documentMatrix").json
    assert names(rows) == ["alpha", "Zeta"]
    assert rows[0]["cells"] == []
    assert rows[0]["relationship"] == {"id": alpha.relationship.id, "level": "Approved"}
    iso, reach = rows[1]["cells"]
    assert (iso["typeId"], iso["state"], iso["site"]) == (shipped().id, "EXPIRING", "")
    assert iso["validUntil"] == in_days(20).isoformat()
    assert (reach["requirementId"], reach["state"], reach["site"]) == (second.id, "ASKED", "Bremen")


def test_filters_and_search(buyer: User, signed_in: SignedIn, session: Session) -> None:
    make_accepted(supplier(buyer, "Valid"), ends=400)
    make_accepted(supplier(buyer, "Ending"), ends=60)
    make_accepted(supplier(buyer, "Later"), ends=61)
    make_accepted(supplier(buyer, "Expired"), ends=-1)
    asked_again = make_accepted(supplier(buyer, "Asked again"), ends=-5)
    asked_again.state = "ASKED"
    make_requirement(supplier(buyer, "Missing"))
    waived = make_accepted(supplier(buyer, "Waived"), ends=-1)
    waived.state, waived.state_before_waiver, waived.waived_until = "WAIVED", "ACCEPTED", in_days(5)
    supplier(buyer, "Nothing")
    session.flush()
    client = signed_in(buyer)

    def listed(**query: str) -> list[str]:
        return names(client.get("/api/documentMatrix", query_string=query).json)

    assert listed(state="EXPIRED") == ["Asked again", "Expired"]
    assert listed(state="ENDING") == ["Ending"]
    assert listed(state="MISSING") == ["Missing"]
    assert listed(search="ENDI") == ["Ending"]
    assert listed(search="asked", state="MISSING") == []


def test_pages_by_cursor_take_the_same_statements(buyer: User, signed_in: SignedIn) -> None:
    for number in range(5):
        make_accepted(supplier(buyer, f"Supplier {number}"))
    client = signed_in(buyer)
    client.get("/api/documentMatrix", query_string={"pageSize": 1})
    one = client.statements
    first = client.get("/api/documentMatrix", query_string={"pageSize": 3})
    assert client.statements == one
    cursor = client.application.json.loads(first.headers["X-Pagination"])["nextCursor"]
    rest = client.get("/api/documentMatrix", query_string={"pageSize": 3, "cursor": cursor})
    assert client.statements == one
    assert names(first.json) + names(rest.json) == [f"Supplier {number}" for number in range(5)]


def test_other_organisations_see_their_own_suppliers(buyer: User, signed_in: SignedIn) -> None:
    parties = supplier(buyer, "Alpha")
    make_accepted(parties)
    assert signed_in(UserFactory()).get("/api/documentMatrix").json == []
    assert signed_in(parties.supplier).get("/api/documentMatrix").json == []
