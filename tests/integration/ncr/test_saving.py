"""Raising and editing non-conformances: required fields, permissions and notifications."""

import io
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.network.types import RelationshipLevel
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.ncr import make_ncr, ncr_json
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties


def mails(session: Session) -> list[OutboxMail]:
    return list(session.execute(select(OutboxMail).order_by(OutboxMail.id)).scalars())


def error_fields(client: CheckedClient, body: dict[str, Any]) -> dict[str, list[str]]:
    response = client.post("/api/ncr", json=body)
    assert response.status_code == 422, response.text
    fields: dict[str, list[str]] = response.json["fields"]
    return fields


def upload(client: CheckedClient, name: str = "photo.txt") -> int:
    started = client.post("/api/attachment/start", json={"filename": name, "size": 5, "kind": "NCR"}).json
    assert client.put(started["uploadUrl"], data=io.BytesIO(b"hello")).status_code == 200
    attachment_id: int = started["id"]
    return attachment_id


def test_minimal_ncr_is_pending_and_assigned_to_the_supplier(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(parties.buyer)
    created = client.post("/api/ncr", json=ncr_json(parties.relationship.id))
    assert created.status_code == 201
    ncr = created.json
    assert (ncr["status"], ncr["type"], ncr["severity"]) == ("PENDING", "QUALITY", "MINOR")
    assert ncr["statusInfo"]["label"] == "Pending"
    assert ncr["title"] == "Burrs on bore"
    assert ncr["eventDate"] == "2024-03-02"
    assert ncr["eventTimestamp"].startswith("2024-03-02T00:00:00")
    assert ncr["createdBy"]["name"] == "Ann Buyer"
    assert ncr["reportedByName"] is None
    assert ncr["supplierRelationship"]["withOrganisation"]["name"] == "Calder Coatings"
    task = ncr["userTask"]
    assert task["assignedToUser"] is None
    assert task["assignedToOrganisation"]["name"] == "Calder Coatings"
    assert task["attachments"] == []
    assert task["messageThread"] == {"id": None, "messages": [], "messageCount": 0}
    assert client.get(f"/api/ncr/{ncr['id']}").json == ncr
    assert {mail.to_email for mail in mails(session)} == {parties.supplier.email, parties.second.email}
    [mail, _] = mails(session)
    assert mail.template == "USERTASKASSIGNMENT"
    assert mail.subject == "Burrs on bore: minor non-conformance (Brightwater)"
    assert "assigned it to your organisation." in mail.text
    assert "Severity: Minor\nDate: 2 Mar 2024\n" in mail.text
    assert f"/ncr/{ncr['id']}" in mail.text


def test_all_fields_are_stored_and_shown_to_both_parties(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    file_id = upload(client)
    body = ncr_json(
        parties.relationship.id,
        description="<p>Found <b>here</b><script>alert(1)</script></p>",
        type="DELIVERY",
        severity="CRITICAL",
        jobTitle="Batch 7",
        jobRef="J-77",
        createdById=parties.colleague.id,
        reportedByName="Line 3",
        assignedToOrganisationId=parties.supplier.organisation_id,
        assignedToUserId=parties.second.id,
        attachmentIds=[file_id],
    )
    ncr = client.post("/api/ncr", json=body).json
    other = signed_in(parties.supplier)
    received = other.get(f"/api/ncr/{ncr['id']}").json
    for shown in (ncr, received):
        assert shown["description"] == "<p>Found <b>here</b></p>"
        assert (shown["jobTitle"], shown["jobRef"]) == ("Batch 7", "J-77")
        assert (shown["type"], shown["severity"]) == ("DELIVERY", "CRITICAL")
        assert shown["createdBy"]["id"] == parties.colleague.id
        assert shown["reportedByName"] == "Line 3"
        assert shown["userTask"]["assignedToUser"]["id"] == parties.second.id
        assert [file["id"] for file in shown["userTask"]["attachments"]] == [file_id]
    assert other.get(f"/files/{file_id}").status_code == 200
    assert signed_in(UserFactory()).get(f"/files/{file_id}").status_code == 404


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"supplierRelationshipId": None}, "supplierRelationshipId", "A supplier must be selected."),
        ({"supplierRelationshipId": 999_999}, "supplierRelationshipId", "A supplier must be selected."),
        ({"eventDate": None}, "eventDate", "A valid date is required."),
        ({"eventDate": ""}, "eventDate", "A valid date is required."),
        ({"eventDate": "31/31/2020"}, "eventDate", "A valid date is required."),
        ({"eventDate": "1999-12-31"}, "eventDate", "The date must not be before 01/01/2000."),
        ({"eventDate": "2999-12-31"}, "eventDate", "The date must not be in the future."),
        ({"due": "2020-02-01"}, "due", "The due date must not be in the past."),
        ({"due": "soon"}, "due", "A valid date is required."),
        ({"accountName": "  "}, "accountName", "An 'Account Name' is required."),
        ({"title": ""}, "title", "A summary is required."),
        ({"title": "x" * 301}, "title", "This must have at most 300 characters."),
        ({"type": "WEATHER"}, "type", None),
        ({"severity": "HUGE"}, "severity", None),
        ({"status": "RESOLVED"}, "status", None),
        ({"assignedToUserId": 999_999}, "assignedToUserId", None),
        ({"createdById": 999_999}, "createdById", None),
        ({"attachmentIds": [999_999]}, "attachmentIds", None),
        ({"description": "x" * 200_001}, "description", None),
    ],
)
def test_invalid_input_is_rejected_with_its_field(
    parties: Parties, signed_in: SignedIn, changes: dict[str, Any], field: str, sentence: str | None
) -> None:
    fields = error_fields(signed_in(parties.buyer), ncr_json(parties.relationship.id) | changes)
    assert list(fields) == [field]
    if sentence:
        assert fields[field] == [sentence]


