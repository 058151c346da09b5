"""Preparation of an evaluation: criteria, evaluators, opening."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.extensions import db
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.compared import SentRequest, answer, send_request
from tests.factories.evaluations import BLOCKS, answered_request, prepare
from tests.fixtures.people import SignedIn


@pytest.fixture
def answered(session: Session, signed_in: SignedIn) -> SentRequest:
    """Return a request with two submitted RFxs and one that is still open."""
    return answered_request(signed_in)


def body_of(*criteria: dict[str, Any], based_on: str | None = None) -> dict[str, Any]:
    return {"criteria": list(criteria), "due": None, "basedOn": based_on}


def row(name: str, weight: object, **attributes: object) -> dict[str, Any]:
    return {"name": name, "weight": weight, "source": "MARKS", **attributes}


def test_request_without_an_evaluation_shows_an_empty_one(answered: SentRequest, signed_in: SignedIn) -> None:
    shown = signed_in(answered.sender).get(f"{answered.path}/evaluation").json
    assert (shown["state"], shown["updated"], shown["criteria"], shown["evaluators"]) == (
        "PREPARING",
        None,
        [],
        [],
    )
    assert [section["title"] for section in shown["sections"]] == ["Quality"]
    assert [supplier["name"] for supplier in shown["suppliers"]] == ["Aurora", "Bergmann"]
    assert shown["waitingCount"] == 1


def test_criteria_are_replaced_as_a_whole_and_two_users_conflict(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    client, path = signed_in(answered.sender), f"{answered.path}/evaluation"
    first = client.put(path, json=body_of(row("Price", 60), row("Quality", 40))).json
    again = client.put(path, json=body_of(row("Cost", 100), based_on=first["updated"])).json
    assert [(each["name"], each["weight"]) for each in again["criteria"]] == [("Cost", 100)]
    stale = client.put(path, json=body_of(row("Late", 100), based_on=first["updated"]))
    assert (stale.status_code, stale.json["code"]) == (409, "stale")


@pytest.mark.parametrize(
    ("criteria", "field", "sentence"),
    [
        ([row("Price", 60.5)], "criteria.0.weight", "Enter a whole number from 0 to 100."),
        ([row("Price", 101)], "criteria.0.weight", "Enter a whole number from 0 to 100."),
        ([row("", 50)], "criteria.0.name", "This is required."),
        ([row("A" * 101, 50)], "criteria.0.name", "This must have at most 100 characters."),
        ([row("Price", 50), row("price", 50)], "criteria.1.name", "Another criterion has this name already."),
        (
            [row("Score", 50, source="SCORE", sectionId="7.7")],
            "criteria.0.sectionId",
            "This section has no scored questions.",
        ),
    ],
)
def test_invalid_criteria_are_refused_with_a_sentence(
    answered: SentRequest, signed_in: SignedIn, criteria: list[dict[str, Any]], field: str, sentence: str
) -> None:
    response = signed_in(answered.sender).put(f"{answered.path}/evaluation", json=body_of(*criteria))
    assert (response.status_code, response.json["fields"][field]) == (422, [sentence])


def test_more_than_twenty_criteria_are_refused(answered: SentRequest, signed_in: SignedIn) -> None:
    criteria = [row(f"Criterion {number}", 4) for number in range(21)]
    response = signed_in(answered.sender).put(f"{answered.path}/evaluation", json=body_of(*criteria))
    assert response.json["message"] == "An evaluation has at most 20 criteria."


def test_opening_needs_criteria_evaluators_and_all_weights(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    client, path = signed_in(answered.sender), f"{answered.path}/evaluation"
    assert client.post(f"{path}/open").json["message"] == "Add at least one criterion."
    client.put(path, json=body_of(row("Price", 60)))
    refused = client.post(f"{path}/open")
    assert (refused.status_code, refused.json["message"]) == (
        409, "The weights add up to 60 %. They must add up to 100 %.",
    )  # fmt: skip
    client.put(path, json=body_of(row("Price", 100)))
    assert (
        client.post(f"{path}/open").json["message"] == "Add at least one evaluator: some criteria take marks."
    )
    client.post(f"{path}/evaluator", json={"userId": colleague_of(answered.sender).id})
    assert client.post(f"{path}/open").json["state"] == "OPEN"
    fixed = client.put(path, json=body_of(row("Price", 100)))
    assert (fixed.status_code, fixed.json["message"]) == (
        409, "The evaluation is open, so its criteria can no longer be changed.",
    )  # fmt: skip


def test_sealed_request_is_prepared_but_not_opened(session: Session, signed_in: SignedIn) -> None:
    request = send_request("Aurora", blocks=BLOCKS, is_sealed=True)
    answer(signed_in, request.rfxs[0], price="40", iso=True)
    prepared = prepare(request, request.sender, opens=False)
    client = signed_in(request.sender)
    shown = client.get(prepared.path).json
    assert (shown["isSealed"], shown["suppliers"]) == (True, [])
    refused = client.post(f"{prepared.path}/open")
    assert (refused.status_code, refused.json["code"]) == (409, "requestSealed")


def test_viewers_read_the_evaluation_but_change_nothing(answered: SentRequest, signed_in: SignedIn) -> None:
    prepared = prepare(answered, colleague_of(answered.sender), opens=False)
    client = signed_in(colleague_of(answered.sender, role_name="Viewer"))
    shown = client.get(prepared.path).json
    assert (shown["mayManage"], shown["evaluators"], shown["own"]) == (False, [], None)
    assert client.put(prepared.path, json=body_of(row("Price", 100))).status_code == 403
    assert client.post(f"{prepared.path}/open").status_code == 403
    mark = {"rfxId": prepared.rfx_ids[0], "criterionId": prepared.criterion_ids[0], "mark": 5}
    assert client.put(f"{prepared.path}/mark", json=mark).status_code == 403


def test_evaluators_are_colleagues_or_people_outside_the_network(
    answered: SentRequest, signed_in: SignedIn
) -> None:
    client, path = signed_in(answered.sender), f"{answered.path}/evaluation/evaluator"
    colleague = colleague_of(answered.sender, name="Ada Lovelace")
    named = client.post(path, json={"email": colleague.email})
    assert named.json["fields"]["email"] == [
        "Ada Lovelace is your colleague. Choose them by name, so that they sign in with their own account."
    ]
    supplier = client.post(path, json={"email": answered.rfxs[0].respondent.email})
    assert supplier.json["fields"]["email"] == ["This address belongs to a supplier of yours."]
    foreign = client.post(path, json={"userId": UserFactory().id})
    assert foreign.json["fields"]["userId"] == ["Choose one of your colleagues."]
    assert client.post(path, json={}).json["message"] == "Choose a colleague or enter an e-mail address."
    assert client.post(path, json={"userId": colleague.id}).status_code == 201
    twice = client.post(path, json={"userId": colleague.id})
    assert twice.json["fields"]["userId"] == ["Ada Lovelace is an evaluator already."]


def test_guests_who_answer_the_request_may_not_evaluate_it(session: Session, signed_in: SignedIn) -> None:
    request = send_request(blocks=BLOCKS, guests=1)
    response = signed_in(request.sender).post(
        f"{request.path}/evaluation/evaluator", json={"email": request.rfxs[0].respondent.email.upper()}
    )
    assert response.json["fields"]["email"] == ["This address belongs to a supplier of yours."]


def test_reminders_are_sent_at_most_once_an_hour(answered: SentRequest, signed_in: SignedIn) -> None:
    ada = colleague_of(answered.sender, name="Ada Lovelace")
    prepared, client = prepare(answered, ada), signed_in(answered.sender)
    path = f"{prepared.path}/evaluator/{prepared.evaluator_id(ada)}/remind"
    assert client.post(path).status_code == 200
    subjects = (
        db.session.execute(select(OutboxMail.subject).where(OutboxMail.to_user_id == ada.id)).scalars().all()
    )
    assert len(subjects) == 2
    again = client.post(path)
    assert (again.status_code, again.json["message"]) == (
        409,
        "Ada Lovelace was reminded in the last hour already.",
    )


def test_due_day_is_not_in_the_past(answered: SentRequest, signed_in: SignedIn) -> None:
    body = body_of(row("Price", 100)) | {"due": (now() - timedelta(days=2)).date().isoformat()}
    response = signed_in(answered.sender).put(f"{answered.path}/evaluation", json=body)
    assert response.json["fields"]["due"] == ["Choose a day that is not in the past."]
