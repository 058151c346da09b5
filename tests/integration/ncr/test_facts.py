"""Part, quantities, defect, cost and disposition of a non-conformance: rules, filters and search."""

from typing import Any

import pytest

from app.ncr.operations.codes import remove_code
from app.ncr.operations.saving import assign_ncr
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.defects import make_code
from tests.factories.ncr import make_ncr, ncr_json
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties

FACTS = {
    "partNumber": "4711-C",
    "batch": "L-88",
    "orderRef": "PO-45",
    "quantityDelivered": 200,
    "quantityChecked": 100,
    "quantityDefective": 12,
}
INTERNAL = {
    "cost": "1250.50",
    "currency": "EUR",
    "disposition": "SCRAP",
    "internalNote": "Charge it.\nTwice.",
}


def raised(client: CheckedClient, relationship_id: int, **changes: Any) -> dict[str, Any]:
    response = client.post("/api/ncr", json=ncr_json(relationship_id, **changes))
    assert response.status_code == 201, response.text
    body: dict[str, Any] = response.json
    return body


def ids(client: CheckedClient, **query: Any) -> list[int]:
    response = client.get("/api/ncr", query_string=query)
    assert response.status_code == 200, response.text
    return [row["id"] for row in response.json]


def test_facts_are_stored_and_the_supplier_reads_all_but_the_internal_ones(
    parties: Parties, signed_in: SignedIn
) -> None:
    code = make_code(parties.buyer)
    client = signed_in(parties.buyer)
    ncr = raised(client, parties.relationship.id, defectCodeId=code.id, **FACTS, **INTERNAL)
    received = signed_in(parties.supplier).get(f"/api/ncr/{ncr['id']}").json
    for shown in (ncr, received):
        assert {name: shown[name] for name in FACTS} == FACTS
        assert shown["defectCode"] == {"id": code.id, "code": "BUR", "name": "burr"}
    assert ncr["internal"] == {
        "cost": "1250.50", "currency": "EUR", "disposition": "SCRAP", "note": "Charge it.\nTwice."
    }  # fmt: skip
    assert "internal" not in received


def test_facts_are_optional_and_can_be_removed(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    code = make_code(parties.buyer)
    ncr = raised(client, parties.relationship.id, defectCodeId=code.id, **FACTS, **INTERNAL)
    body = ncr_json(parties.relationship.id, version=1, partNumber="  ")
    saved = client.put(f"/api/ncr/{ncr['id']}", json=body).json
    assert [saved[name] for name in FACTS] == [None] * len(FACTS)
    assert saved["defectCode"] is None
    assert saved["internal"] == {"cost": None, "currency": None, "disposition": None, "note": None}
    assert saved["version"] == 2


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"quantityChecked": 100, "quantityDefective": 120}, "quantityDefective", "Defective 120 is more than checked 100."),
        ({"quantityDelivered": 100, "quantityChecked": 120}, "quantityChecked", "Checked 120 is more than delivered 100."),
        ({"quantityDelivered": 100, "quantityDefective": 120}, "quantityDefective", "Defective 120 is more than delivered 100."),
        ({"quantityDelivered": -1}, "quantityDelivered", "Enter a whole number from 0 to 1,000,000,000."),
        ({"quantityDelivered": 1_000_000_001}, "quantityDelivered", "Enter a whole number from 0 to 1,000,000,000."),
        ({"quantityChecked": 1.5}, "quantityChecked", "Enter a whole number from 0 to 1,000,000,000."),
        ({"quantityChecked": "many"}, "quantityChecked", "Enter a whole number from 0 to 1,000,000,000."),
        ({"partNumber": "x" * 101}, "partNumber", "This must have at most 100 characters."),
        ({"internalNote": "x" * 5001}, "internalNote", "This must have at most 5000 characters."),
        ({"cost": "12.345", "currency": "EUR"}, "cost", "Enter an amount, such as 1250.00."),
        ({"cost": "-1", "currency": "EUR"}, "cost", "Enter an amount, such as 1250.00."),
        ({"cost": "1e9", "currency": "EUR"}, "cost", "Enter an amount, such as 1250.00."),
        ({"cost": "99999999999", "currency": "EUR"}, "cost", "Enter an amount, such as 1250.00."),
        ({"cost": "12"}, "currency", "Choose a currency from the list."),
        ({"cost": "12", "currency": "ZZZ"}, "currency", "Choose a currency from the list."),
        ({"currency": "EUR"}, "cost", "Enter the cost."),
        ({"defectCodeId": 999_999}, "defectCodeId", "Choose one of your defect codes."),
        ({"disposition": "BURN"}, "disposition", None),
    ],
)  # fmt: skip
def test_wrong_facts_get_a_sentence(
    parties: Parties, signed_in: SignedIn, changes: dict[str, Any], field: str, sentence: str | None
) -> None:
    response = signed_in(parties.buyer).post("/api/ncr", json=ncr_json(parties.relationship.id, **changes))
    assert response.status_code == 422, response.text
    assert set(response.json["fields"]) == {field}
    if sentence:
        assert response.json["fields"][field] == [sentence]


