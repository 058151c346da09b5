"""Notice of a move to a new revision on the page of an RFx, and the value keys from before the move."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.forms.models import DocForm
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.compared import answer
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import SentRfx, answers_json, field, make_form, next_revision, send_rfx
from tests.fixtures.people import SignedIn

TOWN = 7
"""Id of the question in the library, by which town and city are one question."""
OPTIONS = [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}]
FIRST = (
    field("company", fid="question-company", label="Company"),
    field("town", fid="question-town", label="Town", questionId=TOWN),
    field("colour", "SINGLE_CHOICE", fid="question-colour", label="Colour", options=OPTIONS),
    field("fax", fid="question-fax", label="Fax"),
    field("staff", fid="question-staff", label="Staff"),
)  # fmt: skip
SECOND = (
    field("company", fid="question-company", label="Company"),
    field("city", fid="question-city", label="City", questionId=TOWN),
    field("colour", "SINGLE_CHOICE", fid="question-colour", label="Colour", options=OPTIONS[1:]),
    field("staff", "NUMBER", fid="question-number", label="Staff"),
    field("vat", fid="question-vat", label="VAT number", required=True),
    field("ours", fid="question-ours", label="Our number", writableBy="REQUESTER"),
)  # fmt: skip


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(name="Rosa Meyer", in_organisation=OrganisationFactory(name="Northwind Buying"))


@pytest.fixture
def form(buyer: User) -> DocForm:
    return make_form(buyer, *FIRST)


@pytest.fixture
def sent(buyer: User, form: DocForm, signed_in: SignedIn) -> SentRfx:
    """Send an RFx with three answers."""
    sent = send_rfx(buyer, UserFactory(), forms=[form])
    answer(signed_in, sent, submit=False, company="Acme", town="Leeds", colour="r")
    return sent


def move(signed_in: SignedIn, buyer: User, form: DocForm, sent: SentRfx) -> None:
    moved = signed_in(buyer).post(f"/api/docForm/{form.id}/move", json={"rfxIds": [sent.id]})
    assert moved.status_code == 200, moved.text


def moved_of(signed_in: SignedIn, user: User, sent: SentRfx) -> Any:
    return signed_in(user).get(sent.path).json["moved"]


def former(key: str, base: int, label: str, to: str | None, iteration: int, **more: Any) -> dict[str, Any]:
    return {
        "former": key, "base": base, "label": label, "key": to, "iteration": iteration, "isAsked": True, **more,
    }  # fmt: skip


def test_respondent_of_a_moved_rfx_gets_the_numbers_and_the_former_keys(
    sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    client = signed_in(sent.respondent)
    assert client.get(sent.path).json["moved"] is None
    statements = client.statements
    new = next_revision(form, buyer, *SECOND)
    move(signed_in, buyer, new, sent)
    moved = client.get(sent.path).json["moved"]
    assert client.statements == statements + 1, client.statement_log
    notice = moved["notice"]
    assert {**notice, "id": 0, "date": ""} == {
        "id": 0, "author": "Rosa Meyer", "date": "", "formTitle": new.title, "revision": 2, "carried": 2,
        "newKeys": ["staff", "vat"], "againKeys": ["colour"],
    }  # fmt: skip
    assert moved["formerKeys"] == [
        [
            former("town", 1, "Town", "city", 1),
            former("colour", 1, "Colour", "colour", 2),
            former("fax", 0, "Fax", None, 0, isAsked=False),
            former("staff", 0, "Staff", None, 0, isAsked=False),
        ]
    ]
    requester = moved_of(signed_in, buyer, sent)
    assert requester == {"notice": None, "formerKeys": moved["formerKeys"]}


def test_notice_ends_with_the_submission(
    sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    move(signed_in, buyer, next_revision(form, buyer, *SECOND), sent)
    client = signed_in(sent.respondent)
    saved = client.put(f"{sent.path}/value", json=answers_json(vat="GB1"))
    assert saved.json["refused"] == {}
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200
    assert client.get(sent.path).json["moved"]["notice"] is None


def test_a_page_from_before_the_move_saves_nothing_to_a_question_that_reuses_its_key(
    sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    reusing = (
        field("fax", "NUMBER", fid="question-other", label="Fleet"),
        field("staff", fid="question-staff", label="Staff"),
    )
    move(signed_in, buyer, next_revision(form, buyer, *reusing), sent)
    client = signed_in(sent.respondent)
    old = client.put(f"{sent.path}/value", json=answers_json(fax="0113")).json
    assert (old["saved"], old["conflicts"]["fax"]["value"]) == ({}, None)
    body = {"values": {"fax": {"value": "12", "baseIteration": old["conflicts"]["fax"]["iteration"]}}}
    assert client.put(f"{sent.path}/value", json=body).json["saved"]["fax"]["iteration"] == 2


def test_a_key_that_comes_back_later_takes_no_save_of_the_first_page(
    sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    second = next_revision(form, buyer, *SECOND)
    move(signed_in, buyer, second, sent)
    third = next_revision(second, buyer, *SECOND, field("fax", fid="question-new-fax", label="Another fax"))
    move(signed_in, buyer, third, sent)
    client = signed_in(sent.respondent)
    assert set(client.put(f"{sent.path}/value", json=answers_json(fax="0113")).json["conflicts"]) == {"fax"}
    assert len(client.get(sent.path).json["moved"]["formerKeys"]) == 2


def test_a_delegate_reads_nothing_about_other_questions(
    session: Session, sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    guest, grant = delegate_of(make_part(sent, keys=["town"]))
    session.commit()
    move(signed_in, buyer, next_revision(form, buyer, *SECOND), sent)
    moved = signed_in(guest, grant=grant).get(sent.path).json["moved"]
    notice = moved["notice"]
    assert (notice["carried"], notice["newKeys"], notice["againKeys"]) == (None, [], [])
    assert moved["formerKeys"] == [[former("town", 1, "Town", "city", 1)]]
