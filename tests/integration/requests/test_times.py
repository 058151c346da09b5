"""Requests at a time: scheduled sending, the common deadline, and the opening of sealed answers."""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.clock import now, shifted
from app.kernel.mail.outbox import OutboxMail
from app.requests.jobs import open_seals, send_scheduled
from app.rfx.models import Rfx, RfxRequest
from app.rfx.operations.withdrawing import withdraw_rfx
from tests.factories.accounts import actor_of, colleague_of
from tests.factories.rfx import field, make_form
from tests.factories.sending import SEND, later, post, request_json, rfxs_of, supplier_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


def run_after(session: Session, job: Callable[[], None], **difference: int) -> None:
    with shifted(timedelta(**difference)):
        job()
    session.expire_all()


def test_a_scheduled_request_is_sent_at_its_time(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    body = request_json(buyer, supplier_of(buyer), sendAt=later(days=2), deadline=later(days=9))
    request = post(client, body)
    assert (request["state"], request["sentDate"], request["sending"]["waiting"]) == ("SCHEDULED", None, 1)
    run_after(session, send_scheduled, days=1)
    assert rfxs_of(session, request["id"]) == []
    assert session.query(OutboxMail).count() == 0
    for _ in range(2):
        run_after(session, send_scheduled, days=2, minutes=1)
    (rfx,) = rfxs_of(session, request["id"])
    sent = client.get(f"{SEND}/{request['id']}").json
    assert (sent["state"], sent["sending"]["sent"]) == ("OPEN", 1)
    assert rfx.created_by_user_id == buyer.id
    assert sent["sentDate"] > request["created"]


def test_a_scheduled_request_to_many_becomes_a_bulk_job(
    session: Session, buyer: User, client: CheckedClient, run_jobs: RunJobs
) -> None:
    pasted = "\n".join(f"p{number}@x.example" for number in range(21))
    request = post(client, request_json(buyer, recipients={"pasted": pasted}, sendAt=later(days=2)))
    busy = post(client, request_json(buyer, recipients={"pasted": pasted}))
    run_after(session, send_scheduled, days=2, minutes=1)
    assert client.get(f"{SEND}/{request['id']}").json["state"] == "SCHEDULED", "the other job comes first"
    run_jobs()
    assert len(rfxs_of(session, busy["id"])) == 21
    run_after(session, send_scheduled, days=2, minutes=2)
    with shifted(timedelta(days=3)):
        run_jobs()
    assert len(rfxs_of(session, request["id"])) == 21


def test_a_suspended_sender_leaves_a_task_to_a_colleague_who_may_send(
    session: Session, buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    request = post(client, request_json(buyer, supplier_of(buyer), sendAt=later(days=2)))
    viewer, colleague = colleague_of(buyer, role_name="Viewer"), colleague_of(buyer)
    buyer.status = UserStatus.SUSPENDED
    session.flush()
    for _ in range(2):
        run_after(session, send_scheduled, days=2, minutes=1)
    assert rfxs_of(session, request["id"]) == []
    assert signed_in(viewer).get("/api/userTask").json == []
    other = signed_in(colleague)
    (task,) = other.get("/api/userTask").json
    assert task["title"] == "Send the request: it could not be sent at its time"
    assert other.get(f"{SEND}/{request['id']}").json["sendAt"] is None
    post(other, {}, f"{SEND}/{request['id']}/send")
    (rfx,) = rfxs_of(session, request["id"])
    assert rfx.created_by_user_id == colleague.id
    assert other.get("/api/userTask").json == []


def test_an_archived_document_is_a_task_for_the_sender(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    form = make_form(buyer, field("name"))
    request = post(
        client, request_json(buyer, supplier_of(buyer), docFormIds=[form.id], sendAt=later(days=2))
    )
    form.is_archived = True
    session.flush()
    run_after(session, send_scheduled, days=2, minutes=1)
    assert client.get(f"{SEND}/{request['id']}").json["state"] == "SCHEDULED"
    assert len(client.get("/api/userTask").json) == 1
    response = client.post(f"{SEND}/{request['id']}/send", json={})
    assert response.json["message"] == (
        "The document “Qualification” is archived. Restore it to send this request."
    )


def test_a_supplier_who_cannot_be_reached_then_is_a_task(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    first, silent = supplier_of(buyer), supplier_of(buyer)
    request = post(client, request_json(buyer, first, silent, sendAt=later(days=2)))
    silent.status = UserStatus.SUSPENDED
    session.flush()
    run_after(session, send_scheduled, days=2, minutes=1)
    assert [rfx.with_organisation_id for rfx in rfxs_of(session, request["id"])] == [first.organisation_id]
    (task,) = client.get("/api/userTask").json
    assert task["title"] == "1 supplier could not be reached"


def test_a_scheduled_request_can_be_cancelled_or_sent_now(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    cancelled, early = [
        post(client, request_json(buyer, supplier_of(buyer), sendAt=later(days=2)))["id"] for _ in range(2)
    ]
    post(client, {"recipients": {"pasted": "jo@x.example"}}, f"{SEND}/{early}/recipient")
    assert rfxs_of(session, early) == []
    assert post(client, {}, f"{SEND}/{cancelled}/cancel")["state"] == "CANCELLED"
    sent = post(client, {}, f"{SEND}/{early}/send")
    assert (sent["state"], sent["sending"]["sent"]) == ("OPEN", 2)
    run_after(session, send_scheduled, days=2, minutes=1)
    assert (len(rfxs_of(session, cancelled)), len(rfxs_of(session, early))) == (0, 2)
    for path in (f"{SEND}/{cancelled}/send", f"{SEND}/{cancelled}/cancel", f"{SEND}/{early}/cancel"):
        again = client.post(path, json={})
        assert (again.status_code, again.json["message"]) == (
            409,
            "This request is no longer waiting to be sent.",
        )
    added = client.post(f"{SEND}/{cancelled}/recipient", json={"recipients": {"pasted": "ada@x.example"}})
    assert (added.status_code, added.json["message"]) == (
        409,
        "Suppliers can be added only while the request is open.",
    )


def test_the_deadline_moves_for_all_rfxs_that_can_be_answered(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    suppliers = [supplier_of(buyer) for _ in range(3)]
    request_id = post(client, request_json(buyer, *suppliers, deadline=later(days=2)))["id"]
    rfxs = rfxs_of(session, request_id)
    withdraw_rfx(actor=actor_of(buyer), rfx_id=rfxs[0].id, reason="Sold.")
    session.execute(update(Rfx).where(Rfx.id == rfxs[1].id).values(status="COMPLETED"))
    session.execute(update(OutboxMail).values(template="OLD"))
    session.expire_all()
    before, moved = rfxs[0].deadline, later(days=9)
    path = f"{SEND}/{request_id}/deadline"
    stale = client.put(path, json={"deadline": moved, "basedOn": {"deadline": later(days=5)}})
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    response = client.put(path, json={"deadline": moved})
    assert response.status_code == 200, response.text
    session.expire_all()
    assert [rfx.deadline == before for rfx in rfxs_of(session, request_id)] == [True, True, False]
    mails = session.query(OutboxMail).filter_by(template="DEADLINECHANGED").all()
    assert [mail.to_email for mail in mails] == [suppliers[2].email]
    past = client.put(path, json={"deadline": "2020-01-01"})
    assert past.json["fields"] == {"deadline": ["The deadline must be in the future."]}
    assert client.put(path, json={"deadline": None}).json["deadline"] is None


def test_the_deadline_of_a_scheduled_request_stays_after_its_time(buyer: User, client: CheckedClient) -> None:
    body = request_json(buyer, supplier_of(buyer), sendAt=later(days=5), deadline=later(days=9))
    path = f"{SEND}/{post(client, body)['id']}/deadline"
    response = client.put(path, json={"deadline": later(days=4)})
    assert response.json["fields"] == {"deadline": ["The deadline must be after the request is sent."]}


def test_a_sealed_request_is_moved_as_a_whole_and_only_before_its_deadline(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    body = request_json(buyer, supplier_of(buyer), deadline=later(days=2), isSealed=True)
    request_id = post(client, body)["id"]
    (rfx,) = rfxs_of(session, request_id)
    path = f"{SEND}/{request_id}/deadline"
    assert rfx.is_sealed
    assert client.put(f"/api/rfx/{rfx.id}/deadline", json={"deadline": later(days=5)}).status_code == 409
    removed = client.put(path, json={"deadline": None})
    assert removed.json["fields"] == {
        "deadline": ["A sealed request needs a deadline: the answers are unsealed then."]
    }
    assert client.put(path, json={"deadline": later(days=4)}).status_code == 200
    session.execute(update(RfxRequest).values(deadline=now() - timedelta(minutes=1)))
    session.expire_all()
    late = client.put(path, json={"deadline": later(days=5)})
    assert (late.status_code, late.json["code"]) == (409, "rfxSealed")


def test_seals_are_opened_at_the_deadline_and_once(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    body = request_json(buyer, supplier_of(buyer), supplier_of(buyer), deadline=later(days=2), isSealed=True)
    request_id = post(client, body)["id"]
    run_after(session, open_seals, days=1)
    assert all(rfx.is_sealed for rfx in rfxs_of(session, request_id))
    assert client.put(f"{SEND}/{request_id}/deadline", json={"deadline": later(days=4)}).status_code == 200
    run_after(session, open_seals, days=3)
    assert all(rfx.is_sealed for rfx in rfxs_of(session, request_id)), "the deadline was moved"
    for _ in range(2):
        run_after(session, open_seals, days=5)
    assert not any(rfx.is_sealed for rfx in rfxs_of(session, request_id))
    assert client.get(f"{SEND}/{request_id}").json["sealOpened"] is not None
    assert session.query(EventLog).filter_by(type="rfxRequest.sealOpened").count() == 1