@pytest.mark.parametrize(
    "quantities",
    [
        {"quantityDelivered": 100, "quantityChecked": 100, "quantityDefective": 100},
        {"quantityChecked": 5, "quantityDefective": 0},
        {"quantityDefective": 7},
        {"quantityDelivered": 0, "quantityDefective": 0},
        {"quantityDelivered": 1_000_000_000},
    ],
)
def test_quantities_that_add_up_are_accepted(
    parties: Parties, signed_in: SignedIn, quantities: dict[str, int]
) -> None:
    ncr = raised(signed_in(parties.buyer), parties.relationship.id, **quantities)
    assert {name: ncr[name] for name in quantities} == quantities


def test_codes_of_others_and_archived_codes_cannot_be_chosen(parties: Parties, signed_in: SignedIn) -> None:
    foreign, code = make_code(UserFactory()), make_code(parties.buyer)
    client = signed_in(parties.buyer)
    body = ncr_json(parties.relationship.id, defectCodeId=foreign.id)
    assert client.post("/api/ncr", json=body).json["fields"] == {
        "defectCodeId": ["Choose one of your defect codes."]
    }
    body["defectCodeId"] = code.id
    ncr = client.post("/api/ncr", json=body).json
    remove_code(actor=actor_of(parties.buyer), code_id=code.id)
    refused = client.post("/api/ncr", json=body)
    assert refused.json["fields"] == {
        "defectCodeId": ["This defect code is archived. Restore it or choose another one."]
    }
    # The archived code stays where it is.
    edited = client.put(f"/api/ncr/{ncr['id']}", json=body | {"version": 1, "title": "Burrs on two bores"})
    assert edited.json["defectCode"]["id"] == code.id


def test_a_stale_save_of_facts_is_refused(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    ncr = raised(client, parties.relationship.id)
    body = ncr_json(parties.relationship.id, version=1, partNumber="1")
    assert client.put(f"/api/ncr/{ncr['id']}", json=body).status_code == 200
    stale = client.put(f"/api/ncr/{ncr['id']}", json=body | {"partNumber": "2"})
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    assert client.get(f"/api/ncr/{ncr['id']}").json["partNumber"] == "1"


def test_assigning_keeps_the_facts(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    ncr = raised(client, parties.relationship.id, **FACTS, **INTERNAL)
    actor = actor_of(parties.buyer)
    assign_ncr(actor=actor, ncr_id=ncr["id"], organisation_id=actor.organisation_id, user_id=None)
    after = client.get(f"/api/ncr/{ncr['id']}").json
    assert {name: after[name] for name in FACTS} == FACTS
    assert after["internal"] == ncr["internal"]


def test_search_finds_part_batch_and_order(parties: Parties, signed_in: SignedIn) -> None:
    ncr = make_ncr(
        parties.buyer, parties.relationship.id, part_number="HX-4711-C", batch="Lot88Q", order_ref="PO-451180"
    ).ncr
    make_ncr(parties.buyer, parties.relationship.id)
    for client in (signed_in(parties.buyer), signed_in(parties.supplier)):
        for text in ("4711", "lot88", "451180", "hx-4711 c"):
            assert ids(client, search=text) == [ncr.id], text


def test_filters_by_part_defect_and_days(parties: Parties, signed_in: SignedIn) -> None:
    code = make_code(parties.buyer)
    client = signed_in(parties.buyer)
    first = raised(client, parties.relationship.id, partNumber="4711", defectCodeId=code.id)["id"]
    raised(client, parties.relationship.id, partNumber="47110", eventDate="2024-04-01")
    supplier = signed_in(parties.supplier)
    for each in (client, supplier):
        assert ids(each, partNumber="4711") == [first]
        assert ids(each, defectCodeId=code.id) == [first]
        assert ids(each, eventFrom="2024-03-02", eventTo="2024-03-02") == [first]
        assert ids(each, eventTo="2024-03-01") == []


def test_the_disposition_filters_own_reports_alone(parties: Parties, signed_in: SignedIn) -> None:
    """A filter must not reveal to the supplier which decision was made."""
    client = signed_in(parties.buyer)
    ncr = raised(client, parties.relationship.id, **INTERNAL)
    assert ids(client, dispositions=["SCRAP", "RETURN"]) == [ncr["id"]]
    assert ids(client, dispositions="REWORK") == []
    supplier = signed_in(parties.supplier)
    assert ids(supplier) == [ncr["id"]]
    assert ids(supplier, dispositions="SCRAP") == []
