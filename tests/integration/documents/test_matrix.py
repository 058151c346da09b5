"""The matrix: suppliers by name, filters, search, pages, and the number of statements."""

from collections.abc import Callable
from io import BytesIO

import pytest
from openpyxl import load_workbook
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.bulk_calls import BulkCalls
from tests.factories.documents import (
    Parties,
    in_days,
    make_accepted,
    make_document,
    make_requirement,
    shipped,
    submit,
)
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


def test_workbook_has_a_row_for_each_required_document(
    buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    zeta = supplier(buyer, "Zeta")
    make_accepted(zeta, ends=20)
    make_requirement(zeta, shipped("REACH"), site="=Bremen")
    supplier(buyer, "alpha")
    supplier(UserFactory(), "Of another buyer")
    client = signed_in(buyer)
    requested = client.post("/api/documentMatrix/export", json={})
    assert requested.status_code == 202
    run_jobs()
    export = client.get(f"/api/export/{requested.json['id']}").json
    assert export["status"] == "DONE"
    rows = list(load_workbook(BytesIO(client.get(export["url"]).data)).active.iter_rows(values_only=True))
    assert rows[0] == ("Supplier", "Level", "Document", "Site", "State", "Valid until")
    assert [row[0] for row in rows[1:]] == ["alpha", "Zeta", "Zeta"]
    assert rows[2][2:5] == ("ISO 9001", None, "Ends soon")
    assert rows[2][5].date() == in_days(20)
    assert rows[3][2:] == ("REACH declaration", "=Bremen", "Asked", None)


def test_workbook_has_the_suppliers_of_the_filters(
    buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    make_accepted(supplier(buyer, "Valid"), ends=400)
    make_accepted(supplier(buyer, "Expired"), ends=-1)
    client = signed_in(buyer)
    requested = client.post("/api/documentMatrix/export", json={"state": "EXPIRED", "search": "exp"})
    run_jobs()
    export = client.get(f"/api/export/{requested.json['id']}").json
    rows = list(load_workbook(BytesIO(client.get(export["url"]).data)).active.iter_rows(values_only=True))
    assert [row[0] for row in rows[1:]] == ["Expired"]


def test_suppliers_are_found_by_the_texts_of_their_submitted_documents(
    buyer: User, signed_in: SignedIn
) -> None:
    first, second = supplier(buyer, "First"), supplier(buyer, "Second")
    submit(first, make_requirement(first), make_document(first.supplier, number="QX-1"))
    submit(second, make_requirement(second), make_document(second.supplier, issuer="Lloyd's", scope="QX-1"))
    make_document(second.supplier, number="Never sent")
    client = signed_in(buyer)

    def find_names(query: str) -> list[str]:
        return names(client.get(f"/api/documentMatrix?{query}").json)

    assert find_names("document=qx-1") == ["First", "Second"]
    assert find_names("document=LLOYD") == ["Second"]
    assert find_names("document=iso 9001") == ["First", "Second"]
    assert find_names("document=never") == []
    assert find_names("document=qx-1&search=first") == ["First"]
    assert find_names("document=qx-1&state=EXPIRED") == []
    assert client.get("/organisations?tab=documents&document=lloyd").text.count("Second") > 0


def test_suppliers_of_a_filter_are_asked_for_documents(
    buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    missing = [supplier(buyer, f"Missing {number}") for number in range(3)]
    for each in missing:
        make_requirement(each)
    make_accepted(supplier(buyer, "Valid"))
    bulk = BulkCalls(signed_in(buyer), run_jobs)
    args = {"typeIds": [shipped("REACH").id]}
    shown = bulk.preview("documents.askInMatrix", {"state": "MISSING"}, **args).json
    assert set(shown["ids"]) == {each.supplier.organisation_id for each in missing}
    assert (shown["willChange"], shown["mails"]) == (3, 3)
    assert bulk.run("documents.askInMatrix", {"state": "MISSING"}, **args) == [("DONE", "")] * 3
    rows = signed_in(buyer).get("/api/documentMatrix?search=missing").json
    assert [len(row["cells"]) for row in rows] == [2, 2, 2]
