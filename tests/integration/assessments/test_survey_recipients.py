"""The recipients of internal surveys: colleagues and guests, never the supplier."""

from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.rfx.models import Rfx
from tests.factories.accounts import colleague_of
from tests.factories.assessments import make_assessment, survey_form
from tests.fixtures.people import SignedIn
from tests.integration.assessments.conftest import assessment_json


@pytest.fixture
def ask_for_surveys(
    buyer: User, relationship: Relationship, signed_in: SignedIn
) -> Callable[..., TestResponse]:
    """Return a function that sends internal surveys of one assessment, with a new form for each request."""
    assessment = make_assessment(buyer, relationship)
    client = signed_in(buyer)

    def send(*recipients: int | str) -> TestResponse:
        body = {
            "internalSurveyDocFormId": survey_form(buyer).id,
            "internalSurveyRecipients": list(recipients),
        }
        return client.post(f"/api/assessment/{assessment.id}", json=body)

    return send


def recipient_errors(response: TestResponse) -> list[str]:
    assert response.status_code == 422, response.text
    return list(response.json["fields"]["internalSurveyRecipients"])


@pytest.mark.parametrize("spelling", [str, str.upper, lambda email: email.replace(".", "\u3002", 1)])
def test_internal_survey_rejects_addresses_of_the_supplier(
    session: Session,
    supplier: User,
    ask_for_surveys: Callable[..., TestResponse],
    spelling: Callable[[str], str],
) -> None:
    supplier.email = "jana@bergmann.example"
    session.flush()
    sentence = "jana@bergmann.example works at Bergmann, which is being assessed. An internal survey can't be sent to the supplier."
    assert recipient_errors(ask_for_surveys("kim@else.example", spelling(supplier.email))) == [sentence]
    assert session.query(Rfx).count() == 0
    assert session.query(OutboxMail).count() == 0


def test_colleague_is_recognised_by_address_and_asked_once(
    session: Session, buyer: User, ask_for_surveys: Callable[..., TestResponse]
) -> None:
    colleague = colleague_of(buyer, name="Daniel Asante")
    created = ask_for_surveys(f"Somebody Else <{colleague.email.upper()}>", colleague.id, "kim@else.example")
    assert [rfx["recipient"] for rfx in created.json["rfxs"]] == [
        "Daniel Asante", "Anonymous",
    ]  # fmt: skip
    by_id, by_address = ask_for_surveys(colleague.id), ask_for_surveys(colleague.email.upper())
    assert (
        recipient_errors(by_id) == recipient_errors(by_address) == ["Daniel Asante has been asked already."]
    )
    assert recipient_errors(ask_for_surveys("KIM@else.example", buyer.id)) == [
        "kim@else.example has been asked already."
    ]
    assert session.query(Rfx).count() == 2


def test_recipient_can_be_asked_again_after_the_survey_is_removed(
    session: Session, buyer: User, ask_for_surveys: Callable[..., TestResponse], signed_in: SignedIn
) -> None:
    ask_for_surveys(buyer.id)
    [rfx] = session.query(Rfx).all()
    assert signed_in(buyer).put(f"/api/rfx/{rfx.id}/ignored", json={"ignored": True}).status_code == 200
    assert ask_for_surveys(buyer.id).status_code == 200


def test_suspended_colleague_is_rejected_by_name(
    session: Session, buyer: User, ask_for_surveys: Callable[..., TestResponse]
) -> None:
    colleague = colleague_of(buyer, name="Daniel Asante", status=UserStatus.SUSPENDED)
    sentence = "Daniel Asante is suspended and can't answer. Choose another person."
    assert (
        recipient_errors(ask_for_surveys(colleague.email))
        == recipient_errors(ask_for_surveys(colleague.id))
        == [sentence]
    )
    assert session.query(Rfx).count() == 0


def test_new_assessment_with_an_address_of_the_supplier_is_not_created(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    body = assessment_json(
        relationship, internalSurveyDocFormId=survey_form(buyer).id, internalSurveyRecipients=[supplier.email]
    )  # fmt: skip
    response = signed_in(buyer).post("/api/assessment", json=body)
    assert len(recipient_errors(response)) == 1
    session.rollback()
    assert session.query(Rfx).count() == 0
