"""The buyer's pages of documents, and the section of a supplier's page."""

import json
import re
from typing import Any

from sqlalchemy.orm import Session

from tests.factories.accounts import UserFactory
from tests.factories.documents import (
    make_accepted,
    make_document,
    make_parties,
    make_requirement,
    make_type,
    shipped,
    submit,
)
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def test_page_of_a_supplier_has_its_requirements_for_the_buyer_only(
    session: Session, signed_in: SignedIn
) -> None:
    parties = make_parties()
    requirement = make_requirement(parties, site="Bremen")
    path = f"/organisations/{parties.supplier.organisation_id}/documents"
    props = props_of(signed_in(parties.buyer), path)
    assert [(row["id"], row["site"]) for row in props["list"]["rows"]] == [(requirement.id, "Bremen")]
    assert props["relationshipId"] == parties.relationship.id
    assert props["isRelated"] is True
    assert signed_in(UserFactory()).get(path).status_code == 404
    assert signed_in(parties.supplier).get(path).status_code == 404


def test_types_page_has_shipped_and_own_types(session: Session, signed_in: SignedIn) -> None:
    parties = make_parties()
    own = make_type(parties.buyer)
    foreign = make_type(UserFactory())
    ids = {row["id"] for row in props_of(signed_in(parties.buyer), "/setup/documentTypes")["types"]}
    assert {own.id, shipped().id} <= ids
    assert foreign.id not in ids


def test_section_of_a_supplier_lists_open_actions_first(session: Session, signed_in: SignedIn) -> None:
    parties = make_parties()
    make_accepted(parties, shipped("ISO9001"))
    make_accepted(parties, shipped("ISO14001"), ends=-3)
    make_accepted(parties, shipped("IATF16949"), ends=20)
    make_requirement(parties, shipped("REACH"))
    submit(
        parties,
        make_requirement(parties, shipped("ISO45001")),
        make_document(parties.supplier, shipped("ISO45001")),
    )
    path = f"/api/organisation/{parties.supplier.organisation_id}"
    documents = signed_in(parties.buyer).get(path).json["documents"]
    assert [row["state"] for row in documents["rows"]] == [
        "RECEIVED", "EXPIRED", "EXPIRING", "ASKED", "ACCEPTED",
    ]  # fmt: skip
    assert documents["total"] == 5
    buyer = f"/api/organisation/{parties.buyer.organisation_id}"
    assert signed_in(parties.supplier).get(buyer).json["documents"] is None


def props_of(client: CheckedClient, path: str) -> Any:
    """Return the props of the island of a page."""
    scripts = re.findall(r'-props">(.*?)</script>', client.get(path).text, re.DOTALL)
    return json.loads(max(scripts, key=len))
