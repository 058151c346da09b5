"""Assessments from the first request to the closed score (specification sections 2 to 5 and 7)."""

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.assessments.models import Assessment
from app.events.models import EventLog
from app.forms.types import DocFormType
from app.kernel.clock import now
from app.kernel.mail import OutboxMail
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx
from app.tasks.models import UserTask
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.assessments import make_assessment, survey_form
from tests.factories.network import relate
from tests.factories.rfx import given, make_form
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LATER = (now() + timedelta(days=20)).isoformat()


@pytest.fixture
def buyer(session: Session) -> User:
    made: User = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"), name="Ann Buyer")
    return made


@pytest.fixture
def supplier(session: Session) -> User:
    made: User = UserFactory(in_organisation=OrganisationFactory(name="Bergmann"), name="Jana Supplier")
    return made


@pytest.fixture
def relationship(buyer: User, supplier: User) -> Relationship:
    return relate(buyer.organisation_id, supplier.organisation_id)


def new(relationship: Relationship, **changes: Any) -> dict[str, Any]:
    return {"relationshipId": relationship.id, "type": "PERFORMANCE", "title": "Spring review", **changes}


def answer(client: CheckedClient, rfx_id: int, goods: str = "4", dates: str = "5", why: str = "") -> None:
    values = {"goods": goods, "dates": dates, **({"why": why} if why else {})}
    assert client.put(f"/api/rfx/{rfx_id}/value", json=given(**values)).json["refused"] == {}
    assert client.post(f"/api/rfx/{rfx_id}/submission", json={}).status_code == 200


def test_each_recipient_answers_an_rfx_of_its_own(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer, name="Cora Colleague", role_name="Viewer")
    form = survey_form(buyer)
    self_survey = survey_form(buyer, type=DocFormType.SELF_SURVEY)
    body = new(
        relationship, type="QUALIFICATION", deadline=LATER, message="<p>Kind regards</p>",
        selfSurveyDocFormId=self_survey.id, selfSurveyRecipients=[supplier.id],
        internalSurveyDocFormId=form.id, internalSurveyRecipients=[colleague.id, "Kim Guest <kim@else.example>"],
    )  # fmt: skip
    client = signed_in(buyer)
    made = client.post("/api/assessment", json=body)
    assert made.status_code == 201, made.text
    assert (made.json["status"], made.json["type"]) == ("NEW", "QUALIFICATION")
    assert made.json["typeInfo"] == {"label": "Qualification", "scoreName": "Qualification score"}
    assert [(r["type"], r["recipient"], r["isGuest"]) for r in made.json["rfxs"]] == [
        ("ASSESSMENT_SELF_SURVEY", "Jana Supplier", False),
        ("ASSESSMENT_INTERNAL_SURVEY", "Cora Colleague", False),
        ("ASSESSMENT_INTERNAL_SURVEY", "Kim Guest", True),
    ]
    assert {r["deadline"] for r in made.json["rfxs"]} == {made.json["deadline"]}
    mails = session.query(OutboxMail).order_by(OutboxMail.id).all()
    assert [(mail.template, mail.to_email) for mail in mails] == [
        ("SELFSURVEYREQUEST", supplier.email),
        ("SURVEYREQUEST", colleague.email),
        ("SURVEYREQUEST", "kim@else.example"),
    ]
    assert all("Kind regards" in mail.text for mail in mails)
    assert "/guest/" in mails[2].text
    assert f"/rfx/{made.json['rfxs'][1]['id']}" in mails[1].text
    assert session.query(UserTask).filter_by(assigned_user_id=colleague.id, is_open=True).count() == 1
    log = session.query(EventLog).filter_by(relationship_id=relationship.id).order_by(EventLog.id)
    assert [event.type for event in log] == [
        "assessment.created", "message.sent", "rfx.sent", "rfx.sent", "rfx.sent",
    ]  # fmt: skip


