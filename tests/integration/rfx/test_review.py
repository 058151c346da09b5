"""Reviewing answers: scores by topic, the history of each answer, acceptance, and reuse of earlier answers."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.files.public import AttachmentKind, store_bytes
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.rfx import answers_json, field, make_form, send_rfx
from tests.fixtures.people import SignedIn
from tests.integration.files.test_attachments import png
from tests.integration.rfx.test_scores import SCORED


def test_scoring_tab_explains_each_score(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=SCORED)
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=True, otd="97.5"))
    scoring = buyer.get(f"{sent.path}/scoring").json
    assert scoring["overall"] == 72
    assert [(s["topic"], s["score"], s["weight"]) for s in scoring["sections"]] == [
        ("Quality", 75, 4),
        ("Delivery", 60, 1),
    ]
    assert scoring["sections"][1]["fields"] == [
        {
            "key": "otd", "docFormId": sent.forms[0].id, "question": "Label of otd", "answer": "97.5%",
            "rule": "is 98 or less", "followUp": "What will you do?", "isAnswered": True,
            "points": 6, "most": 10, "weight": 1, "score": 60,
        }
    ]  # fmt: skip
    assert (scoring["tasks"], scoring["previous"]) == ([], None)
    assert buyer.statements <= 8, buyer.statement_log


def test_only_the_requester_sees_the_scoring_tab(session: Session, signed_in: SignedIn) -> None:
    sent, to_guest = send_rfx(blocks=SCORED), send_rfx(blocks=SCORED, guest=True)
    assert signed_in(sent.respondent).get(f"{sent.path}/scoring").status_code == 403
    assert signed_in(UserFactory()).get(f"{sent.path}/scoring").status_code == 404
    guest = signed_in(to_guest.respondent, rfx_id=to_guest.id)
    assert guest.get(f"{to_guest.path}/scoring").status_code in (401, 403, 404)


def test_history_lists_the_versions_of_a_visible_answer(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(
        blocks=(
            field("a", "NUMBER", suffix="%"),
            field("b", visibleWhen={"field": "a", "operator": "answered"}),
        )
    )
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    other = colleague_of(sent.respondent, name="Cora Colleague")
    supplier.put(f"{sent.path}/value", json=answers_json(a="5", b="x"))
    signed_in(other).put(f"{sent.path}/value", json={"values": {"a": {"value": "7", "baseIteration": 1}}})
    supplier.put(f"{sent.path}/value", json={"values": {"a": {"value": None, "baseIteration": 2}}})
    changes = buyer.get(f"{sent.path}/value/a/history").json
    assert [(c["iteration"], c["text"], c["by"]["name"]) for c in changes] == [
        (3, "", sent.respondent.name), (2, "7%", "Cora Colleague"), (1, "5%", sent.respondent.name),
    ]  # fmt: skip
    assert [c["parts"] for c in changes] == [[], ["7%"], ["5%"]]
    assert len(supplier.get(f"{sent.path}/value/b/history").json) == 1
    assert buyer.get(f"{sent.path}/value/b/history").status_code == 404, "the field is hidden now"
    assert buyer.get(f"{sent.path}/value/nope/history").status_code == 404
    assert buyer.get(f"{sent.path}/value/{'x' * 500}/history").status_code == 404
    assert signed_in(UserFactory()).get(f"{sent.path}/value/a/history").status_code == 404


def test_acceptance_ends_when_the_answer_changes(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("a"), field("b")))
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=answers_json(a="one", b="two"))
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
    withdrawn = buyer.put(
        f"{sent.path}/acceptance", json={"answers": [{"field": "b", "iteration": 1}], "accepted": False}
    )
    assert "accepted" not in withdrawn.json["latestValuesFvc"]["values"]["b"]
    assert supplier.put(f"{sent.path}/acceptance", json=body).status_code == 403
    assert buyer.put(f"{sent.path}/acceptance", json={"answers": [], "accepted": True}).status_code == 422


QUESTION = 4711


def form_with_question(user: User, name: str, *more: Any, type: str = "TEXT", **attrs: Any) -> Any:
    return make_form(user, field(name, type, questionId=QUESTION, **attrs), *more, title="Asked again")


@pytest.fixture
def supplier(session: Session) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="Brightwater"))
    return user


def send_and_answer(supplier: User, signed_in: SignedIn, value: Any, **attrs: Any) -> Any:
    """Send the question from another requester and save the supplier's answer."""
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Earlier Buyer"))
    sent = send_rfx(buyer, supplier, forms=[form_with_question(buyer, "first", **attrs)], title="Last year")
    saved = signed_in(supplier).put(f"{sent.path}/value", json=answers_json(first=value))
    assert saved.json["refused"] == {}
    return sent


