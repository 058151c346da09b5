"""Surveys of an open assessment: sent later, removed, reminded, with a new deadline."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.forms.types import DocFormType
from app.kernel.clock import is_same_moment, now
from app.kernel.db.deadlines import deadline_text
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.rfx.models import Rfx
from tests.factories.accounts import colleague_of
from tests.factories.assessments import make_assessment, survey_form
from tests.factories.forms import make_bundle
from tests.factories.rfx import answers_json, field, make_form
from tests.fixtures.people import SignedIn
from tests.integration.assessments.conftest import LATER, submit_answers


def test_internal_surveys_can_be_sent_later(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship)
    path, form, client = f"/api/assessment/{assessment.id}", survey_form(buyer), signed_in(buyer)
    colleague = colleague_of(buyer)
    body = {
        "assessmentId": assessment.id, "internalSurveyDocFormId": form.id,
        "internalSurveyRecipients": [buyer.id, colleague.email.upper(), "kim@else.example", "KIM@else.example"],
    }  # fmt: skip
    created = client.post(path, json=body, headers={"Idempotency-Key": "one"})
    assert created.status_code == 200, created.text
    assert [rfx["recipient"] for rfx in created.json["rfxs"]] == [buyer.name, colleague.name, "Anonymous"]
    assert client.post(path, json=body, headers={"Idempotency-Key": "one"}).json == created.json
    assert session.query(Rfx).filter_by(assessment_id=assessment.id).count() == 3


def test_bundle_of_surveys_is_sent_as_one_rfx(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    bundle = make_bundle(buyer, survey_form(buyer), survey_form(buyer), name="Both surveys")
    assessment = make_assessment(buyer, relationship)
    path, client = f"/api/assessment/{assessment.id}", signed_in(buyer)
    body = {"internalSurveyDocFormBundleId": bundle.id, "internalSurveyRecipients": [buyer.id]}
    [rfx] = client.post(path, json=body).json["rfxs"]
    assert rfx["bundleName"] == "Both surveys"
    assert len(client.get(f"/api/rfx/{rfx['id']}").json["docForms"]) == 2
    both = body | {"internalSurveyDocFormId": survey_form(buyer).id}
    refused = client.post(path, json=both)
    assert list(refused.json["fields"]) == ["internalSurveyDocFormBundleId"]
    mixed = make_bundle(buyer, survey_form(buyer), make_form(buyer), name="Not all surveys")
    refused = client.post(path, json=body | {"internalSurveyDocFormBundleId": mixed.id})
    assert list(refused.json["fields"]) == ["internalSurveyDocFormBundleId"]


def test_self_surveys_can_be_sent_later(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(
        buyer, relationship, type="QUALIFICATION", deadline=now() + timedelta(days=9)
    )
    path, client = f"/api/assessment/{assessment.id}/selfSurvey", signed_in(buyer)
    form = survey_form(buyer, type=DocFormType.SELF_SURVEY)
    second = colleague_of(supplier, name="Otto Second")
    body = {
        "selfSurveyDocFormId": form.id, "selfSurveyRecipients": [supplier.id, second.id],
        "message": "<p>The second site too, please.</p>",
    }  # fmt: skip
    created = client.post(path, json=body, headers={"Idempotency-Key": "one"})
    assert created.status_code == 200, created.text
    assert [(r["type"], r["recipient"], r["deadline"]) for r in created.json["rfxs"]] == [
        ("ASSESSMENT_SELF_SURVEY", "Jana Supplier", created.json["deadline"]),
        ("ASSESSMENT_SELF_SURVEY", "Otto Second", created.json["deadline"]),
    ]
    assert client.post(path, json=body, headers={"Idempotency-Key": "one"}).json == created.json
    mails = session.query(OutboxMail).order_by(OutboxMail.id).all()
    assert [(mail.template, mail.to_email) for mail in mails] == [
        ("SELFSURVEYREQUEST", supplier.email), ("SELFSURVEYREQUEST", second.email),
    ]  # fmt: skip
    assert all("The second site too, please." in mail.text for mail in mails)
    submit_answers(signed_in(second), created.json["rfxs"][1]["id"])
    for changes, wrong_field in (
        ({"selfSurveyRecipients": []}, "selfSurveyRecipients"),
        ({"selfSurveyRecipients": [buyer.id]}, "selfSurveyRecipients"),
        ({"selfSurveyRecipients": ["kim@else.example"]}, "selfSurveyRecipients"),
        ({"selfSurveyDocFormId": None}, "selfSurveyDocFormId"),
        ({"selfSurveyDocFormId": survey_form(buyer).id}, "selfSurveyDocFormId"),
    ):
        refused = client.post(path, json=body | changes)
        assert (refused.status_code, list(refused.json["fields"])) == (422, [wrong_field]), changes
    performance = make_assessment(buyer, relationship)
    assert client.post(f"/api/assessment/{performance.id}/selfSurvey", json=body).status_code == 409
    client.post(f"/api/assessment/{assessment.id}/close", json={})
    assert client.post(path, json=body).status_code == 409


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
def test_incomplete_survey_request_is_rejected_with_a_sentence(
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


def test_removed_surveys_are_not_scored_and_not_reminded(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    people = [colleague_of(buyer) for _ in range(3)]
    assessment = make_assessment(buyer, relationship, internal_recipients=[person.id for person in people])
    path = f"/api/assessment/{assessment.id}"
    first, _second, third = (
        rfx.id for rfx in session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id)
    )
    client = signed_in(buyer)
    submit_answers(signed_in(people[0]), first, goods="1", dates="1")
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


def test_suspended_recipients_are_not_reminded(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    people = [colleague_of(buyer) for _ in range(2)]
    assessment = make_assessment(buyer, relationship, internal_recipients=[person.id for person in people])
    client, path = signed_in(buyer), f"/api/assessment/{assessment.id}"
    people[0].status = UserStatus.SUSPENDED
    session.flush()
    assert client.post(f"{path}/reminder", json={}).json == {"sent": 1}
    reminded = [rfx["reminderSentDate"] for rfx in client.get(path).json["rfxs"]]
    assert [moment is not None for moment in reminded] == [False, True]
    people[1].status = UserStatus.SUSPENDED
    session.flush()
    refused = client.post(f"{path}/reminder", json={})
    assert (refused.status_code, refused.json["message"]) == (
        409,
        "No one can be reminded, because all recipients who have not answered are suspended.",
    )


def test_reminder_without_open_surveys_is_rejected(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    empty, other = (
        make_assessment(buyer, relationship),
        make_assessment(buyer, relationship, internal_recipients=[buyer.id]),
    )
    foreign = session.query(Rfx).filter_by(assessment_id=other.id).one()
    refused = client.post(f"/api/assessment/{empty.id}/reminder", json={"rfxIds": [foreign.id]})
    assert refused.status_code == 422
    none_open = client.post(f"/api/assessment/{empty.id}/reminder", json={})
    assert (none_open.status_code, none_open.json["message"]) == (
        409,
        "There is no open survey to send reminders for.",
    )


def test_new_deadline_applies_to_all_surveys_and_is_mailed(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague, submitter = colleague_of(buyer), colleague_of(buyer)
    assessment = make_assessment(
        buyer, relationship, internal_recipients=[colleague.id, submitter.id], type="QUALIFICATION", contacts=[supplier.id]
    )  # fmt: skip
    path = f"/api/assessment/{assessment.id}"
    rfxs = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id).all()
    submit_answers(signed_in(submitter), next(r.id for r in rfxs if r.recipient_user_id == submitter.id))
    session.query(OutboxMail).delete()
    client = signed_in(buyer)
    changed = client.put(f"{path}/deadline", json={"deadline": LATER})
    assert changed.status_code == 200, changed.text
    assert changed.json["deadline"] is not None
    mails = session.query(OutboxMail).all()
    assert {(mail.template, mail.to_email) for mail in mails} == {
        ("DEADLINECHANGED", user.email) for user in (supplier, colleague, submitter)
    }
    formatted_deadline = deadline_text(datetime.fromisoformat(changed.json["deadline"]))
    texts = {mail.to_email: mail.text for mail in mails}
    assert all(f"New deadline: {formatted_deadline}\n" in text for text in texts.values())
    assert "You have already answered" not in texts[colleague.email]
    assert "You have already answered, so you don't need to do anything." in texts[submitter.email]
    subjects = {mail.to_email: mail.subject for mail in mails}
    assert "please answer by" in subjects[colleague.email]
    assert "please answer" not in subjects[submitter.email]
    for same in (LATER, changed.json["deadline"]):
        assert client.put(f"{path}/deadline", json={"deadline": same}).status_code == 200
        assert session.query(OutboxMail).count() == 3
    assert client.put(f"{path}/deadline", json={"deadline": None}).json["deadline"] is None
    removal_mails = session.query(OutboxMail).order_by(OutboxMail.id).all()[3:]
    assert len(removal_mails) == 3
    assert all("New deadline: none" in mail.text for mail in removal_mails)
    past = client.put(f"{path}/deadline", json={"deadline": "2020-01-01"})
    assert past.status_code == 422
    assert past.json["fields"] == {"deadline": ["The deadline must be in the future."]}
    expired = session.get_one(Rfx, next(r.id for r in rfxs if r.recipient_user_id == colleague.id))
    expired.status, expired.status_before_expiry = "EXPIRED", "PENDING"
    session.flush()
    client.put(f"{path}/deadline", json={"deadline": LATER})
    session.expire_all()
    assert session.get_one(Rfx, expired.id).status == "PENDING"


def test_hidden_answers_of_an_internal_survey_stay_hidden_from_the_requester(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    recipient = colleague_of(buyer)
    form = make_form(
        buyer,
        field("late", "YESNO"),
        field("why", visibleWhen={"field": "late", "operator": "equals", "value": True}),
        type=DocFormType.INTERNAL_SURVEY,
    )
    assessment = make_assessment(buyer, relationship)
    body = {
        "assessmentId": assessment.id,
        "internalSurveyDocFormId": form.id,
        "internalSurveyRecipients": [recipient.id],
    }
    owner, client = signed_in(buyer), signed_in(recipient)
    assert owner.post(f"/api/assessment/{assessment.id}", json=body).status_code == 200
    path = f"/api/rfx/{session.query(Rfx).filter_by(assessment_id=assessment.id).one().id}"
    client.put(f"{path}/value", json=answers_json(late=False, why="I would rather not say"))
    assert "why" in client.get(path).json["latestValuesFvc"]["values"]
    assert len(client.get(f"{path}/value/why/history").json) == 1
    assert owner.get(path).json["latestValuesFvc"]["values"].keys() == {"late"}
    assert owner.get(f"{path}/value/why/history").status_code == 404


def test_new_deadline_mail_to_a_decliner_asks_for_no_answer(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(
        buyer, relationship, type="QUALIFICATION", contacts=[supplier.id], deadline=now() + timedelta(days=2)
    )
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    assert signed_in(supplier).post(f"/api/rfx/{rfx.id}/decline", json={"reason": "No"}).status_code == 200
    changed = signed_in(buyer).put(f"/api/assessment/{assessment.id}/deadline", json={"deadline": LATER})
    mail = session.query(OutboxMail).filter_by(template="DEADLINECHANGED").one()
    formatted_deadline = deadline_text(datetime.fromisoformat(changed.json["deadline"]))
    assert f"New deadline: {formatted_deadline}\n" in mail.text
    assert "You have declined to answer, so you don't need to do anything." in mail.text
    assert "please answer" not in mail.subject


def test_deadline_changed_by_a_colleague_is_not_overwritten(
    buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, internal_recipients=[buyer.id])
    path, client = f"/api/assessment/{assessment.id}/deadline", signed_in(buyer)
    first = client.put(path, json={"deadline": LATER, "basedOn": {"deadline": None}})
    assert first.status_code == 200, first.text
    other = (now() + timedelta(days=40)).isoformat()
    stale = client.put(path, json={"deadline": other, "basedOn": {"deadline": None}})
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    [sentence] = stale.json["fields"]["deadline"]
    assert deadline_text(datetime.fromisoformat(LATER)) in sentence
    again = client.put(path, json={"deadline": other, "basedOn": stale.json["now"]})
    assert again.status_code == 200, again.text
    assert is_same_moment(datetime.fromisoformat(again.json["deadline"]), datetime.fromisoformat(other))


def test_requester_is_notified_of_submissions_by_others(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    colleague = colleague_of(buyer, name="Rosa Meyer")
    assessment = make_assessment(buyer, relationship, internal_recipients=[buyer.id, colleague.id])
    for rfx in session.query(Rfx).filter_by(assessment_id=assessment.id).all():
        who = buyer if rfx.recipient_user_id == buyer.id else colleague
        submit_answers(signed_in(who), rfx.id)
    mail = session.query(OutboxMail).filter_by(template="RFISUBMIT").one()
    assert mail.to_email == buyer.email
    assert mail.subject == f"{assessment.title}: Bergmann: submitted (Rosa Meyer)"
