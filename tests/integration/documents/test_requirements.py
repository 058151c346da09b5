"""Requirements: asking, submitting, reviewing, waiving, and what each party sees."""

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from app.documents.models import DocumentRequirement
from app.documents.types import MAX_PAIRS
from app.kernel import clock
from app.kernel.jobs.queue import run_waiting
from app.kernel.mail.outbox import OutboxMail
from app.network.types import RelationshipLevel
from app.tasks.public import DOCUMENT_SUBJECT, TaskType, UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.documents import (
    Parties,
    in_days,
    make_accepted,
    make_document,
    make_parties,
    make_requirement,
    make_type,
    shipped,
    submit,
)
from tests.fixtures.people import SignedIn


@pytest.fixture
def parties(session: Session) -> Parties:
    return make_parties()


def ask(parties: Parties, *codes: str, **changes: object) -> dict[str, object]:
    type_ids = [shipped(code).id for code in codes or ("ISO9001",)]
    return {"relationshipIds": [parties.relationship.id], "typeIds": type_ids} | changes


def open_tasks(session: Session, requirement_id: int) -> list[UserTask]:
    session.expire_all()
    stmt = select(UserTask).where(
        UserTask.subject_type == DOCUMENT_SUBJECT, UserTask.subject_id == requirement_id, UserTask.is_open
    )
    return list(session.execute(stmt).scalars())


