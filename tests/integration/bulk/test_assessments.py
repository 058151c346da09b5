"""The bulk action that starts assessments of suppliers."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.assessments.bulk import NO_CONTACT, STARTED_ALREADY
from app.assessments.models import Assessment
from app.assessments.operations.starting import NO_RELATIONSHIP
from app.assessments.operations.surveys import NOT_OWN
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.network.models import KnownContact
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx
from tests.factories.accounts import UserFactory, colleague_of, role_id
from tests.factories.assessments import survey_form
from tests.factories.bulk_calls import BulkCalls
from tests.factories.network import relate
from tests.factories.rfx import field, make_form
from tests.fixtures.people import SignedIn

KIND = "assessments.start"


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory(name="Ann Buyer")


@pytest.fixture
def bulk(buyer: Any, signed_in: SignedIn, run_jobs: Callable[[], int]) -> BulkCalls:
    return BulkCalls(signed_in(buyer), run_jobs)


@pytest.fixture
def suppliers(buyer: Any) -> list[Any]:
    users = [UserFactory(in_organisation__name=f"Supplier {number}") for number in range(3)]
    for supplier in users:
        relate(buyer.organisation_id, supplier.organisation_id)
    return users


def args_of(**changes: Any) -> dict[str, Any]:
    return {"type": "QUALIFICATION", "title": "Audit 2027"} | changes


def ids_of(users: list[Any]) -> list[int]:
    return [user.organisation_id for user in users]


def assessments(session: Session) -> list[Assessment]:
    session.expire_all()
    return session.query(Assessment).order_by(Assessment.id).all()


def surveys(session: Session) -> list[Rfx]:
    return session.query(Rfx).filter(Rfx.assessment_id.is_not(None)).order_by(Rfx.id).all()


def test_each_supplier_gets_an_assessment_and_its_contact_a_survey(
    bulk: BulkCalls, buyer: Any, suppliers: list[Any], session: Session
) -> None:
    form = make_form(buyer, field("answer"), type="SELF_SURVEY", title="Self-survey")
    deadline = (now() + timedelta(days=30)).isoformat()
    args = args_of(selfSurveyDocFormId=form.id, deadline=deadline, message="<p>Please help us.</p>")
    shown = bulk.preview(KIND, ids_of(suppliers), **args).json
    assert (shown["willChange"], shown["mails"]) == (3, 3)
    assert shown["sampleMail"]["to"] == suppliers[0].name
    assert "Please help us." in shown["sampleMail"]["text"]
    assert assessments(session) == []
    assert bulk.run(KIND, ids_of(suppliers), **args) == [("DONE", "")] * 3
    started = assessments(session)
    assert {each.with_organisation_id for each in started} == set(ids_of(suppliers))
    assert {(each.title, each.type, each.created_by_user_id) for each in started} == {
        ("Audit 2027", "QUALIFICATION", buyer.id)
    }
    sent = surveys(session)
    assert [each.with_organisation_id for each in sent] == ids_of(suppliers)
    mails = session.query(OutboxMail).all()
    assert sorted(mail.to_email for mail in mails) == sorted(each.email for each in suppliers)
    # A supplier does not read about the others.
    assert not any("The same applies" in mail.text for mail in mails)
    events = [row.type for row in session.query(EventLog).filter_by(organisation_id=buyer.organisation_id)]
    assert events.count("assessment.created") == 3
    assert bulk.client.post(f"/api/bulk/{bulk.job_id}/undo").status_code == 409


def test_colleagues_get_a_survey_of_each_supplier_and_one_mail(
    bulk: BulkCalls, buyer: Any, suppliers: list[Any], session: Session
) -> None:
    colleague = colleague_of(buyer, name="Cole League")
    form = survey_form(buyer)
    args = args_of(
        type="PERFORMANCE", internalSurveyDocFormId=form.id, internalSurveyRecipients=[colleague.id]
    )
    assert bulk.preview(KIND, ids_of(suppliers), **args).json["mails"] == 1
    bulk.run(KIND, ids_of(suppliers), **args)
    assert [each.recipient_user_id for each in surveys(session)] == [colleague.id] * 3
    [mail] = session.query(OutboxMail).all()
    assert mail.to_email == colleague.email
    assert "The same applies to “Supplier 1” and “Supplier 2”." in mail.text


def test_rows_that_cannot_start_say_why(
    bulk: BulkCalls, buyer: Any, suppliers: list[Any], session: Session
) -> None:
    form = make_form(buyer, field("answer"), type="SELF_SURVEY", title="Self-survey")
    lapsed, silent, stranger = (UserFactory() for _ in range(3))
    relate(buyer.organisation_id, lapsed.organisation_id, RelationshipLevel.NONE)
    relate(buyer.organisation_id, silent.organisation_id)
    silent.role_id = role_id(silent.organisation_id, "Viewer")
    db.session.flush()
    args = args_of(selfSurveyDocFormId=form.id)
    bulk.run(KIND, ids_of(suppliers[:1]), **args)
    selected = ids_of([suppliers[0], suppliers[1], lapsed, silent, stranger])
    shown = bulk.preview(KIND, selected, **args).json
    assert (shown["willChange"], shown["unchanged"]) == (1, 1)
    reasons = {each["reason"] for each in shown["cannotReasons"]}
    assert reasons == {NO_RELATIONSHIP, NO_CONTACT, "Not in your network."}
    outcomes = bulk.run(KIND, selected, **args)
    assert sorted(outcome for outcome, _ in outcomes) == ["DONE", "FAILED", "FAILED", "FAILED", "UNCHANGED"]
    assert ("UNCHANGED", STARTED_ALREADY) in outcomes
    assert len(assessments(session)) == 2


def test_contact_is_one_that_the_buyer_knows(
    bulk: BulkCalls, buyer: Any, suppliers: list[Any], session: Session
) -> None:
    partner = colleague_of(suppliers[0], name="Known Person")
    session.add(KnownContact(organisation_id=buyer.organisation_id, user_id=partner.id))
    session.flush()
    form = make_form(buyer, field("answer"), type="SELF_SURVEY", title="Self-survey")
    shown = bulk.preview(KIND, ids_of(suppliers[:1]), **args_of(selfSurveyDocFormId=form.id)).json
    assert shown["sampleMail"]["to"] == "Known Person"


def test_filter_selects_the_suppliers_of_the_list(
    bulk: BulkCalls, suppliers: list[Any], session: Session
) -> None:
    assert bulk.numbers(KIND, {"name": "Supplier 2"}, **args_of()) == (1, 0, 0)
    bulk.run(KIND, {"name": "Supplier 2"}, **args_of())
    assert [each.with_organisation_id for each in assessments(session)] == [suppliers[2].organisation_id]
    assert session.query(OutboxMail).count() == 0


def test_wrong_arguments_get_a_sentence_at_their_field(
    bulk: BulkCalls, buyer: Any, suppliers: list[Any]
) -> None:
    survey = survey_form(buyer)
    stranger = UserFactory()

    def fields_of(**changes: Any) -> dict[str, Any]:
        response = bulk.preview(KIND, ids_of(suppliers), **args_of(**changes))
        assert response.status_code == 422
        fields: dict[str, Any] = response.json["fields"]
        return fields

    assert list(fields_of(title=" ")) == ["args.title"]
    assert list(fields_of(deadline="2020-01-01T00:00:00Z")) == ["args.deadline"]
    assert list(fields_of(selfSurveyDocFormId=survey.id)) == ["args.selfSurveyDocFormId"]
    assert list(fields_of(type="PERFORMANCE", selfSurveyDocFormId=survey.id)) == ["args.selfSurveyDocFormId"]
    internal = {"internalSurveyDocFormId": survey.id}
    assert list(fields_of(**internal)) == ["args.internalSurveyRecipients"]
    recipients = fields_of(**internal, internalSurveyRecipients=[stranger.id])
    assert recipients == {"args.internalSurveyRecipients": [NOT_OWN]}


def test_permission_is_the_one_of_the_single_action(
    buyer: Any, suppliers: list[Any], signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    viewer: User = colleague_of(buyer)
    viewer.role_id = role_id(buyer.organisation_id, "Viewer")
    db.session.flush()
    calls = BulkCalls(signed_in(viewer), run_jobs)
    assert calls.preview(KIND, ids_of(suppliers), **args_of()).status_code == 403
