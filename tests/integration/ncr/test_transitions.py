"""Status transitions of non-conformances: allowed pairs and users, the thread, the task and the mails."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.extensions import db
from app.kernel.clock import shifted
from app.kernel.mail.outbox import OutboxMail
from app.ncr.models import NonConformance
from app.ncr.types import NcrStatus
from tests.factories.accounts import UserFactory, colleague_of, make_guest
from tests.factories.ncr import make_ncr
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties

RunJobs = Callable[[], int]
WORDS = {"html": "<p>Words</p>"}


def progress(client: CheckedClient, ncr_id: int, status: str | None = None, **more: object) -> int:
    body = {**WORDS, **({"status": status} if status else {}), **more}
    return client.post(f"/api/ncr/{ncr_id}/progress", json=body).status_code


def status_of(client: CheckedClient, ncr_id: int) -> str:
    status: str = client.get(f"/api/ncr/{ncr_id}").json["status"]
    return status


def tasks_of(client: CheckedClient) -> int:
    return len(client.get("/api/userTask").json)


def ncr_in(parties: Parties, status: NcrStatus) -> int:
    ncr = make_ncr(parties.buyer, parties.relationship.id).ncr
    ncr.status = status
    ncr.status_before_deletion = NcrStatus.PENDING if status is NcrStatus.DELETED else None
    db.session.flush()
    return ncr.id


POSSIBLE = {
    ("PENDING", "INPROGRESS"), ("INPROGRESS", "RESOLVED"), ("RESOLVED", "INPROGRESS"),
    ("PENDING", "DELETED"), ("INPROGRESS", "DELETED"), ("RESOLVED", "DELETED"),
}  # fmt: skip


@pytest.mark.parametrize("before", list(NcrStatus))
@pytest.mark.parametrize("after", list(NcrStatus))
def test_each_pair_of_statuses(
    parties: Parties, signed_in: SignedIn, before: NcrStatus, after: NcrStatus
) -> None:
    ncr_id = ncr_in(parties, before)
    client = signed_in(parties.buyer)
    response = client.post(f"/api/ncr/{ncr_id}/progress", json={"status": after, **WORDS})
    if (before, after) in POSSIBLE:
        assert response.status_code == 201
        assert response.json["status"] == after
    else:
        assert response.status_code == 409
        assert response.json["message"].startswith("This non-conformance is")
        assert status_of(client, ncr_id) == before


def test_full_life_cycle(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    buyer, supplier, second = (signed_in(user) for user in (parties.buyer, parties.supplier, parties.second))
    assert tasks_of(supplier) == tasks_of(second) == 1
    assert tasks_of(buyer) == 0
    assert progress(buyer, ncr_id) == 201
    assert status_of(buyer, ncr_id) == "PENDING", "an update by the raiser does not change the status"
    assert progress(supplier, ncr_id) == 201
    assert status_of(buyer, ncr_id) == "INPROGRESS"
    assert progress(supplier, ncr_id, "RESOLVED") == 403, "only the raiser resolves"
    request = supplier.post(f"/api/ncr/{ncr_id}/progress", json={"asksResolution": True})
    assert request.status_code == 201
    assert request.json["resolutionAsked"]
    assert progress(buyer, ncr_id, asksResolution=True) == 409
    assert progress(buyer, ncr_id, "RESOLVED") == 201
    assert buyer.get(f"/api/ncr/{ncr_id}").json["resolutionAsked"] is None
    assert tasks_of(supplier) == 0
    assert supplier.post(f"/api/ncr/{ncr_id}/progress", json={"asksResolution": True}).status_code == 409
    without_reason = buyer.post(f"/api/ncr/{ncr_id}/progress", json={"status": "INPROGRESS"})
    assert without_reason.status_code == 422
    assert without_reason.json["fields"] == {"html": ["Please say why it is reopened."]}
    assert progress(supplier, ncr_id, "INPROGRESS") == 403
    assert progress(buyer, ncr_id, "INPROGRESS") == 201
    assert tasks_of(supplier) == 1
    thread = supplier.get(f"/api/ncr/{ncr_id}").json["userTask"]["messageThread"]
    samples = [message["sample"] for message in thread["messages"]]
    assert samples == [
        "Words",
        "Words Status: Pending → In Progress",
        "Requested sign-off",
        "Words Status: In Progress → Resolved",
        "Words Status: Resolved → In Progress",
    ]
    assert thread["messageCount"] == 5


def test_deletion_hides_and_restoring_shows_it(parties: Parties, signed_in: SignedIn) -> None:
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    for before in (NcrStatus.PENDING, NcrStatus.INPROGRESS, NcrStatus.RESOLVED):
        ncr_id = ncr_in(parties, before)
        path = f"/api/ncr/{ncr_id}/deleted"
        assert supplier.put(path, json={"deleted": True}).status_code == 403
        assert buyer.put(path, json={"deleted": False}).status_code == 409
        deleted = buyer.put(path, json={"deleted": True})
        assert deleted.json["status"] == "DELETED"
        assert deleted.json["actions"]["restore"] is True
        assert deleted.json["actions"]["edit"] is False
        assert supplier.get(f"/api/ncr/{ncr_id}").status_code == 404
        assert supplier.put(path, json={"deleted": False}).status_code == 404
        assert tasks_of(supplier) == 0
        assert buyer.put(path, json={"deleted": True}).status_code == 409
        assert progress(buyer, ncr_id) == 409
        assert buyer.put(path, json={"deleted": False}).json["status"] == before
        assert tasks_of(supplier) == (0 if before is NcrStatus.RESOLVED else 1)
        buyer.put(path, json={"deleted": True})


def test_deleted_one_cannot_be_edited(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = ncr_in(parties, NcrStatus.DELETED)
    body = {
        "supplierRelationshipId": parties.relationship.id, "title": "x", "eventDate": "2024-01-01",
        "accountName": "y", "version": 1,
    }  # fmt: skip
    assert signed_in(parties.buyer).put(f"/api/ncr/{ncr_id}", json=body).status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"html": "<p> </p>"},
        {"status": "DONE"},
        {"html": 5},
        {"html": "<p>x</p>", "attachmentIds": [999_999]},
        {"html": "<p>x</p>", "attachmentIds": list(range(1, 12))},
        {"text": "x"},
    ],
)
def test_invalid_updates_are_rejected(parties: Parties, signed_in: SignedIn, body: dict[str, object]) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    response = signed_in(parties.buyer).post(f"/api/ncr/{ncr_id}/progress", json=body)
    assert response.status_code == 422
    assert response.json["errors"]


def test_strangers_guests_and_viewers_cannot_add_progress(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    assert progress(signed_in(UserFactory()), ncr_id) == 404
    assert progress(signed_in(make_guest(), rfx_id=1), ncr_id) == 403
    assert progress(signed_in(colleague_of(parties.supplier, role_name="Viewer")), ncr_id) == 403


def test_thread_reply_by_the_supplier_starts_progress(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    progress(buyer, ncr_id)
    thread_id = buyer.get(f"/api/ncr/{ncr_id}").json["userTask"]["messageThread"]["id"]
    assert supplier.post(f"/api/messageThread/{thread_id}/message", json=WORDS).status_code == 201
    assert status_of(buyer, ncr_id) == "INPROGRESS"


def test_readers_of_the_ncr_read_its_thread(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id, assigned_user_id=parties.supplier.id).ncr.id
    buyer, second = signed_in(parties.buyer), signed_in(parties.second)
    progress(buyer, ncr_id)
    thread_id = buyer.get(f"/api/ncr/{ncr_id}").json["userTask"]["messageThread"]["id"]
    thread = second.get(f"/api/messageThread/{thread_id}")
    assert thread.json["belongsTo"] == {"name": "Burrs on bore", "path": f"/ncr/{ncr_id}"}
    assert signed_in(UserFactory()).get(f"/api/messageThread/{thread_id}").status_code == 404
    buyer.put(f"/api/ncr/{ncr_id}/deleted", json={"deleted": True})
    participant_thread = signed_in(parties.supplier).get(f"/api/messageThread/{thread_id}")
    assert participant_thread.json["belongsTo"] is None, "a deleted one is not linked"
    buyer.put(f"/api/ncr/{ncr_id}/deleted", json={"deleted": False})
    threads = buyer.get("/api/messageThread?filterTypeTask=true").json
    assert [row["id"] for row in threads] == [thread_id]


def test_updates_within_five_minutes_are_one_mail_with_a_link(
    parties: Parties, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id, assigned_user_id=parties.second.id).ncr.id
    for user in (parties.buyer, parties.colleague):
        progress(signed_in(user), ncr_id)
    with shifted(timedelta(minutes=5, seconds=1)):
        run_jobs()
    mails = list(
        session.execute(select(OutboxMail).where(OutboxMail.to_user_id == parties.second.id)).scalars()
    )
    [mail] = mails
    assert mail.template == "NCRCONVERSATION"
    assert "sent you 2 messages" in mail.text
    assert f"/ncr/{ncr_id}" in mail.text


def test_new_assignee_joins_the_thread(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id, assigned_user_id=parties.supplier.id).ncr.id
    buyer = signed_in(parties.buyer)
    progress(buyer, ncr_id)
    body = {
        "supplierRelationshipId": parties.relationship.id, "title": "Burrs", "eventDate": "2024-03-02",
        "accountName": "x", "assignedToUserId": parties.second.id, "version": 1,
    }  # fmt: skip
    assert buyer.put(f"/api/ncr/{ncr_id}", json=body).status_code == 200
    assert [row["subject"] for row in signed_in(parties.second).get("/api/messageThread").json] == [
        "Burrs on bore"
    ]


def test_ncr_assigned_to_the_own_organisation_starts_with_its_own_update(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    own = parties.buyer.organisation_id
    ncr_id = make_ncr(parties.buyer, parties.relationship.id, assigned_organisation_id=own).ncr.id
    colleague = signed_in(parties.colleague)
    assert tasks_of(colleague) == 1
    [row] = colleague.get("/api/userTask").json
    assert row["relationship"]["withOrganisation"]["name"] == "Calder Coatings"
    assert progress(colleague, ncr_id) == 201
    assert session.get_one(NonConformance, ncr_id).status == "INPROGRESS"
    people = signed_in(parties.buyer).get("/api/messageThread").json
    assert [row["messageCount"] for row in people] == [1]
