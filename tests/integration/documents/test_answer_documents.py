"""Documents next to the file questions of an RFx: offers, the types and ends of answers, and who gets them."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.documents.models import SupplierDocument
from app.files.models import Attachment
from app.kernel.dates import day_text
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.documents import (
    Parties,
    in_days,
    make_accepted,
    make_document,
    make_parties,
    make_requirement,
    make_type,
    pdf,
    shipped,
    upload,
)
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import SentRfx, answers_json, field, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.documents.by_link import Links, OpenLink, ask, details

BLOCKS = (
    field("certified", "YESNO"),
    field("iso", "FILE", documentType="ISO9001"),
    field("other", "FILE"),
)


@pytest.fixture
def parties(session: Session) -> Parties:
    return make_parties(UserFactory(time_zone="UTC"))


@pytest.fixture
def sent(parties: Parties) -> SentRfx:
    return send_rfx(parties.buyer, parties.supplier, blocks=BLOCKS)


def documents_at(client: CheckedClient, sent: SentRfx) -> Any:
    response = client.get(f"{sent.path}/answerDocument")
    assert response.status_code == 200, response.text
    return response.json


def file_of(attachment_id: int) -> list[dict[str, Any]]:
    return [{"attachmentId": attachment_id, "filename": "x", "size": 1, "contentType": "x"}]


def answer(client: CheckedClient, sent: SentRfx, key: str, attachment_id: int) -> Any:
    return client.put(f"{sent.path}/value", json=answers_json(**{key: file_of(attachment_id)})).json


def test_own_document_is_offered_and_attached_without_a_copy(
    parties: Parties, sent: SentRfx, session: Session, signed_in: SignedIn
) -> None:
    document = make_document(parties.supplier, ends=400)
    client = signed_in(parties.supplier)
    [offer] = documents_at(client, sent)["offers"]
    assert (offer["documentType"], offer["type"]["name"]) == ("ISO9001", "ISO 9001")
    assert (offer["document"]["validUntil"], offer["document"]["hasEnded"]) == (str(in_days(400)), False)
    assert offer["document"]["attachment"]["id"] == document.attachment_id
    assert offer["requirement"] is None
    saved = answer(client, sent, "iso", document.attachment_id)["saved"]["iso"]
    assert saved["value"][0]["attachmentId"] == document.attachment_id
    assert saved["value"][0]["filename"] == "certificate.pdf"
    assert session.query(Attachment).count() == 1
    history = client.get(f"{sent.path}/value/iso/history").json
    assert [entry["by"]["name"] for entry in history] == [parties.supplier.name]


def test_newest_valid_document_is_offered_before_an_ended_one(
    parties: Parties, sent: SentRfx, session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(parties.supplier)
    old = make_document(parties.supplier, ends=10)
    newer = make_document(parties.supplier, ends=20, supersedes_id=old.id)
    ended = make_document(parties.supplier, ends=0)
    ended.valid_until = in_days(-1)
    make_document(parties.supplier, shipped("ISO14001"))
    session.flush()
    [offer] = documents_at(client, sent)["offers"]
    assert offer["document"]["attachment"]["id"] == newer.attachment_id
    newer.valid_until = in_days(-5)
    session.flush()
    [offer] = documents_at(client, sent)["offers"]
    assert offer["document"]["attachment"]["id"] == ended.attachment_id
    assert offer["document"]["hasEnded"] is True


def test_buyer_sees_type_and_end_of_the_answer_and_nothing_else(
    parties: Parties, sent: SentRfx, signed_in: SignedIn
) -> None:
    buyer, supplier = signed_in(parties.buyer), signed_in(parties.supplier)
    document = make_document(parties.supplier, ends=400)
    make_document(parties.supplier, shipped("REACH"))
    assert documents_at(buyer, sent) == {"offers": [], "files": []}
    answer(supplier, sent, "iso", document.attachment_id)
    shown = {
        "attachmentId": document.attachment_id,
        "typeName": "ISO 9001",
        "validUntil": str(in_days(400)),
    }
    assert documents_at(buyer, sent) == {"offers": [], "files": [shown]}
    assert documents_at(supplier, sent)["files"] == [shown]
    assert buyer.get(f"/api/attachment/{document.attachment_id}").status_code == 200
    assert buyer.get(f"/api/document/{document.id}").status_code == 404


def test_files_of_other_questions_show_no_document(
    parties: Parties, sent: SentRfx, signed_in: SignedIn
) -> None:
    document = make_document(parties.supplier)
    answer(signed_in(parties.supplier), sent, "other", document.attachment_id)
    assert documents_at(signed_in(parties.buyer), sent)["files"] == []


def test_type_of_another_customer_is_hidden_from_the_buyer(
    parties: Parties, sent: SentRfx, signed_in: SignedIn
) -> None:
    rival = make_parties(parties.supplier)
    secret = make_type(rival.buyer, name="Rival's secret audit")
    make_requirement(rival, secret)
    document = make_document(parties.supplier, secret, ends=None)
    supplier = signed_in(parties.supplier)
    answer(supplier, sent, "iso", document.attachment_id)
    assert documents_at(signed_in(parties.buyer), sent)["files"] == []
    assert documents_at(supplier, sent)["files"][0]["typeName"] == "Rival's secret audit"


def test_own_type_of_the_buyer_is_offered_once_it_was_asked_for(
    parties: Parties, signed_in: SignedIn
) -> None:
    own = make_type(parties.buyer)
    foreign = make_type(UserFactory())
    blocks = [
        field("a", "FILE", documentType=str(own.id)),
        field("b", "FILE", documentType=str(foreign.id)),
    ]
    sent = send_rfx(parties.buyer, parties.supplier, blocks=blocks)
    client = signed_in(parties.supplier)
    assert documents_at(client, sent)["offers"] == []
    requirement = make_requirement(parties, own)
    [offer] = documents_at(client, sent)["offers"]
    assert (offer["documentType"], offer["document"]) == (str(own.id), None)
    assert offer["requirement"]["id"] == requirement.id


def test_open_requirement_comes_with_the_offer_and_an_accepted_one_does_not(
    parties: Parties, sent: SentRfx, signed_in: SignedIn
) -> None:
    rival = make_parties(parties.supplier)
    make_requirement(rival)
    client = signed_in(parties.supplier)
    assert documents_at(client, sent)["offers"][0]["requirement"] is None
    site = make_requirement(parties, site="Bremen")
    assert documents_at(client, sent)["offers"][0]["requirement"]["id"] == site.id
    make_accepted(parties)
    assert documents_at(client, sent)["offers"][0]["requirement"]["id"] == site.id


def test_own_upload_can_be_added_and_a_colleagues_cannot(
    parties: Parties, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(parties.supplier)
    file = upload(parties.supplier)
    answer(client, sent, "iso", file)
    assert documents_at(client, sent)["files"] == [
        {"attachmentId": file, "typeName": None, "validUntil": None}
    ]
    other = signed_in(colleague_of(parties.supplier))
    assert documents_at(other, sent)["files"] == []
    body = details(file) | {"typeId": shipped().id}
    assert other.post("/api/document", json=body).status_code == 422
    assert client.post("/api/document", json=body).status_code == 201
    [shown] = documents_at(signed_in(parties.buyer), sent)["files"]
    assert (shown["attachmentId"], shown["typeName"]) == (file, "ISO 9001")


def test_document_sent_by_link_is_attached_by_the_supplier(
    parties: Parties, sent: SentRfx, session: Session, signed_in: SignedIn, links: Links, open_link: OpenLink
) -> None:
    ask(signed_in(parties.buyer), parties)
    [path] = links()
    guest = open_link(path)
    [requirement] = guest.get("/api/guestDocument").json
    content = pdf("by link")
    started = guest.post(
        "/api/attachment/start", json={"filename": "iso.pdf", "size": len(content), "kind": "DOCUMENT"}
    ).json
    guest.put(started["uploadUrl"], data=content, content_type="application/octet-stream")
    sent_file = guest.post(f"/api/documentRequirement/{requirement['id']}/file", json=details(started["id"]))
    assert sent_file.status_code == 200, sent_file.text
    client = signed_in(parties.supplier)
    [offer] = documents_at(client, sent)["offers"]
    assert offer["document"]["attachment"]["id"] == started["id"]
    assert "iso" in answer(client, sent, "iso", started["id"])["saved"]
    assert session.query(SupplierDocument).count() == 1


def test_colleague_without_permission_gets_no_offer_and_cannot_attach_a_document(
    parties: Parties, sent: SentRfx, signed_in: SignedIn
) -> None:
    document = make_document(parties.supplier)
    viewer = colleague_of(parties.supplier, role_name="Viewer")
    client = signed_in(viewer)
    make_part(sent, to=viewer, keys=["iso"])
    assert documents_at(client, sent) == {"offers": [], "files": []}
    result = answer(client, sent, "iso", document.attachment_id)
    assert result["saved"] == {}
    assert "iso" in result["refused"]
    own = upload(viewer)
    assert "iso" in answer(client, sent, "iso", own)["saved"]


def test_guests_get_no_documents(sent: SentRfx, signed_in: SignedIn, parties: Parties) -> None:
    make_document(parties.supplier)
    guest, grant = delegate_of(make_part(sent, keys=["iso"]))
    assert signed_in(guest, grant=grant).get(f"{sent.path}/answerDocument").status_code in (403, 404)


def test_strangers_get_404(sent: SentRfx, signed_in: SignedIn) -> None:
    assert signed_in(UserFactory()).get(f"{sent.path}/answerDocument").status_code == 404


def test_statements_are_the_same_for_many_questions(
    parties: Parties, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    client = signed_in(parties.supplier)
    codes = ["ISO9001", "ISO14001", "ISO45001", "SOC2"]

    def statements(count: int) -> int:
        blocks = [field(code.lower(), "FILE", documentType=code) for code in codes[:count]]
        sent = send_rfx(parties.buyer, parties.supplier, blocks=blocks)
        for code in codes[:count]:
            make_document(parties.supplier, shipped(code))
            make_requirement(parties, shipped(code))
        assert len(documents_at(client, sent)["offers"]) == count
        return client.statements

    one = statements(1)
    assert statements(4) == one
    assert one <= 11


def test_rfx_without_such_questions_takes_few_statements(parties: Parties, signed_in: SignedIn) -> None:
    sent = send_rfx(parties.buyer, parties.supplier, blocks=[field("other", "FILE")])
    make_document(parties.supplier)
    client = signed_in(parties.supplier)
    assert documents_at(client, sent) == {"offers": [], "files": []}
    assert client.statements <= 4


def test_next_round_does_not_offer_a_document_that_has_ended(
    parties: Parties, sent: SentRfx, session: Session, signed_in: SignedIn
) -> None:
    document = make_document(parties.supplier, ends=40)
    client = signed_in(parties.supplier)
    answer(client, sent, "iso", document.attachment_id)
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200
    while_valid = send_rfx(parties.buyer, parties.supplier, forms=sent.forms, previous=sent)
    assert "value" in client.get(while_valid.path).json["carried"]["offers"]["iso"]
    document.valid_until = in_days(-1)
    session.flush()
    refused = client.post(f"{while_valid.path}/confirmation", json={"keys": ["iso"]}).json["refused"]
    assert refused == {"iso": f"The earlier document ended on {day_text(in_days(-1))}. Add the current one."}
    assert "value" not in client.get(while_valid.path).json["carried"]["offers"]["iso"]
    after_its_end = send_rfx(parties.buyer, parties.supplier, forms=sent.forms, previous=sent)
    offer = client.get(after_its_end.path).json["carried"]["offers"]["iso"]
    assert offer["fault"] == f"The earlier document ended on {day_text(in_days(-1))}. Add the current one."
    assert "value" not in offer