def reuse_offers(client: Any, path: str) -> Any:
    return client.get(f"{path}?i=reuse").json["reuse"]


def test_earlier_answer_to_the_same_question_is_offered(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    earlier = send_and_answer(supplier, signed_in, "Two sites")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[form_with_question(buyer, "again", field("other"))])
    client = signed_in(supplier)
    offers = reuse_offers(client, sent.path)
    assert list(offers) == ["again"]
    offer = offers["again"]
    assert (offer["value"], offer["text"], offer["requesterName"]) == (
        "Two sites",
        "Two sites",
        "Earlier Buyer",
    )
    assert offer["rfx"] == {"id": earlier.id, "title": "Last year"}
    assert reuse_offers(signed_in(colleague_of(supplier)), sent.path)["again"]["value"] == "Two sites"
    assert client.get(f"{sent.path}?i=html&i=fields&i=tasks&i=rwMap&i=reuse").status_code == 200
    assert client.statements <= 8, client.statement_log

    client.put(f"{sent.path}/value", json=answers_json(again="Three sites"))
    assert reuse_offers(client, sent.path) == {}


def test_requester_and_other_suppliers_get_no_offers(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    send_and_answer(supplier, signed_in, "Two sites")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[form_with_question(buyer, "again")])
    assert reuse_offers(signed_in(buyer), sent.path) == {}
    rival = UserFactory()
    to_rival = send_rfx(buyer, rival, forms=[form_with_question(buyer, "again")])
    assert reuse_offers(signed_in(rival), to_rival.path) == {}


