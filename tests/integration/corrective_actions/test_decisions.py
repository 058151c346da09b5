"""Contests, the check of effectiveness, and how both change the non-conformance."""

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.corrective_actions.models import CorrectiveStep
from app.corrective_actions.types import ActionState, Method
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.messages.models import Message
from app.ncr.models import NonConformance
from app.tasks.public import TaskType, UserTask
from tests.factories.accounts import UserFactory
from tests.factories.corrective_actions import (
    ActionParties,
    accept,
    close,
    make_action,
    save,
    send,
    upload_photo,
)
from tests.fixtures.people import SignedIn


@pytest.fixture
def parties(session: Session) -> ActionParties:
    return make_action(UserFactory(name="Ann Buyer", time_zone="UTC"))


def progress(status: str, html: str = "") -> dict[str, object]:
    return {"status": status, "html": html}


def test_resolving_without_a_closed_action_needs_a_reason_which_is_noted(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    save(parties, "D1", {"team.row001.name": "Sam"})
    client, path = signed_in(parties.buyer), f"/api/ncr/{parties.ncr_id}/progress"
    refused = client.post(path, json=progress("RESOLVED"))
    assert refused.status_code == 422
    assert refused.json["fields"]["html"] == [
        "Please say why it is resolved although the corrective action is not closed."
    ]
    resolved = client.post(path, json=progress("RESOLVED", "<p>Part is out of production.</p>"))
    assert resolved.json["status"] == "RESOLVED"
    noted = session.execute(select(Message.html).order_by(Message.id.desc())).scalars().first()
    assert "Part is out of production." in str(noted)
    assert "Resolved although the corrective action is not closed" in str(noted)
    supplier = signed_in(parties.supplier)
    response = supplier.put(parties.step("D4"), json={"values": {}})
    assert (response.status_code, response.json["message"]) == (
        409,
        "This non-conformance is resolved, so nothing can be changed.",
    )
    assert not supplier.get(parties.path).json["actions"]["write"]
    is_open = select(UserTask.id).where(UserTask.type == TaskType.CORRECTIVE_ACTION, UserTask.is_open)
    assert session.execute(is_open).scalars().all() == []
    client.post(path, json=progress("INPROGRESS", "<p>Not yet.</p>"))
    assert supplier.get(parties.path).json["actions"]["write"]
    assert len(session.execute(is_open).scalars().all()) == 1


def test_resolving_needs_no_reason_once_the_action_is_closed_or_if_there_is_none(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    close(parties)
    client = signed_in(parties.buyer)
    path = f"/api/ncr/{parties.ncr_id}/progress"
    assert client.post(path, json=progress("RESOLVED")).json["status"] == "RESOLVED"


def test_supplier_contests_with_proof_and_the_buyer_upholds(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    supplier, buyer = signed_in(parties.supplier), signed_in(parties.buyer)
    accept(parties, "D3")
    photo = upload_photo(parties.supplier)
    body = {"reason": "Damaged in transit by your carrier.", "attachmentIds": [photo]}
    contested = supplier.post(f"{parties.path}/contest", json=body)
    assert contested.json["state"] == "CONTESTED"
    again = supplier.post(f"{parties.path}/contest", json=body)
    assert (again.status_code, again.json["message"]) == (
        409,
        "This corrective action is contested already.",
    )
    blocked = supplier.post(parties.step("D4", "send"), json={})
    assert blocked.status_code == 409
    task = session.execute(
        select(UserTask.title).where(
            UserTask.is_open, UserTask.assigned_organisation_id == parties.buyer.organisation_id,
            UserTask.type == TaskType.CORRECTIVE_ACTION,
        )
    ).scalar_one()  # fmt: skip
    assert task == "Decide about the contested corrective action: Burrs on bore"
    shown = buyer.get(parties.path).json
    assert shown["contested"]["reason"] == "Damaged in transit by your carrier."
    assert [file["id"] for file in shown["contested"]["files"]] == [photo]
    assert buyer.get(f"/api/attachment/{photo}").status_code == 200
    upheld = buyer.post(
        f"{parties.path}/contest/decision", json={"decision": "UPHELD", "comment": "See photo 2"}
    )
    assert (upheld.json["state"], upheld.json["contested"]["decision"]) == ("CONTAINED", "UPHELD")
    assert session.get_one(NonConformance, parties.ncr_id).status == "INPROGRESS"
    mail = session.execute(select(OutboxMail.text).order_by(OutboxMail.id.desc())).scalars().first()
    assert "See photo 2" in str(mail)
    twice = buyer.post(f"{parties.path}/contest/decision", json={"decision": "UPHELD"})
    assert (twice.status_code, twice.json["message"]) == (409, "This corrective action is not contested.")


def test_withdrawn_complaint_is_resolved_and_a_new_action_can_be_asked_for(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    supplier, buyer = signed_in(parties.supplier), signed_in(parties.buyer)
    supplier.post(f"{parties.path}/contest", json={"reason": "Not our part."})
    decided = buyer.post(f"{parties.path}/contest/decision", json={"decision": "WITHDRAWN"})
    assert decided.json["state"] == "WITHDRAWN"
    assert session.get_one(NonConformance, parties.ncr_id).status == "RESOLVED"
    assert supplier.put(parties.step("D1"), json={"values": {}}).status_code == 409
    path = f"/api/ncr/{parties.ncr_id}"
    assert not buyer.get(path).json["actions"]["askCorrectiveAction"]
    reopened = buyer.post(f"{path}/progress", json=progress("INPROGRESS", "<p>Another lot.</p>"))
    assert reopened.json["actions"]["askCorrectiveAction"]
    assert buyer.post(f"{path}/correctiveAction", json={}).status_code == 201


def test_contest_is_possible_until_d5_was_sent(parties: ActionParties, signed_in: SignedIn) -> None:
    accept(parties, "D3")
    send(parties, "D4")
    client = signed_in(parties.supplier)
    assert client.get(parties.path).json["actions"]["contest"]
    send(parties, "D5")
    response = client.post(f"{parties.path}/contest", json={"reason": "Not ours"})
    assert (response.status_code, response.json["message"]) == (
        409,
        "This can be contested only before D5 is sent.",
    )
    assert not client.get(parties.path).json["actions"]["contest"]


def plan(parties: ActionParties) -> dict[str, str]:
    on = (now() + timedelta(days=90)).date()
    return {"criterion": "No recurrence in 3 deliveries", "on": on.isoformat()}


def test_effective_action_is_finished(parties: ActionParties, signed_in: SignedIn, session: Session) -> None:
    client = signed_in(parties.buyer)
    early = client.post(f"{parties.path}/effectiveness", json=plan(parties))
    assert early.status_code == 409
    close(parties)
    before = client.post(f"{parties.path}/effectiveness/result", json={"result": "EFFECTIVE"})
    assert before.json["message"] == "Enter the criterion and the day of the check first."
    past = client.post(f"{parties.path}/effectiveness", json=plan(parties) | {"on": "2024-01-01"})
    assert past.json["fields"]["on"] == ["The day must not be in the past."]
    planned = client.post(f"{parties.path}/effectiveness", json=plan(parties))
    assert planned.json["effectiveness"]["criterion"] == "No recurrence in 3 deliveries"
    due = client.get("/api/due").json
    assert [(row["title"], row["kind"]) for row in due] == [
        ("Check effectiveness: Burrs on bore", "CORRECTIVE_ACTION")
    ]
    done = client.post(f"{parties.path}/effectiveness/result", json={"result": "EFFECTIVE"})
    assert (done.json["state"], done.json["effectiveness"]["result"]) == ("EFFECTIVE", "EFFECTIVE")
    assert client.get("/api/due").json == []
    again = client.post(f"{parties.path}/effectiveness/result", json={"result": "EFFECTIVE"})
    assert again.status_code == 409


def test_action_that_is_not_effective_is_reopened_at_d4_with_a_new_loop(
    parties: ActionParties, signed_in: SignedIn, session: Session
) -> None:
    client, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    close(parties)
    client.post(f"/api/ncr/{parties.ncr_id}/progress", json=progress("RESOLVED"))
    client.post(f"{parties.path}/effectiveness", json=plan(parties))
    body = {"result": "NOT_EFFECTIVE", "comment": "Again in lot 9"}
    reopened = client.post(f"{parties.path}/effectiveness/result", json=body).json
    assert (reopened["state"], reopened["loop"]) == ("REOPENED", 2)
    assert session.get_one(NonConformance, parties.ncr_id).status == "INPROGRESS"
    steps = {step["step"]: (step["loop"], step["state"]) for step in reopened["steps"]}
    assert steps["D3"] == (1, "ACCEPTED")
    assert steps["D4"] == steps["D8"] == (2, "OPEN")
    assert [step["step"] for step in reopened["earlier"]] == ["D4", "D5", "D6", "D7", "D8"]
    assert reopened["earlier"][0]["values"]["cause.OCCURRENCE.text"] == "No tool life was set"
    shown = {step["step"]: step["values"] for step in supplier.get(parties.path).json["steps"]}
    assert shown["D4"]["cause.OCCURRENCE.text"] == "No tool life was set"
    assert shown["D5"]["task.row001.text"] == "Set a tool life"
    assert shown["D8"] == {}
    save(parties, "D5", {"task.row001.text": "Measure each tool"})
    earlier = next(step for step in supplier.get(parties.path).json["earlier"] if step["step"] == "D5")
    assert earlier["values"]["task.row001.text"] == "Set a tool life"
    close_again(parties)
    assert parties.load().action.state == ActionState.CLOSED


def close_again(parties: ActionParties) -> None:
    accept(parties, "D4", "D5", "D6", "D7", "D8")


def test_containment_that_was_not_effective_continues_with_the_causes(
    session: Session, signed_in: SignedIn
) -> None:
    parties = make_action(UserFactory(time_zone="UTC"), method=Method.CONTAINMENT)
    accept(parties, "D3", "D8")
    client = signed_in(parties.buyer)
    client.post(f"{parties.path}/effectiveness", json=plan(parties))
    reopened = client.post(f"{parties.path}/effectiveness/result", json={"result": "NOT_EFFECTIVE"}).json
    assert reopened["method"] == "SHORT"
    assert [step["step"] for step in reopened["steps"]] == ["D2", "D3", "D4", "D5", "D6", "D8"]
    accept(parties, "D4", "D5", "D6", "D8")
    assert parties.load().action.state == ActionState.CLOSED
    rows = session.execute(select(CorrectiveStep.loop).where(CorrectiveStep.step == "D8")).scalars()
    assert sorted(rows) == [1, 2]


def test_deleted_non_conformance_hides_the_action_from_the_supplier(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    buyer.put(f"/api/ncr/{parties.ncr_id}/deleted", json={"deleted": True})
    assert supplier.get(parties.path).status_code == 404
    assert supplier.put(parties.step("D1"), json={"values": {}}).status_code == 404
    assert buyer.get(parties.path).status_code == 200
    assert buyer.get("/api/due").json == []
    buyer.put(f"/api/ncr/{parties.ncr_id}/deleted", json={"deleted": False})
    assert supplier.get(parties.path).json["actions"]["write"]
    assert [row["kind"] for row in supplier.get("/api/due").json] == ["CORRECTIVE_ACTION"]
