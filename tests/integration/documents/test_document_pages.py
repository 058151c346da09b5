"""The pages My Documents and the matrix: the requirement of the address, and the documents that are offered."""

import json
import re
from typing import Any

from tests.factories.accounts import UserFactory
from tests.factories.documents import (
    Parties,
    in_days,
    make_accepted,
    make_document,
    make_parties,
    make_requirement,
    shipped,
    submit,
)
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def test_valid_documents_of_the_type_are_offered_to_the_supplier_only(signed_in: SignedIn) -> None:
    parties = make_parties()
    requirement = make_requirement(parties)
    path = f"/api/documentRequirement/{requirement.id}"
    earlier = make_document(parties.supplier)
    first = make_document(parties.supplier, supersedes_id=earlier.id)
    second = make_document(parties.supplier, ends=None, valid_until=in_days(0))
    ended = make_document(parties.supplier)
    ended.valid_until = in_days(-2)
    make_document(parties.supplier, shipped("ISO14001"))
    make_document(UserFactory())
    assert offered(signed_in(parties.supplier), path) == [second.id, first.id]
    assert offered(signed_in(parties.buyer), path) == []


def test_the_document_under_review_is_not_offered_again(signed_in: SignedIn) -> None:
    parties = make_parties()
    requirement = make_requirement(parties)
    document = make_document(parties.supplier)
    submit(parties, requirement, document)
    other = make_document(parties.supplier)
    path = f"/api/documentRequirement/{requirement.id}"
    assert offered(signed_in(parties.supplier), path) == [other.id]


def test_my_documents_lists_the_open_requirements_of_the_supplier(signed_in: SignedIn) -> None:
    parties = make_parties()
    waiting = make_requirement(parties)
    make_accepted(parties, shipped("ISO14001"))
    expired = make_accepted(parties, shipped("IATF16949"), ends=-3)
    props = props_of(signed_in(parties.supplier), "/setup/document")
    assert [row["id"] for row in props["asked"]["rows"]] == [expired.id, waiting.id]
    assert len(props["list"]["rows"]) == 2
    assert props["linked"] is None


def test_the_requirement_of_the_address_is_shown_to_its_supplier_only(signed_in: SignedIn) -> None:
    parties = make_parties()
    sent = make_accepted(parties)
    path = f"/setup/document?requirement={sent.id}"
    assert props_of(signed_in(parties.supplier), path)["linked"]["state"] == "ACCEPTED"
    for viewer in (parties.buyer, UserFactory()):
        assert props_of(signed_in(viewer), path)["linked"] is None
    assert props_of(signed_in(parties.supplier), "/setup/document?requirement=x")["linked"] is None


def test_the_matrix_has_a_column_for_each_type_that_was_asked_for(signed_in: SignedIn) -> None:
    parties = make_parties()
    make_requirement(parties)
    props = props_of(signed_in(parties.buyer), "/organisations?tab=documents")
    assert [type_["code"] for type_ in props["types"]] == ["ISO9001"]
    assert [row["supplier"]["id"] for row in props["list"]["rows"]] == [parties.supplier.organisation_id]
    assert matrix_rows(signed_in, parties, "state=EXPIRED") == []
    assert len(matrix_rows(signed_in, parties, "state=MISSING")) == 1


def matrix_rows(signed_in: SignedIn, parties: Parties, query: str) -> list[Any]:
    props = props_of(signed_in(parties.buyer), f"/organisations?tab=documents&{query}")
    rows: list[Any] = props["list"]["rows"]
    return rows


def offered(client: CheckedClient, path: str) -> list[int]:
    """Return the ids of the offered documents."""
    return [each["id"] for each in client.get(path).json["offers"]]


def props_of(client: CheckedClient, path: str) -> Any:
    """Return the props of the island of a page."""
    scripts = re.findall(r'-props">(.*?)</script>', client.get(path).text, re.DOTALL)
    (props,) = [props for props in scripts if '"types"' in props]
    return json.loads(props)
