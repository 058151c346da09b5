"""What the requester writes once a response is submitted: a countersignature, a verdict (product decisions, RFx)."""

from typing import Any

from sqlalchemy.orm import Session

from app.forms.types import DocFormType
from app.rfx.models import Rfx, RfxResponse
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.rfx import Node, SentRfx, field, given, make_form, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

OWN = {"writableBy": "REQUESTER"}
SIGNED = {"name": "Rosa", "strokes": []}


BLOCKS = (
    field("terms", required=True),
    field("countersignature", "FORMSIGNATURE", **OWN),
    field("rating", "NUMBER", **OWN, scoring=[{"operator": "between", "operand": [5, 9], "points": 4}]),
)


def submitted(signed_in: SignedIn, *more: Node, **answers: Any) -> SentRfx:
    sent = send_rfx(blocks=(*BLOCKS, *more))
    supplier = signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(terms="Agreed", **answers))
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    return sent


def writable(buyer: CheckedClient, sent: SentRfx) -> set[str]:
    loaded = buyer.get(sent.path, query_string={"i": ["rwMap"]}).json
    return {key for key, may in loaded["rwMap"].items() if may}


def test_the_requester_adds_its_verdict_to_what_was_submitted(session: Session, signed_in: SignedIn) -> None:
    sent = submitted(signed_in)
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    assert writable(buyer, sent) == {"countersignature", "rating"}
    body = given(countersignature=SIGNED, rating="7", terms="Changed")
    saved = buyer.put(f"{sent.path}/value", json=body).json
    assert (saved["saved"].keys(), saved["refused"].keys()) == ({"countersignature", "rating"}, {"terms"})
    assert (saved["status"], saved["outdatedSignatures"]) == ("COMPLETED", [])
    assert buyer.get(sent.path).json["scoring"]["overall"] == 100
    responses = {
        row.organisation_id: row.status for row in session.query(RfxResponse).filter_by(rfx_id=sent.id)
    }
    assert responses[sent.answerer.organisation_id] == "SUBMITTED"
    refused = supplier.put(f"{sent.path}/value", json=given(countersignature=SIGNED))
    assert (refused.status_code, refused.json["message"]) == (409, "This RFx has already been submitted.")


def test_where_the_supplier_has_signed_the_requester_signs_once_and_changes_nothing_else(
    session: Session, signed_in: SignedIn
) -> None:
    sent = submitted(signed_in, field("signature", "FORMSIGNATURE"), signature=SIGNED)
    buyer = signed_in(sent.sender)
    assert writable(buyer, sent) == {"countersignature"}
    saved = buyer.put(f"{sent.path}/value", json=given(countersignature=SIGNED, rating="7")).json
    assert (saved["saved"].keys(), saved["refused"].keys()) == ({"countersignature"}, {"rating"})
    assert writable(buyer, sent) == set()
    taken_back = {"values": {"countersignature": {"value": None, "baseIteration": 1}}}
    assert buyer.put(f"{sent.path}/value", json=taken_back).json["refused"].keys() == {"countersignature"}


def test_an_internal_survey_stays_submitted_whatever_its_sender_adds(
    session: Session, signed_in: SignedIn
) -> None:
    """Both ends are in one organisation, and share one response: it is the recipient's."""
    buyer = UserFactory(in_organisation=OrganisationFactory())
    colleague = colleague_of(buyer)
    relationship = relate(buyer.organisation_id, OrganisationFactory().id)
    form = make_form(buyer, field("view"), field("verdict", **OWN), type=DocFormType.INTERNAL_SURVEY)
    make_assessment(buyer, relationship, form=form, asked=[colleague.id])
    rfx = session.query(Rfx).filter_by(recipient_user_id=colleague.id).one()
    path = f"/api/rfx/{rfx.id}"
    recipient = signed_in(colleague)
    recipient.put(f"{path}/value", json=given(view="Good"))
    assert recipient.post(f"{path}/submission", json={}).status_code == 200
    added = signed_in(buyer).put(f"{path}/value", json=given(verdict="Agreed", view="Bad")).json
    assert (added["saved"].keys(), added["refused"].keys()) == ({"verdict"}, {"view"})
    assert [row.status for row in session.query(RfxResponse).filter_by(rfx_id=rfx.id)] == ["SUBMITTED"]
