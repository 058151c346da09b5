"""A supplier's own documents: dates, details, files, superseding, deleting."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.documents.models import SupplierDocument
from app.documents.queries import documents as document_queries
from app.documents.types import RequirementState
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.documents import (
    in_days,
    make_accepted,
    make_document,
    make_parties,
    make_requirement,
    pdf,
    shipped,
    submit,
    upload,
)
from tests.fixtures.people import SignedIn


@pytest.fixture
def user(session: Session) -> User:
    return UserFactory()


def body(user: User, **changes: object) -> dict[str, object]:
    return {
        "typeId": shipped().id,
        "attachmentId": upload(user),
        "number": "Q-1",
        "issuer": "TUEV Nord",
        "issuedOn": "2024-03-13",
        "validUntil": in_days(400).isoformat(),
    } | changes


def test_a_document_is_added_read_and_listed(user: User, signed_in: SignedIn) -> None:
    client = signed_in(user)
    added = client.post("/api/document", json=body(user, scope="Machining\nof steel"))
    assert added.status_code == 201
    assert added.json["type"]["code"] == "ISO9001"
    assert added.json["validUntil"] == in_days(400).isoformat()
    assert added.json["scope"] == "Machining\nof steel"
    assert added.json["attachment"]["contentType"] == "application/pdf"
    assert added.json["customers"] == []
    assert client.get(f"/api/document/{added.json['id']}").json == added.json
    assert client.get("/api/document").json == [added.json]
    assert client.get("/api/document", query_string={"typeId": shipped("REACH").id}).json == []


def test_the_list_takes_the_same_statements_for_many(user: User, signed_in: SignedIn) -> None:
    client = signed_in(user)
    make_document(user)
    client.get("/api/document")
    one = client.statements
    for _ in range(3):
        make_document(user, shipped("ISO14001"))
    assert len(client.get("/api/document").json) == 4
    assert client.statements == one


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"validUntil": "2024-03-12"}, "validUntil", "The document can't end before it is issued."),
        ({"validUntil": None}, "validUntil", "Enter the day until which the document is valid."),
        ({"validUntil": "someday"}, "validUntil", "Enter a date."),
        ({"validUntil": "1066-10-14"}, "validUntil", "Enter a date."),
        ({"issuedOn": in_days(2).isoformat()}, "issuedOn", "The day of issue is in the future."),
        ({"number": ""}, "number", "This is required for ISO 9001."),
        ({"issuer": " "}, "issuer", "This is required for ISO 9001."),
        ({"amount": 5}, "currency", "Choose the currency of the sum insured."),
        ({"currency": "EUR"}, "amount", "Enter the sum insured."),
        ({"amount": 5, "currency": "QQQ"}, "currency", "This is not a currency."),
        ({"amount": 0, "currency": "EUR"}, "amount", "Enter the sum insured in whole units."),
    ],
)
def test_details_that_cannot_be_right_are_refused(
    user: User, signed_in: SignedIn, changes: dict[str, object], field: str, sentence: str
) -> None:
    response = signed_in(user).post("/api/document", json=body(user, **changes))
    assert response.status_code == 422
    assert response.json["fields"] == {field: [sentence]}


def test_an_end_over_30_years_away_needs_a_confirmation(user: User, signed_in: SignedIn) -> None:
    client, end = signed_in(user), in_days(31 * 365)
    refused = client.post("/api/document", json=body(user, validUntil=end.isoformat()))
    assert refused.status_code == 422
    assert refused.json["code"] == "dateUnconfirmed"
    assert refused.json["fields"] == {"validUntil": [f"Is {end.year} right? Please check the date."]}
    confirmed = body(user, validUntil=end.isoformat(), isDateConfirmed=True)
    assert client.post("/api/document", json=confirmed).status_code == 201


def test_months_count_from_the_issue(user: User, signed_in: SignedIn) -> None:
    client, type_id = signed_in(user), shipped("REACH").id
    values = body(user, typeId=type_id, issuedOn="2024-02-29", validUntil=None)
    assert client.post("/api/document", json=values).json["validUntil"] == "2025-02-28"
    without = body(user, typeId=type_id, issuedOn=None, validUntil=None)
    assert client.post("/api/document", json=without).json["fields"] == {
        "issuedOn": ["Enter the day of issue. The document is valid for 12 months from it."]
    }


def test_liability_insurance_needs_its_sum(user: User, signed_in: SignedIn) -> None:
    client, type_id = signed_in(user), shipped("LIABILITY").id
    assert client.post("/api/document", json=body(user, typeId=type_id)).json["fields"] == {
        "amount": ["This is required for Liability insurance."]
    }
    values = body(user, typeId=type_id, amount=5_000_000, currency="EUR")
    added = client.post("/api/document", json=values).json
    assert (added["amount"], added["currency"]) == (5_000_000, "EUR")


def test_the_same_file_is_refused_with_the_name_of_the_earlier_document(
    user: User, signed_in: SignedIn
) -> None:
    client, content = signed_in(user), pdf("same")
    first = body(user, attachmentId=upload(user, content), validUntil="2031-12-31")
    assert client.post("/api/document", json=first).status_code == 201
    again = body(user, attachmentId=upload(user, content))
    assert client.post("/api/document", json=again).json["fields"] == {
        "attachmentId": ["You already have this file: ISO 9001 Q-1, valid until 31 Dec 2031."]
    }
    # One paper can certify two standards.
    other = body(user, attachmentId=upload(user, content), typeId=shipped("ISO14001").id)
    assert client.post("/api/document", json=other).status_code == 201


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (pdf("x", password="secret"), "This PDF is protected by a password. Add a copy without one."),
        (pdf("x")[:200], "This PDF is damaged. Export or scan it again."),
        (b"%PDF-1.7\nnothing", "This PDF is damaged. Export or scan it again."),
    ],
)
def test_a_pdf_that_cannot_be_read_is_refused(
    user: User, signed_in: SignedIn, content: bytes, sentence: str
) -> None:
    response = signed_in(user).post("/api/document", json=body(user, attachmentId=upload(user, content)))
    assert response.status_code == 422
    assert response.json["fields"] == {"attachmentId": [sentence]}


def test_renewal_goes_to_the_customers_who_have_the_earlier_document(
    session: Session, signed_in: SignedIn
) -> None:
    parties = make_parties()
    requirement = make_accepted(parties, ends=120)
    old = session.get_one(SupplierDocument, requirement.document_id)
    waived = make_accepted(make_parties(parties.supplier), ends=120)
    waived.document_id, waived.state, waived.waived_until = old.id, RequirementState.WAIVED, in_days(30)
    session.flush()
    client = signed_in(parties.supplier)
    ended = body(parties.supplier, supersedesId=old.id, validUntil=str(in_days(-1)), sendToCustomers=True)
    assert client.post("/api/document", json=ended).status_code == 409
    new = client.post(
        "/api/document", json=body(parties.supplier, supersedesId=old.id, sendToCustomers=True)
    ).json
    assert [customer["id"] for customer in new["customers"]] == [parties.buyer.organisation_id]
    seen = signed_in(parties.buyer).get(f"/api/documentRequirement/{requirement.id}").json
    assert (seen["state"], seen["document"]["id"]) == ("RECEIVED", new["id"])
    session.expire_all()
    assert (waived.state, waived.document_id) == (RequirementState.WAIVED, old.id)


def test_a_file_of_another_user_is_refused(user: User, signed_in: SignedIn) -> None:
    response = signed_in(user).post("/api/document", json=body(user, attachmentId=upload(UserFactory())))
    assert response.status_code == 422


def test_a_newer_document_replaces_one_and_both_stay_readable(user: User, signed_in: SignedIn) -> None:
    client, old = signed_in(user), make_document(user)
    new = client.post("/api/document", json=body(user, supersedesId=old.id)).json
    assert new["supersedesId"] == old.id
    assert [row["id"] for row in client.get("/api/document").json] == [new["id"]]
    every = client.get("/api/document", query_string={"superseded": "true"}).json
    assert [row["id"] for row in every] == [new["id"], old.id]
    assert client.get(f"/api/document/{old.id}").json["supersededById"] == new["id"]
    second = client.post("/api/document", json=body(user, supersedesId=old.id))
    assert (second.status_code, second.json["code"]) == (409, "documentReplaced")
    other_type = body(user, supersedesId=new["id"], typeId=shipped("ISO14001").id)
    assert client.post("/api/document", json=other_type).json["fields"] == {
        "supersedesId": ["A document can only replace one of the same type."]
    }
    assert client.delete(f"/api/document/{old.id}").status_code == 409


def test_details_can_be_changed_and_a_document_deleted(user: User, signed_in: SignedIn) -> None:
    client, document = signed_in(user), make_document(user)
    values = {
        name: value
        for name, value in body(user, number="Q-2").items()
        if name not in ("typeId", "attachmentId")
    }
    url = f"/api/document/{document.id}"
    assert client.put(url, json=values).json["number"] == "Q-2"
    assert client.get(f"/api/attachment/{document.attachment_id}").status_code == 200
    assert client.delete(url).status_code == 204
    assert client.get(url).status_code == 404


def test_a_document_that_a_customer_has_stays_as_it_is(session: Session, signed_in: SignedIn) -> None:
    parties = make_parties()
    document = make_document(parties.supplier)
    submit(parties, make_requirement(parties), document)
    client = signed_in(parties.supplier)
    customers = client.get(f"/api/document/{document.id}").json["customers"]
    assert [row["id"] for row in customers] == [parties.buyer.organisation_id]
    values = {"number": "Q-2", "issuer": "TUEV", "validUntil": in_days(9).isoformat()}
    changed = client.put(f"/api/document/{document.id}", json=values)
    assert (changed.status_code, changed.json["code"]) == (409, "documentSubmitted")
    deleted = client.delete(f"/api/document/{document.id}")
    assert deleted.status_code == 409
    assert deleted.json["message"] == (
        "A customer has this document, so it can't be deleted. Add a new one that replaces it."
    )


def test_an_organisation_has_at_most_500_documents(
    user: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_document(user)
    monkeypatch.setattr(document_queries, "MAX_DOCUMENTS", 1)
    response = signed_in(user).post("/api/document", json=body(user))
    assert response.status_code == 409
    assert "at most 500 documents" in response.json["message"]


def test_writing_needs_the_permission_to_answer(user: User, signed_in: SignedIn) -> None:
    document = make_document(user)
    viewer = signed_in(colleague_of(user, role_name="Viewer"))
    assert viewer.get(f"/api/document/{document.id}").status_code == 200
    assert viewer.post("/api/document", json=body(user)).status_code == 403
    assert viewer.delete(f"/api/document/{document.id}").status_code == 403


def test_documents_of_others_are_not_found(user: User, signed_in: SignedIn, session: Session) -> None:
    document = make_document(user)
    stranger = signed_in(UserFactory())
    assert stranger.get(f"/api/document/{document.id}").status_code == 404
    assert stranger.delete(f"/api/document/{document.id}").status_code == 404
    assert stranger.get(f"/api/attachment/{document.attachment_id}").status_code == 404
    assert session.get(SupplierDocument, document.id) is not None
