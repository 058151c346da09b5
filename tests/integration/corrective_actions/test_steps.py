"""The way of a corrective action from the request to its closing: every state, and every refusal."""

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.corrective_actions.operations.steps import accept_step
from app.corrective_actions.policies.states import state_after
from app.corrective_actions.types import TRANSITIONS, ActionState, Method, Move, Step
from app.kernel.http.errors import ConflictError
from app.kernel.mail.outbox import OutboxMail
from app.ncr.models import NonConformance
from app.tasks.public import TaskType, UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.corrective_actions import (
    CONTENT,
    ActionParties,
    accept,
    close,
    fill,
    make_action,
    save,
    send,
)
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.people import SignedIn


@pytest.fixture
def parties(session: Session) -> ActionParties:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    return make_action(buyer, supplier)


def values(step: str) -> dict[str, object]:
    """Return the body that saves a step for the first time."""
    prefilled = {"what", "where", "when", "who"} if step == "D2" else set()
    return {
        "values": {
            key: {"value": value, "baseIteration": int(key in prefilled)}
            for key, value in CONTENT[step].items()
        }
    }


def test_whole_8d_between_two_accounts(parties: ActionParties, signed_in: SignedIn, session: Session) -> None:
    supplier, buyer = signed_in(parties.supplier), signed_in(parties.buyer)
    states = []
    for step in ("D3", "D4", "D5", "D6", "D7", "D8"):
        for each in ("D1", "D2", "D3") if step == "D3" else (step,):
            saved = supplier.put(parties.step(each), json=values(each))
            assert saved.status_code == 200, saved.json
            assert saved.json["refused"] == {} == saved.json["conflicts"]
            assert saved.json["problems"] == {}
        assert supplier.post(parties.step(step, "send"), json={}).status_code == 200
        accepted = buyer.post(parties.step(step, "accept"), json={})
        assert accepted.status_code == 200, accepted.json
        states.append(accepted.json["state"])
    assert states == ["CONTAINED", "ANALYSED", "PLANNED", "IMPLEMENTED", "PREVENTED", "CLOSED"]
    assert {step["state"] for step in accepted.json["steps"]} == {"ACCEPTED"}
    assert session.get_one(NonConformance, parties.ncr_id).status == "INPROGRESS"


@pytest.mark.parametrize(
    ("method", "steps"),
    [
        (Method.SHORT, ["D3", "D4", "D5", "D6", "D8"]),
        (Method.CONTAINMENT, ["D3", "D8"]),
    ],
)
def test_shorter_methods_close_with_their_last_step(
    session: Session, method: Method, steps: list[str]
) -> None:
    parties = make_action(method=method)
    accept(parties, *steps)
    assert parties.load().action.state == ActionState.CLOSED


def test_table_has_no_other_transition() -> None:
    for state in ActionState:
        for step in Step:
            if (state, step) not in TRANSITIONS:
                assert state_after(state, step) == state
        for move in Move:
            if (state, move) not in TRANSITIONS:
                with pytest.raises(ConflictError):
                    state_after(state, move)


