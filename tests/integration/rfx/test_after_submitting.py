"""What the requester writes once a response is submitted: a countersignature, a verdict (product decisions, RFx)."""

import pytest
from sqlalchemy.orm import Session

from app.rfx.models import RfxResponse
from tests.factories.rfx import SentRfx, field, given, send_rfx
from tests.fixtures.people import SignedIn

OWN = {"writableBy": "REQUESTER"}
SIGNED = {"name": "Rosa", "strokes": []}


@pytest.fixture
def sent(session: Session, signed_in: SignedIn) -> SentRfx:
    """A submitted RFx with fields of both ends."""
    sent = send_rfx(
        blocks=(
            field("terms", required=True),
            field("signature", "FORMSIGNATURE"),
            field("countersignature", "FORMSIGNATURE", **OWN),
            field(
                "rating", "NUMBER", **OWN, scoring=[{"operator": "between", "operand": [5, 9], "points": 4}]
            ),
        )
    )
    supplier = signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(terms="Agreed"))
    supplier.put(f"{sent.path}/value", json=given(signature=SIGNED))
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    return sent


def test_the_requester_countersigns_what_was_submitted(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    buyer = signed_in(sent.sender)
    loaded = buyer.get(sent.path, query_string={"i": ["rwMap"]}).json
    assert {key for key, writable in loaded["rwMap"].items() if writable} == {"countersignature", "rating"}
    body = given(countersignature=SIGNED, rating="7", terms="Changed", signature=SIGNED)
    saved = buyer.put(f"{sent.path}/value", json=body).json
    assert saved["saved"].keys() == {"countersignature", "rating"}
    assert saved["refused"].keys() == {"terms", "signature"}
    assert (saved["status"], saved["outdatedSignatures"]) == ("COMPLETED", [])
    after = buyer.get(sent.path).json
    assert after["scoring"]["overall"] == 100
    responses = {
        row.organisation_id: row.status for row in session.query(RfxResponse).filter_by(rfx_id=sent.id)
    }
    assert responses[sent.answerer.organisation_id] == "SUBMITTED"

    supplier = signed_in(sent.answerer)
    refused = supplier.put(f"{sent.path}/value", json=given(countersignature=SIGNED))
    assert (refused.status_code, refused.json["message"]) == (409, "This RFx has already been submitted.")
