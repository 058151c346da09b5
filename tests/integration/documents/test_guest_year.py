"""A year of one certificate: asked for and sent by link, accepted, ending, renewed by the link of the reminder."""

from collections.abc import Callable
from datetime import date
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.documents.models import DocumentRequirement, SupplierDocument
from app.kernel.jobs.queue import enqueue
from app.network.public import RelationshipLevel
from tests.factories.certificates import certificate_pdf
from tests.factories.documents import Parties, in_days, make_parties, shipped
from tests.fixtures.client import CheckedClient
from tests.fixtures.clock import on_day
from tests.fixtures.mailbox import Mailbox, ReceivedMail
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
PERSON = {"name": "Ida Berg", "email": "ida@works.example"}
GOAL = 2
"""Maximum number of mails for a renewal that comes at once."""
FIRST_REMINDER = 365 - 90
DAYS_AFTER = 30


class Year:
    """The mails and the actions of both parties on the days of a year."""

    def __init__(
        self,
        mailbox: Mailbox,
        run_jobs: RunJobs,
        signed_in: SignedIn,
        new_client: Callable[[], CheckedClient],
        parties: Parties,
    ) -> None:
        self.mailbox, self.run_jobs, self.new_client = mailbox, run_jobs, new_client
        self.signed_in, self.parties = signed_in, parties

    def mails_of(self, address: str) -> list[ReceivedMail]:
        """Run the jobs of today, and return the mails to an address."""
        before = len(self.mailbox.mails)
        enqueue("documents.remind")
        self.run_jobs()
        enqueue("notifications.mailDaily")
        self.run_jobs()
        return [mail for mail in self.mailbox.mails[before:] if mail.recipients == [address]]

    def send_by_link(self, mail: ReceivedMail, *, until: date) -> None:
        """Open the link of a mail, have the file read, and send it with the proposed dates."""
        path = urlsplit(mail.links[0]).path
        guest = self.new_client()
        assert guest.get(path).status_code == 200
        guest.token = guest.post("/api/session/guest", json={"uuid": path.split("/")[2]}).json["accessToken"]
        [asked] = guest.get("/api/guestDocument").json
        assert asked["isOpen"]
        content = certificate_pdf(f"Certificate No: Q-{until.year}\nValid until: {until.isoformat()}")
        file = {"filename": "iso.pdf", "size": len(content), "kind": "DOCUMENT"}
        upload = guest.post("/api/attachment/start", json=file).json
        guest.put(upload["uploadUrl"], data=content, content_type="application/octet-stream")
        guest.put(f"/api/documentReading/{upload['id']}")
        self.run_jobs()
        details = guest.get(f"/api/documentReading/{upload['id']}").json
        body = {
            "attachmentId": upload["id"],
            "number": details["number"],
            "issuer": "TUEV Nord",
            "validUntil": details["validUntil"],
        }
        sent = guest.post(f"/api/documentRequirement/{asked['id']}/file", json=body)
        assert (sent.status_code, sent.json["state"]) == (200, "RECEIVED")

    def accept(self, requirement_id: int) -> None:
        """Accept the document, as the buyer."""
        response = self.signed_in(self.parties.buyer).post(
            f"/api/documentRequirement/{requirement_id}/accept"
        )
        assert response.json["state"] == "ACCEPTED"


@pytest.fixture
def parties(session: Session) -> Parties:
    return make_parties()


