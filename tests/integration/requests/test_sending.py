"""A request goes to each supplier as a separate RFx: immediately, by a bulk job, and to more suppliers later."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.compose.types import MAX_SUPPLIERS
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx, RfxRequest, RfxRequestRecipient
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.forms import make_bundle
from tests.factories.rfx import field, make_form
from tests.factories.sending import SEND, later, post, request_json, rfxs_of, supplier_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


def test_each_supplier_gets_an_rfx_and_a_thread_of_its_own(
    session: Session, buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    first, second = supplier_of(buyer), supplier_of(buyer)
    guest = "Jo Park <jo@x.example>"
    recipients = {"organisationIds": [first.organisation_id, second.organisation_id], "pasted": guest}
    deadline = later(days=20)
    body = post(client, request_json(buyer, recipients=recipients, deadline=deadline))
    assert (body["state"], body["bulkJobId"], body["isSealed"]) == ("OPEN", None, False)
    assert body["sending"] == {"total": 3, "sent": 3, "waiting": 0, "failures": []}
    rfxs = rfxs_of(session, body["id"])
    assert len({rfx.thread_id for rfx in rfxs}) == 3
    assert [rfx.guest_user_id is None for rfx in rfxs] == [True, True, False]
    assert {rfx.deadline.isoformat() for rfx in rfxs if rfx.deadline} == {deadline}
    assert len(signed_in(first).get("/api/rfx").json) == 1
    assert signed_in(first).get(f"/api/rfxRequest/{body['id']}").status_code == 404
    mailed = session.execute(select(OutboxMail.to_email).order_by(OutboxMail.to_email)).scalars().all()
    assert sorted(mailed) == sorted([first.email, second.email, "jo@x.example"])


def test_a_repeated_call_sends_once(session: Session, buyer: User, client: CheckedClient) -> None:
    body = request_json(buyer, supplier_of(buyer))
    key = {"Idempotency-Key": "send-once"}
    ids = {post(client, body, **key)["id"] for _ in range(3)}
    assert len(ids) == 1
    assert session.execute(select(func.count()).select_from(Rfx)).scalar() == 1


def test_a_bundle_is_sent_as_a_whole(buyer: User, client: CheckedClient) -> None:
    form = make_form(buyer, field("name"))
    bundle = make_bundle(buyer, form)
    body = request_json(buyer, supplier_of(buyer), docFormIds=[form.id], docFormBundleId=bundle.id)
    assert post(client, body)["bundleName"] == bundle.name


@pytest.mark.parametrize(
    ("more", "errors"),
    [
        ({"deadline": "2020-01-01"}, {"deadline": ["The deadline must be in the future."]}),
        (
            {"isSealed": True},
            {"deadline": ["Answers can be kept sealed only until a deadline. Set a deadline."]},
        ),
        ({"sendAt": "2020-01-01"}, {"sendAt": ["Choose a time in the future, or send the request now."]}),
        ({"recipients": {}}, {"recipients": ["Choose at least one recipient."]}),
        (
            {"recipients": {"pasted": "Jo Park\nnobody@"}},
            {
                "recipients.pasted": [
                    "Line 1: This is not a valid e-mail address.",
                    "Line 2: This is not a valid e-mail address.",
                ]
            },
        ),
        (
            {"recipients": {"organisationIds": [999_999]}},
            {
                "recipients.organisationIds": [
                    "Messages need a relationship above None with this organisation."
                ]
            },
        ),
        (
            {"recipients": {"userIds": [999_999]}},
            {"recipients.userIds": ["One of the recipients can't receive messages."]},
        ),
        (
            {"docFormIds": [999_999]},
            {
                "docFormIds": [
                    "Only published documents of type RFI or GENERIC can be sent with this message."
                ]
            },
        ),
    ],
)
def test_bad_input_is_a_sentence_and_sends_nothing(
    session: Session, buyer: User, client: CheckedClient, more: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = client.post(SEND, json=request_json(buyer, supplier_of(buyer)) | more)
    assert (response.status_code, response.json["fields"]) == (422, errors)
    assert session.execute(select(func.count()).select_from(RfxRequest)).scalar() == 0


def test_the_deadline_is_after_the_sending(buyer: User, client: CheckedClient) -> None:
    body = request_json(buyer, supplier_of(buyer), sendAt=later(days=5), deadline=later(days=4))
    assert client.post(SEND, json=body).json["fields"] == {
        "deadline": ["The deadline must be after the request is sent."]
    }


def test_only_users_who_may_send_rfxs_send_requests(
    session: Session, buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    body = request_json(buyer, supplier_of(buyer))
    request_id = post(client, body)["id"]
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    outsider = signed_in(UserFactory())
    recipients = {"recipients": {"pasted": "jo@x.example"}}
    calls: list[tuple[str, str, Any]] = [
        ("POST", f"/{request_id}/recipient", recipients), ("POST", f"/{request_id}/send", {}),
        ("POST", f"/{request_id}/cancel", {}), ("PUT", f"/{request_id}/deadline", {"deadline": None}),
    ]  # fmt: skip
    assert viewer.post(SEND, json=body).status_code == 403
    assert viewer.post(f"{SEND}/preview", json=recipients).status_code == 403
    for method, path, json in calls:
        assert viewer.open(SEND + path, method=method, json=json).status_code == 403
        assert outsider.open(SEND + path, method=method, json=json).status_code == 404
    assert outsider.get(f"{SEND}/{request_id}/copy").status_code == 404
    assert outsider.post(f"{SEND}/preview", json=recipients | {"requestId": request_id}).status_code == 404


def test_more_than_twenty_suppliers_are_sent_to_by_a_bulk_job(
    session: Session, buyer: User, client: CheckedClient, run_jobs: RunJobs
) -> None:
    pasted = "\n".join(f"p{number}@x.example" for number in range(21))
    lost = supplier_of(buyer)
    recipients = {"organisationIds": [lost.organisation_id], "pasted": pasted}
    body = post(client, request_json(buyer, recipients=recipients))
    assert body["sending"] == {"total": 22, "sent": 0, "waiting": 22, "failures": []}
    session.execute(
        update(Relationship)
        .where(Relationship.with_organisation_id == lost.organisation_id)
        .values(level=RelationshipLevel.NONE)
    )
    run_jobs()
    job = client.get(f"/api/bulk/{body['bulkJobId']}").json
    assert (job["title"], job["state"], job["counts"]["done"], job["counts"]["failed"]) == (
        "Send request", "DONE", 21, 1,
    )  # fmt: skip
    sending = client.get(f"{SEND}/{body['id']}").json["sending"]
    failure = "Messages need a relationship above None with this organisation."
    assert (sending["sent"], sending["waiting"]) == (21, 0)
    assert [row["failure"] for row in sending["failures"]] == [failure]
    (task,) = [row for row in client.get("/api/userTask").json if row["request"]]
    assert task["title"] == "1 supplier could not be reached"
    assert task["request"] == {"id": body["id"], "title": "Pump supplier check", "tab": None}
    assert failure in session.get_one(UserTask, task["id"]).description_html
    run_jobs()
    assert len(rfxs_of(session, body["id"])) == 21


def test_a_sender_who_is_suspended_meanwhile_leaves_a_task_to_a_colleague(
    session: Session, buyer: User, client: CheckedClient, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    pasted = "\n".join(f"p{number}@x.example" for number in range(21))
    body = post(client, request_json(buyer, recipients={"pasted": pasted}))
    colleague = colleague_of(buyer)
    buyer.status = UserStatus.SUSPENDED
    session.flush()
    run_jobs()
    assert rfxs_of(session, body["id"]) == []
    (task,) = signed_in(colleague).get("/api/userTask").json
    assert task["title"] == "21 of the suppliers could not be reached"
    assert signed_in(colleague).put(f"/api/userTask/{task['id']}/done").status_code == 204


def test_another_bulk_change_of_the_sender_comes_first(buyer: User, client: CheckedClient) -> None:
    pasted = "\n".join(f"p{number}@x.example" for number in range(21))
    post(client, request_json(buyer, recipients={"pasted": pasted}))
    response = client.post(SEND, json=request_json(buyer, recipients={"pasted": pasted}))
    assert (response.status_code, response.json["message"]) == (
        409,
        "Another of your bulk changes is still running. Start this one when it has finished.",
    )


def test_a_request_goes_to_at_most_500_suppliers(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    pasted = "\n".join(f"p{number}@x.example" for number in range(MAX_SUPPLIERS))
    recipients = {"organisationIds": [supplier_of(buyer).organisation_id], "pasted": pasted}
    response = client.post(SEND, json=request_json(buyer, recipients=recipients))
    assert response.json["fields"] == {
        "recipients": ["A request can go to at most 500 suppliers. Choose fewer."]
    }
    assert session.execute(select(func.count()).select_from(RfxRequestRecipient)).scalar() == 0


def test_suppliers_are_added_once(session: Session, buyer: User, client: CheckedClient) -> None:
    first, second = supplier_of(buyer, in_organisation__name="Alder Steel"), supplier_of(buyer)
    request_id = post(client, request_json(buyer, first))["id"]
    path = f"{SEND}/{request_id}/recipient"
    again = client.post(path, json={"recipients": {"organisationIds": [first.organisation_id]}})
    assert again.json["fields"] == {"recipients.organisationIds": ["Alder Steel has this request already."]}
    pasted = {"recipients": {"pasted": f"{first.email}, jo@x.example, {second.email}"}}
    assert post(client, pasted, path)["sending"]["sent"] == 3
    assert len(rfxs_of(session, request_id)) == 3
    again = client.post(path, json=pasted)
    assert again.json["fields"] == {"recipients": ["All of these suppliers have this request already."]}
    preview = post(client, pasted | {"requestId": request_id}, f"{SEND}/preview")
    assert (preview["total"], preview["present"], preview["canSend"]) == (0, 3, False)


def test_added_suppliers_get_the_revision_of_the_request(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    form = make_form(buyer, field("name"))
    request_id = post(client, request_json(buyer, supplier_of(buyer), docFormIds=[form.id]))["id"]
    form.is_in_use = False
    session.flush()
    path = f"{SEND}/{request_id}/recipient"
    post(client, {"recipients": {"pasted": "jo@x.example"}}, path)
    form.is_archived = True
    session.flush()
    response = client.post(path, json={"recipients": {"pasted": "ada@x.example"}})
    assert (response.status_code, response.json["message"]) == (
        422,
        "The document “Qualification” is archived. Restore it to send this request.",
    )


def test_no_supplier_is_added_after_the_deadline(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    request_id = post(client, request_json(buyer, supplier_of(buyer), deadline=later(days=1)))["id"]
    session.execute(update(RfxRequest).values(deadline=later(days=-1)))
    response = client.post(f"{SEND}/{request_id}/recipient", json={"recipients": {"pasted": "jo@x.example"}})
    assert (response.status_code, response.json["message"]) == (
        409,
        "The deadline of this request has passed. Move the deadline first.",
    )


def test_a_supplier_that_could_not_be_reached_is_tried_again(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    reached = supplier_of(buyer)
    silent = supplier_of(buyer, status=UserStatus.SUSPENDED, in_organisation__name="Quiet Works")
    body = post(client, request_json(buyer, recipients={"levels": ["Approved"]}))
    assert [row["name"] for row in body["sending"]["failures"]] == ["Quiet Works"]
    assert len(client.get("/api/userTask").json) == 1
    silent.status = UserStatus.ACTIVE
    session.flush()
    again = {"recipients": {"organisationIds": [silent.organisation_id]}}
    added = post(client, again, f"{SEND}/{body['id']}/recipient")
    assert added["sending"] == {"total": 2, "sent": 2, "waiting": 0, "failures": []}
    assert client.get("/api/userTask").json == []
    assert {rfx.with_organisation_id for rfx in rfxs_of(session, body["id"])} == {
        reached.organisation_id,
        silent.organisation_id,
    }


def test_a_copy_has_the_newest_revisions_and_no_past_deadline(
    session: Session, buyer: User, client: CheckedClient
) -> None:
    form, archived = make_form(buyer, field("name")), make_form(buyer, field("site"), title="Site audit")
    body = request_json(buyer, supplier_of(buyer), docFormIds=[form.id, archived.id], deadline=later(days=3))
    request_id = post(client, body)["id"]
    copy = client.get(f"{SEND}/{request_id}/copy").json
    assert (copy["title"], copy["messageHtml"], copy["missing"]) == (
        "Pump supplier check", "<p>Please answer.</p>", [],
    )  # fmt: skip
    assert copy["deadline"] is not None
    archived.is_archived = True
    session.execute(update(RfxRequest).values(deadline=later(days=-1)))
    session.flush()
    copy = client.get(f"{SEND}/{request_id}/copy").json
    assert [row["id"] for row in copy["docForms"]] == [form.id]
    assert (copy["missing"], copy["deadline"]) == (["Site audit"], None)