def test_missing_fields_have_the_specified_sentences(parties: Parties, signed_in: SignedIn) -> None:
    assert error_fields(signed_in(parties.buyer), {}) == {
        "supplierRelationshipId": ["A supplier must be selected."],
        "eventDate": ["A valid date is required."],
        "accountName": ["An 'Account Name' is required."],
        "title": ["A summary is required."],
    }


def test_first_and_last_allowed_dates_are_accepted(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    for day in ("2000-01-01", now().date().isoformat(), (now() + timedelta(days=1)).date().isoformat()):
        created = client.post("/api/ncr", json=ncr_json(parties.relationship.id, eventDate=day))
        assert created.status_code == 201


def test_ncr_needs_a_relationship_above_none(parties: Parties, signed_in: SignedIn) -> None:
    ended = relate(parties.buyer.organisation_id, UserFactory().organisation_id, RelationshipLevel.NONE)
    foreign = relate(UserFactory().organisation_id, parties.supplier.organisation_id)
    for relationship in (ended, foreign):
        fields = error_fields(signed_in(parties.buyer), ncr_json(relationship.id))
        assert list(fields) == ["supplierRelationshipId"]


def test_reporter_and_assignee_must_be_from_the_parties(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    stranger = UserFactory()
    viewer = colleague_of(parties.supplier, role_name="Viewer")
    suspended = colleague_of(parties.supplier, status=UserStatus.SUSPENDED)
    supplier_id = parties.supplier.organisation_id
    for user in (stranger, viewer, suspended, parties.colleague):
        body = ncr_json(
            parties.relationship.id, assignedToOrganisationId=supplier_id, assignedToUserId=user.id
        )
        assert list(error_fields(client, body)) == ["assignedToUserId"]
    elsewhere = ncr_json(parties.relationship.id, assignedToOrganisationId=stranger.organisation_id)
    assert list(error_fields(client, elsewhere)) == ["assignedToOrganisationId"]
    for user in (stranger, parties.supplier):
        assert list(error_fields(client, ncr_json(parties.relationship.id, createdById=user.id))) == [
            "createdById"
        ]


def test_roles_without_the_permission_only_read(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    viewer = signed_in(colleague_of(parties.buyer, role_name="Viewer"))
    shown = viewer.get(f"/api/ncr/{ncr_id}")
    assert shown.status_code == 200
    assert shown.json["actions"] == {
        "edit": False, "progress": False, "statuses": [], "askResolution": False, "askCorrectiveAction": False, "delete": False,
        "restore": False,
    }  # fmt: skip
    assert viewer.post("/api/ncr", json=ncr_json(parties.relationship.id)).status_code == 403
    contributor = signed_in(colleague_of(parties.buyer, role_name="Contributor"))
    assert contributor.post("/api/ncr", json=ncr_json(parties.relationship.id)).status_code == 201


def test_only_the_raiser_edits(parties: Parties, signed_in: SignedIn) -> None:
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    changed = ncr_json(parties.relationship.id, title="Burrs on two bores", version=1)
    assert signed_in(UserFactory()).put(f"/api/ncr/{ncr_id}", json=changed).status_code == 404
    refusal = signed_in(parties.supplier).put(f"/api/ncr/{ncr_id}", json=changed)
    assert refusal.status_code == 403
    assert "raised" in refusal.json["message"]
    saved = signed_in(parties.colleague).put(f"/api/ncr/{ncr_id}", json=changed)
    assert saved.status_code == 200
    assert saved.json["title"] == "Burrs on two bores"
    assert saved.json["createdBy"]["name"] == "Ann Buyer", "editing does not change the reporter"
    assert saved.json["userTask"]["messageThread"]["messages"] == []
    [row] = signed_in(parties.supplier).get("/api/userTask").json
    assert row["title"] == "Burrs on two bores"


def test_outdated_save_is_rejected(parties: Parties, signed_in: SignedIn) -> None:
    client, colleague = signed_in(parties.buyer), signed_in(parties.colleague)
    ncr = client.post("/api/ncr", json=ncr_json(parties.relationship.id)).json
    path, ours = f"/api/ncr/{ncr['id']}", ncr_json(parties.relationship.id, version=ncr["version"])
    assert client.put(path, json={**ours, "version": "soon"}).status_code == 422
    saved = colleague.put(path, json=ours | {"title": "By the colleague"})
    assert saved.json["version"] == ncr["version"] + 1
    refusal = client.put(path, json=ours | {"title": "By the first"})
    assert (refusal.status_code, refusal.json["code"]) == (409, "stale")
    assert refusal.json["message"] == (
        f"{parties.colleague.name} has changed this non-conformance in the meantime, so nothing was saved."
    )
    assert refusal.json["savedBy"]["id"] == parties.colleague.id
    assert client.get(path).json["title"] == "By the colleague"
    client.post(f"{path}/progress", json={"html": "<p>Photos follow.</p>"})
    again = client.put(path, json=ours | {"title": "By the first", "version": refusal.json["version"]})
    assert again.status_code == 200, "a progress update does not change the version"
    unread = client.put(path, json=ncr_json(parties.relationship.id, title="Whatever it was"))
    assert unread.json["version"] == again.json["version"] + 1


def test_only_a_new_assignee_is_notified(parties: Parties, session: Session, signed_in: SignedIn) -> None:
    context = make_ncr(parties.buyer, parties.relationship.id)
    client = signed_in(parties.buyer)
    body = ncr_json(parties.relationship.id, title="Other words", version=1)
    client.put(f"/api/ncr/{context.ncr.id}", json=body)
    assert mails(session) == []
    body |= {"assignedToUserId": parties.second.id, "version": 2}
    saved = client.put(f"/api/ncr/{context.ncr.id}", json=body).json
    assert saved["userTask"]["assignedToUser"]["id"] == parties.second.id
    assert [mail.to_email for mail in mails(session)] == [parties.second.email]
    assert signed_in(parties.supplier).get("/api/userTask").json == []
    assert len(signed_in(parties.second).get("/api/userTask").json) == 1


def test_files_can_be_removed(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    one, two = upload(client, "one.txt"), upload(client, "two.txt")
    ncr = client.post("/api/ncr", json=ncr_json(parties.relationship.id, attachmentIds=[one, two])).json
    colleague = signed_in(parties.colleague)
    saved = colleague.put(
        f"/api/ncr/{ncr['id']}", json=ncr_json(parties.relationship.id, attachmentIds=[two], version=1)
    ).json
    assert [file["filename"] for file in saved["userTask"]["attachments"]] == ["two.txt"]


def test_supplier_cannot_change_after_the_first_message(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    other = relate(parties.buyer.organisation_id, UserFactory().organisation_id)
    ncr_id = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    assert client.put(f"/api/ncr/{ncr_id}", json=ncr_json(other.id, version=1)).status_code == 200
    assert signed_in(parties.supplier).get(f"/api/ncr/{ncr_id}").status_code == 404
    client.post(f"/api/ncr/{ncr_id}/progress", json={"html": "<p>Photos follow.</p>"})
    refusal = client.put(f"/api/ncr/{ncr_id}", json=ncr_json(parties.relationship.id, version=2))
    assert refusal.status_code == 409
    assert "can no longer be changed" in refusal.json["message"]


def test_both_parties_see_events_in_their_logs(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    reverse = relate(parties.supplier.organisation_id, parties.buyer.organisation_id)
    client = signed_in(parties.buyer)
    ncr = client.post("/api/ncr", json=ncr_json(parties.relationship.id)).json
    client.put(f"/api/ncr/{ncr['id']}", json=ncr_json(parties.relationship.id, title="Other", version=1))
    client.put(f"/api/ncr/{ncr['id']}/deleted", json={"deleted": True})
    events = session.execute(
        select(EventLog.type, EventLog.organisation_id, EventLog.relationship_id).order_by(EventLog.id)
    ).all()
    for kind in ("ncr.created", "ncr.updated", "ncr.statusChanged"):
        assert [tuple(row[1:]) for row in events if row[0] == kind] == [
            (parties.buyer.organisation_id, parties.relationship.id),
            (parties.supplier.organisation_id, reverse.id),
        ]
    journal = client.get(f"/api/eventLog?relationshipId={parties.relationship.id}").json
    texts = ["".join(part["text"] for part in row["sentence"]) for row in journal]
    assert texts == [
        "Ann Buyer marked Other as Deleted",
        "Ann Buyer changed Other",
        "Ann Buyer raised Burrs on bore",
    ]


def test_saving_without_changes_leaves_no_trace(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(parties.buyer)
    one, two = upload(client, "one.txt"), upload(client, "two.txt")
    body = ncr_json(
        parties.relationship.id,
        description="<p>Found <b>here</b></p>",
        jobTitle="Batch 7",
        reportedByName="Line 3",
        assignedToUserId=parties.second.id,
        attachmentIds=[one, two],
    )
    ncr = client.post("/api/ncr", json=body).json
    path, sent = f"/api/ncr/{ncr['id']}", len(mails(session))
    assert client.put(path, json=body | {"version": 1}).json == ncr
    assert client.put(path, json=body | {"attachmentIds": [two, one]}).json == ncr
    assert signed_in(parties.colleague).put(path, json=body | {"createdById": parties.buyer.id}).json == ncr
    assert len(mails(session)) == sent
    changes: list[dict[str, Any]] = [
        {"title": "Other"}, {"eventDate": "2024-02-01"}, {"jobRef": "J-1"}, {"severity": "CRITICAL"},
        {"description": None}, {"createdById": parties.colleague.id}, {"assignedToUserId": None},
        {"assignedToOrganisationId": parties.buyer.organisation_id, "assignedToUserId": None},
        {"attachmentIds": [two]}, {"attachmentIds": []},
    ]  # fmt: skip
    for version, change in enumerate(changes, start=1):
        body |= change
        for _ in range(2):
            changed = client.put(path, json=body).json
            assert (changed["version"], changed["updated"] > ncr["updated"]) == (version + 1, True), change
    updates = session.query(EventLog).filter_by(
        type="ncr.updated", organisation_id=parties.buyer.organisation_id
    )
    assert updates.count() == len(changes)


def test_same_key_raises_once(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    headers = {"Idempotency-Key": "one"}
    first = client.post("/api/ncr", json=ncr_json(parties.relationship.id), headers=headers)
    second = client.post("/api/ncr", json=ncr_json(parties.relationship.id), headers=headers)
    assert first.json["id"] == second.json["id"]
    assert len(client.get("/api/ncr").json) == 1


def test_due_day_is_stored_with_the_task_and_stays_valid_when_it_has_passed(
    parties: Parties, signed_in: SignedIn, session: Session
) -> None:
    client = signed_in(parties.buyer)
    tomorrow = now().date() + timedelta(days=1)
    body = ncr_json(parties.relationship.id, due=tomorrow.isoformat())
    saved = client.post("/api/ncr", json=body).json
    assert saved["due"] == tomorrow.isoformat()
    [task] = signed_in(parties.supplier).get("/api/userTask").json
    assert task["due"] == tomorrow.isoformat()
    passed = now().date() - timedelta(days=30)
    session.get_one(UserTask, saved["userTask"]["id"]).due = passed
    unchanged = client.put(f"/api/ncr/{saved['id']}", json=body | {"due": passed.isoformat(), "title": "New"})
    assert (unchanged.status_code, unchanged.json["due"]) == (200, passed.isoformat())
    cleared = client.put(f"/api/ncr/{saved['id']}", json=body | {"due": None})
    assert (cleared.json["due"], cleared.json["version"]) == (None, 3)
