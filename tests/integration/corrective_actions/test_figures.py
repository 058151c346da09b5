"""Figures of corrective actions: days by step, steps sent in time, returned steps, and their file."""

import csv
import io
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.corrective_actions.models import CorrectiveAction, CorrectiveStep
from app.corrective_actions.operations.contesting import contest, decide_contest
from app.corrective_actions.operations.effectiveness import plan_check, record_result
from app.corrective_actions.operations.steps import return_step
from app.corrective_actions.queries.actions import today_of
from app.corrective_actions.types import Decision, Result, Step
from app.kernel.mail.outbox import discard_mails
from app.ncr.operations.moves import set_deleted
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.corrective_actions import ActionParties, accept, close, make_action, send
from tests.factories.defects import make_code
from tests.factories.ncr import make_ncr
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

PERIOD = {"eventFrom": "2024-01-01", "eventTo": "2024-06-30"}
NAMES = ["D3", "D4", "D5 and D6", "D7", "D8"]


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")


@pytest.fixture
def supplier(buyer: User) -> User:
    return UserFactory(name="Sam Supplier", in_organisation__name="=Calder, Coatings")


def figure(client: CheckedClient, **query: Any) -> dict[str, Any]:
    response = client.get("/api/ncr/figure/correctiveAction", query_string=PERIOD | query)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json
    return body


def after(session: Session, parties: ActionParties, **days: float) -> None:
    """Move the sending and the acceptance of steps to some days after the request."""
    action = session.get_one(CorrectiveAction, parties.action_id)
    for step, number in days.items():
        moment = action.created + timedelta(days=number)
        session.execute(
            update(CorrectiveStep)
            .where(CorrectiveStep.action_id == parties.action_id, CorrectiveStep.step == step)
            .values(sent=moment, decided=moment)
        )


def asked_before(session: Session, parties: ActionParties, days: float) -> None:
    """Move the request into the past."""
    session.execute(
        update(CorrectiveAction)
        .where(CorrectiveAction.id == parties.action_id)
        .values(created=CorrectiveAction.created - timedelta(days=days))
    )


def give_back(parties: ActionParties, step: str) -> None:
    with discard_mails():
        return_step(actor=parties.decider, action_id=parties.action_id, step=Step(step), comment="More")


def medians(body: dict[str, Any]) -> dict[str, Any]:
    return {stage["name"]: (stage["accepted"], stage["medianDays"]) for stage in body["stages"]}


def shares(body: dict[str, Any]) -> list[tuple[int, int, float | None]]:
    return [(each["counted"], each["onTime"], each["share"]) for each in body["punctuality"]]


