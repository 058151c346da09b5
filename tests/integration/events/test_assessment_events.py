"""Events of assessments: written by their causes, and shown as sentences with working links."""

from datetime import timedelta

from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from tests.factories.assessments import survey_form
from tests.factories.network import relate
from tests.factories.rfx import answers_json
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_story, send


def test_assessment_events(buyer: User, supplier: User, session: Session, signed_in: SignedIn) -> None:
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    body = {
        "relationshipId": relationship.id, "type": "PERFORMANCE", "title": "Spring review",
        "internalSurveyDocFormId": survey_form(buyer).id, "internalSurveyRecipients": [buyer.id],
    }  # fmt: skip
    created = send(client, "POST", "/api/assessment", body)
    path, rfx_id = f"/api/assessment/{created['id']}", created["rfxs"][0]["id"]
    assert client.get(f"/assessment/{created['id']}").status_code == 200
    send(client, "PUT", f"{path}/deadline", {"deadline": (now() + timedelta(days=9)).isoformat()})
    for ignored in (True, False):
        send(client, "PUT", f"/api/rfx/{rfx_id}/ignored", {"ignored": ignored})
    send(client, "PUT", f"/api/rfx/{rfx_id}/value", answers_json(goods="4", dates="5"))
    send(client, "POST", f"/api/rfx/{rfx_id}/submission", {})
    send(client, "POST", f"{path}/close", {})
    send(client, "POST", f"{path}/report", {})
    assert_story(client, "assessment", rfx=rfx_id)
