"""Second rounds of an RFx: the earlier answers as offers, their confirmation, and what ends or moves them."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.public import grant_for
from app.files.types import AttachmentKind
from app.forms.models import DocForm
from app.kernel.http.errors import InvalidError, NotFoundError
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import CarriedAnswer, FormValue, Rfx
from app.rfx.operations.carrying import IS_SEALED, NO_SHARED_FORM, NOT_SUBMITTED, OTHER_RESPONDENT
from app.rfx.operations.confirming import ANSWERED_ALREADY, NOT_OFFERED
from app.rfx.types import RFX
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of, make_guest
from tests.factories.compared import answer, send_request
from tests.factories.files import make_picture
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import SentRfx, answers_json, field, heading, make_form, next_revision, send_rfx
from tests.fixtures.people import SignedIn

COLOURS = [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}]
FIRST = (
    heading("Security"),
    field("policy", "YESNO", label="Is there a policy?", required=True),
    field("review", "TEXTAREA", label="How is it reviewed?", visibleWhen={"field": "policy", "operator": "equals", "value": True}),
    field("colour", "SINGLE_CHOICE", label="Colour?", options=COLOURS),
    heading("Company"),
    field("name", label="Name", required=True),
    field("gone", label="Old question"),
    field("papers", "FILE", label="Certificate"),
    field("sign", "FORMSIGNATURE", label="Signature"),
    field("verdict", label="Verdict", writableBy="REQUESTER"),
)  # fmt: skip
SECOND = (
    heading("Security"),
    field("policy", "YESNO", label="Is there a policy?", required=True),
    field("review", "TEXTAREA", label="How do you review it?", visibleWhen={"field": "policy", "operator": "equals", "value": True}),
    field("colour", "SINGLE_CHOICE", label="Colour?", options=COLOURS[1:]),
    heading("Company"),
    field("name", label="Name", required=True),
    field("papers", "FILE", label="Certificate"),
    field("sign", "FORMSIGNATURE", label="Signature"),
    field("verdict", label="Verdict", writableBy="REQUESTER"),
    field("added", label="New question", required=True),
)  # fmt: skip
GIVEN: dict[str, Any] = {"policy": True, "review": "Yearly", "colour": "r", "name": "Ann", "gone": "Old"}
SIGNED = {"name": "Ann", "strokes": [[10, 10, 200, 150]]}


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))


@pytest.fixture
def supplier(session: Session) -> User:
    return UserFactory(in_organisation=OrganisationFactory(name="Bergmann"))


@pytest.fixture
def form(buyer: User) -> DocForm:
    return make_form(buyer, *FIRST)


@pytest.fixture
def first(buyer: User, supplier: User, form: DocForm, signed_in: SignedIn) -> SentRfx:
    """Send the first round, which its respondent has submitted."""
    sent = send_rfx(buyer, supplier, forms=[form])
    client = signed_in(supplier)
    file = {"filename": "l.png", "size": 10, "contentType": "image/png"}
    files = [file | {"attachmentId": make_picture(supplier, AttachmentKind.RFXANSWER)}]
    assert client.put(f"{sent.path}/value", json=answers_json(**GIVEN, papers=files)).json["refused"] == {}
    signature = client.put(f"{sent.path}/value", json=answers_json(sign=SIGNED))
    assert signature.json["refused"] == {}, signature.text
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200
    return sent


@pytest.fixture
def second(buyer: User, first: SentRfx, form: DocForm) -> SentRfx:
    """Send the second round with the next revision of the form."""
    new = next_revision(form, buyer, *SECOND)
    return send_rfx(buyer, first.respondent, forms=[new], previous=first)


def confirm(signed_in: SignedIn, sent: SentRfx, *keys: str) -> Any:
    response = signed_in(sent.respondent).post(f"{sent.path}/confirmation", json={"keys": list(keys)})
    assert response.status_code == 200, response.text
    return response.json


def states(session: Session, sent: SentRfx) -> dict[str, str]:
    session.expire_all()
    rows = session.scalars(select(CarriedAnswer).where(CarriedAnswer.rfx_id == sent.id))
    return {row.key: row.state.value for row in rows}


def values_of(session: Session, sent: SentRfx) -> dict[str, Any]:
    session.expire_all()
    stmt = select(FormValue).where(FormValue.rfx_id == sent.id, FormValue.is_current)
    return {row.key: row.value for row in session.scalars(stmt)}


def test_a_second_round_offers_the_answers_and_lists_the_changes(
    session: Session, first: SentRfx, second: SentRfx, signed_in: SignedIn
) -> None:
    shown = signed_in(second.respondent).get(f"{second.path}?i=rwMap").json
    carried = shown["carried"]
    assert (carried["title"], carried["offered"]) == ("Supplier questions", 4)
    offers = carried["offers"]
    assert set(offers) == {"policy", "review", "colour", "name", "papers", "added"}
    assert offers["policy"] == {"value": True, "source": 0}
    assert offers["review"]["formerText"] == "How is it reviewed?"
    assert offers["review"]["outcome"] == "REWORDED"
    assert offers["colour"] == {
        "source": 0, "outcome": "CHOICES",
        "fault": "“Red” is no longer an option. Choose one of the options.",
    }  # fmt: skip
    assert offers["added"] == {"outcome": "NEW"}
    assert carried["sources"][0]["author"] == first.respondent.name
    assert shown["latestValuesFvc"]["completion"]["answered"] == 0
    assert shown["latestValuesFvc"]["values"] == {}
    rfx = session.get_one(Rfx, second.id)
    assert (rfx.answered, rfx.previous_rfx_id, rfx.status) == (0, first.id, "NEW")


def test_the_requester_sees_no_offers_and_cannot_confirm(
    second: SentRfx, buyer: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    assert client.get(second.path).json["carried"] is None
    assert client.post(f"{second.path}/confirmation", json={"keys": ["policy"]}).status_code == 403


def test_confirmed_answers_count_and_say_where_they_are_from(
    session: Session, first: SentRfx, second: SentRfx, signed_in: SignedIn
) -> None:
    result = confirm(signed_in, second, "policy", "review", "name", "papers")
    assert set(result["saved"]) == {"policy", "review", "name", "papers"}
    assert (result["conflicts"], result["refused"], result["status"]) == ({}, {}, "INPROGRESS")
    assert result["completion"]["answered"] == 4
    assert states(session, second) == {
        "policy": "CONFIRMED", "review": "CONFIRMED", "name": "CONFIRMED", "papers": "CONFIRMED",
        "colour": "DROPPED", "added": "DROPPED",
    }  # fmt: skip
    client = signed_in(second.respondent)
    [change] = client.get(f"{second.path}/value/name/history").json
    assert (change["source"], change["text"], change["iteration"]) == ("CARRIED", "Ann", 1)
    assert change["carried"]["rfxId"] == first.id
    assert set(client.get(second.path).json["carried"]["offers"]) == {"colour", "added"}


def test_a_repeated_confirmation_changes_nothing(
    session: Session, second: SentRfx, signed_in: SignedIn
) -> None:
    confirm(signed_in, second, "policy", "policy")
    again = confirm(signed_in, second, "policy")
    assert again["saved"]["policy"]["iteration"] == 1
    assert again["saveCount"] == again["baseSaveCount"] == 1
    assert session.query(FormValue).filter_by(rfx_id=second.id).count() == 1


@pytest.mark.parametrize("key", ["colour", "added", "sign", "verdict", "gone", "nothing"])
def test_a_question_without_an_offer_is_refused(key: str, second: SentRfx, signed_in: SignedIn) -> None:
    result = confirm(signed_in, second, key, "policy")
    assert result["refused"] == {key: NOT_OFFERED}
    assert set(result["saved"]) == {"policy"}


def test_an_answer_typed_meanwhile_is_not_overwritten(
    session: Session, second: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(colleague_of(second.respondent))
    client.put(f"{second.path}/value", json=answers_json(name="Bea", policy=True))
    assert states(session, second)["name"] == "REPLACED"
    assert states(session, second)["policy"] == "CONFIRMED", "the same answer is a confirmation"
    result = confirm(signed_in, second, "name", "policy")
    assert result["refused"] == {"name": ANSWERED_ALREADY}
    client.put(f"{second.path}/value", json={"values": {"policy": {"value": False, "baseIteration": 1}}})
    result = confirm(signed_in, second, "policy")
    assert result["conflicts"]["policy"]["value"] is False
    assert values_of(session, second) == {"name": "Bea", "policy": False}


def test_clearing_an_offered_answer_ends_the_offer(
    session: Session, second: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(second.respondent)
    client.put(f"{second.path}/value", json=answers_json(name=None))
    assert states(session, second)["name"] == "REPLACED"
    assert values_of(session, second) == {}
    assert "name" not in client.get(second.path).json["carried"]["offers"]
    assert confirm(signed_in, second, "name")["refused"] == {"name": ANSWERED_ALREADY}


def test_unconfirmed_answers_do_not_count_at_the_submission(second: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(second.respondent)
    confirm(signed_in, second, "policy")
    refused = client.post(f"{second.path}/submission", json={})
    assert refused.status_code == 422
    assert "values.name" in refused.json["fields"]
    confirm(signed_in, second, "name")
    client.put(f"{second.path}/value", json=answers_json(added="New", sign=SIGNED))
    assert client.post(f"{second.path}/submission", json={}).status_code == 200
    assert client.get(second.path).json["carried"] is None


def test_a_colleague_without_the_permission_cannot_confirm(second: SentRfx, signed_in: SignedIn) -> None:
    viewer = colleague_of(second.respondent, role_name="Viewer")
    response = signed_in(viewer).post(f"{second.path}/confirmation", json={"keys": ["policy"]})
    assert response.status_code == 403
    assert signed_in(viewer).get(second.path).json["carried"] is None


def test_a_delegate_confirms_the_own_part_only(
    session: Session, second: SentRfx, signed_in: SignedIn
) -> None:
    guest, grant = delegate_of(make_part(second, keys=["papers", "name"]))
    client = signed_in(guest, grant=grant)
    carried = client.get(second.path).json["carried"]
    assert set(carried["offers"]) == {"papers", "name"}
    assert carried["offered"] == 2
    file_id = carried["offers"]["papers"]["value"][0]["attachmentId"]
    assert client.get(f"/files/{file_id}").status_code == 200
    body = {"keys": ["policy", "colour", "papers", "name", "nothing"]}
    result = client.post(f"{second.path}/confirmation", json=body).json
    assert set(result["saved"]) == {"papers", "name"}
    assert result["refused"] == dict.fromkeys(["policy", "colour", "nothing"], NOT_OFFERED)
    assert states(session, second)["policy"] == "OFFERED"


def test_a_guest_confirms_the_answers_of_the_same_address(
    session: Session, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    guest = make_guest(email="Jo@lab.example")
    first = send_rfx(buyer, guest, forms=[form])
    grant = grant_for(user_id=guest.id, subject_type=RFX, subject_id=first.id)
    client = signed_in(guest, grant=grant)
    client.put(f"{first.path}/value", json=answers_json(policy=True, name="Jo", sign=SIGNED))
    assert client.post(f"{first.path}/submission", json={}).status_code == 200
    again = make_guest(email="jo@lab.example")
    second = send_rfx(buyer, again, forms=[form], previous=first)
    grant = grant_for(user_id=again.id, subject_type=RFX, subject_id=second.id)
    client = signed_in(again, grant=grant)
    assert client.get(second.path).json["carried"]["offered"] == 2
    body = {"keys": ["policy", "name"]}
    assert set(client.post(f"{second.path}/confirmation", json=body).json["saved"]) == {"policy", "name"}
    with pytest.raises(InvalidError) as error:
        send_rfx(buyer, make_guest(email="ann@lab.example"), forms=[form], previous=first)
    assert error.value.fields == {"previousRfxId": [OTHER_RESPONDENT]}


def test_a_carried_question_has_no_offer_to_reuse(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    blocks = (field("name", label="Name", questionId=7), field("town", label="Town", questionId=8))
    first = send_rfx(buyer, supplier, blocks=blocks)
    answer(signed_in, first, name="Ann")
    other = send_rfx(buyer, supplier, blocks=blocks, title="Other")
    answer(signed_in, other, name="Bea", town="Ulm")
    second = send_rfx(buyer, supplier, forms=first.forms, previous=first)
    shown = signed_in(supplier).get(f"{second.path}?i=reuse").json
    assert set(shown["reuse"]) == {"town"}
    assert set(shown["carried"]["offers"]) == {"name"}


def test_a_move_to_a_new_revision_takes_the_offers_along(
    session: Session, buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    choice = field("colour", "SINGLE_CHOICE", options=COLOURS)
    forms = [make_form(buyer, field("name"), choice), make_form(buyer, field("name"))]
    keys = [f"{form.id}.name" for form in forms]
    first = send_rfx(buyer, supplier, forms=forms)
    answer(signed_in, first, **{keys[0]: "One", keys[1]: "Two", "colour": "r"})
    second = send_rfx(buyer, supplier, forms=forms, previous=first)
    moved = next_revision(
        forms[0], buyer, field("name"), field("colour", "SINGLE_CHOICE", options=COLOURS[1:])
    )
    body = {"rfxIds": [second.id]}
    assert signed_in(buyer).post(f"/api/docForm/{moved.id}/move", json=body).status_code == 200
    offers = signed_in(supplier).get(second.path).json["carried"]["offers"]
    key = f"{moved.id}.name"
    assert {name: offer.get("value") for name, offer in offers.items()} == {
        key: "One", keys[1]: "Two", "colour": None,
    }  # fmt: skip
    assert offers["colour"]["fault"] == "“Red” is no longer an option. Choose one of the options."
    confirm(signed_in, second, key, keys[1])
    assert values_of(session, second) == {key: "One", keys[1]: "Two"}


def test_the_earlier_round_must_be_submitted_by_the_same_respondent_with_a_form_in_common(
    buyer: User, supplier: User, first: SentRfx, form: DocForm, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)

    def send(previous: SentRfx, form: DocForm = form, *to: User) -> Any:
        recipients = {"organisationIds": [user.organisation_id for user in to or (supplier,)]}
        body = {"type": "RFI", "subject": "Round two", "html": "<p>Hello</p>", "recipients": recipients}
        body |= {"docFormIds": [form.id], "previousRfxId": previous.id}
        return client.post("/api/rfxRequest", json=body)

    other = send_rfx(buyer, UserFactory(), forms=[form]).respondent
    assert send(send_rfx(buyer, supplier, forms=[form])).json["fields"] == {"previousRfxId": [NOT_SUBMITTED]}
    assert send(first, make_form(buyer, field("x"))).json["fields"] == {"previousRfxId": [NO_SHARED_FORM]}
    for to in ((other,), (supplier, other)):
        response = send(first, form, *to)
        assert response.status_code == 422
        assert "respondent of the earlier RFx only" in response.json["fields"]["previousRfxId"][0]
    received = send_rfx(supplier, buyer)
    answer(signed_in, received, company_name="B", employees="1", iso=False)
    foreign = send_rfx()
    for hidden in (received, foreign):
        assert send(hidden).status_code == 404
    assert send(first).status_code == 201


def test_sealed_answers_are_not_carried(buyer: User, signed_in: SignedIn) -> None:
    request = send_request("Bergmann", blocks=[field("name")], sender=buyer, is_sealed=True)
    [sealed] = request.rfxs
    answer(signed_in, sealed, name="Ann")
    with pytest.raises(InvalidError) as error:
        send_rfx(buyer, sealed.respondent, forms=sealed.forms, previous=sealed)
    assert error.value.fields == {"previousRfxId": [IS_SEALED]}


def test_a_request_offers_each_supplier_its_last_answers(
    session: Session, buyer: User, supplier: User, first: SentRfx, form: DocForm, signed_in: SignedIn
) -> None:
    new = send_rfx(buyer, UserFactory(), forms=[form]).respondent
    client = signed_in(buyer)
    recipients = {"organisationIds": [supplier.organisation_id, new.organisation_id]}
    preview = {"recipients": recipients, "docFormIds": [form.id]}
    assert client.post("/api/rfxRequest/preview", json=preview).json["withAnswers"] == 1
    body = {"type": "RFI", "subject": "Round two", "html": "<p>Hello</p>", "recipients": recipients}
    body |= {"docFormIds": [form.id], "carriesAnswers": True}
    request_id = client.post("/api/rfxRequest", json=body).json["id"]
    rows = session.scalars(select(Rfx).where(Rfx.request_id == request_id).order_by(Rfx.id)).all()
    assert [rfx.previous_rfx_id for rfx in rows] == [first.id, None]


def test_the_mail_says_how_much_is_there(
    session: Session, buyer: User, first: SentRfx, form: DocForm, signed_in: SignedIn
) -> None:
    body = {
        "type": "RFI", "subject": "Round two", "html": "<p>Hello</p>", "docFormIds": [form.id],
        "recipients": {"organisationIds": [first.respondent.organisation_id]}, "previousRfxId": first.id,
    }  # fmt: skip
    assert signed_in(buyer).post("/api/rfxRequest", json=body).status_code == 201
    mail = session.scalars(
        select(OutboxMail).where(OutboxMail.template == "RFI").order_by(OutboxMail.id.desc())
    ).first()
    assert mail is not None
    assert "Most answers are there already: about 1 to look at." in mail.text


def test_a_new_round_starts_with_the_newest_forms_and_the_respondent(
    buyer: User, supplier: User, first: SentRfx, form: DocForm, signed_in: SignedIn
) -> None:
    new = next_revision(form, buyer, *SECOND)
    client = signed_in(buyer)
    content = client.get(f"{first.path}/newRound").json
    assert [each["id"] for each in content["docForms"]] == [new.id]
    assert content["organisation"] == {"id": supplier.organisation_id, "name": "Bergmann"}
    assert (content["type"], content["title"], content["guest"]) == ("RFI", "Supplier questions", None)
    assert signed_in(supplier).get(f"{first.path}/newRound").status_code == 404


def test_the_offers_of_256_answers_need_one_statement(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    names = [f"q{number}" for number in range(256)]
    first = send_rfx(buyer, supplier, blocks=[field(name) for name in names])
    answer(signed_in, first, **dict.fromkeys(names, "An answer"))
    blank = send_rfx(buyer, supplier, forms=first.forms)
    second = send_rfx(buyer, supplier, forms=first.forms, previous=first)
    client = signed_in(supplier)
    client.get(blank.path)
    statements = client.statements
    assert client.get(second.path).json["carried"]["offered"] == 256
    assert client.statements == statements + 1, client.statement_log
    result = client.post(f"{second.path}/confirmation", json={"keys": names}).json
    assert len(result["saved"]) == 256
    assert client.statements < 30, client.statement_log


def test_carry_answers_is_for_the_sender_only(first: SentRfx, second: SentRfx, signed_in: SignedIn) -> None:
    from app.rounds.public import carry_answers

    with pytest.raises(NotFoundError):
        carry_answers(actor=actor_of(second.respondent), rfx_id=second.id, previous_rfx_id=first.id)