def test_guests_never_get_answers_of_other_guests(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    first, second = (
        send_rfx(buyer, guest=True, forms=[form_with_question(buyer, "again")]) for _ in range(2)
    )
    signed_in(first.respondent, rfx_id=first.id).put(f"{first.path}/value", json=answers_json(again="Secret"))
    guest = signed_in(second.respondent, rfx_id=second.id)
    assert reuse_offers(guest, second.path) == {}


def test_answers_of_another_type_or_option_are_not_offered(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    red = [{"value": "r", "label": "Red"}]
    send_and_answer(supplier, signed_in, "r", type="SINGLE_CHOICE", options=red)
    buyer = UserFactory()
    for attrs in ({"type": "TEXT"}, {"type": "SINGLE_CHOICE", "options": [{"value": "g", "label": "Green"}]}):
        sent = send_rfx(buyer, supplier, forms=[form_with_question(buyer, "again", **attrs)])
        assert reuse_offers(signed_in(supplier), sent.path) == {}
    sent = send_rfx(
        buyer, supplier, forms=[form_with_question(buyer, "again", type="SINGLE_CHOICE", options=red)]
    )
    assert reuse_offers(signed_in(supplier), sent.path)["again"]["text"] == "Red"


def test_newest_answer_is_offered_and_none_in_a_closed_rfx(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    send_and_answer(supplier, signed_in, "Old")
    send_and_answer(supplier, signed_in, "New")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[form_with_question(buyer, "again")])
    client = signed_in(supplier)
    assert reuse_offers(client, sent.path)["again"]["value"] == "New"
    client.post(f"{sent.path}/decline", json={"reason": "No capacity."})
    assert reuse_offers(client, sent.path) == {}


def test_files_of_an_earlier_answer_can_be_reused(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    stored = store_bytes(
        organisation_id=supplier.organisation_id, user_id=supplier.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    file = {"attachmentId": stored.id, "filename": "iso.pdf", "size": 1, "contentType": "application/pdf"}
    send_and_answer(supplier, signed_in, [file], type="FILE")
    buyer = UserFactory()
    sent = send_rfx(buyer, supplier, forms=[form_with_question(buyer, "again", type="FILE")])
    colleague = signed_in(colleague_of(supplier))
    offer = reuse_offers(colleague, sent.path)["again"]
    saved = colleague.put(f"{sent.path}/value", json=answers_json(again=offer["value"])).json
    assert (saved["refused"], list(saved["saved"])) == ({}, ["again"])
    assert signed_in(buyer).get(f"/files/{stored.id}").status_code == 200


def submit_score(signed_in: SignedIn, sent: Any, **answers: Any) -> None:
    supplier = signed_in(sent.respondent)
    assert supplier.put(f"{sent.path}/value", json=answers_json(**answers)).json["refused"] == {}
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200


def test_scores_are_compared_with_the_last_submitted_rfx_of_the_same_form(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Earlier Buyer"))
    form, other_form = make_form(buyer, *SCORED), make_form(buyer, *SCORED, title="Other")
    oldest, last, unfinished, elsewhere, current = (
        send_rfx(buyer, supplier, forms=[each], title=title)
        for each, title in [
            (form, "In 2024"), (form, "In 2025"), (form, "Never submitted"), (other_form, "Another form"), (form, "Now"),
        ]
    )  # fmt: skip
    to_other = send_rfx(buyer, UserFactory(), forms=[form])
    submit_score(signed_in, oldest, iso=False)
    submit_score(signed_in, last, iso=True, otd="97.5")
    signed_in(supplier).put(f"{unfinished.path}/value", json=answers_json(iso=False))
    for each in (elsewhere, to_other):
        submit_score(signed_in, each, iso=False)
    submit_score(signed_in, current, iso=True, otd="99")

    client = signed_in(buyer)
    scoring = client.get(f"{current.path}/scoring").json
    assert client.statements <= 9, client.statement_log
    assert (scoring["overall"], scoring["previous"]["overall"], scoring["previous"]["title"]) == (
        80,
        72,
        "In 2025",
    )
    assert scoring["previous"]["rfxId"] == last.id
    assert {s["topic"]: (s["score"], s["previous"]) for s in scoring["sections"]} == {
        "Quality": (75, 75),
        "Delivery": (100, 60),
    }
    assert client.get(f"{last.path}/scoring").json["previous"]["title"] == "In 2024", (
        "later ones do not count"
    )
    assert client.get(f"{oldest.path}/scoring").json["previous"] is None


def test_scores_are_provisional_until_everything_is_answered_or_submitted(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(blocks=SCORED)
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=True))
    scoring = buyer.get(f"{sent.path}/scoring").json
    assert (scoring["isFinished"], scoring["completion"]) == (
        False,
        {"percent": 33, "answered": 1, "total": 3},
    )
    assert [(f["key"], f["isAnswered"]) for s in scoring["sections"] for f in s["fields"]] == [
        ("iso", True),
        ("verdict", False),
        ("otd", False),
    ]
    supplier.put(f"{sent.path}/value", json=answers_json(otd="99", remarks="None."))
    assert buyer.get(f"{sent.path}/scoring").json["isFinished"] is True

    submitted = send_rfx(blocks=SCORED)
    submit_score(signed_in, submitted, iso=True)
    assert signed_in(submitted.sender).get(f"{submitted.path}/scoring").json["isFinished"] is True


def test_accepting_several_answers_changes_all_or_none(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("a"), field("b"), field("c")))
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=answers_json(a="one", b="two", c="three"))
    read = [{"field": key, "iteration": 1} for key in "abc"]
    supplier.put(f"{sent.path}/value", json={"values": {"b": {"value": "other", "baseIteration": 1}}})
    refused = buyer.put(f"{sent.path}/acceptance", json={"answers": read, "accepted": True})
    assert (refused.status_code, refused.json["code"]) == (409, "answerChanged")
    values = buyer.get(sent.path).json["latestValuesFvc"]["values"]
    assert not any("accepted" in value for value in values.values())
    too_many = [{"field": f"f{n}", "iteration": 1} for n in range(2_001)]
    assert (
        buyer.put(f"{sent.path}/acceptance", json={"answers": too_many, "accepted": True}).status_code == 422
    )


def test_responses_have_the_logo_of_an_organisation_but_not_of_a_guest(
    session: Session, signed_in: SignedIn, supplier: User
) -> None:
    logo = store_bytes(
        user_id=supplier.id, organisation_id=supplier.organisation_id, kind=AttachmentKind.COMPANYLOGO,
        filename="logo.png", content=png(),
    )  # fmt: skip
    organisation = session.get_one(Organisation, supplier.organisation_id)
    organisation.logo_id, organisation.logo_version = logo.id, "abc"
    session.flush()
    sent, to_guest = send_rfx(respondent=supplier), send_rfx(guest=True)

    def logos(each: Any) -> Any:
        responses = signed_in(each.sender).get(each.path).json["latestValuesFvc"]["responses"]
        return [response["organisation"]["logoUrl"] for response in responses]

    assert logos(sent)[0] == f"/files/{logo.id}?v=abc"
    assert logos(to_guest)[0] is None