def test_asking_creates_requirements_tasks_and_one_mail(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(parties.buyer)
    body = ask(parties, "ISO9001", "REACH", site="Bremen", message="Please\nsend it")
    asked = client.post("/api/documentRequirement/request", json=body)
    assert asked.status_code == 201
    assert asked.json["skipped"] == []
    ids = asked.json["requirementIds"]
    assert len(ids) == 2
    [task] = open_tasks(session, ids[0])
    assert (task.type, task.assigned_organisation_id) == (
        TaskType.DOCUMENT,
        parties.supplier.organisation_id,
    )
    assert task.due == in_days(14)
    run_waiting("documents.mailAsked")
    [mail] = session.execute(select(OutboxMail).where(OutboxMail.template == "USERTASKASSIGNMENT")).scalars()
    assert mail.to_email == parties.supplier.email
    assert "2 documents" in mail.subject
    for text in ("ISO 9001", "REACH declaration", "send it"):
        assert text in mail.text
    rows = signed_in(parties.supplier).get("/api/documentRequirement").json
    assert [row["state"] for row in rows] == ["ASKED", "ASKED"]
    assert rows[0]["message"] == "Please\nsend it"
    assert rows[0]["site"] == "Bremen"
    assert rows[0]["relationshipId"] is None
    assert rows[0]["actions"] == {
        "ask": False, "submit": True, "accept": False, "reject": False, "waive": False,
    }  # fmt: skip


def test_asking_for_many_takes_the_same_statements(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(parties.buyer)
    client.post("/api/documentRequirement/request", json=ask(parties))
    one = client.statements
    codes = ("ISO14001", "ISO45001", "ISO27001", "SOC2", "REACH", "ROHS")
    client.post("/api/documentRequirement/request", json=ask(parties, *codes))
    assert client.statements <= one + 1


def test_a_contact_can_be_chosen(parties: Parties, session: Session, signed_in: SignedIn) -> None:
    contact = colleague_of(parties.supplier)
    client = signed_in(parties.buyer)
    body = ask(parties, userId=contact.id)
    [requirement_id] = client.post("/api/documentRequirement/request", json=body).json["requirementIds"]
    assert open_tasks(session, requirement_id)[0].assigned_user_id == contact.id
    stranger = ask(parties, userId=UserFactory().id)
    assert client.post("/api/documentRequirement/request", json=stranger).status_code == 404
    email = contact.email
    run_waiting("documents.mailAsked")
    assert session.execute(select(OutboxMail.to_email)).scalars().all() == [email]


def test_requests_that_cannot_be_right_are_refused(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(parties.buyer)
    other = make_parties()
    url = "/api/documentRequirement/request"
    foreign = ask(parties, relationshipIds=[other.relationship.id])
    assert client.post(url, json=foreign).status_code == 404
    past = client.post(url, json=ask(parties, due=in_days(-2).isoformat()))
    assert past.json["fields"] == {"due": ["This day is already over. Choose a later one."]}
    many = {"relationshipIds": list(range(1, 52)), "typeIds": list(range(1, 11))}
    assert client.post(url, json=many).json["fields"] == {
        "typeIds": [
            f"At most {MAX_PAIRS} documents can be asked for at once. Choose fewer suppliers or types."
        ]
    }
    parties.relationship.level = RelationshipLevel.NONE
    session.flush()
    unrelated = client.post(url, json=ask(parties))
    assert "You have no relationship with" in unrelated.json["fields"]["relationshipIds"][0]


def test_documents_that_are_valid_or_under_review_are_skipped(parties: Parties, signed_in: SignedIn) -> None:
    client = signed_in(parties.buyer)
    make_accepted(parties, shipped("ISO9001"), ends=400)
    received = make_requirement(parties, shipped("ISO14001"))
    submit(parties, received, make_document(parties.supplier, shipped("ISO14001")))
    expiring = make_accepted(parties, shipped("ISO45001"), ends=20)
    body = ask(parties, "ISO9001", "ISO14001", "ISO45001")
    asked = client.post("/api/documentRequirement/request", json=body).json
    assert asked["requirementIds"] == [expiring.id]
    assert [row["state"] for row in asked["skipped"]] == ["ACCEPTED", "RECEIVED"]
    again = client.get(f"/api/documentRequirement/{expiring.id}").json
    assert (again["state"], again["validUntil"]) == ("ASKED", in_days(20).isoformat())


def test_a_document_is_submitted_reviewed_and_accepted(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    requirement, document = make_requirement(parties), make_document(parties.supplier)
    supplier, buyer = signed_in(parties.supplier), signed_in(parties.buyer)
    file = f"/api/attachment/{document.attachment_id}"
    assert buyer.get(file).status_code == 404
    url = f"/api/documentRequirement/{requirement.id}"
    submitted = supplier.post(f"{url}/document", json={"documentId": document.id})
    assert submitted.json["state"] == "RECEIVED"
    [review] = open_tasks(session, requirement.id)
    assert (review.type, review.assigned_user_id) == (TaskType.REVIEW, parties.buyer.id)
    assert buyer.get(file).status_code == 200
    [update] = buyer.get("/api/notification").json
    assert update["kind"] == "DOCUMENT_RECEIVED"
    finished = buyer.put(f"/api/userTask/{review.id}/done")
    assert finished.status_code == 409
    accepted = buyer.post(f"{url}/accept")
    assert accepted.json["state"] == "ACCEPTED"
    assert accepted.json["validUntil"] == in_days(400).isoformat()
    assert accepted.json["reviewedBy"]["id"] == parties.buyer.id
    assert open_tasks(session, requirement.id) == []
    assert buyer.post(f"{url}/accept").status_code == 409
    again = supplier.post(f"{url}/document", json={"documentId": document.id})
    assert again.status_code == 409


def test_a_rejection_needs_a_reason_and_goes_to_the_contact(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    requirement = make_requirement(parties)
    document = make_document(parties.supplier)
    submit(parties, requirement, document)
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    url = f"/api/documentRequirement/{requirement.id}"
    without = buyer.post(f"{url}/reject", json={"reason": " "})
    assert without.json["fields"] == {"reason": ["Please give a reason."]}
    rejected = buyer.post(f"{url}/reject", json={"reason": "The site is missing."})
    assert (rejected.json["state"], rejected.json["reason"]) == ("REJECTED", "The site is missing.")
    [mail] = session.execute(select(OutboxMail)).scalars()
    assert (mail.template, mail.to_email) == ("GENERAL", parties.supplier.email)
    assert "The site is missing." in mail.text
    [task] = open_tasks(session, requirement.id)
    assert task.type == TaskType.DOCUMENT
    same = supplier.post(f"{url}/document", json={"documentId": document.id})
    assert same.status_code == 409
    newer = make_document(parties.supplier, supersedes_id=document.id)
    assert supplier.post(f"{url}/document", json={"documentId": newer.id}).json["state"] == "RECEIVED"
    both = buyer.get(url).json["documents"]
    assert [row["id"] for row in both] == [newer.id, document.id]
    assert buyer.get(f"/api/attachment/{document.attachment_id}").status_code == 200


def test_a_document_that_ends_during_the_review_cannot_be_accepted(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    requirement = make_requirement(parties)
    document = make_document(parties.supplier, ends=3)
    submit(parties, requirement, document)
    document.valid_until = in_days(-1)
    session.flush()
    response = signed_in(parties.buyer).post(f"/api/documentRequirement/{requirement.id}/accept")
    assert (response.status_code, response.json["code"]) == (409, "documentExpired")
    second = make_requirement(parties, shipped("ISO14001"))
    old = make_document(parties.supplier, shipped("ISO14001"), ends=-1)
    refused = signed_in(parties.supplier).post(
        f"/api/documentRequirement/{second.id}/document", json={"documentId": old.id}
    )
    assert (refused.status_code, refused.json["code"]) == (409, "documentExpired")


def test_a_waiver_ends_with_the_state_before_it(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    requirement = make_requirement(parties)
    url = f"/api/documentRequirement/{requirement.id}"
    buyer = signed_in(parties.buyer)
    past = buyer.post(f"{url}/waive", json={"until": in_days(-2).isoformat(), "reason": "Pilot"})
    assert past.status_code == 422
    waived = buyer.post(f"{url}/waive", json={"until": in_days(5).isoformat(), "reason": "Pilot"}).json
    assert (waived["state"], waived["waiverReason"]) == ("WAIVED", "Pilot")
    assert open_tasks(session, requirement.id) == []
    seen = signed_in(parties.supplier).get(url).json
    assert (seen["state"], seen["waiverReason"], seen["actions"]["submit"]) == ("WAIVED", None, False)
    with clock.shifted(timedelta(days=6)):
        after = signed_in(parties.supplier).get(url).json
        assert (after["state"], after["waivedUntil"]) == ("ASKED", None)


@pytest.mark.parametrize(
    ("ends", "state"), [(400, "ACCEPTED"), (90, "EXPIRING"), (0, "EXPIRING"), (-1, "EXPIRED")]
)
def test_the_state_follows_the_day(parties: Parties, signed_in: SignedIn, ends: int, state: str) -> None:
    requirement = make_accepted(parties, ends=ends)
    buyer = signed_in(parties.buyer)
    assert buyer.get(f"/api/documentRequirement/{requirement.id}").json["state"] == state
    [row] = buyer.get(f"/api/relationship/{parties.relationship.id}/documentRequirement").json
    assert row["state"] == state
    supplier = signed_in(parties.supplier)
    assert len(supplier.get("/api/documentRequirement", query_string={"states": state}).json) == 1
    [cell] = buyer.get("/api/documentMatrix").json[0]["cells"]
    assert cell["state"] == state


def test_only_a_document_of_the_same_type_fits(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    own = make_type(parties.buyer)
    requirement = make_requirement(parties, own)
    supplier = signed_in(parties.supplier)
    other = make_document(parties.supplier)
    response = supplier.post(
        f"/api/documentRequirement/{requirement.id}/document", json={"documentId": other.id}
    )
    assert response.status_code == 422
    # The supplier may now have documents of this type; another buyer cannot ask for it.
    document = make_document(parties.supplier, own, ends=None)
    submit(parties, requirement, document)
    second = make_parties(parties.supplier)
    refused = signed_in(second.buyer).post(
        "/api/documentRequirement/request",
        json={"relationshipIds": [second.relationship.id], "typeIds": [own.id]},
    )
    assert refused.status_code == 404


def test_another_buyer_sees_nothing_until_it_is_submitted_to_it(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    other = make_parties(parties.supplier)
    requirement, theirs = make_requirement(parties), make_requirement(other)
    document = make_document(parties.supplier)
    submit(parties, requirement, document)
    client = signed_in(other.buyer)
    assert client.get(f"/api/documentRequirement/{requirement.id}").status_code == 404
    url = f"/api/relationship/{parties.relationship.id}/documentRequirement"
    assert client.get(url).status_code == 404
    assert client.get(f"/api/documentRequirement/{theirs.id}").json["document"] is None
    file = f"/api/attachment/{document.attachment_id}"
    assert client.get(file).status_code == 404
    submit(other, theirs, document)
    assert client.get(f"/api/documentRequirement/{theirs.id}").json["document"]["id"] == document.id
    assert client.get(file).status_code == 200
    assert "customers" not in client.get(f"/api/documentRequirement/{theirs.id}").json["document"]


def test_each_party_has_its_own_moves(parties: Parties, session: Session, signed_in: SignedIn) -> None:
    requirement = make_requirement(parties)
    document = make_document(parties.supplier)
    supplier, buyer = signed_in(parties.supplier), signed_in(parties.buyer)
    url = f"/api/documentRequirement/{requirement.id}"
    waiver = {"until": in_days(5).isoformat(), "reason": "x"}
    assert supplier.post(f"{url}/accept").status_code == 403
    assert supplier.post(f"{url}/reject", json={"reason": "x"}).status_code == 403
    assert supplier.post(f"{url}/waive", json=waiver).status_code == 403
    assert buyer.post(f"{url}/document", json={"documentId": document.id}).status_code == 403
    viewer = signed_in(colleague_of(parties.buyer, role_name="Viewer"))
    assert viewer.get(url).status_code == 200
    assert viewer.post(f"{url}/waive", json=waiver).status_code == 403


def test_colleagues_review_for_an_asker_who_left(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    requirement, colleague = make_requirement(parties), colleague_of(parties.buyer)
    parties.buyer.status = UserStatus.SUSPENDED
    session.flush()
    submit(parties, requirement, make_document(parties.supplier))
    [review] = open_tasks(session, requirement.id)
    assert review.assigned_user_id is None
    assert signed_in(colleague).get("/api/notification").json[0]["kind"] == "DOCUMENT_RECEIVED"


def test_lists_take_the_same_statements_for_many(
    parties: Parties, session: Session, signed_in: SignedIn
) -> None:
    supplier = signed_in(parties.supplier)
    make_accepted(parties)
    supplier.get("/api/documentRequirement")
    one = supplier.statements
    for code in ("ISO14001", "ISO45001", "ISO27001"):
        make_accepted(parties, shipped(code))
    assert len(supplier.get("/api/documentRequirement").json) == 4
    assert supplier.statements == one
    assert session.query(DocumentRequirement).count() == 4