def test_the_recipient_of_an_internal_survey_answers_whatever_its_role(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    viewer = colleague_of(buyer, role_name="Viewer")
    assessment = make_assessment(buyer, relationship, asked=[viewer.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    client = signed_in(viewer)
    seen = client.get(f"/api/rfx/{rfx.id}").json
    assert (seen["viewerRole"], seen["assessment"]) == ("RECIPIENT", None)
    assert seen["relationship"]["withOrganisation"]["safeName"] == viewer.name
    assert "points" not in client.get(f"/api/rfx/{rfx.id}").text
    answer(client, rfx.id)
    owner = signed_in(buyer).get(f"/api/rfx/{rfx.id}").json
    assert owner["viewerRole"] == "REQUESTER"
    assert owner["assessment"] == {"id": assessment.id, "title": assessment.title}
    assert owner["latestValuesFvc"]["responses"][0]["status"] == "SUBMITTED"
    assert signed_in(colleague_of(buyer, role_name="Contributor")).put(
        f"/api/rfx/{rfx.id}/value", json=given(goods="1")
    ).status_code == 403  # fmt: skip


def test_the_supplier_never_learns_of_assessments_and_internal_surveys(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    other = colleague_of(buyer)
    assessment = make_assessment(
        buyer,
        relationship,
        asked=[
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
    seen = client.get(f"/api/rfx/{own.id}", query_string={"i": "html,rwMap,fields,tasks"})
    assert seen.json["assessment"] is None
    for word in ("points", '"weight"', "assessmentId", f"/assessment/{assessment.id}"):
        assert word not in seen.text
    assert [row["id"] for row in client.get("/api/rfx").json] == [own.id]
    assert "assessment" not in {e["type"].split(".")[0] for e in client.get("/api/eventLog").json}


def test_it_is_new_until_the_first_answer_and_completed_by_closing(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    people = [colleague_of(buyer, name=name) for name in ("Ada", "Ben", "Cleo")]
    assessment = make_assessment(buyer, relationship, asked=[person.id for person in people])
    path = f"/api/assessment/{assessment.id}"
    first, second, _third = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    client = signed_in(buyer)
    refused = client.post(f"{path}/close", json={})
    assert refused.status_code == 409
    assert refused.json["message"] == (
        "At least one survey must be completed before this assessment can be closed."
    )
    assert client.get(path).json["status"] == "NEW"
    signed_in(people[0]).put(f"/api/rfx/{first.id}/value", json=given(goods="4"))
    assert client.get(path).json["status"] == "INPROGRESS"
    signed_in(people[0]).put(
        f"/api/rfx/{first.id}/value",
        json={"values": {"dates": {"value": "5", "baseIteration": 0}, "why": {"value": "Friendly", "baseIteration": 0}}},
    )  # fmt: skip
    signed_in(people[0]).post(f"/api/rfx/{first.id}/submission", json={})
    answer(signed_in(people[1]), second.id, goods="2", dates="3")
    live = client.get(path).json
    assert (live["completedScore"], live["status"]) == (None, "INPROGRESS")
    done = client.post(f"{path}/close", json={})
    assert done.status_code == 200, done.text
    body = done.json
    assert (body["status"], body["closedBy"]["name"], body["previousScore"]) == (
        "COMPLETED",
        "Ann Buyer",
        None,
    )
    assert [rfx["status"] for rfx in body["rfxs"]] == ["COMPLETED", "COMPLETED", "EXPIRED"]
    # Ada: (4/5 * 2 + 5/5) / 3; Ben: (2/5 * 2 + 3/5) / 3; the whole is the mean of both.
    ada, ben = (0.8 * 2 + 1) / 3, (0.4 * 2 + 0.6) / 3
    scoring = body["scoring"]
    assert [person["score"] for person in scoring["respondents"]] == pytest.approx([ada, ben], abs=1e-5)
    assert body["completedScore"] == pytest.approx((ada + ben) / 2, abs=1e-5)
    assert [(q["question"], q["scores"]) for q in scoring["questions"]] == [
        ("How good are the goods?", [0.8, 0.4]),
        ("Are dates kept?", [1.0, 0.6]),
    ]
    assert [q["mean"] for q in scoring["questions"]] == pytest.approx([0.6, 0.8])
    assert scoring["comments"] == [
        {"question": "What makes you say so?", "answers": [{"respondent": "Ada", "text": "Friendly"}]}
    ]
    assert client.post(f"{path}/close", json={}).status_code == 409
    types = [e.type for e in session.query(EventLog).filter_by(organisation_id=buyer.organisation_id)]
    assert types.count("assessment.closed") == 1


def test_a_completed_assessment_and_its_surveys_stay_as_they_are(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer)
    assessment = make_assessment(buyer, relationship, asked=[colleague.id, "kim@else.example"])
    first, second = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    answer(signed_in(colleague), first.id)
    client = signed_in(buyer)
    path = f"/api/assessment/{assessment.id}"
    client.post(f"{path}/close", json={})
    form = survey_form(buyer)
    for method, where, body in (
        ("POST", path, {"internalSurveyDocFormId": form.id, "internalSurveyRecipients": [buyer.id]}),
        ("PUT", f"{path}/deadline", {"deadline": LATER}),
        ("POST", f"{path}/reminder", {}),
        ("POST", f"/api/rfx/{first.id}/reopen", {}),
        ("PUT", f"/api/rfx/{second.id}/deadline", {"deadline": LATER}),
        ("PUT", f"/api/rfx/{first.id}/ignored", {"ignored": True}),
    ):
        refused = client.open(where, method=method, json=body)
        assert refused.status_code == 409, (where, refused.text)
        assert refused.json["message"].endswith("changed any more.")
    actions = client.get(f"/api/rfx/{second.id}").json["actions"]
    assert not any(actions[name] for name in ("reopen", "remind", "changeDeadline"))


def test_the_score_of_the_day_is_kept_and_becomes_the_next_ones_previous_score(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer)
    client = signed_in(buyer)
    scores = []
    for goods in ("5", "1"):
        assessment = make_assessment(buyer, relationship, asked=[colleague.id], title=f"Review {goods}")
        rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
        answer(signed_in(colleague), rfx.id, goods=goods)
        body = client.post(f"/api/assessment/{assessment.id}/close", json={}).json
        scores.append((body["previousScore"], body["completedScore"]))
    assert scores[0] == (None, 1.0)
    assert scores[1] == (1.0, pytest.approx(1.4 / 3, abs=1e-5))
    third = make_assessment(buyer, relationship)
    assert client.get(f"/api/assessment/{third.id}").json["previousScore"] == pytest.approx(1.4 / 3, abs=1e-5)
    qualification = make_assessment(buyer, relationship, type="QUALIFICATION")
    assert client.get(f"/api/assessment/{qualification.id}").json["previousScore"] is None
    (history,) = client.get(f"/api/relationship/{relationship.id}/score").json
    assert (history["scoreName"], [past["title"] for past in history["history"]]) == (
        "Performance score",
        ["Review 1", "Review 5"],
    )
    assert history["latest"] == pytest.approx(1.4 / 3, abs=1e-5)


def test_other_types_are_scored_by_topic(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, type="QUALIFICATION", contacts=[supplier.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    answer(signed_in(supplier), rfx.id, goods="3", dates="1")
    body = signed_in(buyer).post(f"/api/assessment/{assessment.id}/close", json={}).json
    assert [(t["topic"], t["score"], t["weight"], t["questions"]) for t in body["scoring"]["topics"]] == [
        ("Quality", 0.6, 2.0, 1),
        ("Delivery", 0.2, 1.0, 1),
    ]
    assert body["completedScore"] == pytest.approx(1.4 / 3, abs=1e-5)


def test_removed_surveys_do_not_count_and_are_not_reminded_of(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    people = [colleague_of(buyer) for _ in range(3)]
    assessment = make_assessment(buyer, relationship, asked=[person.id for person in people])
    path = f"/api/assessment/{assessment.id}"
    first, _second, third = (
        rfx.id for rfx in session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    )
    client = signed_in(buyer)
    answer(signed_in(people[0]), first, goods="1", dates="1")
    assert client.put(f"/api/rfx/{first}/ignored", json={"ignored": True}).status_code == 200
    assert client.put(f"/api/rfx/{third}/ignored", json={"ignored": True}).status_code == 200
    assert [r["ignored"] for r in client.get(path).json["rfxs"]] == [True, False, True]
    assert client.post(f"{path}/close", json={}).status_code == 409
    session.query(OutboxMail).delete()
    assert client.post(f"{path}/reminder", json={}).json == {"sent": 1}
    mail = session.query(OutboxMail).one()
    assert (mail.template, mail.to_email) == ("RFIREMINDER", people[1].email)
    body = client.put(f"/api/rfx/{first}/ignored", json={"ignored": False})
    assert body.status_code == 200
    assert client.post(f"{path}/close", json={}).json["completedScore"] == 0.2
    types = [e.type for e in session.query(EventLog).filter_by(organisation_id=buyer.organisation_id)]
    assert (types.count("rfx.ignored"), types.count("rfx.restored")) == (2, 1)


def test_another_deadline_reaches_all_surveys_and_all_recipients(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague, done = colleague_of(buyer), colleague_of(buyer)
    assessment = make_assessment(
        buyer, relationship, asked=[colleague.id, done.id], type="QUALIFICATION", contacts=[supplier.id]
    )  # fmt: skip
    path = f"/api/assessment/{assessment.id}"
    rfxs = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id).all()
    answer(signed_in(done), next(r.id for r in rfxs if r.recipient_user_id == done.id))
    session.query(OutboxMail).delete()
    client = signed_in(buyer)
    changed = client.put(f"{path}/deadline", json={"deadline": LATER})
    assert changed.status_code == 200, changed.text
    assert changed.json["deadline"] is not None
    mails = session.query(OutboxMail).all()
    assert {(mail.template, mail.to_email) for mail in mails} == {
        ("DEADLINECHANGED", user.email) for user in (supplier, colleague, done)
    }
    assert client.put(f"{path}/deadline", json={"deadline": LATER}).status_code == 200
    assert session.query(OutboxMail).count() == 3
    assert client.put(f"{path}/deadline", json={"deadline": None}).json["deadline"] is None
    assert session.query(OutboxMail).count() == 6
    past = client.put(f"{path}/deadline", json={"deadline": "2020-01-01"})
    assert past.status_code == 422
    assert past.json["fields"] == {"deadline": ["The deadline must be in the future."]}
    expired = session.get_one(Rfx, next(r.id for r in rfxs if r.recipient_user_id == colleague.id))
    expired.status, expired.status_before_expiry = "EXPIRED", "PENDING"
    session.flush()
    client.put(f"{path}/deadline", json={"deadline": LATER})
    session.expire_all()
    assert session.get_one(Rfx, expired.id).status == "PENDING"


def test_more_people_can_be_asked(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship)
    path, form, client = f"/api/assessment/{assessment.id}", survey_form(buyer), signed_in(buyer)
    colleague = colleague_of(buyer)
    body = {
        "assessmentId": assessment.id, "internalSurveyDocFormId": form.id,
        "internalSurveyRecipients": [buyer.id, colleague.email.upper(), "kim@else.example", "KIM@else.example"],
    }  # fmt: skip
    made = client.post(path, json=body, headers={"Idempotency-Key": "one"})
    assert made.status_code == 200, made.text
    assert [rfx["recipient"] for rfx in made.json["rfxs"]] == [buyer.name, colleague.name, "Anonymous"]
    assert client.post(path, json=body, headers={"Idempotency-Key": "one"}).json == made.json
    assert session.query(Rfx).filter_by(assessment_id=assessment.id).count() == 3


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"internalSurveyRecipients": []}, "internalSurveyRecipients"),
        ({"internalSurveyDocFormId": None}, "internalSurveyDocFormId"),
        ({"internalSurveyDocFormId": 999_999_999}, "internalSurveyDocFormId"),
        ({"internalSurveyRecipients": ["nobody"]}, "internalSurveyRecipients.0"),
        ({"internalSurveyRecipients": [True]}, "internalSurveyRecipients.0"),
        ({"internalSurveyRecipients": ["kim@else.example"] * 51}, "internalSurveyRecipients"),
        ({"internalSurveyRecipients": [999_999_999]}, "internalSurveyRecipients"),
    ],
)
def test_a_request_that_lacks_something_is_refused_with_a_sentence(
    session: Session,
    buyer: User,
    relationship: Relationship,
    signed_in: SignedIn,
    changes: dict[str, Any],
    field: str,
) -> None:
    assessment = make_assessment(buyer, relationship)
    body = {
        "internalSurveyDocFormId": survey_form(buyer).id, "internalSurveyRecipients": [buyer.id], **changes,
    }  # fmt: skip
    refused = signed_in(buyer).post(f"/api/assessment/{assessment.id}", json=body)
    assert refused.status_code == 422
    assert list(refused.json["fields"]) == [field]
    assert session.query(Rfx).filter_by(assessment_id=assessment.id).count() == 0


def test_only_the_right_forms_and_the_right_people_are_taken(
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
        refused = client.post("/api/assessment", json=new(relationship, **changes))
        assert refused.status_code == 422, changes
        assert list(refused.json["fields"]) == [field], changes
    assert session.query(Assessment).count() == 0


def test_an_assessment_needs_a_relationship_of_ones_own(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    assert signed_in(supplier).post("/api/assessment", json=new(relationship)).status_code == 404
    assert (
        client.post("/api/assessment", json=new(relationship) | {"relationshipId": 10**9}).status_code == 404
    )
    relationship.level = RelationshipLevel.NONE
    session.flush()
    refused = client.post("/api/assessment", json=new(relationship))
    assert refused.json["fields"] == {
        "relationshipId": ["Assessments need a relationship above None with this supplier."]
    }


def test_managing_needs_the_permission_and_reading_does_not(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, asked=[buyer.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    viewer = signed_in(colleague_of(buyer, role_name="Contributor"))
    path = f"/api/assessment/{assessment.id}"
    assert viewer.get(path).json["mayManage"] is False
    for method, where, body in (
        ("POST", "/api/assessment", new(relationship)),
        ("POST", path, {}),
        ("PUT", f"{path}/deadline", {"deadline": None}),
        ("POST", f"{path}/close", {}),
        ("POST", f"{path}/reminder", {}),
        ("PUT", f"/api/rfx/{rfx.id}/ignored", {"ignored": True}),
    ):
        assert viewer.open(where, method=method, json=body).status_code == 403, where


def test_reminding_of_nothing_or_of_others_surveys_is_refused(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    empty, other = (
        make_assessment(buyer, relationship),
        make_assessment(buyer, relationship, asked=[buyer.id]),
    )
    foreign = session.query(Rfx).filter_by(assessment_id=other.id).one()
    refused = client.post(f"/api/assessment/{empty.id}/reminder", json={"rfxIds": [foreign.id]})
    assert refused.status_code == 422
    none_open = client.post(f"/api/assessment/{empty.id}/reminder", json={})
    assert (none_open.status_code, none_open.json["message"]) == (
        409,
        "There is no open survey to remind anybody of.",
    )


def test_lists_narrow_sort_and_cost_the_same_for_one_and_for_many(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    make_assessment(buyer, relationship, title="Beta")
    client.get("/api/assessment")
    once = client.statements
    other = relate(buyer.organisation_id, OrganisationFactory(name="Aurora").id)
    make_assessment(buyer, other, title="alpha", type="QUALIFICATION", deadline=now() + timedelta(days=3))
    for n in range(12):
        make_assessment(buyer, relationship, title=f"Review {n:02}")
    first = client.get("/api/assessment")
    assert client.statements == once <= 8
    assert [row["title"] for row in first.json][:2] == ["Review 11", "Review 10"]
    assert len(first.json) == 10

    def titles(**query: Any) -> list[str]:
        return [
            row["title"] for row in client.get("/api/assessment", query_string={"pageSize": 50, **query}).json
        ]

    assert titles(search="auro") == ["alpha"]
    assert titles(type="QUALIFICATION") == ["alpha"]
    assert titles(relationshipId=other.id) == ["alpha"]
    assert titles(status="COMPLETED") == []
    assert titles(sort="title")[:2] == ["alpha", "Beta"]
    assert titles(sort="supplier")[0] == "alpha"
    assert titles(sort="deadline")[0] == "alpha"
    for sort in ("type", "status", "-score", "created"):
        assert len(titles(sort=sort)) == 14
    assert client.get("/api/assessment", query_string={"sort": "secret"}).status_code == 422
    loaded: list[int] = []
    cursor = None
    for _ in range(4):
        page = client.get(
            "/api/assessment",
            query_string={"sort": "-score", "pageSize": 4} | ({"cursor": cursor} if cursor else {}),
        )
        loaded += [row["id"] for row in page.json]
        cursor = json.loads(page.headers["X-Pagination"])["nextCursor"]
    assert len(set(loaded)) == 14


def test_the_details_cost_the_same_for_any_number_of_surveys(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    one = make_assessment(buyer, relationship, asked=[buyer.id])
    client.get(f"/api/assessment/{one.id}")
    cost = client.statements
    many = make_assessment(buyer, relationship, asked=[colleague_of(buyer).id for _ in range(9)])
    assert len(client.get(f"/api/assessment/{many.id}").json["rfxs"]) == 9
    assert client.statements <= cost + 1 <= 12


def test_follow_up_tasks_of_its_surveys_are_listed_and_counted(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, type="QUALIFICATION", contacts=[supplier.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    client, path = signed_in(buyer), f"/api/assessment/{assessment.id}"
    signed_in(supplier).put(f"/api/rfx/{rfx.id}/value", json=given(goods="1"))
    body = {"field": "goods", "descriptionHtml": "<p>Why so few?</p>"}
    raised = client.post(f"/api/rfx/{rfx.id}/task", json=body)
    assert raised.status_code == 201, raised.text
    task_id = raised.json["taskId"]
    seen = client.get(path).json
    assert [(task["id"], task["rfxId"]) for task in seen["tasks"]] == [(task_id, rfx.id)]
    assert (seen["openTasksCount"], seen["closedTasksCount"]) == (1, 0)
    assert client.get(f"/rfx/{rfx.id}/task/{task_id}").status_code == 200
    client.put(f"/api/rfx/{rfx.id}/task/{task_id}", json={"isOpen": False})
    seen = client.get(path).json
    assert (seen["openTasksCount"], seen["closedTasksCount"]) == (0, 1)
    client.put(f"/api/rfx/{rfx.id}/ignored", json={"ignored": True})
    seen = client.get(path).json
    assert (seen["tasks"], seen["openTasksCount"], seen["closedTasksCount"]) == ([], 0, 0)
