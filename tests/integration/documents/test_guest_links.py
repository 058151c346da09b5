"""Links of guests: what they show, how they end, and that the links of all mails and reminders stay valid until then."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.documents.jobs import remind
from app.documents.models import DocumentRequirement
from app.documents.operations.reviewing import waive_document
from app.kernel.clock import shifted
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from app.network.types import RelationshipLevel
from app.notifications.models import Notification
from app.tasks.public import UserTask
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.documents import (
    Parties,
    guest_of,
    in_days,
    make_document,
    make_parties,
    make_requirement,
    shipped,
    upload,
)
from tests.fixtures.client import CheckedClient
from tests.fixtures.clock import on_day
from tests.fixtures.people import SignedIn
from tests.integration.documents.by_link import PERSON, Links, OpenLink, ask, details

RunJobs = Callable[[], int]


@pytest.fixture
def parties(session: Session) -> Parties:
    return make_parties(UserFactory(time_zone="UTC"))


def test_link_shows_nothing_else_of_the_shelf_or_of_other_buyers(
    parties: Parties, signed_in: SignedIn
) -> None:
    shelf = make_document(parties.supplier, number="SECRET-1")
    other = make_requirement(parties, shipped("ISO14001"))
    foreign = make_requirement(make_parties(parties.supplier), shipped("ISO9001"), **PERSON)
    make_requirement(parties, shipped("ISO9001"), message="For you", **PERSON)
    guest, grant = guest_of(parties)
    client = signed_in(guest, grant=grant)
    response = client.get("/api/guestDocument")
    assert [row["message"] for row in response.json] == ["For you"]
    assert "SECRET-1" not in response.text
    for requirement_id in (other.id, foreign.id):
        path = f"/api/documentRequirement/{requirement_id}/file"
        assert client.post(path, json=details(upload(guest))).status_code == 404
    assert client.get(f"/api/attachment/{shelf.attachment_id}").status_code == 404
    assert client.put(f"/api/documentReading/{shelf.attachment_id}").status_code == 404
    assert client.get("/api/document").status_code == 403
    assert client.get("/api/documentRequirement").status_code == 403


def test_users_cannot_send_a_file_as_guests_do(parties: Parties, signed_in: SignedIn) -> None:
    requirement = make_requirement(parties, **PERSON)
    path = f"/api/documentRequirement/{requirement.id}/file"
    for user in (parties.supplier, parties.buyer):
        assert signed_in(user).post(path, json=details(upload(user))).status_code == 403
    assert signed_in(parties.supplier).get("/api/guestDocument").json == []


def end_by_asking_someone_else(parties: Parties, requirement: DocumentRequirement) -> None:
    make_requirement(parties, name="Ole Ny", email="ole@works.example")


def end_by_waiver(parties: Parties, requirement: DocumentRequirement) -> None:
    waive_document(
        actor=actor_of(parties.buyer), requirement_id=requirement.id, until=in_days(5), reason="Not needed"
    )


def end_relationship(parties: Parties, requirement: DocumentRequirement) -> None:
    parties.relationship.level = RelationshipLevel.NONE


@pytest.mark.parametrize("end", [end_by_asking_someone_else, end_by_waiver, end_relationship])
def test_link_ends_with_a_sentence(
    parties: Parties,
    session: Session,
    signed_in: SignedIn,
    open_link: OpenLink,
    new_client: Callable[[], CheckedClient],
    end: Callable[[Parties, DocumentRequirement], None],
    links: Links,
) -> None:
    [requirement_id] = ask(signed_in(parties.buyer), parties).json["requirementIds"]
    [path] = links()
    client = open_link(path)
    guest, _ = guest_of(parties)
    file = upload(guest)
    end(parties, session.get_one(DocumentRequirement, requirement_id))
    session.flush()
    page = new_client().get(path)
    assert page.status_code == 404
    assert "You are no longer asked for these documents" in page.text
    sent = client.post(f"/api/documentRequirement/{requirement_id}/file", json=details(file))
    assert sent.status_code in (401, 404)


def test_link_works_again_after_the_waiver_and_the_guest_is_asked_again(
    parties: Parties,
    session: Session,
    signed_in: SignedIn,
    run_jobs: RunJobs,
    new_client: Callable[[], CheckedClient],
    links: Links,
) -> None:
    [requirement_id] = ask(signed_in(parties.buyer), parties).json["requirementIds"]
    run_jobs()
    end_by_waiver(parties, session.get_one(DocumentRequirement, requirement_id))
    with shifted(timedelta(days=6)):
        remind()
        run_jobs()
        paths = links()
        assert len(paths) == 2
        assert [new_client().get(path).status_code for path in paths] == [200, 200]
    assert session.execute(select(UserTask).where(UserTask.is_open)).first() is None


def test_the_link_of_the_first_reminder_works_after_the_fourth(
    parties: Parties,
    signed_in: SignedIn,
    run_jobs: RunJobs,
    new_client: Callable[[], CheckedClient],
    links: Links,
) -> None:
    accept_by_guest(parties, signed_in, ends=90)
    for day in (0, 30, 60, 76):
        with on_day(day):
            enqueue("documents.remind")
            run_jobs()
    paths = links()
    assert len(paths) == 4
    with on_day(77):
        for path in paths:
            page = new_client().get(path)
            assert page.status_code == 200
            assert "ISO 9001" in page.text


def accept_by_guest(parties: Parties, signed_in: SignedIn, *codes: str, ends: int) -> User:
    """Ask the guest for documents that it sends, and that the buyer accepts; without the first mail."""
    for code in codes or ("ISO9001",):
        requirement = make_requirement(parties, shipped(code), **PERSON)
        guest, grant = guest_of(parties)
        sent = signed_in(guest, grant=grant).post(
            f"/api/documentRequirement/{requirement.id}/file",
            json=details(upload(guest), validUntil=in_days(ends).isoformat()),
        )
        assert sent.status_code == 200
        signed_in(parties.buyer).post(f"/api/documentRequirement/{requirement.id}/accept")
    return guest


def test_three_documents_of_a_guest_are_in_one_mail_from_the_morning_on(
    parties: Parties, session: Session, signed_in: SignedIn, links: Links
) -> None:
    accept_by_guest(parties, signed_in, "ISO9001", "ISO14001", "ISO45001", ends=30)
    with on_day(0, hour=2):
        remind()
        assert links() == []
    with on_day(0):
        remind()
        remind()
    [mail] = session.execute(select(OutboxMail).where(OutboxMail.to_email == PERSON["email"])).scalars()
    for name in ("ISO 9001", "ISO 14001", "ISO 45001"):
        assert name in mail.text
    assert mail.text.count("ends in 30 days") == 3


def test_on_the_last_day_the_buyer_is_reminded_too(
    parties: Parties, session: Session, signed_in: SignedIn, links: Links
) -> None:
    accept_by_guest(parties, signed_in, ends=3)
    with on_day(0):
        remind()
    ending = select(Notification.user_id).where(Notification.kind == "DOCUMENT_ENDING")
    assert session.execute(ending).scalars().all() == []
    with on_day(3):
        remind()
        assert len(links()) == 2
    assert session.execute(ending).scalars().all() == [parties.buyer.id]
