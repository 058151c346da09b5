"""The approval of an award by a second user."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.mail.outbox import OutboxMail
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.awards import AwardCase, demand_approval, draft_award, make_award_case
from tests.fixtures.people import SignedIn


def make_submitted(signed_in: SignedIn) -> tuple[AwardCase, User]:
    """Create an award that waits for the approval of a colleague."""
    case = make_award_case(80, 70)
    demand_approval(case)
    approver = colleague_of(case.buyer, name="Grace Approver")
    draft_award(case, 0)
    response = signed_in(case.buyer).post(f"{case.path}/submit", json={"approverId": approver.id})
    assert response.status_code == 200, response.text
    return case, approver


def subjects_to(session: Session, user: User) -> list[str]:
    stmt = select(OutboxMail.subject).where(OutboxMail.to_email == user.email).order_by(OutboxMail.id)
    return list(session.execute(stmt).scalars())


def test_approver_gets_a_task_and_a_mail_and_approves(session: Session, signed_in: SignedIn) -> None:
    case, approver = make_submitted(signed_in)
    task = session.execute(select(UserTask).where(UserTask.subject_type == "rfxAward")).scalar_one()
    assert (task.assigned_user_id, task.title, task.is_open) == (approver.id, "Approve the award", True)
    assert subjects_to(session, approver) == ["Supplier qualification 2027: please approve the award"]
    client = signed_in(approver)
    (row,) = client.get("/api/userTask").json
    assert row["request"] == {"id": case.request.id, "title": case.request.title, "tab": "award"}
    by_hand = client.put(f"/api/userTask/{task.id}/done", json={})
    assert (by_hand.status_code, by_hand.json["message"]) == (
        409,
        "Approve the award or send it back. That closes this task.",
    )
    shown = client.get(case.path).json
    assert (shown["state"], shown["approver"]["name"], shown["actions"]["decide"]) == (
        "PENDING_APPROVAL",
        "Grace Approver",
        True,
    )
    assert signed_in(case.buyer).get(case.path).json["actions"]["decide"] is False
    approved = client.post(f"{case.path}/approve", json={"basedOn": shown["updated"]}).json
    assert (approved["state"], approved["approved"] is not None) == ("APPROVED", True)
    session.expire_all()
    assert task.is_open is False
    assert subjects_to(session, case.buyer) == ["Supplier qualification 2027: award approved"]
    sent = signed_in(case.buyer).post(f"{case.path}/send", json={"basedOn": approved["updated"]})
    assert (sent.status_code, sent.json["state"]) == (200, "SENT")


def test_award_that_is_sent_back_is_a_draft_with_the_reason(session: Session, signed_in: SignedIn) -> None:
    case, approver = make_submitted(signed_in)
    client = signed_in(approver)
    assert client.post(f"{case.path}/sendBack", json={"reason": " "}).status_code == 422
    body = client.post(f"{case.path}/sendBack", json={"reason": "Name the price."}).json
    assert (body["state"], body["sentBackReason"]) == ("DRAFT", "Name the price.")
    assert subjects_to(session, case.buyer) == ["Supplier qualification 2027: award sent back"]
    events = session.execute(select(EventLog).where(EventLog.type == "rfxAward.sentBack")).scalars().all()
    assert [event.args["reason"] for event in events] == ["Name the price."]
    draft_award(case, 0, reason="The lowest price.")
    again = signed_in(case.buyer).post(f"{case.path}/submit", json={"approverId": approver.id}).json
    assert (again["state"], again["sentBackReason"]) == ("PENDING_APPROVAL", None)
    open_tasks = select(UserTask).where(UserTask.subject_type == "rfxAward", UserTask.is_open)
    assert len(session.execute(open_tasks).all()) == 1


def test_only_the_named_approver_decides(signed_in: SignedIn) -> None:
    case, _ = make_submitted(signed_in)
    for user in (case.buyer, colleague_of(case.buyer)):
        for call, body in (("approve", {}), ("sendBack", {"reason": "No."})):
            response = signed_in(user).post(f"{case.path}/{call}", json=body)
            assert (response.status_code, response.json["message"]) == (
                403,
                "Only the named approver can decide on this award.",
            )


def test_approvers_are_active_senders_who_did_not_write_the_award(
    session: Session, signed_in: SignedIn
) -> None:
    case = make_award_case(80)
    demand_approval(case)
    approver, author = colleague_of(case.buyer, name="Grace"), colleague_of(case.buyer, name="Author")
    suspended = colleague_of(case.buyer, name="Gone", status=UserStatus.SUSPENDED)
    reader = colleague_of(case.buyer, name="Reader", role_name="Viewer")
    stranger = UserFactory()
    body: dict[str, Any] = {"lines": [{"rfxId": case.ids[0], "reason": "Best offer."}]}
    assert signed_in(author).put(case.path, json=body).status_code == 200
    client = signed_in(case.buyer)
    assert [each["name"] for each in client.get(f"{case.path}/approver").json] == ["Grace"]
    for user, sentence in (
        (suspended, "Choose an active colleague who may send RFxs."),
        (reader, "Choose an active colleague who may send RFxs."),
        (stranger, "Choose an active colleague who may send RFxs."),
        (author, "Choose a colleague who has not worked on this award."),
        (case.buyer, "Choose a colleague who has not worked on this award."),
    ):
        response = client.post(f"{case.path}/submit", json={"approverId": user.id})
        assert (response.status_code, response.json["fields"]) == (422, {"approverId": [sentence]})
    assert client.post(f"{case.path}/submit", json={"approverId": approver.id}).status_code == 200


@pytest.mark.parametrize("is_approved", [False, True])
def test_recalled_award_loses_its_approval(session: Session, signed_in: SignedIn, is_approved: bool) -> None:
    case, approver = make_submitted(signed_in)
    if is_approved:
        signed_in(approver).post(f"{case.path}/approve", json={})
    client = signed_in(case.buyer)
    body: dict[str, Any] = {"lines": [{"rfxId": case.ids[1], "reason": "Cheaper."}]}
    assert client.put(case.path, json=body).status_code == 409
    recalled = client.post(f"{case.path}/recall", json={}).json
    assert (recalled["state"], recalled["approver"], recalled["approved"]) == ("DRAFT", None, None)
    open_tasks = select(UserTask).where(UserTask.subject_type == "rfxAward", UserTask.is_open)
    assert session.execute(open_tasks).all() == []
    assert client.put(case.path, json=body).status_code == 200
    assert client.post(f"{case.path}/send", json={}).status_code == 409


def test_approval_of_an_older_version_is_refused(signed_in: SignedIn) -> None:
    case, approver = make_submitted(signed_in)
    seen = signed_in(approver).get(case.path).json["updated"]
    client = signed_in(case.buyer)
    client.post(f"{case.path}/recall", json={})
    draft_award(case, 1, reason="Another one.")
    client.post(f"{case.path}/submit", json={"approverId": approver.id})
    response = signed_in(approver).post(f"{case.path}/approve", json={"basedOn": seen})
    assert (response.status_code, response.json["code"]) == (409, "stale")


def test_letters_can_be_changed_after_the_approval_but_not_before(signed_in: SignedIn) -> None:
    case, approver = make_submitted(signed_in)
    client, body = signed_in(case.buyer), {"html": "<p>Dear team.</p>"}
    waiting = client.put(f"{case.path}/letter/{case.ids[0]}", json=body)
    assert (waiting.status_code, waiting.json["message"]) == (
        409,
        "The award is waiting for an approval. Take it back to change it.",
    )
    signed_in(approver).post(f"{case.path}/approve", json={})
    assert client.put(f"{case.path}/letter/{case.ids[0]}", json=body).status_code == 200


def test_switch_is_for_those_who_manage_the_organisation(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    path = f"/api/organisation/{buyer.organisation_id}/awardApproval"
    assert signed_in(buyer).put(path, json={"isNeeded": True}).json["awardNeedsApproval"] is True
    assert signed_in(buyer).put(path, json={"isNeeded": True}).status_code == 200
    types = session.execute(select(EventLog.args).where(EventLog.type == "organisation.awardApprovalChanged"))
    assert [args["isNeeded"] for (args,) in types] == [True]
    reader = colleague_of(buyer, role_name="Viewer")
    assert signed_in(reader).put(path, json={"isNeeded": False}).status_code == 403
    other = UserFactory()
    assert signed_in(other).put(path, json={"isNeeded": False}).status_code in (403, 404)
    shown = signed_in(other).get(f"/api/organisation/{buyer.organisation_id}")
    assert shown.json["awardNeedsApproval"] is None