def test_certificate_is_asked_for_by_mail_and_renewed_after_a_year(
    parties: Parties,
    session: Session,
    mailbox: Mailbox,
    run_jobs: RunJobs,
    signed_in: SignedIn,
    new_client: Callable[[], CheckedClient],
    record_property: Callable[[str, object], None],
) -> None:
    year = Year(mailbox, run_jobs, signed_in, new_client, parties)
    guest = PERSON["email"]
    ends, renewed_until = in_days(365), in_days(4 * 365)
    with on_day(0):
        body = {"relationshipIds": [parties.relationship.id], "typeIds": [shipped().id], **PERSON}
        response = signed_in(parties.buyer).post("/api/documentRequirement/request", json=body)
        [requirement_id] = response.json["requirementIds"]
        [first] = year.mails_of(guest)
        year.send_by_link(first, until=ends)
        year.accept(requirement_id)
    for day in [*range(7, FIRST_REMINDER, 14), FIRST_REMINDER - 1]:
        with on_day(day):
            assert year.mails_of(guest) == []
    with on_day(FIRST_REMINDER):
        renewal = year.mails_of(guest)
        assert len(renewal) == 1
        assert "ends in 90 days" in renewal[0].text
        year.send_by_link(renewal[0], until=renewed_until)
        year.accept(requirement_id)
    for day in [*range(FIRST_REMINDER + 1, 365 + DAYS_AFTER, 7), 335, 351, 358, 365, 366]:
        with on_day(day):
            renewal += year.mails_of(guest)
    assert len(renewal) <= GOAL
    record_property("mails to the guest for a renewal that comes at once", len(renewal))
    print(f"Mails to the guest for a renewal that comes at once: {len(renewal)}, goal at most {GOAL}.")
    with on_day(365 + DAYS_AFTER):
        [shown] = signed_in(parties.supplier).get("/api/document").json
        [requirement] = (
            signed_in(parties.buyer)
            .get(f"/api/relationship/{parties.relationship.id}/documentRequirement")
            .json
        )
    assert shown["validUntil"] == requirement["validUntil"] == renewed_until.isoformat()
    assert requirement["state"] == "ACCEPTED"
    documents = session.execute(select(SupplierDocument).order_by(SupplierDocument.id)).scalars().all()
    assert [document.supersedes_id for document in documents] == [None, documents[0].id]
    assert session.get_one(DocumentRequirement, requirement_id).accepted_document_id == documents[1].id


def test_guest_who_does_not_answer_is_reminded_7_days_and_1_day_before(
    parties: Parties,
    mailbox: Mailbox,
    run_jobs: RunJobs,
    signed_in: SignedIn,
    new_client: Callable[[], CheckedClient],
) -> None:
    year = Year(mailbox, run_jobs, signed_in, new_client, parties)
    guest, types = PERSON["email"], [shipped("ISO9001").id, shipped("ISO14001").id]
    body = {"relationshipIds": [parties.relationship.id], "typeIds": types, "due": str(in_days(30)), **PERSON}
    mails: dict[int, list[ReceivedMail]] = {}
    with on_day(0):
        asked = signed_in(parties.buyer).post("/api/documentRequirement/request", json=body)
        assert asked.status_code in (200, 201), asked.text
        mails[0] = year.mails_of(guest)
    for day in range(1, 35):
        with on_day(day):
            of_day = year.mails_of(guest) + year.mails_of(guest)
            if of_day:
                mails[day] = of_day
    assert {day: len(each) for day, each in mails.items()} == {0: 1, 23: 1, 29: 1}
    reminder = mails[29][0]
    assert "is waiting for 2 documents" in reminder.text
    assert "please send 2 documents by" in reminder.subject
    with on_day(29):
        path = urlsplit(reminder.links[0]).path
        assert new_client().get(path).status_code == 200


def test_guest_who_was_asked_yesterday_is_not_reminded_of_it(
    parties: Parties,
    mailbox: Mailbox,
    run_jobs: RunJobs,
    signed_in: SignedIn,
    new_client: Callable[[], CheckedClient],
) -> None:
    year = Year(mailbox, run_jobs, signed_in, new_client, parties)
    body = {
        "relationshipIds": [parties.relationship.id],
        "typeIds": [shipped().id],
        "due": str(in_days(4)),
        **PERSON,
    }
    with on_day(0):
        signed_in(parties.buyer).post("/api/documentRequirement/request", json=body)
        assert len(year.mails_of(PERSON["email"])) == 1
    counts = []
    for day in range(1, 6):
        with on_day(day):
            counts.append(len(year.mails_of(PERSON["email"])))
    assert counts == [0, 0, 1, 0, 0]


def test_guest_of_an_ended_relationship_is_not_reminded(
    parties: Parties,
    session: Session,
    mailbox: Mailbox,
    run_jobs: RunJobs,
    signed_in: SignedIn,
    new_client: Callable[[], CheckedClient],
) -> None:
    year = Year(mailbox, run_jobs, signed_in, new_client, parties)
    body = {"relationshipIds": [parties.relationship.id], "typeIds": [shipped().id], **PERSON}
    with on_day(0):
        signed_in(parties.buyer).post("/api/documentRequirement/request", json=body)
        assert len(year.mails_of(PERSON["email"])) == 1
    parties.relationship.level = RelationshipLevel.NONE
    session.flush()
    with on_day(8):
        assert year.mails_of(PERSON["email"]) == []
    parties.relationship.level = RelationshipLevel.APPROVED
    session.flush()
    with on_day(8):
        assert len(year.mails_of(PERSON["email"])) == 1
