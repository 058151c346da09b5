"""Defect codes: the usual ones, adding, renaming, archiving and restoring."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.ncr.models import DefectCode
from app.ncr.types import MAX_DEFECT_CODES, USUAL_CODES
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.defects import make_code
from tests.factories.ncr import make_ncr
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties


def codes(client: CheckedClient) -> list[tuple[str, bool, bool]]:
    return [(row["code"], row["archived"], row["isOwn"]) for row in client.get("/api/defectCode").json]


def test_the_usual_codes_are_added_once_and_own_codes_stay(parties: Parties, signed_in: SignedIn) -> None:
    make_code(parties.buyer, "bur", "Our burr")
    client = signed_in(parties.buyer)
    listed = client.post("/api/defectCode/usual").json
    assert len(listed) == len(USUAL_CODES)
    assert [row["name"] for row in listed if row["code"].lower() == "bur"] == ["Our burr"]
    assert client.post("/api/defectCode/usual").json == listed
    assert codes(signed_in(UserFactory())) == []


def test_a_code_is_added_renamed_and_deleted(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    created = client.post("/api/defectCode", json={"code": " B1 ", "name": "Burr"})
    assert created.status_code == 201
    code = created.json
    assert code == {
        "id": code["id"], "code": "B1", "name": "Burr", "archived": False, "isUsed": False, "isOwn": True
    }  # fmt: skip
    saved = client.put(f"/api/defectCode/{code['id']}", json={"code": "b1", "name": "Burr, any size"})
    assert (saved.json["code"], saved.json["name"]) == ("b1", "Burr, any size")
    assert client.delete(f"/api/defectCode/{code['id']}").status_code == 204
    assert codes(client) == []


def test_a_code_in_use_is_archived_and_restored(parties: Parties, signed_in: SignedIn) -> None:
    code = make_code(parties.buyer)
    make_ncr(parties.buyer, parties.relationship.id, defect_code_id=code.id)
    client = signed_in(parties.buyer)
    assert client.get("/api/defectCode").json[0]["isUsed"] is True
    assert client.delete(f"/api/defectCode/{code.id}").status_code == 204
    assert codes(client) == [("BUR", True, True)]
    renamed = client.put(f"/api/defectCode/{code.id}", json={"code": "B", "name": "Burr"})
    assert (renamed.status_code, renamed.json["message"]) == (
        409, "This defect code is archived. Restore it first."
    )  # fmt: skip
    taken = client.post("/api/defectCode", json={"code": "bur", "name": "Burr"})
    assert taken.json["fields"] == {
        "code": ["There is an archived defect with this code. Restore it or choose another code."]
    }
    assert client.post(f"/api/defectCode/{code.id}/restore").json["archived"] is False
    assert codes(client) == [("BUR", False, True)]


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"code": "bur", "name": "x"}, "code", "There is already a defect with this code."),
        ({"code": " ", "name": "x"}, "code", "This is required."),
        ({"code": "x" * 21, "name": "x"}, "code", "This must have at most 20 characters."),
        ({"code": "x", "name": "x" * 81}, "name", "This must have at most 80 characters."),
    ],
)
def test_wrong_codes_get_a_sentence(
    parties: Parties, signed_in: SignedIn, body: dict[str, Any], field: str, sentence: str
) -> None:
    make_code(parties.buyer)
    response = signed_in(parties.buyer).post("/api/defectCode", json=body)
    assert (response.status_code, response.json["fields"]) == (422, {field: [sentence]})


def test_an_organisation_has_at_most_500_codes(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    session.add_all(
        DefectCode(organisation_id=parties.buyer.organisation_id, code=f"C{number}", name="x")
        for number in range(MAX_DEFECT_CODES)
    )
    session.flush()
    client = signed_in(parties.buyer)
    for path, body in (("", {"code": "new", "name": "x"}), ("/usual", None)):
        refused = client.post(f"/api/defectCode{path}", json=body)
        assert refused.status_code == 409
        assert "at most 500 defect codes" in refused.json["message"]


def test_suppliers_see_the_codes_of_their_reports_and_viewers_change_none(
    parties: Parties, signed_in: SignedIn
) -> None:
    code, hidden = make_code(parties.buyer), make_code(parties.buyer, "SCR", "scratch")
    make_ncr(parties.buyer, parties.relationship.id, defect_code_id=code.id)
    supplier = signed_in(parties.supplier)
    assert codes(supplier) == [("BUR", False, False)]
    for code_id in (code.id, hidden.id):
        path = f"/api/defectCode/{code_id}"
        assert supplier.put(path, json={"code": "X", "name": "x"}).status_code == 404
        assert supplier.delete(path).status_code == 404
        assert supplier.post(f"{path}/restore").status_code == 404
    viewer = signed_in(colleague_of(parties.buyer, role_name="Viewer"))
    assert viewer.post("/api/defectCode/usual").status_code == 403
    assert len(codes(viewer)) == 2
