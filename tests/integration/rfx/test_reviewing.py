"""Looking through answers: scores by topic, the history of each answer, accepting, and answers given before."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files.public import AttachmentKind, store_bytes
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.rfx import field, given, make_form, send_rfx
from tests.fixtures.people import SignedIn
from tests.integration.rfx.test_scores import SCORED


def test_the_scoring_tab_says_how_each_answer_scored(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=SCORED)
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(iso=True, otd="97.5"))
    found = buyer.get(f"{sent.path}/scoring").json
    assert found["overall"] == 72
    assert [(s["topic"], s["score"], s["weight"]) for s in found["sections"]] == [
        ("Quality", 75, 4),
        ("Delivery", 60, 1),
    ]
    assert found["sections"][1]["fields"] == [
        {
            "key": "otd", "docFormId": sent.forms[0].id, "question": "Label of otd", "answer": "97.5%",
            "rule": "is 98 or less", "followUp": "What will you do?", "points": 6, "most": 10, "weight": 1, "score": 60,
        }
    ]  # fmt: skip
    assert found["tasks"] == []
    assert buyer.statements <= 8, buyer.statement_log


def test_only_the_requester_sees_the_scoring_tab(session: Session, signed_in: SignedIn) -> None:
    sent, to_guest = send_rfx(blocks=SCORED), send_rfx(blocks=SCORED, guest=True)
    assert signed_in(sent.answerer).get(f"{sent.path}/scoring").status_code == 403
    assert signed_in(UserFactory()).get(f"{sent.path}/scoring").status_code == 404
    guest = signed_in(to_guest.answerer, guest_rfx_id=to_guest.id)
    assert guest.get(f"{to_guest.path}/scoring").status_code in (401, 403, 404)


def test_the_history_of_an_answer(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(
        blocks=(
            field("a", "NUMBER", suffix="%"),
            field("b", visibleWhen={"field": "a", "operator": "answered"}),
        )
    )
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    other = colleague_of(sent.answerer, name="Cora Colleague")
    supplier.put(f"{sent.path}/value", json=given(a="5", b="x"))
    signed_in(other).put(f"{sent.path}/value", json={"values": {"a": {"value": "7", "baseIteration": 1}}})
    supplier.put(f"{sent.path}/value", json={"values": {"a": {"value": None, "baseIteration": 2}}})
    changes = buyer.get(f"{sent.path}/value/a/history").json
    assert [(c["iteration"], c["text"], c["by"]["name"]) for c in changes] == [
        (3, "", sent.answerer.name), (2, "7%", "Cora Colleague"), (1, "5%", sent.answerer.name),
    ]  # fmt: skip
    assert [c["parts"] for c in changes] == [[], ["7%"], ["5%"]]
    assert len(supplier.get(f"{sent.path}/value/b/history").json) == 1
    assert buyer.get(f"{sent.path}/value/b/history").status_code == 404, "it is hidden now"
    assert buyer.get(f"{sent.path}/value/nope/history").status_code == 404
    assert buyer.get(f"{sent.path}/value/{'x' * 500}/history").status_code == 404
    assert signed_in(UserFactory()).get(f"{sent.path}/value/a/history").status_code == 404


def test_an_accepted_answer_lapses_when_it_changes(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("a"), field("b")))
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=given(a="one", b="two"))
    body = {"answers": [{"field": "a", "iteration": 1}, {"field": "b", "iteration": 1}], "accepted": True}
    values = buyer.put(f"{sent.path}/acceptance", json=body).json["latestValuesFvc"]["values"]
    assert all(values[key]["accepted"] for key in "ab")
    assert buyer.get(f"{sent.path}/value/a/history").json[0]["acceptedBy"] == sent.sender.name
    assert "accepted" not in supplier.get(sent.path).json["latestValuesFvc"]["values"]["a"]
    assert supplier.get(f"{sent.path}/value/a/history").json[0]["accepted"] is None

    supplier.put(f"{sent.path}/value", json={"values": {"a": {"value": "other", "baseIteration": 1}}})
    assert "accepted" not in buyer.get(sent.path).json["latestValuesFvc"]["values"]["a"]
    late = buyer.put(f"{sent.path}/acceptance", json=body)
    assert (late.status_code, late.json["code"]) == (409, "answerChanged")
    back = buyer.put(
        f"{sent.path}/acceptance", json={"answers": [{"field": "b", "iteration": 1}], "accepted": False}
    )
    assert "accepted" not in back.json["latestValuesFvc"]["values"]["b"]
    assert supplier.put(f"{sent.path}/acceptance", json=body).status_code == 403
    assert buyer.put(f"{sent.path}/acceptance", json={"answers": [], "accepted": True}).status_code == 422


QUESTION = 4711


def asked(user: User, name: str, *more: Any, type: str = "TEXT", **attrs: Any) -> Any:
    return make_form(user, field(name, type, questionId=QUESTION, **attrs), *more, title="Asked again")


@pytest.fixture
def supplier(session: Session) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="Brightwater"))
    return user


def answered_before(supplier: User, signed_in: SignedIn, value: Any, **attrs: Any) -> Any:
    """An answer of the supplier to the question, for a requester of its own."""
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Earlier Buyer"))
    sent = send_rfx(buyer, supplier, forms=[asked(buyer, "first", **attrs)], title="Last year")
    saved = signed_in(supplier).put(f"{sent.path}/value", json=given(first=value))
    assert saved.json["refused"] == {}
    return sent


def offers(client: Any, path: str) -> Any:
    return client.get(f"{path}?i=reuse").json["reuse"]


def test_an_earlier_answer_to_the_same_question_is_offered(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    earlier = answered_before(supplier, signed_in, "Two sites")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[asked(buyer, "again", field("other"))])
    client = signed_in(supplier)
    found = offers(client, sent.path)
    assert list(found) == ["again"]
    offer = found["again"]
    assert (offer["value"], offer["text"], offer["requesterName"]) == (
        "Two sites",
        "Two sites",
        "Earlier Buyer",
    )
    assert offer["rfx"] == {"id": earlier.id, "title": "Last year"}
    assert offers(signed_in(colleague_of(supplier)), sent.path)["again"]["value"] == "Two sites"
    assert client.get(f"{sent.path}?i=html&i=fields&i=tasks&i=rwMap&i=reuse").status_code == 200
    assert client.statements <= 8, client.statement_log

    client.put(f"{sent.path}/value", json=given(again="Three sites"))
    assert offers(client, sent.path) == {}


def test_what_the_requester_or_another_organisation_sees_holds_no_earlier_answer(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    answered_before(supplier, signed_in, "Two sites")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[asked(buyer, "again")])
    assert offers(signed_in(buyer), sent.path) == {}
    rival = UserFactory()
    to_rival = send_rfx(buyer, rival, forms=[asked(buyer, "again")])
    assert offers(signed_in(rival), to_rival.path) == {}


def test_guests_never_get_each_others_answers(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    first, second = (send_rfx(buyer, guest=True, forms=[asked(buyer, "again")]) for _ in range(2))
    signed_in(first.answerer, guest_rfx_id=first.id).put(f"{first.path}/value", json=given(again="Secret"))
    guest = signed_in(second.answerer, guest_rfx_id=second.id)
    assert offers(guest, second.path) == {}


def test_answers_that_would_not_fit_are_not_offered(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    red = [{"value": "r", "label": "Red"}]
    answered_before(supplier, signed_in, "r", type="SINGLE_CHOICE", options=red)
    buyer = UserFactory()
    for attrs in ({"type": "TEXT"}, {"type": "SINGLE_CHOICE", "options": [{"value": "g", "label": "Green"}]}):
        sent = send_rfx(buyer, supplier, forms=[asked(buyer, "again", **attrs)])
        assert offers(signed_in(supplier), sent.path) == {}
    sent = send_rfx(buyer, supplier, forms=[asked(buyer, "again", type="SINGLE_CHOICE", options=red)])
    assert offers(signed_in(supplier), sent.path)["again"]["text"] == "Red"


def test_the_newest_answer_is_offered_and_nothing_in_a_closed_rfx(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    answered_before(supplier, signed_in, "Old")
    answered_before(supplier, signed_in, "New")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[asked(buyer, "again")])
    client = signed_in(supplier)
    assert offers(client, sent.path)["again"]["value"] == "New"
    client.post(f"{sent.path}/decline", json={"reason": "No capacity."})
    assert offers(client, sent.path) == {}


def test_files_given_before_can_be_given_again(session: Session, signed_in: SignedIn, supplier: User) -> None:
    stored = store_bytes(
        organisation_id=supplier.organisation_id, user_id=supplier.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    file = {"attachmentId": stored.id, "filename": "iso.pdf", "size": 1, "contentType": "application/pdf"}
    answered_before(supplier, signed_in, [file], type="FILE")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[asked(buyer, "again", type="FILE")])
    colleague = signed_in(colleague_of(supplier))
    offer = offers(colleague, sent.path)["again"]
    taken = colleague.put(f"{sent.path}/value", json=given(again=offer["value"])).json
    assert (taken["refused"], list(taken["saved"])) == ({}, ["again"])
    assert signed_in(buyer).get(f"/files/{stored.id}").status_code == 200
