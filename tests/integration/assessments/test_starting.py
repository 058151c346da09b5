"""Starting assessments: recipients, permissions, and the information hidden from other users."""

from sqlalchemy.orm import Session

from app.accounts.models import User
from app.assessments.models import Assessment
from app.events.models import EventLog
from app.forms.types import DocFormType
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.assessments import make_assessment, survey_form
from tests.factories.rfx import answers_json, make_form
from tests.fixtures.people import SignedIn
from tests.integration.assessments.conftest import LATER, assessment_json, submit_answers


def test_each_recipient_gets_an_rfx(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer, name="Cora Colleague", role_name="Viewer")
    form = survey_form(buyer)
    self_survey = survey_form(buyer, type=DocFormType.SELF_SURVEY)
    body = assessment_json(
        relationship, type="QUALIFICATION", deadline=LATER, message="<p>Kind regards</p>",
        selfSurveyDocFormId=self_survey.id, selfSurveyRecipients=[supplier.id],
        internalSurveyDocFormId=form.id, internalSurveyRecipients=[colleague.id, "Kim Gu\u00e8st <kim@else.example>"],
    )  # fmt: skip
    client = signed_in(buyer)
    created = client.post("/api/assessment", json=body)
    assert created.status_code == 201, created.text
    assert (created.json["status"], created.json["type"]) == ("NEW", "QUALIFICATION")
    assert created.json["typeInfo"] == {"label": "Qualification", "scoreName": "Qualification score"}
    assert [(r["type"], r["recipient"], r["isGuest"]) for r in created.json["rfxs"]] == [
        ("ASSESSMENT_SELF_SURVEY", "Jana Supplier", False),
        ("ASSESSMENT_INTERNAL_SURVEY", "Cora Colleague", False),
        ("ASSESSMENT_INTERNAL_SURVEY", "Kim Gu\u00e8st", True),
    ]
    assert {r["deadline"] for r in created.json["rfxs"]} == {created.json["deadline"]}
    mails = session.query(OutboxMail).order_by(OutboxMail.id).all()
    assert [(mail.template, mail.to_email) for mail in mails] == [
        ("SELFSURVEYREQUEST", supplier.email),
        ("SURVEYREQUEST", colleague.email),
        ("SURVEYREQUEST", "kim@else.example"),
    ]
    assert all("Kind regards" in mail.text for mail in mails)
    assert "/guest/" in mails[2].text
    assert f"/rfx/{created.json['rfxs'][1]['id']}" in mails[1].text
    assert session.query(UserTask).filter_by(assigned_user_id=colleague.id, is_open=True).count() == 1
    log = session.query(EventLog).filter_by(relationship_id=relationship.id).order_by(EventLog.id)
    assert [event.type for event in log] == [
        "assessment.created", "message.sent", "rfx.sent", "rfx.sent", "rfx.sent",
    ]  # fmt: skip