def test_without_actions_and_without_steps_there_is_no_data(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    for count in (0, 1):
        body = figure(client)
        assert body["count"] == count
        assert medians(body) == dict.fromkeys(NAMES, (0, None))
        assert shares(body) == [(0, 0, None), (0, 0, None)]
        assert body["returnsPerAction"] is None
        make_action(buyer, supplier)


def test_median_days_from_the_request_to_the_acceptance(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    for number in (1, 2, 6):
        parties = make_action(buyer, supplier)
        accept(parties, "D3", "D4", "D5")
        after(session, parties, D3=number / 2, D4=number * 2, D5=number * 3)
    accept(parties, "D6", "D7", "D8")
    after(session, parties, D6=12.5, D7=20, D8=29)
    # D5 alone is not the stage of D5 and D6.
    assert medians(figure(signed_in(buyer))) == {
        "D3": (3, 1.0), "D4": (3, 4.0), "D5 and D6": (1, 12.5), "D7": (1, 20.0), "D8": (1, 29.0),
    }  # fmt: skip


def test_share_sent_in_time_counts_steps_that_are_late_and_not_sent(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    in_time, slow, silent, waiting, closed = (make_action(buyer, supplier) for _ in range(5))
    send(in_time, "D3")
    send(slow, "D3")
    after(session, slow, D3=1.1)
    asked_before(session, silent, 2)
    asked_before(session, waiting, 0.5)
    close(closed)
    after(session, closed, D3=1, D8=31)
    assert shares(figure(signed_in(buyer))) == [(4, 2, 0.5), (1, 0, 0.0)]


def test_returned_step_waits_again_and_each_return_counts(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier)
    send(parties, "D3")
    give_back(parties, "D3")
    client = signed_in(buyer)
    body = figure(client)
    assert (shares(body)[0], body["returnsPerAction"]) == ((0, 0, None), 1.0)
    accept(parties, "D3")
    send(parties, "D4")
    give_back(parties, "D4")
    accept(make_action(buyer, supplier), "D3")
    make_action(buyer, supplier)
    body = figure(client)
    assert (body["count"], body["returnsPerAction"]) == (3, 1.0)


def test_later_attempts_withdrawn_and_deleted_ones_do_not_count(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    parties = make_action(buyer, supplier)
    close(parties)
    after(session, parties, D4=5)
    with discard_mails():
        plan_check(
            actor=parties.decider, action_id=parties.action_id, criterion="None", on=today_of(parties.decider)
        )
        record_result(
            actor=parties.decider, action_id=parties.action_id, result=Result.NOT_EFFECTIVE, comment=""
        )
    accept(parties, "D4")
    withdrawn, deleted = make_action(buyer, supplier), make_action(buyer, supplier)
    accept(deleted, "D3")
    with discard_mails():
        contest(actor=withdrawn.writer, action_id=withdrawn.action_id, reason="No", attachment_ids=[])
        decide_contest(
            actor=withdrawn.decider, action_id=withdrawn.action_id, decision=Decision.WITHDRAWN, comment=""
        )
        set_deleted(actor=actor_of(buyer), ncr_id=deleted.ncr_id, deleted=True)
    body = figure(signed_in(buyer))
    assert (body["count"], medians(body)["D4"]) == (1, (1, 5.0))


def test_each_party_counts_its_own_in_the_period_and_strangers_none(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    accept(make_action(buyer, supplier), "D3")
    make_action(buyer, supplier, ncr={"event_date": date(2024, 7, 1)})
    make_action(UserFactory(), UserFactory())
    assert figure(signed_in(buyer))["count"] == 1
    assert figure(signed_in(buyer), party="received")["count"] == 0
    assert figure(signed_in(supplier), party="received")["count"] == 1
    assert figure(signed_in(supplier))["count"] == 0
    assert figure(signed_in(UserFactory()))["count"] == 0
    assert figure(signed_in(buyer), eventTo="2024-07-01")["count"] == 2
    wrong = signed_in(buyer).get("/api/ncr/figure/correctiveAction?eventFrom=1999-01-01")
    assert wrong.json["fields"] == {"eventFrom": ["The date must not be before 01/01/2000."]}


def test_figures_take_as_many_statements_for_few_and_for_many_actions(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    figure(client)
    few = client.statements
    for _ in range(5):
        accept(make_action(buyer, supplier), "D3")
    figure(client)
    assert client.statements == few


def exported(client: CheckedClient, run_jobs: Callable[[], int], **body: Any) -> list[dict[str, str]]:
    created = client.post("/api/ncr/figure/export", json={"format": "CSV"} | PERIOD | body)
    assert created.status_code == 202, created.text
    run_jobs()
    file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
    assert ".csv" in file.headers["Content-Disposition"]
    assert file.data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"))))


def test_file_has_all_groups_and_the_figures_of_corrective_actions(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    code = make_code(buyer)
    parties = make_action(
        buyer, supplier,
        ncr={"quantity_delivered": 1_000, "quantity_defective": 3, "cost": Decimal("10.10"), "currency": "EUR",
             "defect_code_id": code.id},
    )  # fmt: skip
    for number in range(25):
        make_ncr(buyer, parties.relationship.id, part_number=f"P-{number}")
    accept(parties, "D3")
    after(session, parties, D3=0.5)
    rows = exported(signed_in(buyer), run_jobs)
    by_name = {(row["Figure"], row["Name"]): row for row in rows}
    total = by_name["Total", ""]
    assert (total["Count"], total["Delivered"], total["Defective"], total["Defective per million"]) == (
        "26", "1000", "3", "3000.0",
    )  # fmt: skip
    assert total["Cost EUR (internal)"] == "10.10"
    assert by_name["Defect", "BUR burr"]["Count"] == "1"
    assert by_name["Defect", ""]["Count"] == "25"
    assert by_name["Month", "2024-03"]["Count"] == "26"
    assert (by_name["Month", "2024-01"]["Count"], by_name["Month", "2024-01"]["Defective per million"]) == (
        "0",
        "",
    )
    # A name that begins like a formula is text.
    assert by_name["Supplier", "'=Calder, Coatings"]["Count"] == "26"
    assert len([row for row in rows if row["Figure"] == "Part"]) == 26
    measured = {
        name: (row["Count"], row["Value"])
        for (kind, name), row in by_name.items()
        if kind == "Corrective actions"
    }
    assert measured["Asked for"] == ("1", "")
    assert measured["Median days to the acceptance of D3"] == ("1", "0.5")
    assert measured["Median days to the acceptance of D8"] == ("0", "")
    assert measured["D3 sent within 24 hours (%)"] == ("1", "100.0")
    assert measured["D8 sent within 30 days (%)"] == ("0", "")
    assert measured["Returned steps per corrective action"] == ("1", "0.0")
    received = exported(signed_in(supplier), run_jobs, party="received")
    assert "Customer" in {row["Figure"] for row in received}
    assert not any("Cost" in heading for heading in received[0])


@pytest.mark.parametrize(
    ("body", "field"), [({"format": "XLSX"}, "format"), ({}, "format"), ({"format": "CSV", "eventFrom": "1999-01-01"}, "eventFrom")]
)  # fmt: skip
def test_wrong_requests_of_the_file_get_a_sentence(
    buyer: User, signed_in: SignedIn, body: dict[str, str], field: str
) -> None:
    response = signed_in(buyer).post("/api/ncr/figure/export", json=body)
    assert response.status_code == 422
    assert field in response.json["fields"]