def test_first_saved_field_starts_the_non_conformance(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    ncr = session.get_one(NonConformance, parties.ncr_id)
    assert ncr.status == "PENDING"
    unknown = {"values": {"no.such": {"value": "x", "baseIteration": 0}}}
    assert signed_in(parties.supplier).put(parties.step("D4"), json=unknown).json["refused"]
    session.refresh(ncr)
    assert ncr.status == "PENDING"
    signed_in(parties.supplier).put(parties.step("D1"), json=values("D1"))
    session.refresh(ncr)
    assert ncr.status == "INPROGRESS"


def test_steps_are_written_in_any_order_and_sent_in_order(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    client = signed_in(parties.supplier)
    fill(parties, "D8", "D4")
    refused = client.post(parties.step("D4", "send"), json={})
    assert (refused.status_code, refused.json["message"]) == (409, "Send D1 first.")
    fill(parties, "D1", "D2", "D3")
    assert client.post(parties.step("D1", "send"), json={}).status_code == 200
    assert [step["state"] for step in client.get(parties.path).json["steps"]][:4] == ["SENT"] * 3 + ["OPEN"]
    assert client.post(parties.step("D4", "send"), json={}).status_code == 200
    refused = client.post(parties.step("D8", "send"), json={})
    assert (refused.status_code, refused.json["message"]) == (409, "Send D5 first.")


def test_step_sent_twice_is_a_conflict_and_with_the_same_key_one_sending(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    client = signed_in(parties.supplier)
    fill(parties, "D1", "D2", "D3")
    key = {"Idempotency-Key": "one-sending"}
    first = client.post(parties.step("D3", "send"), json={}, headers=key)
    again = client.post(parties.step("D3", "send"), json={}, headers=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json == again.json
    other = client.post(parties.step("D3", "send"), json={})
    assert (other.status_code, other.json["message"]) == (409, "D3 was sent already.")


def test_d8_cannot_be_accepted_before_d4(parties: ActionParties, signed_in: SignedIn) -> None:
    accept(parties, "D3")
    send(parties, "D4", "D5", "D6", "D7", "D8")
    client = signed_in(parties.buyer)
    refused = client.post(parties.step("D8", "accept"), json={})
    assert (refused.status_code, refused.json["message"]) == (409, "Accept D4 first.")
    assert parties.load().action.state == ActionState.CONTAINED
    for step in ("D4", "D5", "D6", "D7", "D8"):
        assert client.post(parties.step(step, "accept"), json={}).status_code == 200
    assert parties.load().action.state == ActionState.CLOSED


def test_returned_step_has_a_comment_and_is_sent_again(parties: ActionParties, signed_in: SignedIn) -> None:
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    send(parties, "D3")
    without = buyer.post(parties.step("D2", "return"), json={"comment": " "})
    assert without.status_code == 422
    returned = buyer.post(parties.step("D2", "return"), json={"comment": "Which lot?"})
    assert returned.status_code == 200
    states = {step["step"]: step["state"] for step in returned.json["steps"]}
    assert (states["D1"], states["D2"], states["D3"]) == ("SENT", "RETURNED", "SENT")
    refused = buyer.post(parties.step("D3", "accept"), json={})
    assert (refused.status_code, refused.json["message"]) == (409, "Accept D2 first.")
    assert next(step for step in supplier.get(parties.path).json["steps"] if step["step"] == "D2")[
        "comment"
    ] == ("Which lot?")
    save(parties, "D2", {"what": "Burrs, lot 7"})
    assert supplier.post(parties.step("D2", "send"), json={}).status_code == 200
    assert buyer.post(parties.step("D3", "accept"), json={}).json["state"] == "CONTAINED"
    again = buyer.post(parties.step("D3", "return"), json={"comment": "Too late"})
    assert (again.status_code, again.json["message"]) == (409, "D3 is accepted already.")


def test_sent_and_accepted_steps_are_locked(parties: ActionParties, signed_in: SignedIn) -> None:
    client = signed_in(parties.supplier)
    send(parties, "D3")
    body = {"values": {"what": {"value": "Other", "baseIteration": 2}}}
    refused = client.put(parties.step("D2"), json=body).json["refused"]
    assert refused == {"what": "D2 was sent and can be changed only if it is returned."}
    signed_in(parties.buyer).post(parties.step("D3", "accept"), json={})
    refused = client.put(parties.step("D2"), json=body).json["refused"]
    assert refused == {"what": "D2 is accepted and can't be changed."}
    # A repeated save of the stored value is no error.
    stored = {"values": {"what": {"value": "Burrs on the bore", "baseIteration": 0}}}
    assert client.put(parties.step("D2"), json=stored).json["refused"] == {}


def test_incomplete_step_is_not_sent(parties: ActionParties, signed_in: SignedIn) -> None:
    client = signed_in(parties.supplier)
    save(parties, "D3", {"place.CUSTOMER.quantity": 100, "place.CUSTOMER.sorted": 120})
    response = client.post(parties.step("D3", "send"), json={})
    assert response.status_code == 422
    assert response.json["fields"]["values.D1.team"] == ["Name at least one person of the team."]
    assert response.json["fields"]["values.D3.place.CUSTOMER.sorted"] == [
        "Sorted 120 is more than the quantity 100 at the customer."
    ]
    assert {step["state"] for step in client.get(parties.path).json["steps"]} == {"OPEN"}


def test_unknown_steps_and_steps_of_other_methods(session: Session, signed_in: SignedIn) -> None:
    parties = make_action(method=Method.CONTAINMENT)
    client = signed_in(parties.supplier)
    assert client.put(parties.step("D9"), json={"values": {}}).status_code == 404
    response = client.post(parties.step("D4", "send"), json={})
    assert (response.status_code, response.json["message"]) == (409, "This corrective action has no D4.")


def test_only_the_supplier_writes_and_only_the_buyer_decides(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    fill(parties, "D1", "D2", "D3")
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    response = buyer.put(parties.step("D1"), json=values("D1"))
    assert (response.status_code, response.json["message"]) == (403, "Only the supplier can do that.")
    assert buyer.post(parties.step("D3", "send"), json={}).status_code == 403
    assert buyer.post(f"{parties.path}/contest", json={"reason": "No"}).status_code == 403
    supplier.post(parties.step("D3", "send"), json={})
    assert supplier.post(parties.step("D3", "accept"), json={}).status_code == 403
    assert supplier.post(parties.step("D3", "return"), json={"comment": "x"}).status_code == 403
    plan = {"criterion": "None in 90 days", "on": "2099-01-01"}
    assert supplier.post(f"{parties.path}/effectiveness", json=plan).status_code == 403
    assert supplier.post(f"/api/ncr/{parties.ncr_id}/correctiveAction", json={}).status_code == 403
    for role_less in (colleague_of(parties.buyer, role=None), colleague_of(parties.supplier, role=None)):
        client = signed_in(role_less)
        assert client.get(parties.path).status_code == 200
        assert client.post(parties.step("D3", "accept"), json={}).status_code == 403
        assert client.put(parties.step("D1"), json=values("D1")).status_code == 403
    stranger = signed_in(UserFactory())
    assert stranger.get(parties.path).status_code == 404
    assert stranger.put(parties.step("D1"), json=values("D1")).status_code == 404


def test_buyer_reads_a_step_once_it_was_sent(parties: ActionParties, signed_in: SignedIn) -> None:
    fill(parties, "D1", "D2", "D3", "D4")
    client = signed_in(parties.buyer)
    assert all(step["values"] == {} for step in client.get(parties.path).json["steps"])
    send(parties, "D3")
    shown = {step["step"]: step["values"] for step in client.get(parties.path).json["steps"]}
    assert shown["D2"]["what"] == "Burrs on the bore"
    assert shown["D4"] == {}


def open_tasks(session: Session, user: User) -> list[tuple[str, object]]:
    rows = session.execute(
        select(UserTask.title, UserTask.due).where(
            UserTask.type == TaskType.CORRECTIVE_ACTION,
            UserTask.is_open,
            UserTask.assigned_organisation_id == user.organisation_id,
        )
    )
    return [(row.title, row.due) for row in rows]


def test_tasks_of_both_parties_follow_the_steps(parties: ActionParties, session: Session) -> None:
    rows = parties.load().steps
    assert open_tasks(session, parties.supplier) == [("Corrective action: Burrs on bore", rows[Step.D1].due)]
    assert open_tasks(session, parties.buyer) == []
    send(parties, "D3")
    rows = parties.load().steps
    assert open_tasks(session, parties.supplier) == [("Corrective action: Burrs on bore", rows[Step.D4].due)]
    assert open_tasks(session, parties.buyer) == [("Review the corrective action: Burrs on bore", None)]
    accept_step(actor=parties.decider, action_id=parties.action_id, step=Step.D3)
    accept(parties, "D4", "D5", "D6", "D7", "D8")
    assert open_tasks(session, parties.supplier) == []
    assert open_tasks(session, parties.buyer) == []


def test_request_has_the_due_days_of_the_severity(session: Session, signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(time_zone="UTC"), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    ncr_id = make_ncr(buyer, relationship.id).ncr.id
    client = signed_in(buyer)
    preset = client.get(f"/api/ncr/{ncr_id}/correctiveAction").json
    assert preset["dueDays"] == {
        "D1": 1, "D2": 1, "D3": 1, "D4": 7, "D5": 14, "D6": 14, "D7": 25, "D8": 30,
    }  # fmt: skip
    wrong = client.post(f"/api/ncr/{ncr_id}/correctiveAction", json={"dueDays": {"D4": 20}})
    assert wrong.json["fields"]["dueDays.D5"] == ["D5 can't be due before D4."]
    unknown = client.post(f"/api/ncr/{ncr_id}/correctiveAction", json={"dueDays": {"D9": 2}})
    assert unknown.status_code == 422
    asked = client.post(f"/api/ncr/{ncr_id}/correctiveAction", json={"dueDays": {"D8": 40}})
    assert asked.status_code == 201, asked.json
    again = client.post(f"/api/ncr/{ncr_id}/correctiveAction", json={})
    assert (again.status_code, again.json["code"]) == (409, "actionAsked")


def test_mails_go_to_the_supplier_when_asked_returned_and_accepted(
    session: Session, signed_in: SignedIn
) -> None:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    ncr_id = make_ncr(buyer, relationship.id).ncr.id
    client = signed_in(buyer)
    body = {"userId": supplier.id, "message": "Please hurry."}
    asked = client.post(f"/api/ncr/{ncr_id}/correctiveAction", json=body).json
    parties = ActionParties(buyer, supplier, relationship, ncr_id, asked["id"], supplier)
    send(parties, "D3")
    client.post(parties.step("D1", "return"), json={"comment": "Who leads the team?"})
    signed_in(supplier).post(parties.step("D1", "send"), json={})
    client.post(parties.step("D3", "accept"), json={})
    mails = session.execute(
        select(OutboxMail).where(OutboxMail.template == "NCRCONVERSATION").order_by(OutboxMail.id)
    ).scalars()
    sent = [(mail.subject, mail.to_email, mail.text) for mail in mails]
    assert {to for _, to, _ in sent} == {supplier.email}
    assert [
        "please send D1" in sent[0][0],
        "D1 returned" in sent[1][0],
        "D1 to D3 accepted" in sent[2][0],
    ] == [True] * 3
    assert "Please hurry." in sent[0][2]
    assert "Who leads the team?" in sent[1][2]
    assert f"/ncr/{ncr_id}/correctiveAction" in sent[2][2]


def test_action_of_a_closed_or_resolved_non_conformance_cannot_change(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    close(parties)
    client = signed_in(parties.supplier)
    response = client.put(parties.step("D8"), json={"values": {}})
    assert (response.status_code, response.json["message"]) == (
        409,
        "This corrective action is closed, so nothing can be changed.",
    )