def test_internal_recipient_with_any_role_can_answer(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    viewer = colleague_of(buyer, role_name="Viewer")
    assessment = make_assessment(buyer, relationship, internal_recipients=[viewer.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    client = signed_in(viewer)
    rfx_json = client.get(f"/api/rfx/{rfx.id}").json
    assert (rfx_json["viewerRole"], rfx_json["assessment"]) == ("RECIPIENT", None)
    assert rfx_json["relationship"]["withOrganisation"]["safeName"] == viewer.name
    assert "points" not in client.get(f"/api/rfx/{rfx.id}").text
    submit_answers(client, rfx.id)
    owner = signed_in(buyer).get(f"/api/rfx/{rfx.id}").json
    assert owner["viewerRole"] == "REQUESTER"
    assert owner["assessment"] == {"id": assessment.id, "title": assessment.title}
    assert owner["latestValuesFvc"]["responses"][0]["status"] == "SUBMITTED"
    assert signed_in(colleague_of(buyer, role_name="Contributor")).put(
        f"/api/rfx/{rfx.id}/value", json=answers_json(goods="1")
    ).status_code == 403  # fmt: skip


def test_supplier_never_sees_assessments_and_internal_surveys(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    other = colleague_of(buyer)
    assessment = make_assessment(
        buyer,
        relationship,
        internal_recipients=[
            other.id,
        ],
        type="QUALIFICATION",
        contacts=[supplier.id],
    )
    own, internal = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    client = signed_in(supplier)
    assert client.get(f"/api/assessment/{assessment.id}").status_code == 404
    assert client.get(f"/api/relationship/{relationship.id}/score").status_code == 404
    assert client.get("/api/assessment").json == []
    assert client.get(f"/api/rfx/{internal.id}").status_code == 404
    response = client.get(f"/api/rfx/{own.id}", query_string={"i": "html,rwMap,fields,tasks"})
    assert response.json["assessment"] is None
    for word in ("points", '"weight"', "assessmentId", f"/assessment/{assessment.id}"):
        assert word not in response.text
    assert [row["id"] for row in client.get("/api/rfx").json] == [own.id]
    assert "assessment" not in {e["type"].split(".")[0] for e in client.get("/api/eventLog").json}


def test_survey_task_names_the_supplier_or_the_buyer(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer)
    make_assessment(
        buyer, relationship, internal_recipients=[colleague.id], type="QUALIFICATION", contacts=[supplier.id]
    )
    [colleague_task] = signed_in(colleague).get("/api/userTask").json
    assert colleague_task["relationship"]["withOrganisation"]["id"] == supplier.organisation_id
    [supplier_task] = signed_in(supplier).get("/api/userTask").json
    assert supplier_task["relationship"]["withOrganisation"]["id"] == buyer.organisation_id


def test_wrong_forms_and_recipients_are_rejected(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    rfi, foreign = make_form(buyer), survey_form(supplier)
    stranger = UserFactory()
    suspended = colleague_of(buyer, status="SUSPENDED")
    internal = {"internalSurveyDocFormId": survey_form(buyer).id}
    own = {"type": "QUALIFICATION", "selfSurveyDocFormId": rfi.id}
    for changes, field in (
        (
            {"internalSurveyDocFormId": rfi.id, "internalSurveyRecipients": [buyer.id]},
            "internalSurveyDocFormId",
        ),
        (
            {"internalSurveyDocFormId": foreign.id, "internalSurveyRecipients": [buyer.id]},
            "internalSurveyDocFormId",
        ),
        ({**internal, "internalSurveyRecipients": [supplier.id]}, "internalSurveyRecipients"),
        ({**internal, "internalSurveyRecipients": [suspended.id]}, "internalSurveyRecipients"),
        ({**own, "selfSurveyRecipients": [buyer.id]}, "selfSurveyRecipients"),
        ({**own, "selfSurveyRecipients": [stranger.id]}, "selfSurveyRecipients"),
        ({**own, "selfSurveyRecipients": ["kim@else.example"]}, "selfSurveyRecipients"),
        ({**own, "selfSurveyRecipients": [supplier.id], "type": "PERFORMANCE"}, "selfSurveyRecipients"),
        ({"deadline": "2020-01-01"}, "deadline"),
        ({"title": "  "}, "title"),
        ({"type": "AUDIT"}, "type"),
    ):
        refused = client.post("/api/assessment", json=assessment_json(relationship, **changes))
        assert refused.status_code == 422, changes
        assert list(refused.json["fields"]) == [field], changes
    assert session.query(Assessment).count() == 0


def test_assessment_needs_an_own_relationship_above_none(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    assert signed_in(supplier).post("/api/assessment", json=assessment_json(relationship)).status_code == 404
    assert (
        client.post(
            "/api/assessment", json=assessment_json(relationship) | {"relationshipId": 10**9}
        ).status_code
        == 404
    )
    relationship.level = RelationshipLevel.NONE
    session.flush()
    refused = client.post("/api/assessment", json=assessment_json(relationship))
    assert refused.json["fields"] == {
        "relationshipId": ["Assessments need a relationship above None with this supplier."]
    }


def test_managing_needs_the_permission_and_reading_does_not(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, internal_recipients=[buyer.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    viewer = signed_in(colleague_of(buyer, role_name="Contributor"))
    path = f"/api/assessment/{assessment.id}"
    assert viewer.get(path).json["mayManage"] is False
    for method, url, body in (
        ("POST", "/api/assessment", assessment_json(relationship)),
        ("POST", path, {}),
        ("PUT", f"{path}/deadline", {"deadline": None}),
        ("POST", f"{path}/close", {}),
        ("POST", f"{path}/reminder", {}),
        ("PUT", f"/api/rfx/{rfx.id}/ignored", {"ignored": True}),
    ):
        assert viewer.open(url, method=method, json=body).status_code == 403, url
