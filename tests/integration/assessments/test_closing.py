"""Closing an assessment: status, score and previous scores."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.forms.types import DocFormType
from app.network.models import Relationship
from app.rfx.models import Rfx
from tests.factories.accounts import colleague_of
from tests.factories.assessments import make_assessment, survey_form
from tests.factories.rfx import answers_json, field, make_form
from tests.fixtures.people import SignedIn
from tests.integration.assessments.conftest import LATER, submit_answers


def test_assessment_is_new_until_the_first_answer_and_completed_by_closing(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    people = [colleague_of(buyer, name=name) for name in ("Ada", "Ben", "Cleo")]
    assessment = make_assessment(buyer, relationship, internal_recipients=[person.id for person in people])
    path = f"/api/assessment/{assessment.id}"
    first, second, _third = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    client = signed_in(buyer)
    refused = client.post(f"{path}/close", json={})
    assert refused.status_code == 409
    assert refused.json["message"] == (
        "At least one survey must be completed before this assessment can be closed."
    )
    assert client.get(path).json["status"] == "NEW"
    signed_in(people[0]).put(f"/api/rfx/{first.id}/value", json=answers_json(goods="4"))
    assert client.get(path).json["status"] == "INPROGRESS"
    signed_in(people[0]).put(
        f"/api/rfx/{first.id}/value",
        json={"values": {"dates": {"value": "5", "baseIteration": 0}, "why": {"value": "Friendly", "baseIteration": 0}}},
    )  # fmt: skip
    signed_in(people[0]).post(f"/api/rfx/{first.id}/submission", json={})
    submit_answers(signed_in(people[1]), second.id, goods="2", dates="3")
    current = client.get(path).json
    assert (current["completedScore"], current["status"]) == (None, "INPROGRESS")
    closed = client.post(f"{path}/close", json={})
    assert closed.status_code == 200, closed.text
    body = closed.json
    assert (body["status"], body["closedBy"]["name"], body["previousScore"]) == (
        "COMPLETED",
        "Ann Buyer",
        None,
    )
    assert [rfx["status"] for rfx in body["rfxs"]] == ["COMPLETED", "COMPLETED", "EXPIRED"]
    # Ada: (4/5 * 2 + 5/5) / 3; Ben: (2/5 * 2 + 3/5) / 3; the total is the mean of both.
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


def test_closed_survey_has_no_score_and_rejects_answers(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    people = [colleague_of(buyer, name=name) for name in ("Ada", "Ben")]
    assessment = make_assessment(buyer, relationship, internal_recipients=[person.id for person in people])
    path = f"/api/assessment/{assessment.id}"
    first, second = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    submit_answers(signed_in(people[0]), first.id, goods="4", dates="4")
    second_client = signed_in(people[1])
    assert second_client.put(f"/api/rfx/{second.id}/value", json=answers_json(goods="1")).status_code == 200
    client = signed_in(buyer)
    assert [rfx["score"] for rfx in client.get(path).json["rfxs"]] == [0.8, None]
    closed = client.post(f"{path}/close", json={}).json
    assert [(rfx["status"], rfx["score"]) for rfx in closed["rfxs"]] == [
        ("COMPLETED", 0.8),
        ("EXPIRED", None),
    ]
    # The error does not mention a deadline, because there was none.
    for late in (
        second_client.put(f"/api/rfx/{second.id}/value", json=answers_json(dates="1")),
        second_client.post(f"/api/rfx/{second.id}/submission", json={}),
    ):
        assert late.status_code == 409
        assert (
            late.json["message"]
            == "This RFx was closed before it was submitted: it can't be answered any more."
        )


def test_completed_assessment_cannot_be_changed(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer)
    assessment = make_assessment(buyer, relationship, internal_recipients=[colleague.id, "kim@else.example"])
    first, second = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    submit_answers(signed_in(colleague), first.id)
    client = signed_in(buyer)
    path = f"/api/assessment/{assessment.id}"
    client.post(f"{path}/close", json={})
    form = survey_form(buyer)
    for method, url, body in (
        ("POST", path, {"internalSurveyDocFormId": form.id, "internalSurveyRecipients": [buyer.id]}),
        ("PUT", f"{path}/deadline", {"deadline": LATER}),
        ("POST", f"{path}/reminder", {}),
        ("POST", f"/api/rfx/{first.id}/reopen", {}),
        ("PUT", f"/api/rfx/{second.id}/deadline", {"deadline": LATER}),
        ("PUT", f"/api/rfx/{first.id}/ignored", {"ignored": True}),
    ):
        refused = client.open(url, method=method, json=body)
        assert refused.status_code == 409, (url, refused.text)
        assert refused.json["message"].endswith("changed any more.")
    actions = client.get(f"/api/rfx/{second.id}").json["actions"]
    assert not any(actions[name] for name in ("reopen", "remind", "changeDeadline"))


def test_closing_stores_the_score_as_next_previous_score(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer)
    client = signed_in(buyer)
    scores = []
    for goods in ("5", "1"):
        assessment = make_assessment(
            buyer, relationship, internal_recipients=[colleague.id], title=f"Review {goods}"
        )
        rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
        submit_answers(signed_in(colleague), rfx.id, goods=goods)
        body = client.post(f"/api/assessment/{assessment.id}/close", json={}).json
        scores.append((body["previousScore"], body["completedScore"]))
    assert scores[0] == (None, 1.0)
    assert scores[1] == (1.0, pytest.approx(1.4 / 3, abs=1e-5))
    previous = body["previous"]
    assert (previous["title"], previous["score"], {t["topic"]: t["score"] for t in previous["topics"]}) == (
        "Review 5",
        1.0,
        {"Quality": 1.0, "Delivery": 1.0},
    )
    assert [question["keys"] for question in body["scoring"]["questions"]] == [["goods"], ["dates"]]
    first = client.get(f"/api/assessment/{assessment.id - 1}").json
    assert (first["title"], first["previous"]) == ("Review 5", None), (
        "later assessments are not previous ones"
    )
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


def test_qualification_is_scored_by_topic(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, type="QUALIFICATION", contacts=[supplier.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    submit_answers(signed_in(supplier), rfx.id, goods="3", dates="1")
    body = signed_in(buyer).post(f"/api/assessment/{assessment.id}/close", json={}).json
    assert [(t["topic"], t["score"], t["weight"], t["questions"]) for t in body["scoring"]["topics"]] == [
        ("Quality", 0.6, 2.0, 1),
        ("Delivery", 0.2, 1.0, 1),
    ]
    assert body["completedScore"] == pytest.approx(1.4 / 3, abs=1e-5)


@pytest.mark.parametrize("marks", [(27, 24), (27, 24, 24, 27)])
def test_total_score_uses_exact_scores_and_is_rounded_once(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn, marks: tuple[int, ...]
) -> None:
    points = [{"operator": "equals", "operand": n, "points": n} for n in (24, 27, 35)]
    form = make_form(buyer, field("mark", "NUMBER", scoring=points), type=DocFormType.INTERNAL_SURVEY)
    people = [colleague_of(buyer) for _ in marks]
    assessment = make_assessment(
        buyer, relationship, internal_recipients=[person.id for person in people], form=form
    )
    rfxs = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id).all()
    for person, rfx, mark in zip(people, rfxs, marks, strict=True):
        client = signed_in(person)
        client.put(f"/api/rfx/{rfx.id}/value", json=answers_json(mark=str(mark)))
        assert client.post(f"/api/rfx/{rfx.id}/submission", json={}).status_code == 200
    # 25.5/35 is 0.72857142..., while the mean of 0.771429 and 0.685714 is 0.7285715.
    scoring = signed_in(buyer).get(f"/api/assessment/{assessment.id}").json["scoring"]
    assert (scoring["overall"], scoring["questions"][0]["mean"]) == (0.728571, 0.728571)
    closed = signed_in(buyer).post(f"/api/assessment/{assessment.id}/close", json={})
    assert closed.json["completedScore"] == 0.728571
