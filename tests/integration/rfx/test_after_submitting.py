"""Answers that the requester adds after the submission: a countersignature, a verdict (product decisions, RFx)."""

from typing import Any

from sqlalchemy.orm import Session

from app.forms.types import DocFormType
from app.rfx.models import Rfx, RfxResponse
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.rfx import Node, SentRfx, answers_json, field, make_form, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

OWN = {"writableBy": "REQUESTER"}
SIGNED = {"name": "Rosa", "strokes": []}


BLOCKS = (
    field("terms", required=True),
    field("countersignature", "FORMSIGNATURE", **OWN),
    field("rating", "NUMBER", **OWN, scoring=[{"operator": "between", "operand": [5, 9], "points": 4}]),
)


def submit_rfx(signed_in: SignedIn, *more: Node, **answers: Any) -> SentRfx:
    sent = send_rfx(blocks=(*BLOCKS, *more))
    supplier = signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(terms="Agreed", **answers))
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    return sent


def writable_fields(buyer: CheckedClient, sent: SentRfx) -> set[str]:
    loaded = buyer.get(sent.path, query_string={"i": ["rwMap"]}).json
    return {key for key, may in loaded["rwMap"].items() if may}


def test_requester_can_add_a_verdict_after_submission(session: Session, signed_in: SignedIn) -> None:
    sent = submit_rfx(signed_in)
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    assert writable_fields(buyer, sent) == {"countersignature", "rating"}
    body = answers_json(countersignature=SIGNED, rating="7", terms="Changed")
    saved = buyer.put(f"{sent.path}/value", json=body).json
    assert (saved["saved"].keys(), saved["refused"].keys()) == ({"countersignature", "rating"}, {"terms"})
    assert (saved["status"], saved["outdatedSignatures"]) == ("COMPLETED", [])
    assert buyer.get(sent.path).json["scoring"]["overall"] == 100
    responses = {
        row.organisation_id: row.status for row in session.query(RfxResponse).filter_by(rfx_id=sent.id)
    }
    assert responses[sent.respondent.organisation_id] == "SUBMITTED"
    refused = supplier.put(f"{sent.path}/value", json=answers_json(countersignature=SIGNED))
    assert (refused.status_code, refused.json["message"]) == (409, "This RFx has already been submitted.")


def test_signed_response_allows_only_the_countersignature(session: Session, signed_in: SignedIn) -> None:
    sent = submit_rfx(signed_in, field("signature", "FORMSIGNATURE"), signature=SIGNED)
    buyer = signed_in(sent.sender)
    assert writable_fields(buyer, sent) == {"countersignature"}
    saved = buyer.put(f"{sent.path}/value", json=answers_json(countersignature=SIGNED, rating="7")).json
    assert (saved["saved"].keys(), saved["refused"].keys()) == ({"countersignature"}, {"rating"})
    assert writable_fields(buyer, sent) == set()
    cleared = {"values": {"countersignature": {"value": None, "baseIteration": 1}}}
    assert buyer.put(f"{sent.path}/value", json=cleared).json["refused"].keys() == {"countersignature"}


def test_internal_survey_stays_submitted_when_its_sender_adds_answers(
    session: Session, signed_in: SignedIn
) -> None:
    """Both parties belong to one organisation and share the recipient's response."""
    buyer = UserFactory(in_organisation=OrganisationFactory())
    colleague = colleague_of(buyer)
    relationship = relate(buyer.organisation_id, OrganisationFactory().id)
    form = make_form(buyer, field("view"), field("verdict", **OWN), type=DocFormType.INTERNAL_SURVEY)
    make_assessment(buyer, relationship, form=form, internal_recipients=[colleague.id])
    rfx = session.query(Rfx).filter_by(recipient_user_id=colleague.id).one()
    path = f"/api/rfx/{rfx.id}"
    recipient = signed_in(colleague)
    recipient.put(f"{path}/value", json=answers_json(view="Good"))
    assert recipient.post(f"{path}/submission", json={}).status_code == 200
    added = signed_in(buyer).put(f"{path}/value", json=answers_json(verdict="Agreed", view="Bad")).json
    assert (added["saved"].keys(), added["refused"].keys()) == ({"verdict"}, {"view"})
    assert [row.status for row in session.query(RfxResponse).filter_by(rfx_id=rfx.id)] == ["SUBMITTED"]
