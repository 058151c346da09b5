"""Documents by link: a contact without an account is asked by mail and sends the file, which the buyer accepts or rejects."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from app.documents.models import DocumentReading, DocumentRequirement, SupplierDocument
from app.events.models import EventLog
from app.files.operations import delete_unused
from app.kernel.clock import shifted
from app.kernel.mail.outbox import OutboxMail
from app.notifications.models import Notification
from app.tasks.public import TaskType, UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.certificates import certificate_pdf
from tests.factories.documents import (
    Parties,
    guest_of,
    in_days,
    make_accepted,
    make_parties,
    make_requirement,
    make_type,
    pdf,
    upload,
)
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.documents.by_link import PERSON, Links, OpenLink, ask, details

RunJobs = Callable[[], int]


@pytest.fixture
def parties(session: Session) -> Parties:
    return make_parties(UserFactory(time_zone="UTC"))


def test_person_by_e_mail_gets_one_mail_with_a_link_and_no_task(
    parties: Parties,
    session: Session,
    signed_in: SignedIn,
    run_jobs: RunJobs,
    new_client: Callable[[], CheckedClient],
    links: Links,
) -> None:
    asked = ask(signed_in(parties.buyer), parties, "ISO9001", "ISO14001", message="Please by Friday")
    assert asked.status_code == 201
    run_jobs()
    [mail] = session.execute(select(OutboxMail).where(OutboxMail.to_email == PERSON["email"])).scalars()
    assert "You don't need an account." in mail.text
    assert "Please by Friday" in mail.text
    assert session.execute(select(UserTask).where(UserTask.type == TaskType.DOCUMENT)).first() is None
    [path] = links()
    page = new_client().get(path)
    assert page.status_code == 200
    for text in ("ISO 9001", "ISO 14001", "Please by Friday"):
        assert text in page.text
    assert (
        session.execute(select(OutboxMail).where(OutboxMail.to_email == parties.supplier.email)).first()
        is None
    )
    requirement = (
        signed_in(parties.buyer).get(f"/api/documentRequirement/{asked.json['requirementIds'][0]}").json
    )
    assert requirement["askedOf"]["name"] == "Ida Berg"


def test_contacts_with_an_account_keep_their_task_whether_chosen_or_typed(
    parties: Parties, session: Session, signed_in: SignedIn, run_jobs: RunJobs, links: Links
) -> None:
    client = signed_in(parties.buyer)
    ask(client, parties, "ISO9001", email=None, name="", userId=parties.supplier.id)
    ask(client, parties, "ISO14001", email=parties.supplier.email.upper(), name="Typed Name")
    run_jobs()
    tasks = session.execute(select(UserTask).where(UserTask.type == TaskType.DOCUMENT)).scalars().all()
    assert [task.assigned_user_id for task in tasks] == [parties.supplier.id] * 2
    assert set(links(parties.supplier.email)) == {"/setup/document"}


def test_contact_who_has_not_accepted_the_invitation_gets_a_link(
    parties: Parties, signed_in: SignedIn, run_jobs: RunJobs, links: Links
) -> None:
    invited = colleague_of(parties.supplier, status=UserStatus.INVITED, email="new@supplier.example")
    ask(signed_in(parties.buyer), parties, email=None, name="", userId=invited.id)
    run_jobs()
    assert len(links("new@supplier.example")) == 1


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"name": ""}, "name", "Enter the person's name."),
        ({"email": "nobody"}, "email", "Please enter a valid e-mail address."),
        ({"email": "buyer@own.example"}, "email", "Bo Buyer is your colleague."),
        ({"email": "gone@supplier.example"}, "email", "Sam Gone is suspended. Ask someone else."),
        ({"email": "other@network.example"}, "email", "This address belongs to a supplier of yours."),
        ({"userId": 1}, "userId", "Choose a contact or enter an e-mail address."),
    ],
)
def test_wrong_person_gets_a_sentence(
    parties: Parties, signed_in: SignedIn, changes: dict[str, Any], field: str, sentence: str
) -> None:
    colleague_of(parties.buyer, name="Bo Buyer", email="buyer@own.example")
    colleague_of(
        parties.supplier, name="Sam Gone", email="gone@supplier.example", status=UserStatus.SUSPENDED
    )
    make_second_supplier(parties, email="other@network.example")
    response = ask(signed_in(parties.buyer), parties, **changes)
    assert response.status_code == 422
    assert response.json["fields"][field][0].startswith(sentence)


def make_second_supplier(parties: Parties, **values: Any) -> Parties:
    other = UserFactory(**values)
    return Parties(parties.buyer, other, relate(parties.buyer.organisation_id, other.organisation_id))


def test_person_by_e_mail_is_for_one_supplier_only(parties: Parties, signed_in: SignedIn) -> None:
    second = make_second_supplier(parties)
    response = ask(
        signed_in(parties.buyer), parties, relationshipIds=[parties.relationship.id, second.relationship.id]
    )
    assert response.json["fields"] == {"userId": ["A contact can be chosen for one supplier only."]}


def test_guest_sends_a_file_that_the_buyer_accepts(
    parties: Parties,
    session: Session,
    signed_in: SignedIn,
    run_jobs: RunJobs,
    open_link: OpenLink,
    links: Links,
) -> None:
    [requirement_id] = ask(signed_in(parties.buyer), parties).json["requirementIds"]
    guest = open_link(links()[0])
    content = certificate_pdf("Certificate No: Q-77\nValid until: 13 March 2029")
    started = guest.post(
        "/api/attachment/start", json={"filename": "iso.pdf", "size": len(content), "kind": "DOCUMENT"}
    ).json
    guest.put(started["uploadUrl"], data=content, content_type="application/octet-stream")
    reading = f"/api/documentReading/{started['id']}"
    assert guest.put(reading).json["isFinished"] is False
    run_jobs()
    assert guest.get(reading).json == {
        "isFinished": True, "issuedOn": None, "validUntil": "2029-03-13", "number": "Q-77",
    }  # fmt: skip
    sent = guest.post(f"/api/documentRequirement/{requirement_id}/file", json=details(started["id"]))
    assert (sent.status_code, sent.json["state"], sent.json["isOpen"]) == (200, "RECEIVED", False)
    again = guest.post(f"/api/documentRequirement/{requirement_id}/file", json=details(started["id"]))
    assert again.status_code == 409

    document = session.execute(select(SupplierDocument)).scalar_one()
    assert document.organisation_id == parties.supplier.organisation_id
    buyer = signed_in(parties.buyer)
    detail = buyer.get(f"/api/documentRequirement/{requirement_id}").json
    assert detail["document"]["createdBy"]["name"] == "Ida Berg"
    assert buyer.get(f"/api/attachment/{started['id']}").data == content
    sent_event = session.execute(
        select(EventLog.args).where(
            EventLog.type == "document.received", EventLog.organisation_id == parties.buyer.organisation_id
        )
    ).scalar_one()
    assert sent_event["byUserName"] == "Ida Berg"
    assert "byUserId" not in sent_event, "a guest has no page"
    [task] = session.execute(select(UserTask).where(UserTask.is_open)).scalars()
    assert (task.type, task.assigned_organisation_id) == (TaskType.REVIEW, parties.buyer.organisation_id)
    assert buyer.post(f"/api/documentRequirement/{requirement_id}/accept").json["state"] == "ACCEPTED"
    [own] = signed_in(parties.supplier).get("/api/document").json
    assert own["number"] == "Q-77"
    [shown] = guest.get("/api/guestDocument").json
    assert (shown["state"], shown["validUntil"]) == ("ACCEPTED", in_days(400).isoformat())
    assert guest.get(f"/api/attachment/{started['id']}").data == content


def test_rejected_file_is_sent_again_by_the_link_in_the_mail_with_the_reason(
    parties: Parties,
    session: Session,
    signed_in: SignedIn,
    run_jobs: RunJobs,
    open_link: OpenLink,
    links: Links,
) -> None:
    [requirement_id] = ask(signed_in(parties.buyer), parties).json["requirementIds"]
    run_jobs()
    guest, grant = guest_of(parties)
    client = signed_in(guest, grant=grant)
    path = f"/api/documentRequirement/{requirement_id}/file"
    client.post(path, json=details(upload(guest, pdf("one"))))
    signed_in(parties.buyer).post(
        f"/api/documentRequirement/{requirement_id}/reject", json={"reason": "The page is cut off."}
    )
    [first, second] = links()
    for link in (first, second):
        [shown] = open_link(link).get("/api/guestDocument").json
        assert (shown["state"], shown["reason"]) == ("REJECTED", "The page is cut off.")
    assert session.execute(select(UserTask).where(UserTask.is_open)).first() is None
    assert session.execute(select(Notification).where(Notification.user_id == guest.id)).first() is None
    same = client.post(path, json=details(upload(guest, pdf("one"))))
    assert "has got this file before" in same.json["fields"]["attachmentId"][0]
    assert client.post(path, json=details(upload(guest, pdf("two")))).status_code == 200
    documents = session.execute(select(SupplierDocument).order_by(SupplierDocument.id)).scalars().all()
    assert [document.supersedes_id for document in documents] == [None, documents[0].id]


def test_file_of_a_guest_does_not_replace_a_document_of_the_supplier(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    requirement = make_accepted(parties, ends=20)
    own_id = requirement.document_id
    make_requirement(parties, **PERSON)
    guest, grant = guest_of(parties)
    response = signed_in(guest, grant=grant).post(
        f"/api/documentRequirement/{requirement.id}/file", json=details(upload(guest))
    )
    assert response.status_code == 200
    newest = session.get_one(DocumentRequirement, requirement.id).document_id
    assert newest != own_id
    assert session.get_one(SupplierDocument, newest).supersedes_id is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"number": ""}, "number"),
        ({"validUntil": None}, "validUntil"),
        ({"validUntil": "2090-01-01"}, "validUntil"),
        ({"attachmentId": 0}, "attachmentId"),
        ({"issuedOn": "2200-01-01"}, "issuedOn"),
    ],
)
def test_wrong_details_of_a_guest_get_sentences(
    parties: Parties, signed_in: SignedIn, changes: dict[str, Any], field: str
) -> None:
    requirement = make_requirement(parties, **PERSON)
    guest, grant = guest_of(parties)
    response = signed_in(guest, grant=grant).post(
        f"/api/documentRequirement/{requirement.id}/file", json=details(upload(guest)) | changes
    )
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]


def test_locked_and_ended_files_are_refused(parties: Parties, signed_in: SignedIn) -> None:
    requirement = make_requirement(parties, **PERSON)
    guest, grant = guest_of(parties)
    client, path = signed_in(guest, grant=grant), f"/api/documentRequirement/{requirement.id}/file"
    locked = client.post(path, json=details(upload(guest, pdf("x", password="secret"))))
    assert "password" in locked.json["fields"]["attachmentId"][0]
    ended = client.post(path, json=details(upload(guest), validUntil=in_days(-1).isoformat()))
    assert (ended.status_code, ended.json["code"]) == (409, "documentExpired")


def test_limit_of_people_asked_by_e_mail(
    parties: Parties, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.documents.operations.contacts.MAX_GUESTS", 1)
    client = signed_in(parties.buyer)
    assert ask(client, parties).status_code == 201
    assert ask(client, parties).status_code == 201
    response = ask(client, parties, "ISO14001", email="second@works.example")
    assert response.status_code == 429
    assert "people by e-mail" in response.json["message"]


def test_own_type_of_a_buyer_is_sent_by_link(parties: Parties, signed_in: SignedIn) -> None:
    requirement = make_requirement(parties, make_type(parties.buyer), **PERSON)
    guest, grant = guest_of(parties)
    response = signed_in(guest, grant=grant).post(
        f"/api/documentRequirement/{requirement.id}/file", json={"attachmentId": upload(guest)}
    )
    assert response.status_code == 200


def test_reading_of_a_picture_finds_nothing(parties: Parties, signed_in: SignedIn, run_jobs: RunJobs) -> None:
    client = signed_in(parties.supplier)
    path = f"/api/documentReading/{upload(parties.supplier, b'no picture', 'photo.png')}"
    assert client.get(path).status_code == 404
    client.put(path)
    run_jobs()
    nothing = {"isFinished": True, "issuedOn": None, "validUntil": None, "number": ""}
    assert client.put(path).json == client.get(path).json == nothing


def test_reading_is_deleted_with_an_unused_file(
    parties: Parties, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    attachment_id = upload(parties.supplier, certificate_pdf("Valid until: 13 March 2029"))
    signed_in(parties.supplier).put(f"/api/documentReading/{attachment_id}")
    run_jobs()
    with shifted(timedelta(days=8)):
        delete_unused()
    assert session.execute(select(DocumentReading)).first() is None
