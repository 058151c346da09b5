"""Guests who evaluate: the link, the answers and files that they read, and the end of their access."""

import re

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.extensions import db
from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import colleague_of
from tests.factories.compared import answer, send_request
from tests.factories.evaluations import BLOCKS, GUEST, Prepared, answered_request, prepare
from tests.factories.files import make_picture
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def prepared(session: Session, signed_in: SignedIn) -> Prepared:
    """Return an open evaluation with a guest and a colleague."""
    request = answered_request(signed_in)
    return prepare(request, colleague_of(request.sender, name="Ada Lovelace"), guest=True)


def guest_client(prepared: Prepared, signed_in: SignedIn) -> CheckedClient:
    user, grant = prepared.guest()
    return signed_in(user, grant=grant)


def link_of(prepared: Prepared) -> str:
    user, _ = prepared.guest()
    mail = db.session.execute(select(OutboxMail).where(OutboxMail.to_user_id == user.id)).scalar_one()
    match = re.search(r"/guest/[\w-]+/evaluation/\d+", mail.text)
    assert match
    return match[0]


def test_guests_get_a_link_when_the_evaluation_opens(
    session: Session, signed_in: SignedIn, client: CheckedClient
) -> None:
    request = answered_request(signed_in)
    prepared = prepare(request, guest=True, opens=False)
    assert db.session.query(OutboxMail).filter(OutboxMail.to_email == GUEST).count() == 0
    signed_in(request.sender).post(f"{prepared.path}/open")
    page = client.get(link_of(prepared))
    assert page.status_code == 200
    assert "Aurora" in page.text
    assert client.get("/guest/wrong/evaluation/1").status_code == 404


def test_guests_mark_and_see_nothing_of_others(prepared: Prepared, signed_in: SignedIn) -> None:
    client = guest_client(prepared, signed_in)
    shown = client.get(prepared.path).json
    assert (shown["mayManage"], shown["evaluators"], shown["sections"], shown["results"]) == (
        False,
        [],
        [],
        [],
    )
    body = {"rfxId": prepared.rfx_ids[0], "criterionId": prepared.criterion_ids[0], "mark": 7}
    assert client.put(f"{prepared.path}/mark", json=body).status_code == 200
    assert client.get(prepared.path).json["own"]["marks"][0]["mark"] == 7
    assert "Ada Lovelace" not in client.get(prepared.path).text
    for forbidden in (
        prepared.request.path,
        f"{prepared.request.path}/comparison",
        f"{prepared.request.path}/rfx",
    ):
        assert client.get(forbidden).status_code == 403
    assert client.get(prepared.request.rfxs[0].path).status_code == 404
    assert client.post(f"{prepared.path}/close", json={"reason": "Done"}).status_code == 403


def test_guests_read_the_answers_of_submitted_suppliers_only(prepared: Prepared, signed_in: SignedIn) -> None:
    client = guest_client(prepared, signed_in)
    answers = client.get(f"{prepared.path}/supplier/{prepared.rfx_ids[1]}").json
    assert [supplier["name"] for supplier in answers["suppliers"]] == ["Bergmann"]
    assert answers["suppliers"][0]["mayReview"] is False
    assert [question["cells"][0]["text"] for question in answers["questions"][:2]] == ["50", "Yes"]
    assert client.get(f"{prepared.path}/supplier/{prepared.rfx_ids[2]}").status_code == 404


def test_guests_read_files_of_answers_while_the_evaluation_is_open(
    session: Session, signed_in: SignedIn
) -> None:
    request = send_request("Aurora", "Bergmann", blocks=BLOCKS)
    files = []
    for sent, submits in zip(request.rfxs, (True, False), strict=True):
        file = store_bytes(
            organisation_id=sent.respondent.organisation_id,
            user_id=sent.respondent.id,
            filename="plan.txt",
            content=b"plan",
            kind=AttachmentKind.RFXANSWER,
        )
        value = [{"attachmentId": file.id, "filename": "plan.txt", "size": 4, "contentType": "text/plain"}]
        answer(signed_in, sent, submit=submits, price="1", iso=True, papers=value)
        files.append(file.id)
    prepared = prepare(request, guest=True)
    client = guest_client(prepared, signed_in)
    assert client.get(f"/files/{files[0]}").status_code == 200
    assert client.get(f"/files/{files[1]}").status_code == 404
    signed_in(request.sender).post(f"{prepared.path}/close", json={"reason": "No time"})
    assert client.get(f"/files/{files[0]}").status_code == 404
    closed = client.get(f"{prepared.path}/supplier/{prepared.rfx_ids[0]}")
    assert closed.status_code == 409
    shown = client.get(prepared.path).json
    assert (shown["state"], shown["results"], shown["closingReason"]) == ("CLOSED", [], None)


def test_guests_see_the_logos_of_the_suppliers_that_they_evaluate(
    session: Session, signed_in: SignedIn
) -> None:
    request = send_request("Aurora", "Bergmann", blocks=BLOCKS)
    answer(signed_in, request.rfxs[0], price="1", iso=True)
    logos = []
    for sent in request.rfxs:
        picture = make_picture(sent.respondent)
        path = f"/api/organisation/{sent.respondent.organisation_id}/logo"
        assert signed_in(sent.respondent).put(path, json={"attachmentId": picture}).status_code == 200
        logos.append(f"/files/{picture}")
    prepared = prepare(request, guest=True)
    client = guest_client(prepared, signed_in)
    assert [client.get(logo).status_code for logo in logos] == [200, 404]
    others = guest_client(prepare(answered_request(signed_in), guest=True), signed_in)
    assert others.get(logos[0]).status_code == 404


def test_removing_a_guest_ends_the_link_at_the_next_call(
    prepared: Prepared, signed_in: SignedIn, client: CheckedClient
) -> None:
    guest, link = guest_client(prepared, signed_in), link_of(prepared)
    assert guest.get(prepared.path).status_code == 200
    user, _ = prepared.guest()
    owner = signed_in(prepared.owner)
    assert owner.delete(f"{prepared.path}/evaluator/{prepared.evaluator_id(user)}").status_code == 200
    assert guest.get(prepared.path).status_code == 401
    assert client.get(link).status_code == 404
    assert owner.post(f"{prepared.path}/evaluator", json={"email": GUEST}).status_code == 201
    assert client.get(link).status_code == 404


def test_the_grant_of_one_evaluation_opens_no_other(prepared: Prepared, signed_in: SignedIn) -> None:
    other = prepare(answered_request(signed_in), guest=True)
    client = guest_client(prepared, signed_in)
    assert client.get(other.path).status_code == 404
    assert client.get(f"{other.path}/supplier/{other.rfx_ids[0]}").status_code == 404
